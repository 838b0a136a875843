/* SPDX-License-Identifier: MIT */
/* Faces in the order in which they are drawn: depth buckets and priorities.
 * Source: spec rs2-model section 8. */

#include "draw_internal.h"

#include <string.h>

static bool is_hidden(const r3d_mesh_view *mesh, int32_t face)
{
    return mesh->infos != NULL && mesh->infos[face] == R3D_FACE_HIDDEN;
}

/* Whether a corner has no position on the screen. Happens without the original's limits only. */
static bool touches_eye(const r3d_draw_context *context, const int32_t corners[3])
{
    return context->at_eye_count > 0 &&
           (context->at_eye[corners[0]] != 0 || context->at_eye[corners[1]] != 0 ||
            context->at_eye[corners[2]] != 0);
}

/* Counts a face into its bucket as the original does. Returns false if there is no room. */
static bool count_into_bucket(r3d_draw_context *context, int32_t face, int32_t bucket)
{
    if (face >= R3D_PRIV_FACES_MAX || bucket < 0 || bucket >= R3D_PRIV_BUCKETS_MAX ||
        context->bucket_counts[bucket] >= R3D_PRIV_BUCKET_FACES_MAX) {
        return false;
    }
    context->bucket_counts[bucket]++;
    return true;
}

/* Empties the buckets of this draw; those behind them keep what earlier draws left in them. */
static bool begin_buckets(r3d_priv_draw *draw)
{
    r3d_draw_context *context = draw->context;
    if (!context->original) {
        return true;
    }
    int32_t wanted = draw->mesh.bounds.max_depth;
    int32_t count = wanted > R3D_PRIV_BUCKETS_MAX ? R3D_PRIV_BUCKETS_MAX : wanted;
    if (count > 0) {
        memset(context->bucket_counts, 0, (size_t)count * sizeof context->bucket_counts[0]);
    }
    return wanted <= R3D_PRIV_BUCKETS_MAX || r3d_priv_draw_error(draw, R3D_ERR_LIMIT, -1);
}

/* Where faces are read from, by value: as far as the compiler knows, a face that is noted could
 * change a member of the mesh or of the context. */
typedef struct face_source {
    const int32_t *screen_x;
    const int32_t *screen_y;
    const int32_t *depth;
    const int32_t *corners;
    const int32_t *lit;
    const int32_t *infos; /* these three may be NULL */
    const int32_t *alphas;
    const int32_t *priorities;
    int32_t min_depth;
} face_source;

static face_source source_of(const r3d_priv_draw *draw)
{
    const r3d_priv_vertex_scratch *v = &draw->context->vertices;
    const r3d_mesh_view *mesh = &draw->mesh;
    face_source source = {v->screen_x,   v->screen_y,      v->depth,
                          mesh->corners, mesh->lit,        mesh->infos,
                          mesh->alphas,  mesh->priorities, mesh->bounds.min_depth};
    return source;
}

static int32_t bucket_of(const face_source *source, int32_t face)
{
    const int32_t *depth = source->depth;
    const int32_t *corners = source->corners + face * 3;
    int32_t sum = r3d_i32_add(r3d_i32_add(depth[corners[0]], depth[corners[1]]), depth[corners[2]]);
    return r3d_i32_add(sum / 3, source->min_depth);
}

/* Notes what sorting and drawing face number `count` of those that are drawn need, except is_near
 * and the corners. */
static inline void gather(const face_source *source, int32_t face, int32_t bucket, int32_t count,
                          r3d_priv_drawn_face *out, r3d_priv_sorted_face *out_sorted)
{
    int32_t info = source->infos != NULL ? source->infos[face] : 0;
    int32_t alpha = source->alphas != NULL ? source->alphas[face] : 0;
    const int32_t *lit = source->lit + face * 3;
    r3d_face_kind kind = (r3d_face_kind)(info & 3);
    bool is_flat = kind == R3D_FACE_FLAT || kind == R3D_FACE_TEXTURED_FLAT;
    out->face = face;
    out->info = info;
    out->alpha = alpha;
    out->value[0] = lit[0];
    out->value[1] = lit[is_flat ? 0 : 1];
    out->value[2] = lit[is_flat ? 0 : 2];
    out->is_plain =
        (kind == R3D_FACE_GOURAUD || kind == R3D_FACE_FLAT) & (alpha == 0) & (out->is_near == 0);
    out_sorted->drawn = count;
    out_sorted->bucket = bucket;
    out_sorted->priority = source->priorities != NULL ? source->priorities[face] : 0;
}

/* Picks and selects one face; if it is to be drawn, *is_kept is set and *out is filled. Returns
 * false if the original gave up. */
static bool look_at_face(r3d_priv_draw *draw, int32_t face, bool *is_kept, r3d_priv_drawn_face *out)
{
    const r3d_priv_vertex_scratch *v = &draw->context->vertices;
    const int32_t *corners = draw->mesh.corners + face * 3;
    *is_kept = false;
    if (is_hidden(&draw->mesh, face)) {
        return true;
    }
    if (touches_eye(draw->context, corners)) {
        return r3d_priv_draw_error(draw, R3D_ERR_RANGE, face);
    }
    if (r3d_priv_is_near(draw, corners)) {
        out->is_near = 1;
        *is_kept = true;
        return true;
    }
    if (draw->picks_faces && r3d_priv_mouse_over_face(draw, corners)) {
        draw->picks_faces = false;
        if (!r3d_priv_pick(draw, face)) {
            return false;
        }
    }
    int32_t x[3];
    int32_t y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = v->screen_x[corners[i]];
        y[i] = v->screen_y[corners[i]];
    }
    if (r3d_priv_faces_eye(x, y)) {
        out->is_near = 0;
        for (int i = 0; i < 3; i++) {
            out->x[i] = x[i];
            out->y[i] = y[i];
        }
        *is_kept = true;
    }
    return true;
}

/* Counts a face into its bucket if the original's limits hold; *is_kept is cleared if it is never
 * drawn. Returns false if the original gave up. */
static bool note_bucket(r3d_priv_draw *draw, int32_t face, int32_t bucket, bool *is_kept)
{
    if (!draw->context->original) {
        return true;
    }
    if (!count_into_bucket(draw->context, face, bucket)) {
        r3d_priv_draw_error(draw, R3D_ERR_LIMIT, face);
        return false;
    }
    *is_kept = bucket < draw->mesh.bounds.max_depth; /* if not: the original's floating parts */
    return true;
}

/* select_faces for faces about which nothing decides but whether they are hidden and the side that
 * they show. */
static int32_t select_plain_faces(r3d_priv_draw *draw)
{
    const face_source source = source_of(draw);
    const int32_t *x = source.screen_x;
    const int32_t *y = source.screen_y;
    const int32_t *corners = source.corners;
    r3d_priv_drawn_face *drawn = draw->context->drawn;
    r3d_priv_sorted_face *sorted = draw->context->faces;
    bool original = draw->context->original;
    int32_t face_count = draw->mesh.face_count;
    int32_t count = 0;
    for (int32_t face = 0; face < face_count; face++, corners += 3) {
        if (source.infos != NULL && source.infos[face] == R3D_FACE_HIDDEN) {
            continue;
        }
        const int32_t face_x[3] = {x[corners[0]], x[corners[1]], x[corners[2]]};
        const int32_t face_y[3] = {y[corners[0]], y[corners[1]], y[corners[2]]};
        if (!r3d_priv_faces_eye(face_x, face_y)) {
            continue;
        }
        int32_t bucket = bucket_of(&source, face);
        bool is_kept = true;
        if (original && !note_bucket(draw, face, bucket, &is_kept)) {
            return -1;
        }
        if (is_kept) {
            drawn[count].is_near = 0;
            for (int i = 0; i < 3; i++) {
                drawn[count].x[i] = face_x[i];
                drawn[count].y[i] = face_y[i];
            }
            gather(&source, face, bucket, count, &drawn[count], &sorted[count]);
            count++;
        }
    }
    return count;
}

/* Fills context->drawn and context->faces in face order. Returns how many there are, -1 if the
 * original gave up. */
static int32_t select_faces(r3d_priv_draw *draw)
{
    r3d_draw_context *context = draw->context;
    if (!begin_buckets(draw)) {
        return -1;
    }
    if (context->at_eye_count == 0 && !draw->has_near_vertices && !draw->picks_faces &&
        draw->mesh.face_count <= context->face_capacity) {
        return select_plain_faces(draw);
    }
    const face_source source = source_of(draw);
    int32_t count = 0;
    for (int32_t face = 0; face < draw->mesh.face_count; face++) {
        bool is_kept;
        /* The room suffices: a face beyond it would be number face_capacity, which the draw's start
         * refused, or one that the original gives up at. */
        int32_t at = count < context->face_capacity ? count : 0;
        if (!look_at_face(draw, face, &is_kept, &context->drawn[at])) {
            return -1;
        }
        if (is_kept) {
            int32_t bucket = bucket_of(&source, face);
            if (!note_bucket(draw, face, bucket, &is_kept)) {
                return -1;
            }
            if (is_kept) {
                gather(&source, face, bucket, count, &context->drawn[at], &context->faces[at]);
                count++;
            }
        }
    }
    return count;
}

/* One pass of a radix sort: from `faces` into `spare`, stable, then both change places. */
static void sort_by_digit(r3d_draw_context *context, int32_t count, int32_t greatest,
                          uint32_t range, uint32_t shift)
{
    int32_t *positions = context->digit_counts;
    uint32_t top = range >> shift;
    uint32_t digits = top < R3D_PRIV_DIGIT_COUNT ? top + 1u : R3D_PRIV_DIGIT_COUNT;
    const uint32_t mask = R3D_PRIV_DIGIT_COUNT - 1;
    memset(positions, 0, digits * sizeof *positions);
    for (int32_t i = 0; i < count; i++) {
        uint32_t key = (uint32_t)greatest - (uint32_t)context->faces[i].bucket;
        positions[key >> shift & mask]++;
    }
    int32_t next = 0;
    for (uint32_t digit = 0; digit < digits; digit++) {
        int32_t size = positions[digit];
        positions[digit] = next;
        next += size;
    }
    for (int32_t i = 0; i < count; i++) {
        uint32_t key = (uint32_t)greatest - (uint32_t)context->faces[i].bucket;
        context->spare[positions[key >> shift & mask]++] = context->faces[i];
    }
    r3d_priv_sorted_face *sorted = context->spare;
    context->spare = context->faces;
    context->faces = sorted;
}

/* Sorts by bucket, farthest first, keeping face order within a bucket. A radix sort over the range
 * of buckets that occur: one pass for up to 2,048 of them, at most three, whatever the model's
 * size. */
static void sort_by_bucket(r3d_draw_context *context, int32_t count)
{
    int32_t least = context->faces[0].bucket;
    int32_t greatest = least;
    for (int32_t i = 1; i < count; i++) {
        int32_t bucket = context->faces[i].bucket;
        least = bucket < least ? bucket : least;
        greatest = bucket > greatest ? bucket : greatest;
    }
    uint32_t range = (uint32_t)greatest - (uint32_t)least;
    for (uint32_t shift = 0; shift < 32 && range >> shift != 0; shift += R3D_PRIV_DIGIT_BITS) {
        sort_by_digit(context, count, greatest, range, shift);
    }
}

/* The faces of each priority, in drawing order, within context->faces. */
typedef struct priority_lists {
    int32_t start[R3D_PRIV_PRIORITY_COUNT + 1];
    int64_t bucket_sum[R3D_PRIV_PRIORITY_COUNT];
} priority_lists;

/* Turns the faces that are sorted by bucket into one list a priority, one behind the other. Returns
 * false if the original gave up. */
static bool split_by_priority(r3d_priv_draw *draw, int32_t count, priority_lists *lists)
{
    r3d_draw_context *context = draw->context;
    int32_t sizes[R3D_PRIV_PRIORITY_COUNT] = {0};
    memset(lists, 0, sizeof *lists);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        r3d_priv_sorted_face sorted = context->faces[i];
        int32_t priority = sorted.priority;
        if (priority < 0 || priority >= R3D_PRIV_PRIORITY_COUNT) {
            if (!r3d_priv_draw_error(draw, R3D_ERR_RANGE, context->drawn[sorted.drawn].face)) {
                return false;
            }
            continue;
        }
        if (context->original && sizes[priority] == R3D_PRIV_PRIORITY_FACES_MAX) {
            return r3d_priv_draw_error(draw, R3D_ERR_LIMIT, context->drawn[sorted.drawn].face);
        }
        sizes[priority]++;
        lists->bucket_sum[priority] += sorted.bucket;
        context->faces[kept++] = sorted;
    }
    int32_t next[R3D_PRIV_PRIORITY_COUNT];
    for (int p = 0; p < R3D_PRIV_PRIORITY_COUNT; p++) {
        next[p] = lists->start[p];
        lists->start[p + 1] = lists->start[p] + sizes[p];
    }
    for (int32_t i = 0; i < kept; i++) {
        r3d_priv_sorted_face sorted = context->faces[i];
        context->spare[next[sorted.priority]++] = sorted;
    }
    r3d_priv_sorted_face *split = context->spare;
    context->spare = context->faces;
    context->faces = split;
    return true;
}

/* The mean bucket of two priorities together, 0 if they have no faces. */
static int64_t mean_bucket(const priority_lists *lists, int a, int b)
{
    int32_t count = lists->start[a + 1] - lists->start[a] + lists->start[b + 1] - lists->start[b];
    return count == 0 ? 0 : (lists->bucket_sum[a] + lists->bucket_sum[b]) / count;
}

static bool draw_range(r3d_priv_draw *draw, int32_t from, int32_t to)
{
    return r3d_priv_draw_face_list(draw, draw->context->faces + from, to - from);
}

/* Draws faces of priorities 10 and then 11 as long as the next one is farther than `bucket`. */
static bool draw_floating(r3d_priv_draw *draw, const priority_lists *lists, int32_t *next,
                          int64_t bucket)
{
    int32_t first = *next;
    while (*next < lists->start[R3D_PRIV_PRIORITY_COUNT] &&
           draw->context->faces[*next].bucket > bucket) {
        (*next)++;
    }
    return draw_range(draw, first, *next);
}

static void draw_by_priority(r3d_priv_draw *draw, const priority_lists *lists)
{
    /* Faces of 10 and 11 float: they come before the first of these groups whose mean is nearer.
     * The list of 11 begins right behind that of 10, so both are one list. */
    int32_t floating = lists->start[10];
    for (int priority = 0; priority < 10; priority++) {
        bool goes_on = true;
        if (priority == 0) {
            goes_on = draw_floating(draw, lists, &floating, mean_bucket(lists, 1, 2));
        } else if (priority == 3) {
            goes_on = draw_floating(draw, lists, &floating, mean_bucket(lists, 3, 4));
        } else if (priority == 5) {
            goes_on = draw_floating(draw, lists, &floating, mean_bucket(lists, 6, 8));
        }
        if (!goes_on || !draw_range(draw, lists->start[priority], lists->start[priority + 1])) {
            return;
        }
    }
    draw_range(draw, floating, lists->start[R3D_PRIV_PRIORITY_COUNT]);
}

void r3d_priv_draw_faces(r3d_priv_draw *draw)
{
    int32_t count = select_faces(draw);
    if (count <= 0) {
        return;
    }
    sort_by_bucket(draw->context, count);
    if (draw->mesh.priorities == NULL) {
        draw_range(draw, 0, count);
        return;
    }
    priority_lists lists;
    if (split_by_priority(draw, count, &lists)) {
        draw_by_priority(draw, &lists);
    }
}
