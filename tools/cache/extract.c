/* SPDX-License-Identifier: MIT */
/* retro3d cache extract: what a cache holds, as files. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/assembly.h>
#include <retro3d/io.h>
#include <retro3d/models.h>

#include "common.h"
#include "gltf.h"
#include "kinds.h"

enum { OPTION_KIND = R3D_CACHE_RULES_COUNT, OPTION_IDS, OPTION_OUTPUT };

enum { PATH_SIZE = 4096, NAME_SIZE = 64 };

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES(
        "!kind|kind=model,mesh,gltf,skeleton,obj,icon,worn,npc,loc,idk,spot"),
    R3D_CACHE_OPTION_OF_RULES("!kind|kind=npc,loc,idk"),
    {"kind", 'k', "KIND", "What, see below (default: model, skeleton, texture and npc)", NULL},
    {"ids", 0, "LIST", "Which: all (default) or a list like 1-50,77", NULL},
    {"output", 'o', "DIR", "Where to write (required)", NULL},
};

static const command_help help = {
    "cache extract",
    "ROOT -o DIR [options]",
    "Writes what a cache holds as files, KIND-ID.mesh and so on: models as text and as glTF 2.0,\n"
    "lit; skeletons as text with all frames that use them; textures as PNG, holes transparent.\n"
    "Scenery has its shape in the name, loc-ID-SHAPE.glb.\n" R3D_CACHE_KINDS_HELP
    "docs/formats.md describes the texts, docs/cache.md what glTF files keep of a model.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 something cannot be read (the rest is written), 6 "
    "output\n"
    "cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

/* What the arguments say. */
typedef struct request {
    cache_source source;
    const char *folder;
    const cache_word *only; /* NULL: what is written without being named */
    id_list ids;
} request;

/* Prints an error and tells the exit code that it means. */
static int failed(const r3d_error *error)
{
    report_error(error);
    return error->result == R3D_ERR_IO_WRITE ? R3D_EXIT_OUTPUT : R3D_EXIT_INPUT;
}

static bool make_path(const request *r, char out_path[PATH_SIZE], const char *kind, int32_t id,
                      const char *extension)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s-%ld.%s", kind, (long)id, extension);
    return join_path(out_path, PATH_SIZE, r->folder, name);
}

static int extract_mesh(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    r3d_mesh *mesh = NULL;
    r3d_error error;
    if (!make_path(r, path, "model", id, "mesh")) {
        return R3D_EXIT_OUTPUT;
    }
    r3d_result result = r3d_cache_get_mesh(cache, id, &mesh, &error);
    if (result == R3D_OK) {
        result = r3d_mesh_save_text(mesh, path, &error);
    }
    r3d_mesh_destroy(mesh);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

/* All frames of a skeleton. Frames that cannot be read are reported and left out. */
static int extract_frames(const request *r, r3d_cache *cache, int32_t skeleton)
{
    char path[PATH_SIZE];
    r3d_error error;
    int32_t count = 0;
    int exit_code = R3D_EXIT_OK;
    if (!make_path(r, path, "skeleton", skeleton, "anim")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_count(cache, R3D_CACHE_FRAMES, &count, &error) != R3D_OK) {
        return failed(&error);
    }
    r3d_numbered_frame *frames = calloc(count > 0 ? (size_t)count : 1, sizeof *frames);
    if (frames == NULL) {
        fprintf(stderr, "retro3d cache extract: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    r3d_animation animation;
    memset(&animation, 0, sizeof animation);
    for (int32_t id = 0; id < count; id++) {
        const r3d_frame *frame;
        if (r3d_cache_get_frame_skeleton(cache, id) != skeleton) {
            continue;
        }
        if (r3d_cache_get_frame(cache, id, &frame, &error) != R3D_OK) {
            exit_code = failed(&error);
            continue;
        }
        frames[animation.frame_count].id = id;
        frames[animation.frame_count++].frame = *frame;
    }
    animation.frames = frames;
    if (r3d_animation_save_text(&animation, path, &error) != R3D_OK) {
        exit_code = failed(&error);
    }
    free(frames);
    return exit_code;
}

static int extract_skeleton(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    const r3d_skeleton *skeleton;
    r3d_error error;
    if (!make_path(r, path, "skeleton", id, "skel")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_get_skeleton(cache, id, &skeleton, &error) != R3D_OK ||
        r3d_skeleton_save_text(skeleton, path, &error) != R3D_OK) {
        return failed(&error);
    }
    return extract_frames(r, cache, id);
}

static int extract_texture(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    const r3d_image8 *image;
    r3d_error error;
    if (!make_path(r, path, "texture", id, "png")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_get_texture(cache, id, &image, &error) != R3D_OK) {
        return failed(&error);
    }
    r3d_result result = gltf_save_texture(path, image, &error);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

static int extract_mesh_gltf(const request *r, r3d_cache *cache, const char *name, r3d_mesh *mesh)
{
    char path[PATH_SIZE];
    r3d_error error;
    const bool fits = join_path(path, sizeof path, r->folder, name);
    const r3d_result result = fits ? gltf_save_mesh(path, cache, mesh, &error) : R3D_OK;
    r3d_mesh_destroy(mesh);
    return !fits ? R3D_EXIT_OUTPUT : result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

/* A model of each shape of a piece of scenery. */
static int extract_loc(const request *r, r3d_cache *cache, int32_t id)
{
    enum { SHAPES = 256 };
    const r3d_cache_loc *loc;
    bool seen[SHAPES] = {false};
    r3d_error error;
    int exit_code = R3D_EXIT_OK;
    if (r3d_cache_get_loc(cache, id, &loc, &error) != R3D_OK) {
        return failed(&error);
    }
    for (int32_t i = 0; i < loc->model_count && exit_code != R3D_EXIT_OUTPUT; i++) {
        const int32_t shape = loc->models[i].shape;
        r3d_mesh *mesh = NULL;
        char name[NAME_SIZE];
        if (seen[shape]) {
            continue;
        }
        seen[shape] = true;
        snprintf(name, sizeof name, "loc-%ld-%ld.glb", (long)id, (long)shape);
        const int code = r3d_cache_make_loc(cache, id, shape, 0, NULL, -1, &mesh, &error) != R3D_OK
                             ? failed(&error)
                             : extract_mesh_gltf(r, cache, name, mesh);
        exit_code = code != R3D_EXIT_OK ? code : exit_code;
    }
    return exit_code;
}

/* A thing that has one model and does not move here. */
static int extract_thing(const request *r, r3d_cache *cache, r3d_cache_kind kind, int32_t id)
{
    char name[NAME_SIZE];
    r3d_mesh *mesh = NULL;
    r3d_error error;
    r3d_result result;
    const int32_t slot = id + R3D_APPEARANCE_KIT;
    if (kind == R3D_CACHE_OBJS) {
        result = r3d_cache_make_obj(cache, id, &mesh, NULL, &error);
    } else if (kind == R3D_CACHE_SPOTS) {
        result = r3d_cache_make_spot(cache, id, -1, &mesh, &error);
    } else {
        result = r3d_cache_make_player(cache, 0, &slot, 1, NULL, 0, NULL, &mesh, &error);
    }
    if (result != R3D_OK) {
        return failed(&error);
    }
    snprintf(name, sizeof name, "%s-%ld.glb", r3d_cache_kind_name(kind), (long)id);
    return extract_mesh_gltf(r, cache, name, mesh);
}

static int extract_gltf(const request *r, r3d_cache *cache, r3d_cache_kind kind, int32_t id)
{
    char path[PATH_SIZE];
    r3d_error error;
    const bool npc = kind == R3D_CACHE_NPCS;
    if (kind == R3D_CACHE_LOCS) {
        return extract_loc(r, cache, id);
    }
    if (kind != R3D_CACHE_MODELS && !npc) {
        return extract_thing(r, cache, kind, id);
    }
    if (!make_path(r, path, r3d_cache_kind_name(kind), id, "glb")) {
        return R3D_EXIT_OUTPUT;
    }
    r3d_result result =
        npc ? gltf_save_npc(path, cache, id, &error) : gltf_save_model(path, cache, id, &error);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

static int extract_one(const request *r, r3d_cache *cache, r3d_cache_kind kind, unsigned form,
                       int32_t id)
{
    switch (form) {
    case CACHE_FORM_MESH:
        return extract_mesh(r, cache, id);
    case CACHE_FORM_SKELETON:
        return extract_skeleton(r, cache, id);
    case CACHE_FORM_PICTURE:
        return extract_texture(r, cache, id);
    default:
        return extract_gltf(r, cache, kind, id);
    }
}

/* Whether there is nothing to see of a thing, which is no damage. */
static bool has_no_model(r3d_cache *cache, r3d_cache_kind kind, int32_t id)
{
    const r3d_cache_npc *npc;
    const r3d_cache_idk *idk;
    return (kind == R3D_CACHE_NPCS && r3d_cache_get_npc(cache, id, &npc, NULL) == R3D_OK &&
            npc->model_count == 0) ||
           (kind == R3D_CACHE_IDKS && r3d_cache_get_idk(cache, id, &idk, NULL) == R3D_OK &&
            idk->model_count == 0);
}

static int extract_kind(const request *r, r3d_cache *cache, r3d_cache_kind kind, unsigned form)
{
    int exit_code = R3D_EXIT_OK;
    int32_t count = 0;
    r3d_error error;
    if (r3d_cache_count(cache, kind, &count, &error) != R3D_OK) {
        return failed(&error);
    }
    for (int32_t id = 0; id < count; id++) {
        if (!id_list_has(&r->ids, id) || !r3d_cache_contains(cache, kind, id)) {
            continue;
        }
        if (r->ids.all && has_no_model(cache, kind, id)) {
            continue;
        }
        int code = extract_one(r, cache, kind, form, id);
        exit_code = code != R3D_EXIT_OK ? code : exit_code;
        if (code == R3D_EXIT_OUTPUT) {
            return code;
        }
    }
    return exit_code;
}

/* All that is asked for. */
static int extract(const request *r, r3d_cache *cache)
{
    static const struct {
        r3d_cache_kind kind;
        unsigned form;
    } parts[] = {
        {R3D_CACHE_MODELS, CACHE_FORM_MESH},      {R3D_CACHE_SKELETONS, CACHE_FORM_SKELETON},
        {R3D_CACHE_TEXTURES, CACHE_FORM_PICTURE}, {R3D_CACHE_MODELS, CACHE_FORM_GLTF},
        {R3D_CACHE_NPCS, CACHE_FORM_GLTF},        {R3D_CACHE_OBJS, CACHE_FORM_GLTF},
        {R3D_CACHE_LOCS, CACHE_FORM_GLTF},        {R3D_CACHE_IDKS, CACHE_FORM_GLTF},
        {R3D_CACHE_SPOTS, CACHE_FORM_GLTF}};
    enum { PARTS = sizeof parts / sizeof parts[0], UNNAMED_PARTS = 5 };
    int exit_code = R3D_EXIT_OK;
    for (int i = 0; i < PARTS && exit_code != R3D_EXIT_OUTPUT; i++) {
        const bool wanted = r->only == NULL ? i < UNNAMED_PARTS
                                            : r->only->kind == parts[i].kind &&
                                                  (r->only->forms & parts[i].form) != 0;
        if (wanted) {
            int code = extract_kind(r, cache, parts[i].kind, parts[i].form);
            exit_code = code != R3D_EXIT_OK ? code : exit_code;
        }
    }
    if (r->only != NULL && exit_code == R3D_EXIT_OK &&
        !id_list_is_within(&r->ids, cache, r->only->kind, "extract")) {
        return R3D_EXIT_INPUT;
    }
    return exit_code;
}

int cmd_cache_extract(int argc, char **argv)
{
    command_arguments arguments;
    request r = {.folder = NULL, .only = NULL, .ids = {.all = true}};
    const char *value;
    cache_source_init(&r.source);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool valid = true;
        switch (option) {
        case OPTION_KIND:
            r.only = cache_word_parse(&help, option, value);
            valid = r.only != NULL && cache_word_is_extracted(&help, r.only);
            break;
        case OPTION_IDS:
            valid = id_list_parse(&help, option, value, &r.ids);
            break;
        case OPTION_OUTPUT:
            r.folder = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            valid = cache_source_root(&r.source, &help, value);
            break;
        case R3D_ARGUMENT_EXIT:
            return arguments_exit_code(&arguments);
        default:
            valid = cache_source_option(&r.source, &help, option, value);
            break;
        }
        if (!valid) {
            return R3D_EXIT_USAGE;
        }
    }
    if (r.source.root == NULL) {
        return usage_error(&help, "no folder given");
    }
    if (r.folder == NULL) {
        return usage_error(&help, "no output given, expected -o DIR");
    }
    r.source.only_models = r.only != NULL && r.only->kind <= R3D_CACHE_SKELETONS;
    int exit_code;
    r3d_cache *cache = cache_source_open(&r.source, &help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    exit_code = create_folder(r.folder) ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
    if (exit_code == R3D_EXIT_OK) {
        exit_code = extract(&r, cache);
    }
    r3d_cache_close(cache);
    return exit_code;
}
