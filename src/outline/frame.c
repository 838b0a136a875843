/* SPDX-License-Identifier: MIT */
/* Which face or billboard each pixel shows. Source: spec outline section 2.
 *
 * A face of a kind covers the same pixels wherever it stands, as its corners are whole pixels. With a and
 * b the odd half pixels from its own origin, each row is one run of pixels; the places of spec section 2
 * and the nearness are linear in a and b. */

#include <string.h>

#include "../base/desc.h"

#include "outline_internal.h"

enum {
    ORIGIN_MAX = 1 << 24,
    DEFAULT_WIDTH = 1920,
    DEFAULT_HEIGHT = 1080,
    DEFAULT_BILLBOARDS = 1024
};

void r3d_outline_frame_desc_init_sized(r3d_outline_frame_desc *out_desc, uint32_t struct_size)
{
    r3d_outline_frame_desc whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.max_width = DEFAULT_WIDTH;
    whole.max_height = DEFAULT_HEIGHT;
    whole.max_billboards = DEFAULT_BILLBOARDS;
    R3D_PRIV_DESC_GIVE(out_desc, whole, struct_size);
}

r3d_result r3d_outline_frame_create(const r3d_outline_frame_desc *desc,
                                    r3d_outline_frame **out_frame)
{
    r3d_outline_frame_desc whole;
    r3d_outline_frame_desc_init(&whole);
    if (out_frame == NULL || r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    desc = &whole;
    if (desc->max_width < 1 || desc->max_width > R3D_SURFACE_SIZE_MAX || desc->max_height < 1 ||
        desc->max_height > R3D_SURFACE_SIZE_MAX || desc->max_billboards < 0 ||
        desc->max_billboards > R3D_OUTLINE_ID_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_allocator hooks;
    const r3d_result result = r3d_allocator_resolve(desc->allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    /* At most 2^28 pixels of 14 bytes: below 2^32, which 32-bit machines do not have. */
    const uint64_t pixels = (uint64_t)desc->max_width * (uint64_t)desc->max_height;
    if (pixels > SIZE_MAX / sizeof(uint32_t)) {
        return R3D_ERR_MEMORY;
    }
    r3d_outline_frame *frame = hooks.alloc(sizeof *frame, hooks.user);
    if (frame == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(frame, 0, sizeof *frame);
    frame->allocator = hooks;
    frame->max_width = desc->max_width;
    frame->max_height = desc->max_height;
    frame->max_billboards = desc->max_billboards;
    const size_t count = (size_t)pixels;
    frame->ids = hooks.alloc(count * sizeof *frame->ids, hooks.user);
    frame->nearness = hooks.alloc(count * sizeof *frame->nearness, hooks.user);
    frame->hits = hooks.alloc(count * sizeof *frame->hits, hooks.user);
    frame->owners = hooks.alloc(count * sizeof *frame->owners, hooks.user);
    frame->lines = hooks.alloc(count, hooks.user);
    frame->steps = hooks.alloc(count, hooks.user);
    frame->billboards =
        hooks.alloc(((size_t)desc->max_billboards + 1) * sizeof *frame->billboards, hooks.user);
    if (frame->ids == NULL || frame->nearness == NULL || frame->hits == NULL ||
        frame->owners == NULL || frame->lines == NULL || frame->steps == NULL ||
        frame->billboards == NULL) {
        r3d_outline_frame_destroy(frame);
        return R3D_ERR_MEMORY;
    }
    *out_frame = frame;
    return R3D_OK;
}

void r3d_outline_frame_destroy(r3d_outline_frame *frame)
{
    if (frame == NULL) {
        return;
    }
    const r3d_allocator hooks = frame->allocator;
    hooks.free(frame->ids, hooks.user);
    hooks.free(frame->nearness, hooks.user);
    hooks.free(frame->hits, hooks.user);
    hooks.free(frame->owners, hooks.user);
    hooks.free(frame->lines, hooks.user);
    hooks.free(frame->steps, hooks.user);
    hooks.free((void *)frame->billboards, hooks.user);
    hooks.free(frame, hooks.user);
}

r3d_result r3d_outline_frame_begin(r3d_outline_frame *frame, const r3d_outline_map *map,
                                   int32_t width, int32_t height, int32_t origin_x,
                                   int32_t origin_y)
{
    if (frame == NULL || map == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (width < 1 || width > frame->max_width || height < 1 || height > frame->max_height ||
        origin_x < -ORIGIN_MAX || origin_x > ORIGIN_MAX || origin_y < -ORIGIN_MAX ||
        origin_y > ORIGIN_MAX) {
        return R3D_ERR_RANGE;
    }
    frame->map = map;
    frame->width = width;
    frame->height = height;
    frame->origin_x = origin_x;
    frame->origin_y = origin_y;
    frame->billboard_count = 0;
    frame->has_all_cells = false;
    frame->has_part = false;
    frame->marking = R3D_PRIV_OUTLINE_UNMARKED;
    const size_t count = (size_t)width * (size_t)height;
    memset(frame->ids, 0, count * sizeof *frame->ids);
    memset(frame->hits, 0, count * sizeof *frame->hits);
    memset(frame->owners, 0, count * sizeof *frame->owners);
    memset(frame->lines, 0, count);
    for (size_t i = 0; i < count; i++) {
        frame->nearness[i] = INT32_MIN;
    }
    return R3D_OK;
}

/* ---- faces ---- */

/* A run of pixels of a face. */
typedef struct face_run {
    int32_t x; /* of the first pixel, in the picture */
    int32_t y;
    int32_t count;
    int32_t nearness; /* of the first pixel */
    int32_t step;     /* of the nearness */
    uint16_t id;
    uint32_t hit;
} face_run;

static void draw_run(r3d_outline_frame *frame, face_run run)
{
    if (run.y < 0 || run.y >= frame->height) {
        return;
    }
    if (run.x < 0) {
        run.count += run.x;
        run.nearness -= run.x * run.step;
        run.x = 0;
    }
    if (run.count > frame->width - run.x) {
        run.count = frame->width - run.x;
    }
    const size_t first = (size_t)run.y * (size_t)frame->width + (size_t)run.x;
    for (int32_t i = 0; i < run.count; i++) {
        const size_t pixel = first + (size_t)i;
        if (run.nearness > frame->nearness[pixel]) {
            frame->nearness[pixel] = run.nearness;
            frame->ids[pixel] = run.id;
            frame->hits[pixel] = run.hit;
        }
        run.nearness += run.step;
    }
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t greatest(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static uint32_t hit_of(r3d_outline_kind kind, int32_t borders, int32_t x, int32_t y, int32_t level)
{
    return (uint32_t)kind << R3D_PRIV_HIT_KIND_SHIFT |
           (uint32_t)borders << R3D_PRIV_HIT_BORDER_SHIFT |
           (uint32_t)level << R3D_PRIV_HIT_LEVEL_SHIFT | (uint32_t)y << R3D_PRIV_HIT_Y_SHIFT |
           (uint32_t)x;
}

/* A face: its origin, from which a and b are counted, and the rows b of its kind. In row b it covers the
 * odd a from first(b) to last(b). */
typedef struct face {
    r3d_outline_kind kind;
    int32_t corner_x; /* of its origin, in cells */
    int32_t corner_y;
    int32_t corner_z;
    uint16_t id;
    uint32_t hit;
} face;

static void draw_face(r3d_outline_frame *frame, const face *f)
{
    const int32_t left = frame->origin_x + R3D_PRIV_OUTLINE_TILE_X * (f->corner_x - f->corner_y);
    const int32_t top = frame->origin_y + R3D_PRIV_OUTLINE_TILE_Y * (f->corner_x + f->corner_y) -
                        R3D_PRIV_OUTLINE_UNIT_Z * f->corner_z;
    const int32_t nearness = R3D_PRIV_OUTLINE_CELL * (f->corner_x + f->corner_y + f->corner_z);
    const bool is_top = f->kind == R3D_OUTLINE_TOP;
    const int32_t first_row = is_top ? 1 : -31;
    const int32_t last_row = is_top ? 31 : 15;
    for (int32_t b = first_row; b <= last_row; b += 2) {
        int32_t first;
        int32_t last;
        int32_t slope; /* of the nearness in a */
        int32_t fall;  /* and in b */
        switch (f->kind) {
        case R3D_OUTLINE_TOP: /* fx = a + 2b, fy = -a + 2b, both 0..63 */
            first = greatest(1 - 2 * b, 2 * b - 63);
            last = least(2 * b - 1, 63 - 2 * b);
            slope = 0;
            fall = 4;
            break;
        case R3D_OUTLINE_X_SIDE: /* fy = -2a, fz = -a - 2b */
            first = greatest(-31, -2 * b - 63);
            last = least(-1, -2 * b - 1);
            slope = -3;
            fall = -2;
            break;
        default: /* fx = 2a, fz = a - 2b */
            first = greatest(1, 2 * b + 1);
            last = least(31, 2 * b + 63);
            slope = 3;
            fall = -2;
            break;
        }
        face_run run;
        /* All of these are odd, so nothing is rounded. */
        run.x = left + (first - 1) / 2;
        run.y = top + (b - 1) / 2;
        run.count = (last - first) / 2 + 1;
        run.nearness = nearness + slope * first + fall * b;
        run.step = 2 * slope;
        run.id = f->id;
        run.hit = f->hit;
        draw_run(frame, run);
    }
}

static void draw_top(r3d_outline_frame *frame, int32_t x, int32_t y)
{
    const r3d_outline_map *map = frame->map;
    const int32_t height = r3d_priv_outline_height(map, x, y);
    int32_t borders = 0;
    borders |= r3d_priv_outline_height(map, x - 1, y) < height ? R3D_PRIV_BORDER_LOW_X : 0;
    borders |= r3d_priv_outline_height(map, x + 1, y) < height ? R3D_PRIV_BORDER_HIGH_X : 0;
    borders |= r3d_priv_outline_height(map, x, y - 1) < height ? R3D_PRIV_BORDER_LOW_Y : 0;
    borders |= r3d_priv_outline_height(map, x, y + 1) < height ? R3D_PRIV_BORDER_HIGH_Y : 0;
    const face f = {R3D_OUTLINE_TOP,
                    x,
                    y,
                    height,
                    map->top_ids[y * map->width + x],
                    hit_of(R3D_OUTLINE_TOP, borders, x, y, height)};
    draw_face(frame, &f);
}

/* A side's corner towards -Y is that of the wall to the left; the vertical corner between two visible
 * sides belongs to the +Y side. */
static void draw_x_sides(r3d_outline_frame *frame, int32_t x, int32_t y)
{
    const r3d_outline_map *map = frame->map;
    const int32_t foot = r3d_priv_outline_height(map, x + 1, y);
    const int32_t height = r3d_priv_outline_height(map, x, y);
    for (int32_t level = foot; level < height; level++) {
        int32_t borders = level == foot ? R3D_PRIV_BORDER_FOOT : 0;
        if (!r3d_priv_outline_has_x_side(map, x, y - 1, level) &&
            r3d_priv_outline_height(map, x + 1, y - 1) <= level) {
            borders |= R3D_PRIV_BORDER_LOW_Y;
        }
        if (!r3d_priv_outline_has_x_side(map, x, y + 1, level) &&
            !(r3d_priv_outline_height(map, x, y + 1) <= level &&
              r3d_priv_outline_height(map, x + 1, y + 1) <= level)) {
            borders |= R3D_PRIV_BORDER_HIGH_Y;
        }
        const int32_t place = (y * map->width + x) * R3D_PRIV_OUTLINE_LEVELS + level;
        const face f = {R3D_OUTLINE_X_SIDE,
                        x + 1,
                        y,
                        level,
                        map->x_side_ids[place],
                        hit_of(R3D_OUTLINE_X_SIDE, borders, x, y, level)};
        draw_face(frame, &f);
    }
}

static void draw_y_sides(r3d_outline_frame *frame, int32_t x, int32_t y)
{
    const r3d_outline_map *map = frame->map;
    const int32_t foot = r3d_priv_outline_height(map, x, y + 1);
    const int32_t height = r3d_priv_outline_height(map, x, y);
    for (int32_t level = foot; level < height; level++) {
        int32_t borders = level == foot ? R3D_PRIV_BORDER_FOOT : 0;
        if (!r3d_priv_outline_has_y_side(map, x - 1, y, level)) {
            borders |= R3D_PRIV_BORDER_LOW_X;
        }
        if (!r3d_priv_outline_has_y_side(map, x + 1, y, level)) {
            borders |= R3D_PRIV_BORDER_HIGH_X;
        }
        const int32_t place = (y * map->width + x) * R3D_PRIV_OUTLINE_LEVELS + level;
        const face f = {R3D_OUTLINE_Y_SIDE,
                        x,
                        y + 1,
                        level,
                        map->y_side_ids[place],
                        hit_of(R3D_OUTLINE_Y_SIDE, borders, x, y, level)};
        draw_face(frame, &f);
    }
}

r3d_result r3d_outline_frame_draw_cells(r3d_outline_frame *frame, const r3d_outline_cell *cells,
                                        int32_t count)
{
    if (frame == NULL || (cells != NULL && count < 0)) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_outline_map *map = frame->map;
    if (map == NULL) {
        return R3D_ERR_STATE;
    }
    for (int32_t i = 0; cells != NULL && i < count; i++) {
        if (cells[i].x < 0 || cells[i].x >= map->width || cells[i].y < 0 ||
            cells[i].y >= map->height) {
            return R3D_ERR_RANGE;
        }
    }
    static void (*const draw_kind[3])(r3d_outline_frame *, int32_t,
                                      int32_t) = {draw_top, draw_x_sides, draw_y_sides};
    const int32_t all = cells != NULL ? count : map->width * map->height;
    frame->has_all_cells = frame->has_all_cells || cells == NULL;
    frame->has_part = frame->has_part || frame->billboard_count > 0;
    for (int kind = 0; kind < 3; kind++) {
        for (int32_t i = 0; i < all; i++) {
            const int32_t x = cells != NULL ? cells[i].x : i % map->width;
            const int32_t y = cells != NULL ? cells[i].y : i / map->width;
            draw_kind[kind](frame, x, y);
        }
    }
    return R3D_OK;
}

/* ---- billboards ---- */

void r3d_priv_outline_billboard_place(const r3d_outline_frame *frame,
                                      const r3d_outline_billboard *billboard, int32_t *out_left,
                                      int32_t *out_top, int32_t *out_nearness)
{
    const int32_t across = billboard->x_a64 - billboard->y_a64;
    const int32_t along = billboard->x_a64 + billboard->y_a64;
    *out_left = frame->origin_x + (across >> 2) - billboard->rect.width / 2;
    *out_top = frame->origin_y + (along >> 3) - billboard->rect.height;
    /* 2B is 4 (row - origin) + 2. */
    *out_nearness = (int32_t)((3 * (int64_t)along) >> 1) - 2 + 4 * frame->origin_y;
}

bool r3d_priv_outline_is_opaque(const r3d_outline_frame *frame,
                                const r3d_outline_billboard *billboard, int32_t column, int32_t row)
{
    const r3d_outline_rect *rect = &billboard->rect;
    if (column < 0 || row < 0 || column >= rect->width || row >= rect->height) {
        return false;
    }
    if (billboard->mirrored) {
        column = rect->width - 1 - column;
    }
    if (billboard->opacity != NULL) {
        return billboard->opacity[row * rect->width + column] != 0;
    }
    enum { OPAQUE_ABOVE = 127 };
    const r3d_outline_sheet *sheet = &frame->map->sheet;
    const uint32_t texel = sheet->pixels[(size_t)(rect->y + row) * (size_t)sheet->stride_px +
                                         (size_t)rect->x + (size_t)column];
    return texel >> 24 > OPAQUE_ABOVE;
}

static bool is_billboard_place(int32_t value_a64)
{
    return value_a64 >= -R3D_OUTLINE_PLACE_A64_MAX && value_a64 <= R3D_OUTLINE_PLACE_A64_MAX;
}

/* Whether a billboard can be drawn: a map without colours takes those that bring their opacity. */
static bool is_valid_billboard(const r3d_outline_map *map, const r3d_outline_billboard *billboard)
{
    const r3d_outline_rect *rect = &billboard->rect;
    if (!is_billboard_place(billboard->x_a64) || !is_billboard_place(billboard->y_a64) ||
        rect->width < 1 || rect->width > R3D_OUTLINE_RECT_SIZE_MAX || rect->height < 1 ||
        rect->height > R3D_OUTLINE_RECT_SIZE_MAX) {
        return false;
    }
    if (map->rect_count == 0) {
        return billboard->opacity != NULL;
    }
    return rect->x >= 0 && rect->y >= 0 && rect->x <= map->sheet.width - rect->width &&
           rect->y <= map->sheet.height - rect->height;
}

static void draw_billboard(r3d_outline_frame *frame, const r3d_outline_billboard *billboard,
                           int32_t number)
{
    int32_t left;
    int32_t top;
    int32_t nearness;
    r3d_priv_outline_billboard_place(frame, billboard, &left, &top, &nearness);
    const uint16_t id = (uint16_t)(frame->map->counts.ids + 1 + number);
    const uint32_t hit =
        (uint32_t)R3D_OUTLINE_BILLBOARD << R3D_PRIV_HIT_KIND_SHIFT | (uint32_t)number;
    for (int32_t row = 0; row < billboard->rect.height; row++) {
        const int32_t y = top + row;
        if (y < 0 || y >= frame->height) {
            continue;
        }
        const int32_t row_nearness = nearness - 4 * y;
        for (int32_t column = 0; column < billboard->rect.width; column++) {
            const int32_t x = left + column;
            if (x < 0 || x >= frame->width ||
                !r3d_priv_outline_is_opaque(frame, billboard, column, row)) {
                continue;
            }
            const size_t pixel = (size_t)y * (size_t)frame->width + (size_t)x;
            if (row_nearness > frame->nearness[pixel]) {
                frame->nearness[pixel] = row_nearness;
                frame->ids[pixel] = id;
                frame->hits[pixel] = hit;
            }
        }
    }
}

r3d_result r3d_outline_frame_draw_billboards(r3d_outline_frame *frame,
                                             const r3d_outline_billboard *billboards, int32_t count)
{
    if (frame == NULL || count < 0 || (billboards == NULL && count > 0)) {
        return R3D_ERR_ARGUMENT;
    }
    if (frame->map == NULL) {
        return R3D_ERR_STATE;
    }
    const int32_t room = frame->max_billboards - frame->billboard_count;
    const int32_t ids_left = R3D_OUTLINE_ID_MAX - frame->map->counts.ids - frame->billboard_count;
    if (count > room || count > ids_left) {
        return R3D_ERR_LIMIT;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!is_valid_billboard(frame->map, &billboards[i])) {
            return R3D_ERR_RANGE;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        frame->billboards[frame->billboard_count] = &billboards[i];
        draw_billboard(frame, &billboards[i], frame->billboard_count);
        frame->billboard_count++;
    }
    return R3D_OK;
}

void r3d_outline_frame_get_buffers(const r3d_outline_frame *frame, r3d_outline_buffers *out_buffers)
{
    if (out_buffers == NULL) {
        return;
    }
    memset(out_buffers, 0, sizeof *out_buffers);
    if (frame != NULL && frame->map != NULL) {
        out_buffers->width = frame->width;
        out_buffers->height = frame->height;
        out_buffers->ids = frame->ids;
        out_buffers->nearness = frame->nearness;
        out_buffers->lines = frame->lines;
    }
}
