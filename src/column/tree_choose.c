/* SPDX-License-Identifier: MIT */
/* Choosing partitions among the lines of walls, and telling on which side of one a piece lies.
 * Source: spec column section 3, "Fragments". */

#include "tree_internal.h"

#include <string.h>

#include "numbers.h"

/* Points nearer to a line than this (in level units) count as lying on it. Between lines through
 * whole coordinates up to 2^20 a point off the line is at least 2^-21.5 away... unless the line was
 * cut; cut points are off by less than 1e-9. */
static const double on_line = 1e-7;

enum {
    ALL_CANDIDATES = 48,  /* Up to so many sides every one is tried as a partition. */
    SOME_CANDIDATES = 24, /* Above, so many spread over the list. */
    SPLIT_COST = 8,
    SLOPE_COST = 2
};

/* The line of a wall, signed as the text form has it: high is the side of larger x (steep lines) or
 * larger y. */
static void line_of_wall(const r3d_column_level *level, int32_t wall,
                         struct r3d_priv_column_node *out)
{
    const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(level, wall, 0);
    const r3d_column_level_vertex *q = r3d_priv_column_wall_vertex(level, wall, 1);
    const double dx = q->x - p->x;
    const double dy = q->y - p->y;
    const double ax = dx < 0.0 ? -dx : dx;
    const double ay = dy < 0.0 ? -dy : dy;
    out->wall = wall;
    if (dx == 0.0) {
        out->a = 1.0;
        out->b = 0.0;
        out->c = p->x;
    } else if (dy == 0.0) {
        out->a = 0.0;
        out->b = 1.0;
        out->c = p->y;
    } else {
        const double sign = ax >= ay ? (dx > 0.0 ? 1.0 : -1.0) : (dy > 0.0 ? -1.0 : 1.0);
        out->a = -dy * sign;
        out->b = dx * sign;
        out->c = out->a * p->x + out->b * p->y;
    }
}

struct r3d_priv_column_scaled_line
r3d_priv_column_scale_line(const struct r3d_priv_column_node *line)
{
    struct r3d_priv_column_scaled_line scaled;
    scaled.line = *line;
    scaled.inverse_norm = 1.0 / r3d_priv_column_sqrt(line->a * line->a + line->b * line->b);
    return scaled;
}

/* A piece on the line belongs to the side that its wall side opens to. */
static enum r3d_priv_column_place place_on_line(const r3d_column_level *level,
                                                const struct r3d_priv_column_node *line,
                                                const struct r3d_priv_column_fragment *piece)
{
    const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(level, piece->wall, 0);
    const r3d_column_level_vertex *q = r3d_priv_column_wall_vertex(level, piece->wall, 1);
    /* The right-hand normal of a -> b points to the front. */
    const double front = line->a * (q->y - p->y) - line->b * (q->x - p->x);
    return (front > 0.0) == (piece->side == 0) ? R3D_PRIV_COLUMN_PLACE_ON_HIGH
                                               : R3D_PRIV_COLUMN_PLACE_ON_LOW;
}

enum r3d_priv_column_place
r3d_priv_column_place_piece(const r3d_column_level *level,
                            const struct r3d_priv_column_scaled_line *scaled,
                            const struct r3d_priv_column_fragment *piece, double *out_cut)
{
    const struct r3d_priv_column_node *line = &scaled->line;
    if (line->wall == piece->wall) {
        return place_on_line(level, line, piece);
    }
    const r3d_column_level_vertex *p = r3d_priv_column_wall_vertex(level, piece->wall, 0);
    const r3d_column_level_vertex *q = r3d_priv_column_wall_vertex(level, piece->wall, 1);
    const double da = r3d_priv_column_node_value(line, p->x, p->y) * scaled->inverse_norm;
    const double db = r3d_priv_column_node_value(line, q->x, q->y) * scaled->inverse_norm;
    const bool a_on = da >= -on_line && da <= on_line;
    const bool b_on = db >= -on_line && db <= on_line;
    if (a_on && b_on) {
        return place_on_line(level, line, piece);
    }
    const double d0 = da + piece->q0 * (db - da);
    const double d1 = da + piece->q1 * (db - da);
    if (d0 >= -on_line && d1 >= -on_line) {
        return d0 > on_line || d1 > on_line || d0 + d1 > 0.0 ? R3D_PRIV_COLUMN_PLACE_HIGH
                                                             : R3D_PRIV_COLUMN_PLACE_LOW;
    }
    if (d0 <= on_line && d1 <= on_line) {
        return R3D_PRIV_COLUMN_PLACE_LOW;
    }
    *out_cut = da / (da - db);
    return R3D_PRIV_COLUMN_PLACE_SPLIT;
}

/* ---- choosing a partition ---- */

struct score {
    int32_t low;
    int32_t high;
    int32_t splits;
    int32_t behind; /* Pieces on, or partly on, the closed side of the candidate. */
};

static void rate(const r3d_column_level *level, const struct r3d_priv_column_scaled_line *line,
                 bool open_is_high, const struct r3d_priv_column_fragment *pieces, int32_t count,
                 struct score *out)
{
    memset(out, 0, sizeof *out);
    for (int32_t i = 0; i < count; i++) {
        double cut;
        switch (r3d_priv_column_place_piece(level, line, &pieces[i], &cut)) {
        case R3D_PRIV_COLUMN_PLACE_LOW:
        case R3D_PRIV_COLUMN_PLACE_ON_LOW:
            out->low++;
            out->behind += open_is_high;
            break;
        case R3D_PRIV_COLUMN_PLACE_HIGH:
        case R3D_PRIV_COLUMN_PLACE_ON_HIGH:
            out->high++;
            out->behind += !open_is_high;
            break;
        default:
            out->low++;
            out->high++;
            out->splits++;
            out->behind++;
            break;
        }
    }
}

bool r3d_priv_column_choose_partition(const r3d_column_level *level,
                                      const struct r3d_priv_column_fragment *pieces, int32_t count,
                                      struct r3d_priv_column_node *out_line)
{
    int64_t best_cost = INT64_MAX;
    const int32_t tries = count <= ALL_CANDIDATES ? count : SOME_CANDIDATES;
    int32_t tried_useful = 0;
    for (int32_t round = 0; round < 2 && best_cost == INT64_MAX; round++) {
        /* The second round looks at all pieces: only then is "nothing to split" certain. */
        const int32_t in_round = round == 0 ? tries : count;
        if (round == 1 && tries == count) {
            break;
        }
        for (int32_t i = 0; i < in_round; i++) {
            const int64_t index = (int64_t)i * count / in_round;
            const struct r3d_priv_column_fragment *piece = &pieces[index];
            struct r3d_priv_column_node line = {
                0}; /* gcc for 32 bits does not see that it is filled */
            line_of_wall(level, piece->wall, &line);
            const struct r3d_priv_column_scaled_line scaled = r3d_priv_column_scale_line(&line);
            const bool open_is_high =
                place_on_line(level, &line, piece) == R3D_PRIV_COLUMN_PLACE_ON_HIGH;
            struct score score;
            rate(level, &scaled, open_is_high, pieces, count, &score);
            if (score.behind == 0 || score.low == 0 || score.high == 0) {
                continue;
            }
            tried_useful++;
            const int32_t imbalance =
                score.low > score.high ? score.low - score.high : score.high - score.low;
            const int64_t cost = (int64_t)score.splits * SPLIT_COST + imbalance +
                                 (line.a != 0.0 && line.b != 0.0 ? SLOPE_COST : 0);
            if (cost < best_cost) {
                best_cost = cost;
                *out_line = line;
            }
            if (round == 1 && tried_useful >= SOME_CANDIDATES) {
                break;
            }
        }
    }
    return best_cost != INT64_MAX;
}
