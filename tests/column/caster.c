/* SPDX-License-Identifier: MIT */

#include "caster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

struct crossing {
    double t;
    int32_t wall;
    int32_t near;
    int32_t far;
};

/* The crossings of one ray, nearest first; kept while rows of the same ray are asked for. */
struct ray {
    double x; /* Picture position; NAN for none. */
    struct crossing *crossings;
    int32_t count;
    bool has_ties;
};

enum { RAYS = 3 };

struct caster {
    const scene *s;
    const r3d_column_level_desc *desc;
    double cos_yaw;
    double sin_yaw;
    struct ray rays[RAYS];
    int32_t next_ray;
};

caster *caster_make(const scene *s)
{
    caster *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->s = s;
    c->desc = r3d_column_level_get_desc(s->level);
    for (int i = 0; i < RAYS; i++) {
        c->rays[i].crossings = calloc((size_t)c->desc->wall_count, sizeof(struct crossing));
        assert_non_null(c->rays[i].crossings);
    }
    return c;
}

void caster_free(caster *c)
{
    for (int i = 0; i < RAYS; i++) {
        free(c->rays[i].crossings);
    }
    free(c);
}

void caster_aim(caster *c)
{
    const double yaw = c->s->view.camera.yaw;
    const double quarter = yaw / 90.0;
    if (quarter == floor(quarter)) {
        /* Exact at quarter turns, where libm is not. */
        static const double sines[4] = {0.0, 1.0, 0.0, -1.0};
        const int turn = (int)(quarter - 4.0 * floor(quarter / 4.0));
        c->sin_yaw = sines[turn];
        c->cos_yaw = sines[(turn + 1) % 4];
    } else {
        c->sin_yaw = sin(yaw * 3.14159265358979323846 / 180.0);
        c->cos_yaw = cos(yaw * 3.14159265358979323846 / 180.0);
    }
    for (int i = 0; i < RAYS; i++) {
        c->rays[i].x = (double)NAN;
    }
}

static int compare_depth(const void *left, const void *right)
{
    const struct crossing *a = left;
    const struct crossing *b = right;
    return a->t < b->t ? -1 : a->t > b->t ? 1 : a->wall - b->wall;
}

static void cast(caster *c, double x, struct ray *ray)
{
    const r3d_column_camera *camera = &c->s->view.camera;
    const double k = (x - (double)c->s->surface.width / 2.0) / camera->focal_x;
    const double dx = c->cos_yaw + k * c->sin_yaw;
    const double dy = c->sin_yaw - k * c->cos_yaw;
    ray->x = x;
    ray->count = 0;
    for (int32_t i = 0; i < c->desc->wall_count; i++) {
        const r3d_column_level_wall *w = &c->desc->walls[i];
        if ((w->flags & R3D_COLUMN_WALL_UNSEEN) != 0) {
            continue;
        }
        const double ax = c->desc->vertices[w->a].x - camera->x;
        const double ay = c->desc->vertices[w->a].y - camera->y;
        const double bx = c->desc->vertices[w->b].x - camera->x;
        const double by = c->desc->vertices[w->b].y - camera->y;
        /* The ends must lie on different sides of the ray. */
        const double ea = dx * ay - dy * ax;
        const double eb = dx * by - dy * bx;
        if ((ea < 0.0) == (eb < 0.0)) {
            continue;
        }
        const double facing = ax * by - ay * bx;
        if (facing == 0.0 || (w->back.sector < 0 && facing > 0.0)) {
            continue;
        }
        /* (dx, dy) t = a + q (b - a) */
        const double t = facing / (dx * (by - ay) - dy * (bx - ax));
        if (!(t > 0.0)) {
            continue;
        }
        struct crossing *crossing = &ray->crossings[ray->count++];
        crossing->t = t;
        crossing->wall = i;
        crossing->near = facing < 0.0 ? w->front.sector : w->back.sector;
        crossing->far = w->back.sector < 0 || (w->flags & R3D_COLUMN_WALL_OPAQUE) != 0 ? -1
                        : facing < 0.0 ? w->back.sector
                                       : w->front.sector;
    }
    qsort(ray->crossings, (size_t)ray->count, sizeof *ray->crossings, compare_depth);
    ray->has_ties = false;
    for (int32_t i = 1; i < ray->count; i++) {
        if (ray->crossings[i].t - ray->crossings[i - 1].t < 1e-7 * ray->crossings[i].t) {
            ray->has_ties = true;
        }
    }
}

static const struct ray *ray_at(caster *c, double x)
{
    for (int i = 0; i < RAYS; i++) {
        if (c->rays[i].x == x) {
            return &c->rays[i];
        }
    }
    struct ray *ray = &c->rays[c->next_ray];
    c->next_ray = (c->next_ray + 1) % RAYS;
    cast(c, x, ray);
    return ray;
}

static bool has_sky(const caster *c, int32_t sector)
{
    return (c->desc->sectors[sector].flags & R3D_COLUMN_SECTOR_SKY) != 0;
}

/* Section 6 as it is written, up to a depth. Returns true when something solid was met before. */
static bool look_at_walls(const caster *c, const struct ray *ray, double v, double limit,
                          uint32_t *out_id)
{
    const r3d_column_world *world = c->s->world;
    const double cz = c->s->view.camera.z;
    *out_id = r3d_column_id(R3D_COLUMN_NOTHING, 0);
    for (int32_t i = 0; i < ray->count; i++) {
        const struct crossing *x = &ray->crossings[i];
        if (x->t >= limit) {
            return false;
        }
        const double z = cz + v * x->t;
        if (z < r3d_column_world_get_floor(world, x->near)) {
            *out_id = (c->desc->sectors[x->near].flags & R3D_COLUMN_SECTOR_SKY_FLOOR) != 0
                          ? r3d_column_id(R3D_COLUMN_SKY, 0)
                          : r3d_column_id(R3D_COLUMN_FLOOR, x->near);
            return true;
        }
        if (z > r3d_column_world_get_ceiling(world, x->near)) {
            *out_id = has_sky(c, x->near) ? r3d_column_id(R3D_COLUMN_SKY, 0)
                                          : r3d_column_id(R3D_COLUMN_CEILING, x->near);
            return true;
        }
        if (x->far < 0) {
            *out_id = r3d_column_id(R3D_COLUMN_MIDDLE, x->wall);
            return true;
        }
        if (z < r3d_column_world_get_floor(world, x->far)) {
            *out_id = r3d_column_id(R3D_COLUMN_LOWER, x->wall);
            return true;
        }
        if (z > r3d_column_world_get_ceiling(world, x->far)) {
            *out_id = has_sky(c, x->near) && has_sky(c, x->far)
                          ? r3d_column_id(R3D_COLUMN_SKY, 0)
                          : r3d_column_id(R3D_COLUMN_UPPER, x->wall);
            return true;
        }
    }
    return false;
}

/* The nearest thing with an opaque texel at the sample, if walls leave it visible. */
static bool look_at_things(const caster *c, const struct ray *ray, double v, uint32_t *out_id,
                           bool *is_clear)
{
    const r3d_column_camera *camera = &c->s->view.camera;
    const r3d_column_materials *m = c->s->view.materials;
    const double k = (ray->x - (double)c->s->surface.width / 2.0) / camera->focal_x;
    double nearest = HUGE_VAL;
    for (int32_t i = 0; i < c->desc->thing_count; i++) {
        r3d_column_thing_place place;
        assert_int_equal(r3d_column_world_get_thing(c->s->world, i, &place), R3D_OK);
        const int32_t type = c->desc->things[i].type;
        const double width = c->desc->thing_types[type].width;
        const double height = c->desc->thing_types[type].height;
        const double dx = place.x - camera->x;
        const double dy = place.y - camera->y;
        const double t = dx * c->cos_yaw + dy * c->sin_yaw;
        const double s = dx * c->sin_yaw - dy * c->cos_yaw;
        if (t < 1.0 || t >= nearest || m == NULL || type >= m->sprite_count ||
            m->sprites[type].width == 0) {
            continue;
        }
        const r3d_column_level_thing_type *look = &c->desc->thing_types[type];
        const double left = look->has_offset ? look->left : width / 2.0;
        const double top = place.z + (look->has_offset ? look->top : height);
        const double across = (k * t - s + left) / width;
        const double down = (top - camera->z - v * t) / height;
        if (across < 0.0 || across >= 1.0 || down < 0.0 || down >= 1.0) {
            continue;
        }
        const double px = camera->x + t * (c->cos_yaw + k * c->sin_yaw);
        const double py = camera->y + t * (c->sin_yaw - k * c->cos_yaw);
        if (r3d_column_level_find_leaf(c->s->level, px, py) != place.leaf) {
            *is_clear = false;
        }
        const r3d_column_texture *sprite = &m->sprites[type];
        const size_t texel = (size_t)(across * sprite->width) * (size_t)sprite->u_step +
                             (size_t)(down * sprite->height) * (size_t)sprite->v_step;
        uint32_t unused;
        if ((sprite->mask != NULL && sprite->mask[texel] == 0) ||
            look_at_walls(c, ray, v, t, &unused)) {
            continue;
        }
        nearest = t;
        *out_id = r3d_column_id(sprite->three_valued && sprite->indices[texel] == 1
                                    ? R3D_COLUMN_THING_BLACK
                                    : R3D_COLUMN_THING_WHITE,
                                i);
    }
    return nearest < HUGE_VAL;
}

uint32_t caster_look(caster *c, int32_t column, int32_t row, double x, double y, bool *out_is_clear)
{
    const r3d_column_camera *camera = &c->s->view.camera;
    const struct ray *ray = ray_at(c, (double)column + 0.5 + x);
    const double horizon = (double)c->s->surface.height / 2.0 + camera->shear;
    const double v = (horizon - ((double)row + 0.5 + y)) / camera->focal_y;
    *out_is_clear = !ray->has_ties;
    uint32_t id;
    if (c->s->view.things && look_at_things(c, ray, v, &id, out_is_clear)) {
        return id;
    }
    look_at_walls(c, ray, v, HUGE_VAL, &id);
    return id;
}

static bool is_strict(caster *c, int32_t column, int32_t row, uint32_t id)
{
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            bool clear;
            if (caster_look(c, column, row, dx / 16.0, dy / 16.0, &clear) != id || !clear) {
                return false;
            }
        }
    }
    return true;
}

int32_t caster_compare(caster *c, int32_t begin, int32_t step, int64_t *out_checked)
{
    const scene *s = c->s;
    int32_t wrong = 0;
    for (int32_t column = begin; column < s->surface.width; column += step) {
        for (int32_t row = 0; row < s->surface.height; row++) {
            bool clear;
            const uint32_t expected = caster_look(c, column, row, 0.0, 0.0, &clear);
            const uint32_t actual = s->pixels[row * s->surface.stride_px + column];
            ++*out_checked;
            if (actual == expected || !is_strict(c, column, row, expected)) {
                continue;
            }
            if (wrong++ < 3) {
                const r3d_column_camera *k = &s->view.camera;
                print_error("%dx%d focal %.17g %.17g eye %.17g %.17g %.17g yaw %.17g shear %.17g: "
                            "column %d row %d is %06x, the ray says %06x\n",
                            s->surface.width, s->surface.height, k->focal_x, k->focal_y, k->x, k->y,
                            k->z, k->yaw, k->shear, column, row, actual & 0xFFFFFFu,
                            expected & 0xFFFFFFu);
            }
        }
    }
    return wrong;
}
