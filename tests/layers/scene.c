/* SPDX-License-Identifier: MIT */
#include "scene_words.h"

enum { VERTICES_MAX = 8192, FACES_MAX = 16384 };

bool reader_next(reader *r)
{
    while (fgets(r->line, sizeof r->line, r->file) != NULL) {
        char *comment = strchr(r->line, '#');
        if (comment != NULL) {
            *comment = 0;
        }
        r->count = 0;
        for (char *word = strtok(r->line, " \t\r\n"); word != NULL;
             word = strtok(NULL, " \t\r\n")) {
            assert_true(r->count < READER_WORDS_MAX);
            r->words[r->count++] = word;
        }
        if (r->count > 0) {
            return true;
        }
    }
    return false;
}

int32_t reader_number(const reader *r, int word)
{
    assert_true(word < r->count);
    return number_at(r->words[word]);
}

void *scene_keep(scene *s, size_t size)
{
    assert_true(s->memory_count < SCENE_MEMORY_MAX);
    void *memory = calloc(size == 0 ? 1 : size, 1);
    assert_non_null(memory);
    s->memory[s->memory_count++] = memory;
    return memory;
}

/* ---- rectangles and meshes ---- */

static const char *const blends[] = {"replace", "alpha", "add", "addalpha", "modulate"};

r3d_layers_target *scene_target_of(scene *s)
{
    return s->in_sprite ? s->sprite_target : s->target;
}

void scene_read_quad(reader *r, int first, scene *s, r3d_layers_quad *out)
{
    r3d_layers_quad quad;
    memset(&quad, 0, sizeof quad);
    quad.x = reader_number(r, first);
    quad.y = reader_number(r, first + 1);
    quad.width = reader_number(r, first + 2);
    quad.height = reader_number(r, first + 3);
    quad.blend = (r3d_layers_blend)index_of(r->words[first + 4], blends, 5);
    memset(quad.diffuse, 255, sizeof quad.diffuse);
    r3d_layers_stage stages[16];
    int32_t count = 0;
    while (reader_next(r) && !is(r->words[0], "end")) {
        if (is(r->words[0], "diffuse")) {
            quad.has_gradient = is(r->words[1], "grad");
            for (int i = 0; i < 4 && !quad.has_gradient; i++) {
                quad.diffuse[i] = (uint8_t)reader_number(r, 1 + i);
            }
        } else {
            assert_string_equal(r->words[0], "stage");
            stages[count++] = scene_read_stage(r, s);
        }
    }
    r3d_layers_stack *stack = scene_keep(s, sizeof *stack);
    assert_int_equal(r3d_layers_stack_prepare(stages, count, stack), R3D_OK);
    quad.stack = stack;
    *out = quad;
}

static void read_vertex(const reader *r, r3d_layers_mesh *mesh, r3d_layers_vertex *vertex)
{
    memset(vertex, 0, sizeof *vertex);
    vertex->normal_q14[2] = 16384;
    memset(vertex->rgba, 255, sizeof vertex->rgba);
    mesh->is_on_picture = is(r->words[0], "sv");
    for (int i = 0; i < 3; i++) {
        vertex->place_q16[i] = reader_number(r, 1 + i);
    }
    for (int i = 4; i < r->count; i++) {
        const char *v;
        int32_t n[4];
        if ((v = value_of(r->words[i], "uv")) != NULL) {
            list(v, vertex->uv_q16, 2);
        } else if ((v = value_of(r->words[i], "uv1")) != NULL) {
            list(v, vertex->uv1_q16, 2);
        } else if ((v = value_of(r->words[i], "n")) != NULL) {
            list(v, vertex->normal_q14, 3);
        } else if ((v = value_of(r->words[i], "pl")) != NULL) {
            list(v, vertex->planar_q16, 2);
        } else if ((v = value_of(r->words[i], "c")) != NULL) {
            assert_int_equal(list(v, n, 4), 4);
            for (int k = 0; k < 4; k++) {
                vertex->rgba[k] = (uint8_t)n[k];
            }
        } else {
            fail_msg("unknown word %s", r->words[i]);
        }
    }
}

void scene_draw_mesh(scene *s, const scene_mesh *m, const r3d_rect *scissor)
{
    r3d_layers_mesh mesh = m->mesh;
    if (s->film != NULL && !film_pose_mesh(s, m, &mesh)) {
        return;
    }
    s->lights.lamps = s->lamps;
    s->view.lights = &s->lights;
    assert_int_equal(r3d_layers_draw_mesh(scene_target_of(s), &s->view, &mesh, scissor), R3D_OK);
}

static void read_mesh_words(const reader *r, scene_mesh *m)
{
    static const char *const culls[] = {"none", "back", "front"};
    static const char *const depths[] = {"rw", "r", "off"};
    m->mesh.blend = (r3d_layers_blend)index_of(r->words[1], blends, 5);
    for (int i = 2; i < r->count; i++) {
        const char *v;
        if ((v = value_of(r->words[i], "cull")) != NULL) {
            m->mesh.cull = (r3d_perspective_cull)index_of(v, culls, 3);
        } else if ((v = value_of(r->words[i], "depth")) != NULL) {
            m->mesh.depth = (r3d_layers_depth)index_of(v, depths, 3);
        } else if ((v = value_of(r->words[i], "lit")) != NULL) {
            m->mesh.is_lit = number_at(v) != 0;
        } else if ((v = value_of(r->words[i], "fog")) != NULL) {
            m->mesh.has_fog = number_at(v) != 0;
        } else if ((v = value_of(r->words[i], "atest")) != NULL) {
            m->mesh.alpha_test = number_at(v);
        } else if ((v = value_of(r->words[i], "cell")) != NULL) {
            m->mesh.cell = number_at(v);
        } else if ((v = value_of(r->words[i], "name")) != NULL) {
            snprintf(m->name, sizeof m->name, "%s", v);
        } else {
            fail_msg("unknown word %s", r->words[i]);
        }
    }
}

static void read_mesh(reader *r, scene *s)
{
    assert_true(s->mesh_count < SCENE_MESHES_MAX);
    scene_mesh *m = scene_keep(s, sizeof *m);
    s->meshes[s->mesh_count++] = m;
    r3d_layers_mesh_init(&m->mesh);
    read_mesh_words(r, m);
    m->vertices = scene_keep(s, VERTICES_MAX * sizeof *m->vertices);
    m->corners = scene_keep(s, 3 * FACES_MAX * sizeof *m->corners);
    while (reader_next(r) && !is(r->words[0], "end")) {
        if (is(r->words[0], "v") || is(r->words[0], "sv")) {
            assert_true(m->mesh.vertex_count < VERTICES_MAX);
            read_vertex(r, &m->mesh, &m->vertices[m->mesh.vertex_count++]);
        } else if (is(r->words[0], "f")) {
            assert_true(m->mesh.face_count < FACES_MAX);
            for (int i = 0; i < 3; i++) {
                m->corners[3 * m->mesh.face_count + i] = reader_number(r, 1 + i);
            }
            m->mesh.face_count++;
        } else if (is(r->words[0], "inst")) {
            for (int i = 0; i < 12; i++) {
                m->mesh.instance_q16[i] = reader_number(r, 1 + i);
            }
        } else {
            assert_string_equal(r->words[0], "stage");
            m->stages[m->stage_count++] = scene_read_stage(r, s);
        }
    }
    m->mesh.vertices = m->vertices;
    m->mesh.corners = m->corners;
    assert_int_equal(r3d_layers_stack_prepare(m->stages, m->stage_count, &m->stack), R3D_OK);
    m->mesh.stack = &m->stack;
    assert_int_equal(r3d_layers_mesh_prepare(&m->mesh), R3D_OK);
    if (m->name[0] == 0 && m->mesh.cell < 0) {
        scene_draw_mesh(s, m, NULL);
    }
}

scene_mesh *scene_mesh_named(scene *s, const char *name)
{
    for (int32_t i = 0; i < s->mesh_count; i++) {
        if (is(s->meshes[i]->name, name)) {
            return s->meshes[i];
        }
    }
    fail_msg("no mesh %s", name);
    return NULL;
}

static void draw_cells(scene *s, bool all)
{
    if (!all) {
        assert_int_equal(r3d_layers_visit_cells(
                             s->cells, s->cell_count, s->portals, s->portal_count, &s->view.camera,
                             s->surface.width, s->surface.height, s->visits, s->order, &s->visited),
                         R3D_OK);
    }
    for (int32_t i = 0; i < s->mesh_count; i++) {
        const scene_mesh *m = s->meshes[i];
        if (m->mesh.cell < 0) {
            continue;
        }
        if (all) {
            scene_draw_mesh(s, m, NULL);
        } else if (s->visits[m->mesh.cell].is_visited) {
            scene_draw_mesh(s, m, &s->visits[m->mesh.cell].bounds);
        }
    }
}

/* ---- pictures of buffers ---- */

static int32_t bits(uint32_t value)
{
    int32_t count = 0;
    for (; value != 0; value >>= 1) {
        count++;
    }
    return count;
}

static void show(scene *s)
{
    r3d_layers_buffers b;
    r3d_layers_target_get_buffers(s->target, &b);
    if (s->film != NULL) {
        film_buffers(s, &b);
    }
    static const uint32_t overdraw[9] = {0x000000, 0x000060, 0x0000FF, 0x00A0FF, 0x00FF00,
                                         0xFFFF00, 0xFF8000, 0xFF0000, 0xFFFFFF};
    for (int32_t i = 0; i < b.width * b.height; i++) {
        uint32_t rgb;
        if (is(s->show, "depth")) {
            const uint32_t w = (uint32_t)b.depth_q16[i];
            const int32_t n = bits(w);
            const uint32_t gray =
                w < 4096 ? 255u : (uint32_t)(255 - (16 * (n - 13) + (int32_t)(w >> (n - 5) & 15)));
            rgb = gray * 0x010101u;
        } else if (is(s->show, "stencil")) {
            rgb = b.stencil[i] != 0 ? 0xFFFFFF : 0;
        } else if (is(s->show, "overdraw")) {
            rgb = overdraw[b.writes[i] < 8 ? b.writes[i] : 8];
        } else {
            assert_string_equal(s->show, "cells");
            const int32_t k = b.cells[i];
            rgb = k == -2   ? 0
                  : k == -1 ? 0x404040
                            : pack(97 * k + 60, 57 * k + 120, 151 * k + 30, 0);
        }
        s->pixels[i] = 0xFF000000 | rgb;
    }
}

/* ---- lines ---- */

static void three(const reader *r, int first, int32_t out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = reader_number(r, first + i);
    }
}

static void three_bytes(const reader *r, int first, uint8_t out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = (uint8_t)reader_number(r, first + i);
    }
}

static void draw_pool(scene *s)
{
    r3d_layers_pool_draw(&s->pool, s->pool_texels);
}

void scene_read_system(const reader *r, int first, r3d_layers_system_desc *out)
{
    r3d_layers_system_desc d;
    memset(&d, 0, sizeof d);
    d.seed = (uint32_t)reader_number(r, first);
    d.count = reader_number(r, first + 1);
    int32_t *const ranges[4] = {d.x_q16, d.y_q16, d.vx_q16, d.vy_q16};
    for (int i = 0; i < 4; i++) {
        ranges[i][0] = reader_number(r, first + 2 + 2 * i);
        ranges[i][1] = reader_number(r, first + 3 + 2 * i);
    }
    d.ax_q16 = reader_number(r, first + 10);
    d.ay_q16 = reader_number(r, first + 11);
    d.life[0] = reader_number(r, first + 12);
    d.life[1] = reader_number(r, first + 13);
    d.stagger = reader_number(r, first + 14);
    d.sides[0] = reader_number(r, first + 15);
    d.sides[1] = reader_number(r, first + 16);
    three_bytes(r, first + 17, d.rgb[0]);
    three_bytes(r, first + 20, d.rgb[1]);
    *out = d;
}

/* Lines that set something. */
static bool set_line(reader *r, scene *s)
{
    const char *word = r->words[0];
    if (is(word, "camera")) {
        int32_t eye[3];
        int32_t target[3];
        for (int i = 0; i < 8; i++) {
            s->camera[i] = reader_number(r, 1 + i);
        }
        three(r, 1, eye);
        three(r, 4, target);
        assert_int_equal(r3d_perspective_camera_init(&s->view.camera, eye, target,
                                                     reader_number(r, 7), reader_number(r, 8)),
                         R3D_OK);
    } else if (is(word, "frame")) {
        s->view.frame = reader_number(r, 1);
        if (s->film != NULL) {
            film_set_frame(s, s->view.frame);
        }
    } else if (is(word, "ambient")) {
        three_bytes(r, 1, s->lights.ambient);
    } else if (is(word, "sun")) {
        s->lights.has_sun = true;
        three(r, 1, s->lights.sun_q16);
        three_bytes(r, 4, s->lights.sun_rgb);
    } else if (is(word, "light")) {
        r3d_layers_lamp *lamp = &s->lamps[s->lights.lamp_count++];
        lamp->id = (uint32_t)reader_number(r, 1);
        three(r, 2, lamp->place_q16);
        three_bytes(r, 5, lamp->rgb);
        lamp->radius_q16 = reader_number(r, 8);
        lamp->base = reader_number(r, 9);
        lamp->amp = reader_number(r, 10);
    } else if (is(word, "fog")) {
        three_bytes(r, 1, s->view.fog_rgb);
        s->view.fog_near_q16 = reader_number(r, 4);
        s->view.fog_far_q16 = reader_number(r, 5);
    } else if (is(word, "cell")) {
        three(r, 1, s->cells[s->cell_count].low_q16);
        three(r, 4, s->cells[s->cell_count].high_q16);
        s->cell_count++;
    } else if (is(word, "portal")) {
        r3d_layers_portal *portal = &s->portals[s->portal_count++];
        portal->a = reader_number(r, 1);
        portal->b = reader_number(r, 2);
        portal->count = (r->count - 3) / 3;
        for (int i = 0; i < portal->count; i++) {
            three(r, 3 + 3 * i, portal->corners_q16[i]);
        }
    } else if (is(word, "show")) {
        snprintf(s->show, sizeof s->show, "%s", r->words[1]);
        if (r->count > 2) {
            snprintf(s->show_flame, sizeof s->show_flame, "%s", r->words[2]);
        }
    } else if (is(word, "system")) {
        r3d_layers_system_desc desc;
        scene_read_system(r, 1, &desc);
        assert_int_equal(r3d_layers_system_start(&desc, &s->system), R3D_OK);
    } else if (is(word, "simulate")) {
        for (int32_t i = 0; i < reader_number(r, 1); i++) {
            r3d_layers_system_step(&s->system);
        }
    } else if (is(word, "pool")) {
        const int32_t size = reader_number(r, 1);
        int16_t *memory = scene_keep(s, r3d_layers_pool_count(size) * sizeof *memory);
        assert_int_equal(r3d_layers_pool_init(&s->pool, size, memory), R3D_OK);
        s->pool_texels = scene_keep(s, (size_t)(size * size) * sizeof *s->pool_texels);
        draw_pool(s);
    } else if (is(word, "drop")) {
        assert_int_equal(r3d_layers_pool_drop(&s->pool, reader_number(r, 1), reader_number(r, 2),
                                              reader_number(r, 3)),
                         R3D_OK);
        draw_pool(s);
    } else if (is(word, "poolstep")) {
        for (int32_t i = 0; i < reader_number(r, 1); i++) {
            r3d_layers_pool_step(&s->pool);
        }
        draw_pool(s);
    } else {
        return false;
    }
    return true;
}

static void read_target(const reader *r, scene *s)
{
    const int32_t width = reader_number(r, 1);
    const int32_t height = reader_number(r, 2);
    s->pixels = scene_keep(s, (size_t)(width * height) * sizeof *s->pixels);
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, width, height, width), R3D_OK);
    assert_int_equal(r3d_layers_target_create(width, height, NULL, &s->target), R3D_OK);
    assert_int_equal(r3d_layers_target_begin(s->target, &s->surface, 0, 0), R3D_OK);
}

static void begin_sprite(scene *s)
{
    const int32_t side = R3D_LAYERS_PARTICLE_TARGET;
    if (s->sprite_target == NULL) {
        assert_int_equal(r3d_layers_target_create(side, side, NULL, &s->sprite_target), R3D_OK);
        assert_int_equal(r3d_surface_init(&s->sprite_surface, s->sprite_pixels, side, side, side),
                         R3D_OK);
    }
    assert_int_equal(r3d_layers_target_begin(s->sprite_target, &s->sprite_surface, 0, 0), R3D_OK);
    s->in_sprite = true;
}

static void fill_depth(const reader *r, scene *s)
{
    r3d_layers_buffers b;
    r3d_layers_target_get_buffers(scene_target_of(s), &b);
    for (int32_t y = reader_number(r, 2); y < reader_number(r, 2) + reader_number(r, 4); y++) {
        for (int32_t x = reader_number(r, 1); x < reader_number(r, 1) + reader_number(r, 3); x++) {
            if (x >= 0 && x < b.width && y >= 0 && y < b.height) {
                b.depth_q16[y * b.width + x] = reader_number(r, 5);
            }
        }
    }
}

static void mark_shadow(const reader *r, scene *s)
{
    r3d_layers_shadow_plane plane;
    three(r, 2, plane.normal_q14);
    plane.d_q16 = reader_number(r, 5);
    three(r, 6, plane.light_q16);
    assert_int_equal(r3d_layers_mark_shadow(scene_target_of(s), &s->view,
                                            &scene_mesh_named(s, r->words[1])->mesh, &plane),
                     R3D_OK);
}

static void draw_flashes(const reader *r, scene *s)
{
    uint8_t rgb[3];
    if (is(r->words[0], "lightning")) {
        const int32_t from[2] = {reader_number(r, 2), reader_number(r, 3)};
        const int32_t to[2] = {reader_number(r, 4), reader_number(r, 5)};
        three_bytes(r, 8, rgb);
        assert_int_equal(r3d_layers_draw_lightning(scene_target_of(s),
                                                   (uint32_t)reader_number(r, 1), from, to,
                                                   reader_number(r, 6), reader_number(r, 7), rgb),
                         R3D_OK);
        return;
    }
    int32_t from[3];
    int32_t to[3];
    three(r, 2, from);
    three(r, 5, to);
    three_bytes(r, 10, rgb);
    assert_int_equal(r3d_layers_draw_bolt(scene_target_of(s), &s->view.camera,
                                          (uint32_t)reader_number(r, 1), from, to,
                                          reader_number(r, 8), reader_number(r, 9), rgb),
                     R3D_OK);
}

/* Lines that draw. */
static void draw_line(reader *r, scene *s)
{
    const char *word = r->words[0];
    r3d_layers_target *target = scene_target_of(s);
    if (is(word, "target")) {
        read_target(r, s);
    } else if (is(word, "clear")) {
        r3d_surface_clear(s->in_sprite ? &s->sprite_surface : &s->surface,
                          pack(reader_number(r, 1), reader_number(r, 2), reader_number(r, 3), 0));
    } else if (is(word, "quad")) {
        r3d_layers_quad quad;
        scene_read_quad(r, 1, s, &quad);
        assert_int_equal(r3d_layers_draw_quad(target, &quad, s->view.frame), R3D_OK);
    } else if (is(word, "mesh")) {
        read_mesh(r, s);
    } else if (is(word, "dxt1")) {
        scene_read_dxt1(r, s);
    } else if (is(word, "draw")) {
        scene_draw_mesh(s, scene_mesh_named(s, r->words[1]), NULL);
    } else if (is(word, "drawcells") || is(word, "drawall")) {
        draw_cells(s, is(word, "drawall"));
    } else if (is(word, "rt_begin")) {
        begin_sprite(s);
    } else if (is(word, "rt_end")) {
        s->in_sprite = false;
    } else if (is(word, "particle")) {
        uint8_t rgb[3];
        three_bytes(r, 4, rgb);
        assert_int_equal(r3d_layers_draw_particle(target, reader_number(r, 1), reader_number(r, 2),
                                                  reader_number(r, 3), rgb),
                         R3D_OK);
    } else if (is(word, "drawsystem")) {
        assert_int_equal(r3d_layers_draw_system(target, &s->system), R3D_OK);
    } else if (is(word, "rtquad")) {
        assert_int_equal(r3d_layers_add_nearest(target, s->sprite_pixels, reader_number(r, 1),
                                                reader_number(r, 2), reader_number(r, 3),
                                                reader_number(r, 4)),
                         R3D_OK);
    } else if (is(word, "rtsprite")) {
        assert_int_equal(r3d_layers_add_sprite(target, s->sprite_pixels, reader_number(r, 1),
                                               reader_number(r, 2), reader_number(r, 3),
                                               reader_number(r, 4)),
                         R3D_OK);
    } else if (is(word, "billboard")) {
        int32_t place[3];
        three(r, 1, place);
        assert_int_equal(r3d_layers_add_billboard(target, &s->view.camera, s->sprite_pixels, place,
                                                  reader_number(r, 4)),
                         R3D_OK);
    } else if (is(word, "depthfill")) {
        fill_depth(r, s);
    } else if (is(word, "shadowtri")) {
        const int32_t x[3] = {reader_number(r, 1), reader_number(r, 3), reader_number(r, 5)};
        const int32_t y[3] = {reader_number(r, 2), reader_number(r, 4), reader_number(r, 6)};
        assert_int_equal(r3d_layers_mark_triangle(target, x, y), R3D_OK);
    } else if (is(word, "shadow")) {
        mark_shadow(r, s);
    } else if (is(word, "shadowapply")) {
        assert_int_equal(r3d_layers_darken(target, (uint8_t)reader_number(r, 1)), R3D_OK);
    } else if (is(word, "lightning") || is(word, "bolt")) {
        draw_flashes(r, s);
    } else if (is(word, "fade")) {
        assert_int_equal(r3d_layers_fade(target, (uint8_t)reader_number(r, 1)), R3D_OK);
    } else if (is(word, "info")) {
        for (int i = 1; i < r->count; i++) {
            scene_put_info(s, r->words[i]);
        }
    } else {
        fail_msg("unknown line %s", word);
    }
}

scene *scene_run(const char *path)
{
    static reader r;
    r.file = fopen(path, "rb");
    assert_non_null(r.file);
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    while (reader_next(&r)) {
        if (!film_line(&r, s) && !set_line(&r, s)) {
            draw_line(&r, s);
        }
    }
    fclose(r.file);
    if (s->show[0] != 0 && !is(s->show, "target")) {
        show(s);
    }
    return s;
}

void scene_free(scene *s)
{
    film_free(s);
    r3d_layers_target_destroy(s->target);
    r3d_layers_target_destroy(s->sprite_target);
    for (int32_t i = 0; i < s->memory_count; i++) {
        free(s->memory[i]);
    }
    free(s);
}
