/* SPDX-License-Identifier: MIT */
/* The handheld's compositor, line by line. Source: spec affine section 8. */

#include <string.h>

#include <retro3d/affine_calls.h>

#include "../base/desc.h"

#include "affine_internal.h"

enum { EMPTY_PRIORITY = 4 };

void r3d_affine_hw_frame_init_sized(r3d_affine_hw_frame *out_frame, uint32_t struct_size)
{
    enum { WIDTH = 240, HEIGHT = 160 };
    r3d_affine_hw_frame whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.width = WIDTH;
    whole.height = HEIGHT;
    R3D_PRIV_DESC_GIVE(out_frame, whole, struct_size);
}

static r3d_result check_background(const r3d_affine_hw_background *background)
{
    if (!r3d_priv_affine_picture_is_valid(&background->tiles, R3D_SURFACE_SIZE_MAX) ||
        background->cells == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const int32_t side = background->side;
    /* Of a matrix and of references; the handheld has 16 and 28 bits. */
    const int64_t far = (int64_t)1 << 40;
    const r3d_affine_matrix *m = &background->matrix;
    if ((side != 128 && side != 256 && side != 512 && side != 1024) ||
        background->tiles.width % R3D_PRIV_AFFINE_TILE != 0 ||
        background->tiles.height % R3D_PRIV_AFFINE_TILE != 0 || background->priority < 0 ||
        background->priority > 3 || background->number < 0 || background->number > 3 ||
        m->pa < -far || m->pa > far || m->pb < -far || m->pb > far || m->pc < -far || m->pc > far ||
        m->pd < -far || m->pd > far || background->reference_x < -far * 256 ||
        background->reference_x > far * 256 || background->reference_y < -far * 256 ||
        background->reference_y > far * 256) {
        return R3D_ERR_RANGE;
    }
    const int32_t tiles = background->tiles.width / R3D_PRIV_AFFINE_TILE *
                          (background->tiles.height / R3D_PRIV_AFFINE_TILE);
    const int32_t cells = side / R3D_PRIV_AFFINE_TILE * (side / R3D_PRIV_AFFINE_TILE);
    for (int32_t i = 0; i < cells; i++) {
        if (background->cells[i] < -1 || background->cells[i] >= tiles) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

static r3d_result check_object(const r3d_affine_hw_frame *frame, const r3d_affine_hw_object *object)
{
    const r3d_affine_picture *picture = &object->picture;
    if (!r3d_priv_affine_picture_is_valid(picture, R3D_AFFINE_PICTURE_MAX)) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_affine_is_hw_size(picture->width, picture->height) || object->priority < 0 ||
        object->priority > 3 ||
        (object->is_affine && (object->matrix < 0 || object->matrix >= frame->matrix_count))) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}

static r3d_result check_frame(const r3d_affine_hw_frame *frame)
{
    if (frame->width < 1 || frame->width > R3D_AFFINE_HW_SCREEN_MAX || frame->height < 1 ||
        frame->height > R3D_AFFINE_HW_SCREEN_MAX || frame->background_count < 0 ||
        frame->object_count < 0 || frame->matrix_count < 0) {
        return R3D_ERR_RANGE;
    }
    if (frame->background_count > R3D_AFFINE_HW_BACKGROUNDS_MAX ||
        frame->object_count > R3D_AFFINE_HW_OBJECTS_MAX ||
        frame->matrix_count > R3D_AFFINE_HW_MATRICES_MAX) {
        return R3D_ERR_LIMIT;
    }
    if ((frame->background_count > 0 && frame->backgrounds == NULL) ||
        (frame->object_count > 0 && frame->objects == NULL) ||
        (frame->matrix_count > 0 && frame->matrices == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < frame->background_count && result == R3D_OK; i++) {
        result = check_background(&frame->backgrounds[i]);
    }
    for (int32_t i = 0; i < frame->object_count && result == R3D_OK; i++) {
        result = check_object(frame, &frame->objects[i]);
    }
    return result;
}

/* One line of the picture. */
typedef struct line {
    int32_t y;
    uint32_t objects[R3D_AFFINE_HW_SCREEN_MAX]; /* 0: empty */
    uint8_t priorities[R3D_AFFINE_HW_SCREEN_MAX];
    int16_t owners[R3D_AFFINE_HW_SCREEN_MAX]; /* the object whose colour it is */
} line;

/* The texel of an object at a place of its box; false: outside the picture. */
static bool object_texel(const r3d_affine_hw_frame *frame, const r3d_affine_hw_object *object,
                         int32_t dx, int32_t dy, r3d_priv_affine_hw_texel *out)
{
    const r3d_affine_picture *picture = &object->picture;
    int64_t u = dx;
    int64_t v = dy;
    if (object->is_affine) {
        const r3d_affine_matrix *m = &frame->matrices[object->matrix];
        const int32_t factor = object->is_doubled ? 2 : 1;
        const int64_t ix = dx - factor * picture->width / 2;
        const int64_t iy = dy - factor * picture->height / 2;
        u = ((m->pa * ix + m->pb * iy) >> 8) + picture->width / 2;
        v = ((m->pc * ix + m->pd * iy) >> 8) + picture->height / 2;
        if (u < 0 || u >= picture->width || v < 0 || v >= picture->height) {
            return false;
        }
    } else {
        u = object->flips_across ? picture->width - 1 - u : u;
        v = object->flips_down ? picture->height - 1 - v : v;
    }
    out->u = (int32_t)u;
    out->v = (int32_t)v;
    out->argb = r3d_priv_affine_texel(picture, out->u, out->v);
    return true;
}

/* Where the box of an object begins, in 9 bits, and the row of it that a line shows, in 8. */
static int32_t left_of(const r3d_affine_hw_object *object)
{
    return (int32_t)(((uint32_t)object->x + R3D_PRIV_AFFINE_X_RANGE / 2) &
                     (R3D_PRIV_AFFINE_X_RANGE - 1)) -
           R3D_PRIV_AFFINE_X_RANGE / 2;
}

static int32_t row_of_picture(const r3d_affine_hw_object *object, int32_t y)
{
    return (int32_t)(((uint32_t)y - (uint32_t)object->y) & (R3D_PRIV_AFFINE_Y_RANGE - 1));
}

bool r3d_priv_affine_object_at(const r3d_affine_hw_frame *frame, int32_t object, int32_t x,
                               int32_t y, r3d_priv_affine_hw_texel *out)
{
    const r3d_affine_hw_object *o = &frame->objects[object];
    const int32_t factor = o->is_affine && o->is_doubled ? 2 : 1;
    const int32_t dx = x - left_of(o);
    const int32_t dy = row_of_picture(o, y);
    return dx >= 0 && dx < factor * o->picture.width && dy < factor * o->picture.height &&
           object_texel(frame, o, dx, dy, out);
}

/* An opaque texel takes a pixel of lower priority; a transparent one only lifts what is there. */
static void draw_object(const r3d_affine_hw_frame *frame, int32_t number, line *target)
{
    const r3d_affine_hw_object *object = &frame->objects[number];
    const int32_t factor = object->is_affine && object->is_doubled ? 2 : 1;
    const int32_t width = factor * object->picture.width;
    const int32_t height = factor * object->picture.height;
    const int32_t dy = row_of_picture(object, target->y);
    if (dy >= height) {
        return;
    }
    const int32_t left = left_of(object);
    for (int32_t dx = 0; dx < width; dx++) {
        const int32_t x = left + dx;
        r3d_priv_affine_hw_texel texel;
        if (x < 0 || x >= frame->width || object->priority >= target->priorities[x] ||
            !object_texel(frame, object, dx, dy, &texel)) {
            continue;
        }
        if (texel.argb != 0) {
            target->objects[x] = texel.argb;
            target->priorities[x] = (uint8_t)object->priority;
            target->owners[x] = (int16_t)number;
        } else if (target->objects[x] != 0) {
            target->priorities[x] = (uint8_t)object->priority;
        }
    }
}

/* The texel of a background; false outside it. */
static bool background_texel(const r3d_affine_hw_background *background, int32_t x, int32_t y,
                             const uint8_t cycled[256], r3d_priv_affine_hw_texel *out)
{
    const r3d_affine_matrix *m = &background->matrix;
    int64_t u = (background->reference_x + m->pa * x + m->pb * y) >> 8;
    int64_t v = (background->reference_y + m->pc * x + m->pd * y) >> 8;
    const int64_t side = background->side;
    if (background->wraps) {
        u &= side - 1;
        v &= side - 1;
    } else if (u < 0 || u >= side || v < 0 || v >= side) {
        return false;
    }
    out->u = (int32_t)u;
    out->v = (int32_t)v;
    out->argb =
        r3d_priv_affine_tile_texel(&background->tiles, background->cells,
                                   background->side / R3D_PRIV_AFFINE_TILE, out->u, out->v, cycled);
    return true;
}

bool r3d_priv_affine_background_at(const r3d_affine_hw_frame *frame, int32_t background,
                                   const uint8_t cycled[256], int32_t x, int32_t y,
                                   r3d_priv_affine_hw_texel *out)
{
    return background_texel(&frame->backgrounds[background], x, y, cycled, out);
}

/* Background numbers by priority, then number. */
static void sort_backgrounds(const r3d_affine_hw_frame *frame, int32_t order[])
{
    for (int32_t i = 0; i < frame->background_count; i++) {
        int32_t at = i;
        const r3d_affine_hw_background *b = &frame->backgrounds[i];
        while (at > 0) {
            const r3d_affine_hw_background *before = &frame->backgrounds[order[at - 1]];
            if (before->priority < b->priority ||
                (before->priority == b->priority && before->number <= b->number)) {
                break;
            }
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

/* The objects of one line. */
static void draw_line(const r3d_affine_hw_frame *frame, int32_t row, line *l)
{
    l->y = row;
    memset(l->objects, 0, (size_t)frame->width * sizeof l->objects[0]);
    memset(l->priorities, EMPTY_PRIORITY, (size_t)frame->width);
    for (int32_t i = 0; i < frame->object_count; i++) {
        draw_object(frame, i, l);
    }
}

/* What a pixel of the line shows, and whose it is. */
static uint32_t mix(const r3d_affine_hw_frame *frame, const int32_t order[], const line *l,
                    int32_t column, const uint8_t cycled[256], int32_t *out_owner)
{
    uint32_t color = frame->backdrop_rgb | 0xFF000000;
    int32_t priority = EMPTY_PRIORITY;
    *out_owner = R3D_PRIV_AFFINE_OWNER_BACKDROP;
    for (int32_t i = 0; i < frame->background_count; i++) {
        const r3d_affine_hw_background *b = &frame->backgrounds[order[i]];
        r3d_priv_affine_hw_texel texel;
        if (background_texel(b, column, l->y, cycled, &texel) && texel.argb != 0) {
            color = texel.argb;
            priority = b->priority;
            *out_owner = order[i];
            break;
        }
    }
    if (l->objects[column] != 0 && l->priorities[column] <= priority) {
        *out_owner = R3D_PRIV_AFFINE_OWNER_OBJECTS + l->owners[column];
        return l->objects[column];
    }
    return color;
}

int32_t r3d_priv_affine_owner(const r3d_affine_hw_frame *frame, const uint8_t cycled[256],
                              int32_t x, int32_t y)
{
    int32_t order[R3D_AFFINE_HW_BACKGROUNDS_MAX] = {0};
    int32_t owner;
    line l;
    sort_backgrounds(frame, order);
    draw_line(frame, y, &l);
    (void)mix(frame, order, &l, x, cycled, &owner);
    return owner;
}

/* Whether a line can show an owner at all. */
static bool has_row(const r3d_affine_hw_frame *frame, int32_t owner, int32_t row)
{
    if (owner < R3D_PRIV_AFFINE_OWNER_OBJECTS) {
        return true;
    }
    const r3d_affine_hw_object *o = &frame->objects[owner - R3D_PRIV_AFFINE_OWNER_OBJECTS];
    return row_of_picture(o, row) < (o->is_affine && o->is_doubled ? 2 : 1) * o->picture.height;
}

void r3d_priv_affine_compose(const r3d_affine_hw_frame *frame, const uint8_t cycled[256],
                             r3d_surface *surface, int32_t x, int32_t y, int32_t owner)
{
    int32_t order[R3D_AFFINE_HW_BACKGROUNDS_MAX] = {0};
    sort_backgrounds(frame, order);
    const r3d_rect *clip = &surface->clip;
    for (int32_t row = 0; row < frame->height; row++) {
        const int64_t target_y = (int64_t)y + row;
        if (target_y < clip->top || target_y >= clip->bottom || !has_row(frame, owner, row)) {
            continue;
        }
        line l;
        draw_line(frame, row, &l);
        uint32_t *target = surface->pixels + (size_t)target_y * (size_t)surface->stride_px;
        for (int32_t column = 0; column < frame->width; column++) {
            const int64_t target_x = (int64_t)x + column;
            int32_t pixel_owner;
            if (target_x < clip->left || target_x >= clip->right) {
                continue;
            }
            const uint32_t color = mix(frame, order, &l, column, cycled, &pixel_owner);
            if (owner == R3D_PRIV_AFFINE_ANYBODY || owner == pixel_owner) {
                target[target_x] = color;
            }
        }
    }
}

r3d_result r3d_affine_compose(const r3d_affine_hw_frame *frame, r3d_surface *surface, int32_t x,
                              int32_t y)
{
    r3d_affine_hw_frame whole;
    r3d_affine_hw_frame_init(&whole);
    if (surface == NULL || r3d_priv_desc_read(&whole, sizeof whole, frame) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    frame = &whole;
    const r3d_result result = check_frame(frame);
    if (result != R3D_OK) {
        return result;
    }
    uint8_t cycled[256];
    if (!r3d_priv_affine_cycle(frame->cycles, frame->cycle_count, frame->time_ms, cycled)) {
        return R3D_ERR_RANGE;
    }
    if (surface->listener != NULL) {
        const r3d_affine_compose_call call = {frame, x, y};
        r3d_draw_tell_before(&r3d_call_affine_compose, surface, &call);
        r3d_priv_affine_tell_composed(frame, NULL, cycled, surface, x, y);
        r3d_draw_tell_after(&r3d_call_affine_compose, surface, &call);
        return R3D_OK;
    }
    r3d_priv_affine_compose(frame, cycled, surface, x, y, R3D_PRIV_AFFINE_ANYBODY);
    return R3D_OK;
}
