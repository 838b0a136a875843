/* SPDX-License-Identifier: MIT */
/* Which sector lies at a point, by the walls around it and without a tree. */

#include "inspect_internal.h"

/* A point beside the one that is asked for: a line through it meets no vertex on whole units. */
static const double beside_x = 0.0123;
static const double beside_y = 0.0171;

/* A ray along an axis and the nearest wall so far. */
struct ray {
    double x;
    double y;
    bool is_vertical;
    double sign;
    double nearest;
    struct r3d_priv_column_hit hit;
};

static void try_wall(const r3d_column_level *level, struct ray *ray, int32_t index)
{
    if (level->wall_state[index] != R3D_PRIV_COLUMN_WALL_NORMAL) {
        return;
    }
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, index, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, index, 1);
    const double along[2] = {ray->is_vertical ? a->y - ray->y : a->x - ray->x,
                             ray->is_vertical ? b->y - ray->y : b->x - ray->x};
    const double across[2] = {ray->is_vertical ? a->x - ray->x : a->y - ray->y,
                              ray->is_vertical ? b->x - ray->x : b->y - ray->y};
    if ((across[0] > 0.0) == (across[1] > 0.0)) {
        return;
    }
    const double meeting =
        (along[0] - across[0] * (along[1] - along[0]) / (across[1] - across[0])) * ray->sign;
    if (!(meeting > 0.0 && meeting <= ray->nearest)) {
        return;
    }
    const double turn = (a->x - ray->x) * (b->y - ray->y) - (a->y - ray->y) * (b->x - ray->x);
    const r3d_column_level_wall *wall = &level->desc.walls[index];
    const struct r3d_priv_column_hit hit = {index, turn > 0.0,
                                            turn > 0.0 ? wall->back.sector : wall->front.sector};
    /* Of two walls in one place the one that shows a sector is seen. */
    if (meeting < ray->nearest || ray->hit.sector < 0) {
        ray->nearest = meeting;
        ray->hit = hit;
    }
}

static void try_block(struct r3d_priv_column_inspection *in, struct ray *ray, int32_t block)
{
    const r3d_column_level *level = in->level;
    for (int32_t i = level->block_offsets[block]; i < level->block_offsets[block + 1]; i++) {
        try_wall(level, ray, level->block_walls[i]);
        in->work_left--;
    }
    in->work_left--;
}

/* Block by block while nothing nearer can come. */
static void follow(struct r3d_priv_column_inspection *in, struct ray *ray)
{
    const r3d_column_level_blockmap *g = &in->level->blocks;
    const double far = 4.0 * (double)R3D_COLUMN_COORDINATE_MAX;
    const double end_x = ray->is_vertical ? ray->x : ray->x + ray->sign * far;
    const double end_y = ray->is_vertical ? ray->y + ray->sign * far : ray->y;
    const struct r3d_priv_column_block_range range = r3d_priv_column_blocks_of_box(
        in->level, r3d_priv_column_min(ray->x, end_x), r3d_priv_column_min(ray->y, end_y),
        r3d_priv_column_max(ray->x, end_x), r3d_priv_column_max(ray->y, end_y));
    const int32_t first = ray->is_vertical ? range.first_row : range.first_column;
    const int32_t last = ray->is_vertical ? range.last_row : range.last_column;
    if (range.first_row > range.last_row || range.first_column > range.last_column) {
        return;
    }
    for (int32_t i = 0; i <= last - first && in->work_left > 0; i++) {
        const int32_t at = ray->sign > 0.0 ? first + i : last - i;
        const double border = ray->is_vertical ? g->y + (double)at * g->size - ray->y
                                               : g->x + (double)at * g->size - ray->x;
        const double entry = ray->sign > 0.0 ? border : -(border + g->size);
        if (entry > ray->nearest) {
            return;
        }
        /* On a border two rows of blocks are touched, and either has the walls. */
        try_block(in, ray,
                  ray->is_vertical ? at * g->columns + range.first_column
                                   : range.first_row * g->columns + at);
    }
}

struct r3d_priv_column_hit r3d_priv_column_look(struct r3d_priv_column_inspection *in, double x,
                                                double y, int32_t direction)
{
    struct ray ray = {x, y, direction % 2 == 1, direction < 2 ? 1.0 : -1.0, 1e30, {0, 0, 0}};
    ray.hit.wall = R3D_COLUMN_NONE;
    ray.hit.sector = R3D_COLUMN_NONE;
    if (in->level->blocks.derived) {
        follow(in, &ray);
    } else { /* a grid of the file need not hold every wall */
        for (int32_t i = 0; i < in->level->desc.wall_count && in->work_left > 0; i++) {
            try_wall(in->level, &ray, i);
            in->work_left--;
        }
    }
    return ray.hit;
}

int32_t r3d_priv_column_sector_at(struct r3d_priv_column_inspection *in, double x, double y,
                                  int32_t own, bool *out_within)
{
    int32_t seen[4];
    int32_t count = 0;
    int32_t own_count = 0;
    for (int32_t direction = 0; direction < 4; direction++) {
        const struct r3d_priv_column_hit hit =
            r3d_priv_column_look(in, x + beside_x, y + beside_y, direction);
        const int32_t edge =
            hit.wall < 0 || hit.sector < 0 ? -1 : in->edge_of_side[2 * hit.wall + hit.side];
        const bool is_own = own >= 0 && edge >= 0 &&
                            r3d_priv_column_component(
                                in, r3d_priv_column_find_balance(in, in->edges[edge].sector,
                                                                 in->edges[edge].from)) == own;
        own_count += is_own;
        if (hit.wall >= 0 && !is_own) {
            seen[count++] = hit.sector;
        }
    }
    if (out_within != NULL) {
        *out_within = own_count == 4;
    }
    /* Who counts on several walls hears at least two of them; a component asks what is around. */
    int32_t best = R3D_COLUMN_NONE;
    int32_t most = own >= 0 ? 0 : 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t votes = 0;
        for (int32_t k = 0; k < count; k++) {
            votes += seen[k] == seen[i];
        }
        if (seen[i] >= 0 && votes > most) {
            most = votes;
            best = seen[i];
        }
    }
    /* Of four different sectors any will do: the point is inside. */
    for (int32_t i = 0; i < count && own < 0 && best < 0; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            best = seen[i] >= 0 && seen[k] >= 0 ? seen[i] : best;
        }
    }
    return best;
}
