/* SPDX-License-Identifier: MIT */
/* Which walls make the borders of sectors contradict each other. A border is closed where as many
 * sides leave a point as arrive. A wall that runs the wrong way takes two from one end and gives two to
 * the other; one that names a wrong sector leaves a gap in one border and a stray piece in another. */

#include "inspect_internal.h"

#include <string.h>

enum {
    PATH_MAX_EDGES = 256, /* points that a search visits */
    SEARCHES_MAX = 8192,
    GAPS_MAX = 2048, /* of a sector; more are paired as they come */
    PIECES_MAX = 64
};

/* ---- ways along a border ---- */

struct border_way {
    int32_t edges[PATH_MAX_EDGES];
    int32_t count;
    int32_t end; /* balance */
};

static int32_t value_at(const struct r3d_priv_column_inspection *in, int32_t sector, int32_t point)
{
    const int32_t at = r3d_priv_column_find_balance(in, sector, point);
    return at < 0 ? 0 : in->balances[at].value;
}

/* The first edge of a sector that leaves a point; edge_count when there is none. */
static int32_t first_edge(const struct r3d_priv_column_inspection *in, int32_t sector,
                          int32_t point)
{
    int32_t low = 0;
    int32_t high = in->edge_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const struct r3d_priv_column_edge *e = &in->edges[middle];
        if (e->sector < sector || (e->sector == sector && e->from < point)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_banned(const struct r3d_priv_column_inspection *in, const struct border_way *banned,
                      int32_t wall)
{
    bool found = in->told[wall] != 0;
    for (int32_t i = 0; banned != NULL && i < banned->count; i++) {
        found = found || in->edges[banned->edges[i]].wall == wall;
    }
    return found;
}

/* The way with the fewest walls from a point along a sector's border to one with a balance of at
 * most `target`, past walls that are not told yet nor on another way. */
static bool find_way(const struct r3d_priv_column_inspection *in, int32_t start, int32_t target,
                     const struct border_way *banned, struct border_way *out)
{
    int32_t points[PATH_MAX_EDGES];
    int32_t by_edge[PATH_MAX_EDGES]; /* how a point was reached */
    int32_t before[PATH_MAX_EDGES];
    int32_t count = 1;
    const int32_t sector = in->balances[start].sector;
    points[0] = in->balances[start].point;
    before[0] = -1;
    by_edge[0] = -1;
    for (int32_t next = 0; next < count; next++) {
        for (int32_t e = first_edge(in, sector, points[next]);
             e < in->edge_count && in->edges[e].sector == sector &&
             in->edges[e].from == points[next] && count < PATH_MAX_EDGES;
             e++) {
            const int32_t to = in->edges[e].to;
            bool is_known = is_banned(in, banned, in->edges[e].wall);
            for (int32_t i = 0; i < count && !is_known; i++) {
                is_known = points[i] == to;
            }
            if (is_known) {
                continue;
            }
            points[count] = to;
            before[count] = next;
            by_edge[count++] = e;
            if (value_at(in, sector, to) > target) {
                continue;
            }
            out->count = 0;
            for (int32_t i = count - 1; before[i] >= 0; i = before[i]) {
                out->edges[out->count++] = by_edge[i];
            }
            out->end = r3d_priv_column_find_balance(in, sector, to);
            return true;
        }
    }
    return false;
}

/* ---- walls that run the wrong way ---- */

/* Turns the walls of a way round, or back (sign -1); how much more is out of balance then. */
static int32_t turn_border(struct r3d_priv_column_inspection *in, const struct border_way *way,
                           int32_t sign)
{
    int32_t change = 0;
    for (int32_t i = 0; i < way->count; i++) {
        const int32_t wall = in->edges[way->edges[i]].wall;
        for (int32_t side = 0; side < 2; side++) {
            const int32_t e = in->edge_of_side[2 * wall + side];
            for (int32_t end = 0; end < 2 && e >= 0; end++) {
                const struct r3d_priv_column_edge *edge = &in->edges[e];
                const int32_t at = r3d_priv_column_find_balance(in, edge->sector,
                                                                end == 0 ? edge->from : edge->to);
                int32_t *value = &in->balances[at].value;
                change -= *value < 0 ? -*value : *value;
                *value += (end == 0 ? -2 : 2) * sign;
                change += *value < 0 ? -*value : *value;
            }
        }
    }
    return change;
}

static int32_t try_turn(struct r3d_priv_column_inspection *in, const struct border_way *way)
{
    const int32_t change = turn_border(in, way, 1);
    turn_border(in, way, -1);
    return change;
}

static double cross(const struct r3d_priv_column_inspection *in, int32_t edge)
{
    const r3d_column_level_vertex *p = &in->level->desc.vertices[in->edges[edge].from];
    const r3d_column_level_vertex *q = &in->level->desc.vertices[in->edges[edge].to];
    return p->x * q->y - p->y * q->x;
}

/* Of two ways between the same points: whether the first, with the other one back, has the sector
 * inside, so that the other is the wrong one. */
static bool is_right_way(const struct r3d_priv_column_inspection *in, const struct border_way *way,
                         const struct border_way *other)
{
    double area = 0.0;
    for (int32_t i = 0; i < way->count; i++) {
        area += cross(in, way->edges[i]);
    }
    for (int32_t i = 0; i < other->count; i++) {
        area -= cross(in, other->edges[i]);
    }
    return area < 0.0;
}

static void tell_turned(struct r3d_priv_column_inspection *in, const struct border_way *way)
{
    for (int32_t i = way->count - 1; i >= 0; i--) {
        const int32_t wall = in->edges[way->edges[i]].wall;
        const r3d_column_level_wall *w = &in->level->desc.walls[wall];
        const bool is_middle = w->back.sector < 0;
        const r3d_column_finding finding = {is_middle ? R3D_COLUMN_FAULT_REVERSED
                                                      : R3D_COLUMN_FAULT_EXCHANGED,
                                            R3D_COLUMN_RECORD_WALL,
                                            wall,
                                            w->front.sector,
                                            {w->a, w->b},
                                            NULL};
        char text[R3D_ERROR_MESSAGE_SIZE] = "";
        r3d_priv_column_text(text, is_middle ? "runs the wrong way: its front, sector "
                                             : "its sectors are exchanged: front ");
        r3d_priv_column_text_number(text, w->front.sector);
        if (is_middle) {
            r3d_priv_column_text(text, ", is on the other side");
        } else {
            r3d_priv_column_text(text, ", back ");
            r3d_priv_column_text_number(text, w->back.sector);
        }
        in->told[wall] = 1;
        r3d_priv_column_tell(in, &finding, text);
    }
}

static void find_turned(struct r3d_priv_column_inspection *in, int32_t *searches)
{
    for (int32_t i = 0; i < in->balance_count; i++) {
        while (in->balances[i].value >= 2 && (*searches)-- > 0) {
            struct border_way first;
            struct border_way second;
            if (!find_way(in, i, -2, NULL, &first)) {
                break;
            }
            const int32_t change = try_turn(in, &first);
            const struct border_way *wrong = change < 0 ? &first : NULL;
            if (find_way(in, i, -2, &first, &second) && second.end == first.end) {
                const int32_t other = try_turn(in, &second);
                const bool is_as_good = other == change && second.count == first.count &&
                                        is_right_way(in, &first, &second);
                if (other < 0 && (other < change || is_as_good)) {
                    wrong = &second;
                }
            }
            if (wrong == NULL) {
                break;
            }
            turn_border(in, wrong, 1);
            tell_turned(in, wrong);
        }
    }
}

/* ---- walls that name a wrong sector ---- */

/* A point beside the middle of an edge, on the side of its sector. */
static void beside(const struct r3d_priv_column_inspection *in,
                   const struct r3d_priv_column_edge *edge, double *out_x, double *out_y)
{
    const double distance = 1.0 / 8.0;
    const r3d_column_level_vertex *p = &in->level->desc.vertices[edge->from];
    const r3d_column_level_vertex *q = &in->level->desc.vertices[edge->to];
    const double length = in->level->wall_length[edge->wall];
    *out_x = (p->x + q->x) / 2.0 + (q->y - p->y) / length * distance;
    *out_y = (p->y + q->y) / 2.0 - (q->x - p->x) / length * distance;
}

static void tell_sector(struct r3d_priv_column_inspection *in, int32_t edge, int32_t sector,
                        const char *more)
{
    const struct r3d_priv_column_edge *e = &in->edges[edge];
    const r3d_column_level_wall *w = &in->level->desc.walls[e->wall];
    const r3d_column_finding finding = {
        R3D_COLUMN_FAULT_SECTOR, R3D_COLUMN_RECORD_WALL, e->wall, sector, {w->a, w->b}, NULL};
    char text[R3D_ERROR_MESSAGE_SIZE] = "";
    r3d_priv_column_text(text, e->side == 0 ? "its front names sector " : "its back names sector ");
    r3d_priv_column_text_number(text, e->sector);
    r3d_priv_column_text(text, ", where sector ");
    r3d_priv_column_text_number(text, sector);
    r3d_priv_column_text(text, " lies");
    r3d_priv_column_text(text, more);
    in->told[e->wall] = 1;
    r3d_priv_column_tell(in, &finding, text);
}

/* The sector whose border has a gap where a way lies in another one's. */
static int32_t sector_with_gap(struct r3d_priv_column_inspection *in, const struct border_way *way,
                               int32_t from, int32_t to)
{
    double x = 0.0;
    double y = 0.0;
    beside(in, &in->edges[way->edges[0]], &x, &y);
    const int32_t sector = r3d_priv_column_sector_at(in, x, y, -1, NULL);
    return sector >= 0 && value_at(in, sector, in->balances[from].point) < 0 &&
                   value_at(in, sector, in->balances[to].point) > 0
               ? sector
               : R3D_COLUMN_NONE;
}

static void find_misnamed(struct r3d_priv_column_inspection *in, int32_t *searches)
{
    for (int32_t i = 0; i < in->balance_count; i++) {
        while (in->balances[i].value > 0 && (*searches)-- > 0) {
            struct border_way way;
            if (!find_way(in, i, -1, NULL, &way)) {
                break;
            }
            const int32_t sector = sector_with_gap(in, &way, i, way.end);
            if (sector < 0) {
                break;
            }
            const int32_t ends[2] = {
                r3d_priv_column_find_balance(in, sector, in->balances[i].point),
                r3d_priv_column_find_balance(in, sector, in->balances[way.end].point)};
            in->balances[i].value--;
            in->balances[way.end].value++;
            in->balances[ends[0]].value++;
            in->balances[ends[1]].value--;
            for (int32_t k = way.count - 1; k >= 0; k--) {
                tell_sector(in, way.edges[k], sector, "");
            }
        }
    }
}

/* ---- gaps ---- */

/* Whether walls lie along the whole straight line between two points: a border that ends on a wall
 * and goes on further along it has no gap. */
static bool is_covered(struct r3d_priv_column_inspection *in, const r3d_column_level_vertex *p,
                       const r3d_column_level_vertex *q)
{
    const double near_line = 1.0;
    const double dx = q->x - p->x;
    const double dy = q->y - p->y;
    const double square = dx * dx + dy * dy;
    const double length = r3d_priv_column_sqrt(square);
    double pieces[PIECES_MAX][2];
    int32_t count = 0;
    for (int32_t i = 0; i < in->level->desc.wall_count && in->work_left > 0; i++) {
        const r3d_column_level_vertex *ends[2] = {r3d_priv_column_wall_vertex(in->level, i, 0),
                                                  r3d_priv_column_wall_vertex(in->level, i, 1)};
        double along[2];
        bool is_near = in->level->wall_state[i] == R3D_PRIV_COLUMN_WALL_NORMAL;
        in->work_left--;
        for (int32_t end = 0; end < 2; end++) {
            const double ox = ends[end]->x - p->x;
            const double oy = ends[end]->y - p->y;
            along[end] = (ox * dx + oy * dy) / square;
            const double off = (ox * dy - oy * dx) / length;
            is_near = is_near && off >= -near_line && off <= near_line;
        }
        if (is_near && count < PIECES_MAX) {
            pieces[count][0] = r3d_priv_column_min(along[0], along[1]);
            pieces[count++][1] = r3d_priv_column_max(along[0], along[1]);
        }
    }
    double reached = 0.0;
    for (int32_t round = 0; round < count; round++) {
        for (int32_t i = 0; i < count; i++) {
            if (pieces[i][0] <= reached + near_line / length && pieces[i][1] > reached) {
                reached = pieces[i][1];
            }
        }
    }
    return reached >= 1.0 - near_line / length;
}

static void tell_gap(struct r3d_priv_column_inspection *in, int32_t sector, int32_t from,
                     int32_t to)
{
    const r3d_column_level_vertex *vertices = in->level->desc.vertices;
    if (is_covered(in, &vertices[from], &vertices[to]) || in->work_left <= 0) {
        return;
    }
    const r3d_column_finding finding = {
        R3D_COLUMN_FAULT_OPEN, R3D_COLUMN_RECORD_SECTOR, sector, sector, {from, to}, NULL};
    char text[R3D_ERROR_MESSAGE_SIZE] = "open between vertices ";
    r3d_priv_column_text_number(text, from);
    r3d_priv_column_text(text, " and ");
    r3d_priv_column_text_number(text, to);
    r3d_priv_column_tell(in, &finding, text);
}

/* The point nearest to another where the sector's border goes on. */
static int32_t nearest_start(const struct r3d_priv_column_inspection *in, int32_t end,
                             int32_t first, int32_t last)
{
    const r3d_column_level_vertex *p = &in->level->desc.vertices[in->balances[end].point];
    double nearest = 1e300;
    int32_t found = -1;
    for (int32_t i = first; i < last; i++) {
        if (in->balances[i].value > 0) {
            const r3d_column_level_vertex *q = &in->level->desc.vertices[in->balances[i].point];
            const double dx = q->x - p->x;
            const double dy = q->y - p->y;
            if (dx * dx + dy * dy < nearest) {
                nearest = dx * dx + dy * dy;
                found = i;
            }
            if (last - first > GAPS_MAX) {
                break;
            }
        }
    }
    return found;
}

static void find_gaps(struct r3d_priv_column_inspection *in)
{
    for (int32_t first = 0; first < in->balance_count;) {
        int32_t last = first;
        while (last < in->balance_count &&
               in->balances[last].sector == in->balances[first].sector) {
            last++;
        }
        for (int32_t i = first; i < last; i++) {
            while (in->balances[i].value < 0 && in->work_left > 0) {
                const int32_t start = nearest_start(in, i, first, last);
                in->work_left -= last - first;
                if (start < 0) {
                    break;
                }
                in->balances[i].value++;
                in->balances[start].value--;
                tell_gap(in, in->balances[i].sector, in->balances[i].point,
                         in->balances[start].point);
            }
        }
        first = last;
    }
}

/* ---- borders around nothing ---- */

/* A border that has its sector outside must lie in that sector. */
static void check_island(struct r3d_priv_column_inspection *in, int32_t component, int32_t edge,
                         int32_t wall_count)
{
    double x = 0.0;
    double y = 0.0;
    bool is_within = false; /* the component itself is all around */
    const struct r3d_priv_column_edge *e = &in->edges[edge];
    beside(in, e, &x, &y);
    const int32_t around = r3d_priv_column_sector_at(in, x, y, component, &is_within);
    if (around == e->sector || is_within || in->work_left <= 0 || in->told[e->wall] != 0) {
        return;
    }
    char text[R3D_ERROR_MESSAGE_SIZE] = "";
    if (around >= 0) {
        r3d_priv_column_text(text, "; so do all ");
        r3d_priv_column_text_number(text, wall_count);
        r3d_priv_column_text(text, " walls around");
        tell_sector(in, edge, around, text);
        return;
    }
    const r3d_column_level_wall *w = &in->level->desc.walls[e->wall];
    const r3d_column_finding finding = {
        R3D_COLUMN_FAULT_REVERSED, R3D_COLUMN_RECORD_WALL, e->wall, e->sector, {w->a, w->b}, NULL};
    r3d_priv_column_text(text, "runs the wrong way, as do all ");
    r3d_priv_column_text_number(text, wall_count);
    r3d_priv_column_text(text, " walls around: nothing closes sector ");
    r3d_priv_column_text_number(text, e->sector);
    r3d_priv_column_text(text, " on this side");
    in->told[e->wall] = 1;
    r3d_priv_column_tell(in, &finding, text);
}

struct island {
    double area; /* twice, above 0 when the sector is inside */
    int32_t eastmost;
    int32_t walls;
};

static double middle_x(const struct r3d_priv_column_inspection *in, int32_t edge)
{
    const r3d_column_level_vertex *vertices = in->level->desc.vertices;
    return vertices[in->edges[edge].from].x + vertices[in->edges[edge].to].x;
}

static void find_islands(struct r3d_priv_column_inspection *in, struct island *islands)
{
    for (int32_t i = 0; i < in->edge_count; i++) {
        const struct r3d_priv_column_edge *e = &in->edges[i];
        const int32_t root =
            r3d_priv_column_component(in, r3d_priv_column_find_balance(in, e->sector, e->from));
        struct island *island = &islands[root];
        if (island->walls++ == 0 || middle_x(in, i) > middle_x(in, island->eastmost)) {
            island->eastmost = i;
        }
        island->area -= cross(in, i);
    }
    for (int32_t i = 0; i < in->balance_count; i++) {
        if (islands[i].walls > 0 && islands[i].area < -0.5 && !in->balances[i].was_open) {
            check_island(in, i, islands[i].eastmost, islands[i].walls);
        }
    }
}

r3d_result r3d_priv_column_inspect_borders(struct r3d_priv_column_inspection *in)
{
    struct island *islands = r3d_priv_alloc_zeroed(&in->level->allocator,
                                                   (size_t)in->balance_count + 1, sizeof *islands);
    if (islands == NULL) {
        return R3D_ERR_MEMORY;
    }
    int32_t searches = SEARCHES_MAX;
    find_turned(in, &searches);
    find_misnamed(in, &searches);
    find_gaps(in);
    find_islands(in, islands);
    r3d_priv_release(&in->level->allocator, islands);
    return R3D_OK;
}
