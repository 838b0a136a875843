/* SPDX-License-Identifier: MIT */
/* One face to the fillers, cut at the near plane if need be. Source: spec rs2-model section 9.1. */

#include <retro3d/listen.h>

#include "draw_internal.h"
#include "vertices.h"

enum { CUT_POINTS_MAX = 6 /* each corner yields at most two */ };

/* What the triangles of a face have in common. */
typedef struct face_look {
    int32_t face;
    r3d_face_kind kind;
    int32_t plane; /* number, textured kinds */
    bool side_clip;
} face_look;

static face_look look_of(const r3d_priv_drawn_face *drawn)
{
    face_look look = {drawn->face, (r3d_face_kind)(drawn->info & 3), drawn->info >> 2, false};
    return look;
}

static bool is_outside(const r3d_priv_draw *draw, int32_t x)
{
    return x < 0 || x > draw->last_x;
}

static r3d_vec3i camera_point(const r3d_priv_vertex_scratch *v, int32_t vertex)
{
    r3d_vec3i point = {v->camera_x[vertex], v->camera_y[vertex], v->camera_z[vertex]};
    return point;
}

static void tell_observer(const r3d_priv_draw *draw, const face_look *look, const int32_t x[3],
                          const int32_t y[3], const int32_t value[3], uint32_t rgb,
                          const r3d_texture_plane *plane)
{
    const r3d_draw_observer *observer = &draw->context->observer;
    if (observer->triangle == NULL) {
        return;
    }
    r3d_draw_triangle triangle;
    triangle.face = look->face;
    triangle.kind = look->kind;
    for (int i = 0; i < 3; i++) {
        triangle.x[i] = x[i];
        triangle.y[i] = y[i];
        triangle.value[i] = value[i];
    }
    triangle.rgb = rgb;
    triangle.translucency = draw->context->translucency;
    triangle.side_clip = look->side_clip;
    triangle.texture = -1;
    const r3d_vec3i zero = {0, 0, 0};
    triangle.plane.origin = zero;
    triangle.plane.u_end = zero;
    triangle.plane.v_end = zero;
    if (plane != NULL) {
        triangle.texture = draw->mesh.colors[look->face];
        triangle.plane = *plane;
    }
    observer->triangle(&triangle, observer->user);
}

/* Fills with a texture. Returns what is missing. */
static r3d_result fill_textured(r3d_priv_draw *draw, const face_look *look, const int32_t x[3],
                                const int32_t y[3], const int32_t value[3])
{
    r3d_draw_context *context = draw->context;
    if (look->plane < 0 || look->plane >= draw->mesh.plane_count || draw->mesh.colors == NULL) {
        return R3D_ERR_FORMAT_INDEX;
    }
    const int32_t *points = draw->mesh.planes + look->plane * 3;
    r3d_texture_plane plane;
    plane.origin = camera_point(&context->vertices, points[0]);
    plane.u_end = camera_point(&context->vertices, points[1]);
    plane.v_end = camera_point(&context->vertices, points[2]);
    tell_observer(draw, look, x, y, value, 0, &plane);

    int32_t number = draw->mesh.colors[look->face];
    if (number >= context->texture_capacity) {
        return R3D_ERR_STATE;
    }
    r3d_priv_bound_texture *texture = &context->textures[number];
    switch (texture->state) {
    case R3D_PRIV_TEXTURE_SET:
        r3d_fill_textured(&draw->raster, x, y, value, &plane, &texture->texels);
        return R3D_OK;
    case R3D_PRIV_TEXTURE_BLACK:
        /* The original's bank of zeros: the same rows as any other fill, all black and opaque. */
        draw->raster.translucency = 0;
        r3d_fill_flat(&draw->raster, x, y, 0);
        draw->raster.translucency = context->translucency;
        return R3D_OK;
    default:
        if (context->original) {
            texture->state = R3D_PRIV_TEXTURE_BLACK;
        }
        return R3D_ERR_STATE;
    }
}

/* Fills one triangle of a face; kinds of one value use the first only. Returns what is missing. */
static r3d_result fill(r3d_priv_draw *draw, const face_look *look, const int32_t x[3],
                       const int32_t y[3], const int32_t values[3])
{
    draw->raster.side_clip = look->side_clip;
    draw->raster.translucency = draw->context->translucency;
    const int32_t same[3] = {values[0], values[0], values[0]};
    switch (look->kind) {
    case R3D_FACE_GOURAUD:
        tell_observer(draw, look, x, y, values, 0, NULL);
        r3d_fill_gouraud(&draw->raster, x, y, values);
        return R3D_OK;
    case R3D_FACE_FLAT: {
        uint32_t rgb = draw->raster.palette->rgb[values[0] & (R3D_PALETTE_COUNT - 1)];
        tell_observer(draw, look, x, y, same, rgb, NULL);
        r3d_fill_flat(&draw->raster, x, y, rgb);
        return R3D_OK;
    }
    case R3D_FACE_TEXTURED:
        return fill_textured(draw, look, x, y, values);
    default:
        return fill_textured(draw, look, x, y, same);
    }
}

/* The corners of a face and the points where its edges cross the near plane. */
typedef struct cut_face {
    int32_t x[CUT_POINTS_MAX];
    int32_t y[CUT_POINTS_MAX];
    int32_t value[CUT_POINTS_MAX];
    int count;
} cut_face;

/* Adds the point where the edge from a hidden corner p to a visible one q crosses the near plane.
 * Returns false where the original's table of reciprocals ends. */
static bool add_crossing(const r3d_priv_draw *draw, cut_face *cut, const r3d_vec3i *p,
                         int32_t p_value, const r3d_vec3i *q, int32_t q_value)
{
    int32_t reach = r3d_i32_sub(q->z, p->z);
    if (reach <= 0 || (draw->context->original && reach > R3D_PRIV_REACH_MAX)) {
        return false; /* 0 and below: the difference wrapped */
    }
    int32_t t =
        r3d_i32_mul(r3d_i32_sub(R3D_DRAW_NEAR_Z, p->z), r3d_recip16(reach)); /* 16 fraction bits */
    int32_t x = r3d_i32_add(p->x, r3d_i32_mul(r3d_i32_sub(q->x, p->x), t) >> 16);
    int32_t y = r3d_i32_add(p->y, r3d_i32_mul(r3d_i32_sub(q->y, p->y), t) >> 16);
    int n = cut->count++;
    cut->x[n] =
        r3d_i32_add(draw->raster.center_x, r3d_i32_shl(x, R3D_PRIV_FOCAL_BITS) / R3D_DRAW_NEAR_Z);
    cut->y[n] =
        r3d_i32_add(draw->raster.center_y, r3d_i32_shl(y, R3D_PRIV_FOCAL_BITS) / R3D_DRAW_NEAR_Z);
    cut->value[n] = r3d_i32_add(p_value, r3d_i32_mul(r3d_i32_sub(q_value, p_value), t) >> 16);
    return true;
}

/* Collects the points of a face on this side of the near plane. */
static bool cut_at_near_plane(const r3d_priv_draw *draw, const int32_t corners[3],
                              const int32_t values[3], cut_face *cut)
{
    const r3d_priv_vertex_scratch *v = &draw->context->vertices;
    cut->count = 0;
    for (int i = 0; i < 3; i++) {
        r3d_vec3i p = camera_point(v, corners[i]);
        if (p.z >= R3D_DRAW_NEAR_Z) {
            cut->x[cut->count] = v->screen_x[corners[i]];
            cut->y[cut->count] = v->screen_y[corners[i]];
            cut->value[cut->count] = values[i];
            cut->count++;
            continue;
        }
        const int neighbours[2] = {(i + 2) % 3, (i + 1) % 3}; /* the one before comes first */
        for (int k = 0; k < 2; k++) {
            int other = neighbours[k];
            r3d_vec3i q = camera_point(v, corners[other]);
            if (q.z >= R3D_DRAW_NEAR_Z &&
                !add_crossing(draw, cut, &p, values[i], &q, values[other])) {
                return false;
            }
        }
    }
    return true;
}

/* Draws a face that may cross the near plane. The translucency stays that of the face before. */
static r3d_result draw_near_face(r3d_priv_draw *draw, face_look *look, const int32_t corners[3],
                                 const int32_t values[3])
{
    cut_face cut;
    if (!cut_at_near_plane(draw, corners, values, &cut)) {
        return R3D_ERR_LIMIT;
    }
    if (cut.count < 3 || !r3d_priv_faces_eye(cut.x, cut.y)) {
        return R3D_OK;
    }
    for (int i = 0; i < cut.count; i++) {
        look->side_clip = look->side_clip || is_outside(draw, cut.x[i]);
    }
    if (look->kind == R3D_FACE_FLAT || look->kind == R3D_FACE_TEXTURED_FLAT) {
        cut.value[0] = values[0];
    }
    r3d_result result = fill(draw, look, cut.x, cut.y, cut.value);
    if (result == R3D_OK && cut.count == 4) {
        const int32_t x[3] = {cut.x[0], cut.x[2], cut.x[3]};
        const int32_t y[3] = {cut.y[0], cut.y[2], cut.y[3]};
        const int32_t value[3] = {cut.value[0], cut.value[2], cut.value[3]};
        result = fill(draw, look, x, y, value); /* whichever way it faces */
    }
    return result;
}

static r3d_result draw_whole_face(r3d_priv_draw *draw, face_look *look,
                                  const r3d_priv_drawn_face *drawn)
{
    look->side_clip = is_outside(draw, drawn->x[0]) || is_outside(draw, drawn->x[1]) ||
                      is_outside(draw, drawn->x[2]);
    draw->context->translucency = drawn->alpha;
    return fill(draw, look, drawn->x, drawn->y, drawn->value);
}

static r3d_result draw_drawn(r3d_priv_draw *draw, const r3d_priv_drawn_face *drawn)
{
    face_look look = look_of(drawn);
    return drawn->is_near != 0
               ? draw_near_face(draw, &look, draw->mesh.corners + drawn->face * 3, drawn->value)
               : draw_whole_face(draw, &look, drawn);
}

/* The same for a listener, who gets to know which face it is. */
static r3d_result draw_told(r3d_priv_draw *draw, const r3d_priv_drawn_face *drawn, int32_t bucket)
{
    r3d_surface *surface = draw->raster.surface;
    r3d_draw_origin origin = {NULL, "face", NULL, drawn->face, 0, {{NULL, 0}}};
    if (draw->mesh.priorities != NULL) {
        const r3d_draw_number priority = {"priority", draw->mesh.priorities[drawn->face]};
        origin.numbers[origin.number_count++] = priority;
    }
    const r3d_draw_number number = {"bucket", bucket};
    origin.numbers[origin.number_count++] = number;
    r3d_draw_push(surface, &origin);
    r3d_result result = draw_drawn(draw, drawn);
    r3d_draw_pop(surface);
    return result;
}

/* The watched pixel, NULL if there is none on the surface. */
static uint32_t *watched_pixel(const r3d_priv_draw *draw)
{
    const r3d_draw_context *context = draw->context;
    const r3d_surface *surface = draw->raster.surface;
    if (!context->has_watch || context->watch_x < 0 || context->watch_x >= surface->width ||
        context->watch_y < 0 || context->watch_y >= surface->height) {
        return NULL;
    }
    return surface->pixels + (ptrdiff_t)context->watch_y * surface->stride_px + context->watch_x;
}

/* Draws a face; whoever writes the watched pixel sets its alpha byte, so that byte is the witness. */
static r3d_result draw_watched(r3d_priv_draw *draw, const r3d_priv_drawn_face *drawn,
                               int32_t bucket, uint32_t *pixel)
{
    const uint32_t alpha = *pixel & 0xFF000000u;
    *pixel &= 0xFFFFFFu;
    const r3d_result result = draw->raster.surface->listener == NULL
                                  ? draw_drawn(draw, drawn)
                                  : draw_told(draw, drawn, bucket);
    if (*pixel >> 24 == 0) {
        *pixel |= alpha;
        return result;
    }
    r3d_draw_context *context = draw->context;
    context->is_seen = true;
    context->seen.id = draw->id;
    context->seen.face = drawn->face;
    return result;
}

bool r3d_priv_draw_face(r3d_priv_draw *draw, const r3d_priv_sorted_face *sorted)
{
    const r3d_priv_drawn_face *drawn = &draw->context->drawn[sorted->drawn];
    const r3d_draw_observer *observer = &draw->context->observer;
    if (observer->face != NULL) {
        observer->face(drawn->face, sorted->bucket, observer->user);
    }
    draw->report->faces_drawn++;
    uint32_t *pixel = watched_pixel(draw);
    r3d_result result = R3D_OK;
    if (pixel != NULL) {
        result = draw_watched(draw, drawn, sorted->bucket, pixel);
    } else {
        result = draw->raster.surface->listener == NULL ? draw_drawn(draw, drawn)
                                                        : draw_told(draw, drawn, sorted->bucket);
    }
    if (result == R3D_OK) {
        return true;
    }
    return r3d_priv_draw_error(draw, result, drawn->face);
}
