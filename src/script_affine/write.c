/* SPDX-License-Identifier: MIT */
/* Draws of arenas and of the compositor as lines: pictures once, a scene when something of it changed, the
 * camera, the draw. */

#include "script_affine.h"

/* Numbers beyond 32 bits are decimals, which hold whole numbers up to 2^53. */
static bool is_exact(int64_t value)
{
    const int64_t most = (int64_t)1 << 53;
    return value >= -most && value <= most;
}

static r3d_priv_affine_written *written_of(r3d_script_writer *writer)
{
    return r3d_script_writer_get_state(writer, &r3d_priv_affine_room);
}

/* Pictures come before the scene that uses them: the numbers of all, in a fixed order. */
typedef struct numbers {
    int32_t *of_walls;
    int32_t *of_sprites;
    int32_t of_tiles[2];
    int32_t of_shadows[3];
    bool has_shadows;
} numbers;

static bool number_pictures(r3d_script_writer *writer, r3d_priv_affine_written *w,
                            const r3d_affine_scene *scene, numbers *out)
{
    bool good = true;
    for (int32_t i = 0; i < scene->wall_count && good; i++) {
        out->of_walls[i] = r3d_priv_affine_write_picture(writer, w, &scene->walls[i].picture);
        good = out->of_walls[i] >= 0;
    }
    for (int32_t i = 0; i < scene->sprite_count && good; i++) {
        out->of_sprites[i] = r3d_priv_affine_write_picture(writer, w, &scene->sprites[i].picture);
        good = out->of_sprites[i] >= 0;
        out->has_shadows = out->has_shadows || scene->sprites[i].has_shadow;
    }
    for (int i = 0; i < 2 && good; i++) {
        if (scene->floors[i].is_present) {
            out->of_tiles[i] = r3d_priv_affine_write_picture(writer, w, &scene->floors[i].tiles);
            good = out->of_tiles[i] >= 0;
        }
    }
    for (int i = 0; i < 3 && good && out->has_shadows; i++) {
        out->of_shadows[i] = r3d_priv_affine_write_picture(writer, w, &scene->shadows[i]);
        good = out->of_shadows[i] >= 0;
    }
    return good;
}

static uint64_t hash_of_walls(uint64_t hash, const r3d_affine_scene *scene, const numbers *n)
{
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const r3d_affine_wall *wall = &scene->walls[i];
        const int32_t values[] = {wall->x,
                                  wall->y,
                                  wall->z,
                                  n->of_walls[i],
                                  wall->hs,
                                  wall->run,
                                  wall->has_tangent,
                                  wall->has_tangent ? wall->tangent_x_fx16 : wall->turn_a11,
                                  wall->has_tangent ? wall->tangent_y_fx16 : 0};
        hash = r3d_priv_affine_hash(hash, values, sizeof values);
    }
    return hash;
}

/* Of everything that the lines of a scene say. */
static uint64_t hash_of_scene(const r3d_affine_scene *s, const numbers *n)
{
    const int64_t head[] = {
        s->mode,    s->width,       s->height,     s->backdrop_rgb,           s->hs,
        s->vs,      s->sort_offset, s->has_seal,   s->has_continuous_shadows, s->has_culling,
        s->time_ms, s->cycle_count, s->wall_count, s->sprite_count,           s->box_count};
    uint64_t hash = r3d_priv_affine_hash(14695981039346656037u, head, sizeof head);
    for (int32_t i = 0; i < s->cycle_count; i++) {
        hash = r3d_priv_affine_hash(hash, &s->cycles[i], sizeof s->cycles[i]);
    }
    for (int i = 0; i < 2; i++) {
        const r3d_affine_floor *floor = &s->floors[i];
        const int32_t values[] = {floor->is_present, floor->z, floor->columns, floor->rows,
                                  n->of_tiles[i]};
        hash = r3d_priv_affine_hash(hash, &floor->is_present, sizeof floor->is_present);
        if (floor->is_present) {
            hash = r3d_priv_affine_hash(hash, values, sizeof values);
            hash = r3d_priv_affine_hash(hash, floor->cells,
                                        (size_t)floor->columns * (size_t)floor->rows *
                                            sizeof *floor->cells);
        }
    }
    hash = hash_of_walls(hash, s, n);
    for (int32_t i = 0; i < s->sprite_count; i++) {
        const r3d_affine_sprite *sprite = &s->sprites[i];
        const int32_t values[] = {sprite->x, sprite->y, sprite->z, n->of_sprites[i],
                                  sprite->has_shadow};
        hash = r3d_priv_affine_hash(hash, values, sizeof values);
    }
    for (int32_t i = 0; i < s->box_count; i++) {
        hash = r3d_priv_affine_hash(hash, &s->boxes[i], sizeof s->boxes[i]);
    }
    hash = r3d_priv_affine_hash(hash, n->of_shadows, sizeof n->of_shadows);
    return hash != 0 ? hash : 1;
}

static void write_cycles(r3d_script_writer *writer, const r3d_affine_cycle *cycles, int32_t count,
                         int64_t time_ms)
{
    for (int32_t i = 0; i < count; i++) {
        r3d_script_write(writer, "affine_cycle %ld %ld %ld\n", (long)cycles[i].first,
                         (long)cycles[i].last, (long)cycles[i].speed);
    }
    if (time_ms != 0) {
        r3d_script_write(writer, "affine_time %lld\n", (long long)time_ms);
    }
}

static void write_items(r3d_script_writer *writer, const r3d_affine_scene *s, const numbers *n)
{
    for (int i = 0; i < 2; i++) {
        const r3d_affine_floor *floor = &s->floors[i];
        if (floor->is_present) {
            r3d_script_write(
                writer, "affine_floor %d %ld %ld %s\n", i, (long)floor->z, (long)n->of_tiles[i],
                r3d_priv_affine_write_cells(writer, floor->cells, floor->columns, floor->rows));
        }
    }
    for (int32_t i = 0; i < s->box_count; i++) {
        const r3d_affine_box *box = &s->boxes[i];
        r3d_script_write(writer, "affine_box %ld %ld %ld %ld\n", (long)box->x, (long)box->y,
                         (long)box->width, (long)box->height);
    }
    for (int32_t i = 0; i < s->wall_count; i++) {
        const r3d_affine_wall *wall = &s->walls[i];
        r3d_script_write(writer, "affine_wall %ld %ld %ld %ld %ld %ld %s %ld %ld\n", (long)wall->x,
                         (long)wall->y, (long)wall->z, (long)n->of_walls[i], (long)wall->hs,
                         (long)wall->run, wall->has_tangent ? "tan" : "turn",
                         (long)(wall->has_tangent ? wall->tangent_x_fx16 : wall->turn_a11),
                         (long)(wall->has_tangent ? wall->tangent_y_fx16 : 0));
    }
    if (n->has_shadows) {
        r3d_script_write(writer, "affine_shadows %ld %ld %ld\n", (long)n->of_shadows[0],
                         (long)n->of_shadows[1], (long)n->of_shadows[2]);
    }
    for (int32_t i = 0; i < s->sprite_count; i++) {
        const r3d_affine_sprite *sprite = &s->sprites[i];
        r3d_script_write(writer, "affine_sprite %ld %ld %ld %ld %d\n", (long)sprite->x,
                         (long)sprite->y, (long)sprite->z, (long)n->of_sprites[i],
                         sprite->has_shadow);
    }
}

static void write_scene(r3d_script_writer *writer, r3d_priv_affine_written *w,
                        const r3d_affine_scene *s, numbers *n)
{
    if (!number_pictures(writer, w, s, n)) {
        return;
    }
    const uint64_t hash = hash_of_scene(s, n);
    if (hash == w->scene) {
        return;
    }
    w->scene = hash;
    r3d_script_write(writer, "affine_scene %s %ld %ld 0x%06lx %ld %ld %ld %d %d %d\n",
                     s->mode == R3D_AFFINE_HW ? "hw" : "free", (long)s->width, (long)s->height,
                     (unsigned long)s->backdrop_rgb & 0xFFFFFFul, (long)s->hs, (long)s->vs,
                     (long)s->sort_offset, s->has_seal, s->has_continuous_shadows, s->has_culling);
    write_cycles(writer, s->cycles, s->cycle_count, s->time_ms);
    write_items(writer, s, n);
}

static void write_camera(r3d_script_writer *writer, r3d_priv_affine_written *w,
                         const r3d_affine_camera *c)
{
    if (w->has_camera && memcmp(&w->camera, c, sizeof *c) == 0) {
        return;
    }
    w->has_camera = true;
    w->camera = *c;
    r3d_script_write(writer, "affine_camera %ld %ld %ld %ld %ld %ld\n", (long)c->heading_a11,
                     (long)c->pitch_a11, (long)c->roll_a11, (long)c->x_q8, (long)c->y_q8,
                     (long)c->z_q8);
}

void r3d_priv_affine_write_draw(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_affine_draw_call *a = call->arguments;
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    r3d_priv_affine_written *w = written_of(writer);
    if (w == NULL) {
        return;
    }
    numbers n;
    memset(&n, 0, sizeof n);
    n.of_walls = r3d_priv_alloc(hooks, (size_t)a->scene->wall_count, sizeof *n.of_walls);
    n.of_sprites = r3d_priv_alloc(hooks, (size_t)a->scene->sprite_count, sizeof *n.of_sprites);
    if (n.of_walls == NULL || n.of_sprites == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a scene");
    } else {
        write_scene(writer, w, a->scene, &n);
        write_camera(writer, w, a->camera);
        r3d_script_write_clip(writer, call->surface);
        r3d_script_write(writer, "affine_draw %ld %ld\n", (long)a->x, (long)a->y);
    }
    r3d_priv_release(hooks, n.of_walls);
    r3d_priv_release(hooks, n.of_sprites);
}

/* ---- frames of the compositor ---- */

static void write_matrix(r3d_script_writer *writer, const r3d_affine_matrix *m)
{
    if (!is_exact(m->pa) || !is_exact(m->pb) || !is_exact(m->pc) || !is_exact(m->pd)) {
        r3d_script_write_fail(writer, R3D_ERR_RANGE, "a matrix beyond 2^53");
    }
    r3d_script_write(writer, " %lld %lld %lld %lld", (long long)m->pa, (long long)m->pb,
                     (long long)m->pc, (long long)m->pd);
}

static void write_background(r3d_script_writer *writer, const r3d_affine_hw_background *b,
                             int32_t tiles)
{
    enum { TILE = 8 };
    const char *cells =
        r3d_priv_affine_write_cells(writer, b->cells, b->side / TILE, b->side / TILE);
    r3d_script_write(writer, "affine_background %ld %s %ld %ld %d", (long)tiles, cells,
                     (long)b->priority, (long)b->number, b->wraps);
    write_matrix(writer, &b->matrix);
    if (!is_exact(b->reference_x) || !is_exact(b->reference_y)) {
        r3d_script_write_fail(writer, R3D_ERR_RANGE, "a reference beyond 2^53");
    }
    r3d_script_write(writer, " %lld %lld\n", (long long)b->reference_x, (long long)b->reference_y);
}

/* Boxes need neither backgrounds nor matrices, which are not even looked at. */
static void write_frame(r3d_script_writer *writer, const r3d_affine_hw_frame *f, bool is_whole)
{
    r3d_priv_affine_written *w = written_of(writer);
    int32_t tiles[R3D_AFFINE_HW_BACKGROUNDS_MAX] = {0};
    int32_t pictures[R3D_AFFINE_HW_OBJECTS_MAX] = {0};
    if (w == NULL || f->object_count > R3D_AFFINE_HW_OBJECTS_MAX) {
        if (w != NULL) {
            r3d_script_write_fail(writer, R3D_ERR_LIMIT, "more than %d objects",
                                  R3D_AFFINE_HW_OBJECTS_MAX);
        }
        return;
    }
    const int32_t backgrounds = is_whole ? f->background_count : 0;
    const int32_t matrices = is_whole ? f->matrix_count : 0;
    for (int32_t i = 0; i < backgrounds; i++) {
        tiles[i] = r3d_priv_affine_write_picture(writer, w, &f->backgrounds[i].tiles);
    }
    for (int32_t i = 0; i < f->object_count; i++) {
        pictures[i] = r3d_priv_affine_write_picture(writer, w, &f->objects[i].picture);
    }
    w->scene = 0;
    r3d_script_write(writer, "affine_frame %ld %ld 0x%06lx\n", (long)f->width, (long)f->height,
                     (unsigned long)f->backdrop_rgb & 0xFFFFFFul);
    write_cycles(writer, f->cycles, f->cycle_count, f->time_ms);
    for (int32_t i = 0; i < backgrounds; i++) {
        write_background(writer, &f->backgrounds[i], tiles[i]);
    }
    for (int32_t i = 0; i < matrices; i++) {
        r3d_script_write(writer, "affine_matrix");
        write_matrix(writer, &f->matrices[i]);
        r3d_script_write(writer, "\n");
    }
    for (int32_t i = 0; i < f->object_count; i++) {
        const r3d_affine_hw_object *o = &f->objects[i];
        r3d_script_write(writer, "affine_object %ld %ld %ld %ld %s %ld %ld\n", (long)pictures[i],
                         (long)o->x, (long)o->y, (long)o->priority, o->is_affine ? "aff" : "flip",
                         (long)(o->is_affine ? o->matrix : o->flips_across),
                         (long)(o->is_affine ? o->is_doubled : o->flips_down));
    }
}

void r3d_priv_affine_write_compose(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_affine_compose_call *a = call->arguments;
    write_frame(writer, a->frame, true);
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "affine_compose %ld %ld\n", (long)a->x, (long)a->y);
}

void r3d_priv_affine_write_boxes(r3d_script_writer *writer, const r3d_draw_call *call)
{
    const r3d_affine_compose_call *a = call->arguments;
    write_frame(writer, a->frame, false);
    r3d_script_write_clip(writer, call->surface);
    r3d_script_write(writer, "affine_boxes %ld %ld\n", (long)a->x, (long)a->y);
}
