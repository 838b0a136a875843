/* SPDX-License-Identifier: MIT */
/* `.mesh` files. Source: golden/model/README.md, "Mesh text". */

#include <retro3d/models.h>

#include <string.h>

#include "model_text.h"

/* The optional arrays of a face, by their keys. */
typedef enum face_key { KEY_INFO, KEY_PRIORITY, KEY_ALPHA, KEY_LABEL, KEY_COUNT } face_key;

typedef struct key_spec {
    const char *text; /* with the equals sign */
    const char *what;
    int32_t least;
    int32_t greatest;
} key_spec;

static const key_spec keys[KEY_COUNT] = {
    {"info=", "info", INT32_MIN, INT32_MAX},
    {"pri=", "pri", INT32_MIN, INT32_MAX},
    {"alpha=", "alpha", 0, 255},
    {"label=", "label", 0, R3D_MESH_LABEL_MAX},
};

/* What the first walk over the text finds. */
typedef struct counts {
    int32_t vertices;
    int32_t faces;
    int32_t planes;
    bool has_priority;
    bool has_vertex_labels;
    bool has_key[KEY_COUNT];
} counts;

/* The arrays that the second walk fills. */
typedef struct mesh_arrays {
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t *vertex_labels;
    int32_t *corners;
    int32_t *colors;
    int32_t *planes;
    int32_t *of_key[KEY_COUNT];
} mesh_arrays;

static bool key_of(r3d_priv_word_view word, face_key *out_key, r3d_priv_word_view *out_value)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        size_t length = strlen(keys[i].text);
        if (word.size >= length && memcmp(word.text, keys[i].text, length) == 0) {
            *out_key = (face_key)i;
            out_value->text = word.text + length;
            out_value->size = word.size - length;
            return true;
        }
    }
    return false;
}

static r3d_result count_item(r3d_priv_model_text *t, int32_t *count, const char *what)
{
    if (++*count > R3D_MESH_COUNT_MAX) {
        return r3d_priv_model_text_fail(t, R3D_ERR_LIMIT, "more than %d %s", R3D_MESH_COUNT_MAX,
                                        what);
    }
    return R3D_OK;
}

/* First walk: how much there is of everything. */
static r3d_result count_lines(r3d_priv_model_text *t, counts *out)
{
    r3d_priv_word_view word;
    memset(out, 0, sizeof *out);
    while (r3d_priv_model_text_line(t, &word)) {
        r3d_result result = R3D_OK;
        if (r3d_priv_word_is(word, "v")) {
            result = count_item(t, &out->vertices, "vertices");
            out->has_vertex_labels = out->has_vertex_labels || r3d_priv_model_text_count(t) > 3;
        } else if (r3d_priv_word_is(word, "f")) {
            result = count_item(t, &out->faces, "faces");
            face_key key;
            r3d_priv_word_view value;
            while (r3d_priv_model_text_word(t, &word)) {
                if (key_of(word, &key, &value)) {
                    out->has_key[key] = true;
                }
            }
        } else if (r3d_priv_word_is(word, "p")) {
            result = count_item(t, &out->planes, "planes");
        } else if (!r3d_priv_word_is(word, "priority")) {
            result = r3d_priv_model_text_unknown(t, word, "v, f, p or priority");
        } else if (out->has_priority) {
            result = r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_DATA, "priority is there twice");
        } else {
            out->has_priority = true;
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

static int32_t *take(r3d_priv_block *block, int32_t count)
{
    return r3d_priv_block_take(block, (size_t)count, sizeof(int32_t));
}

static void take_arrays(r3d_priv_block *block, const counts *c, mesh_arrays *out)
{
    out->x = take(block, c->vertices);
    out->y = take(block, c->vertices);
    out->z = take(block, c->vertices);
    out->vertex_labels = take(block, c->has_vertex_labels ? c->vertices : 0);
    out->corners = take(block, c->faces * 3);
    out->colors = take(block, c->faces);
    out->planes = take(block, c->planes * 3);
    for (int i = 0; i < KEY_COUNT; i++) {
        out->of_key[i] = take(block, c->has_key[i] ? c->faces : 0);
    }
}

/* Three vertex numbers. */
static r3d_result read_references(r3d_priv_model_text *t, int32_t vertex_count, int32_t *out)
{
    for (int i = 0; i < 3; i++) {
        int32_t number;
        r3d_result result =
            r3d_priv_model_text_number(t, "a vertex number", INT32_MIN, INT32_MAX, &number);
        if (result != R3D_OK) {
            return result;
        }
        if (number < 0 || number >= vertex_count) {
            return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_INDEX,
                                            "vertex number %ld, but the file has %ld vertices",
                                            (long)number, (long)vertex_count);
        }
        out[i] = number;
    }
    return R3D_OK;
}

static r3d_result read_vertex(r3d_priv_model_text *t, const mesh_arrays *m, int32_t i)
{
    r3d_result result = r3d_priv_model_text_number(t, "x", INT32_MIN, INT32_MAX, &m->x[i]);
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "y", INT32_MIN, INT32_MAX, &m->y[i]);
    }
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "z", INT32_MIN, INT32_MAX, &m->z[i]);
    }
    r3d_priv_word_view word;
    if (result != R3D_OK || !r3d_priv_model_text_word(t, &word)) {
        return result;
    }
    return r3d_priv_word_number(t, word, "label", 0, R3D_MESH_LABEL_MAX, &m->vertex_labels[i]);
}

static r3d_result check_plane(r3d_priv_model_text *t, int32_t info, int32_t plane_count)
{
    bool textured = (info & R3D_FACE_TEXTURED) != 0 && info != R3D_FACE_HIDDEN;
    if (textured && (info < 0 || info >> 2 >= plane_count)) {
        return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_INDEX,
                                        "info names plane %ld, but the file has %ld planes",
                                        (long)(info >> 2), (long)plane_count);
    }
    return R3D_OK;
}

static r3d_result read_face(r3d_priv_model_text *t, const counts *c, const mesh_arrays *m,
                            int32_t i, bool allow_missing_planes)
{
    r3d_result result = read_references(t, c->vertices, m->corners + i * 3);
    if (result == R3D_OK) {
        result = r3d_priv_model_text_number(t, "colour", 0, R3D_MESH_TEXTURE_MAX, &m->colors[i]);
    }
    bool seen[KEY_COUNT] = {false};
    r3d_priv_word_view word;
    while (result == R3D_OK && r3d_priv_model_text_word(t, &word)) {
        face_key key;
        r3d_priv_word_view value;
        if (!key_of(word, &key, &value)) {
            return r3d_priv_model_text_unknown(t, word, "info=, pri=, alpha= or label=");
        }
        if (seen[key]) {
            return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_SYNTAX, "%s is there twice",
                                            keys[key].what);
        }
        seen[key] = true;
        result = r3d_priv_word_number(t, value, keys[key].what, keys[key].least, keys[key].greatest,
                                      &m->of_key[key][i]);
        if (result == R3D_OK && key == KEY_INFO && !allow_missing_planes) {
            result = check_plane(t, m->of_key[key][i], c->planes);
        }
    }
    return result;
}

/* Second walk: the numbers. */
static r3d_result read_lines(r3d_priv_model_text *t, const counts *c, const mesh_arrays *m,
                             bool allow_missing_planes, int32_t *out_priority)
{
    int32_t vertex = 0;
    int32_t face = 0;
    int32_t plane = 0;
    r3d_priv_word_view word;
    while (r3d_priv_model_text_line(t, &word)) {
        r3d_result result;
        if (r3d_priv_word_is(word, "v")) {
            result = read_vertex(t, m, vertex++);
        } else if (r3d_priv_word_is(word, "f")) {
            result = read_face(t, c, m, face++, allow_missing_planes);
        } else if (r3d_priv_word_is(word, "p")) {
            result = read_references(t, c->vertices, m->planes + plane++ * 3);
        } else {
            result = r3d_priv_model_text_number(t, "priority", INT32_MIN, INT32_MAX, out_priority);
        }
        if (result == R3D_OK) {
            result = r3d_priv_model_text_end(t);
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

static r3d_result create(const counts *c, const mesh_arrays *m, int32_t priority,
                         bool allow_missing_planes, const r3d_allocator *hooks, r3d_mesh **out_mesh)
{
    r3d_mesh_desc desc;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = c->vertices;
    desc.face_count = c->faces;
    desc.plane_count = c->planes;
    desc.x = m->x;
    desc.y = m->y;
    desc.z = m->z;
    desc.vertex_labels = c->has_vertex_labels ? m->vertex_labels : NULL;
    desc.corners = m->corners;
    desc.colors = m->colors;
    desc.infos = c->has_key[KEY_INFO] ? m->of_key[KEY_INFO] : NULL;
    desc.priorities = c->has_key[KEY_PRIORITY] ? m->of_key[KEY_PRIORITY] : NULL;
    desc.alphas = c->has_key[KEY_ALPHA] ? m->of_key[KEY_ALPHA] : NULL;
    desc.face_labels = c->has_key[KEY_LABEL] ? m->of_key[KEY_LABEL] : NULL;
    desc.planes = m->planes;
    desc.priority = priority;
    desc.allow_missing_planes = allow_missing_planes;
    return r3d_mesh_create(&desc, hooks, out_mesh);
}

r3d_result r3d_mesh_decode_text(const char *text, size_t size, const char *name,
                                bool allow_missing_planes, const r3d_allocator *allocator,
                                r3d_mesh **out_mesh, r3d_error *out_error)
{
    if (name == NULL) {
        name = "";
    }
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    r3d_allocator hooks;
    if (text == NULL || out_mesh == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    r3d_priv_model_text t;
    counts c;
    r3d_priv_model_text_init(&t, text, size, name, out_error);
    r3d_result result = count_lines(&t, &c);
    if (result != R3D_OK) {
        return result;
    }
    mesh_arrays m;
    r3d_priv_block block = {NULL, 0};
    take_arrays(&block, &c, &m);
    size_t bytes = block.used + 1;
    block.memory = r3d_priv_io_alloc(&hooks, bytes);
    block.used = 0;
    if (block.memory == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "no memory for the mesh");
    }
    memset(block.memory, 0, bytes);
    take_arrays(&block, &c, &m);
    int32_t priority = 0;
    r3d_priv_model_text_rewind(&t);
    result = read_lines(&t, &c, &m, allow_missing_planes, &priority);
    if (result == R3D_OK) {
        result = create(&c, &m, priority, allow_missing_planes, &hooks, out_mesh);
        if (result != R3D_OK) {
            (void)r3d_priv_io_fail(out_error, result, name, 0, -1, "%s", r3d_result_string(result));
        }
    }
    r3d_priv_io_free(&hooks, block.memory);
    return result;
}

r3d_result r3d_mesh_load_text_from(const r3d_file_source *files, const char *name,
                                   bool allow_missing_planes, const r3d_allocator *allocator,
                                   r3d_mesh **out_mesh, r3d_error *out_error)
{
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    r3d_allocator hooks;
    if (name == NULL || out_mesh == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "a pointer is NULL, or the allocator has one function only");
    }
    void *text = NULL;
    size_t size = 0;
    r3d_result result =
        r3d_file_read_from(files, name, R3D_MODEL_TEXT_BYTES_MAX, &hooks, &text, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_mesh_decode_text(text, size, name, allow_missing_planes, &hooks, out_mesh,
                                      out_error);
        r3d_priv_io_free(&hooks, text);
    }
    return result;
}

r3d_result r3d_mesh_load_text(const char *path, bool allow_missing_planes,
                              const r3d_allocator *allocator, r3d_mesh **out_mesh,
                              r3d_error *out_error)
{
    return r3d_mesh_load_text_from(NULL, path, allow_missing_planes, allocator, out_mesh,
                                   out_error);
}
