/* SPDX-License-Identifier: MIT */
/* Recording triangles and drawing them in bands. A recorder is a raster whose table of fills is the
 * first member of the list it records into. */

#include <retro3d/bands.h>

#include <string.h>

#include "kernels.h"

typedef enum record_kind { RECORD_FLAT, RECORD_GOURAUD, RECORD_TEXTURED } record_kind;

typedef struct record {
    record_kind kind;
    int32_t state; /* index */
    int32_t x[3];
    int32_t y[3];
    int32_t value[3]; /* rgb in [0], hsl16 or shade */
    r3d_texture_plane plane;
    r3d_texels texels;
} record;

/* What a fill reads of its raster and surface; shared by the records that follow one another. */
typedef struct record_state {
    r3d_raster raster;
    r3d_surface surface;
} record_state;

struct r3d_bands {
    r3d_kernels kernels; /* first: a recorder's `kernels` points to it */
    r3d_allocator allocator;
    bool is_recording;
    const r3d_kernels *target_kernels;
    int32_t band_count;
    r3d_bands_run run;
    void *user;
    int32_t capacity; /* of records and of states */
    record *records;
    int32_t record_count;
    record_state *states;
    int32_t state_count;
    /* The records of each band: indices in one array, band after band. A band count that would need
     * more than entry_capacity is halved; one band needs no more than `capacity`. */
    int32_t *entries;
    int32_t entry_capacity;
    int32_t first_entry[R3D_BANDS_MAX + 1];
};

enum { ENTRIES_A_RECORD = 4 };

/* ---- drawing ---- */

static void draw_record(const r3d_raster *raster, const r3d_kernels *kernels, const record *r)
{
    switch (r->kind) {
    case RECORD_FLAT:
        kernels->flat(raster, r->x, r->y, (uint32_t)r->value[0]);
        break;
    case RECORD_GOURAUD:
        kernels->gouraud(raster, r->x, r->y, r->value);
        break;
    default:
        kernels->textured(raster, r->x, r->y, r->value, &r->plane, &r->texels);
        break;
    }
}

static int32_t band_top(int32_t height, int32_t band_count, int32_t band)
{
    return height * band / band_count; /* at most 16384 * 64 */
}

/* The band of a row inside the surface. */
static int32_t band_of(int32_t height, int32_t band_count, int32_t y)
{
    return ((y + 1) * band_count - 1) / height;
}

/* A job: one band. */
static void draw_band(int32_t band, void *argument)
{
    const r3d_bands *bands = argument;
    const r3d_kernels *kernels = bands->target_kernels;
    r3d_surface surface;
    r3d_raster raster;
    int32_t state = -1;
    for (int32_t i = bands->first_entry[band]; i < bands->first_entry[band + 1]; i++) {
        const record *r = &bands->records[bands->entries[i]];
        if (r->state != state) {
            state = r->state;
            surface = bands->states[state].surface;
            raster = bands->states[state].raster;
            raster.surface = &surface;
            int32_t top = band_top(surface.height, bands->band_count, band);
            int32_t bottom = band_top(surface.height, bands->band_count, band + 1);
            raster.band_top = raster.band_top > top ? raster.band_top : top;
            raster.band_bottom = raster.band_bottom < bottom ? raster.band_bottom : bottom;
        }
        draw_record(&raster, kernels, r);
    }
}

/* The bands a record has rows in. Returns false if it has none on the surface. */
static bool bands_of(const r3d_bands *bands, const record *r, int32_t *out_first, int32_t *out_last)
{
    int32_t height = bands->states[r->state].surface.height;
    int32_t top = r->y[0] < r->y[1] ? r->y[0] : r->y[1];
    top = r->y[2] < top ? r->y[2] : top;
    int32_t end = r->y[0] > r->y[1] ? r->y[0] : r->y[1];
    end = r->y[2] > end ? r->y[2] : end;
    top = top > 0 ? top : 0;
    end = end < height ? end : height;
    if (top >= end) {
        return false;
    }
    *out_first = band_of(height, bands->band_count, top);
    *out_last = band_of(height, bands->band_count, end - 1);
    return true;
}

/* Counts the entries of each band into first_entry[band + 1]; returns their sum. */
static int64_t count_entries(r3d_bands *bands)
{
    int64_t sum = 0;
    memset(bands->first_entry, 0, sizeof bands->first_entry);
    for (int32_t i = 0; i < bands->record_count; i++) {
        int32_t first;
        int32_t last;
        if (!bands_of(bands, &bands->records[i], &first, &last)) {
            continue;
        }
        for (int32_t band = first; band <= last; band++) {
            bands->first_entry[band + 1]++;
        }
        sum += last - first + 1;
    }
    return sum;
}

static void fill_entries(r3d_bands *bands)
{
    int32_t next[R3D_BANDS_MAX];
    for (int32_t band = 0; band < bands->band_count; band++) {
        bands->first_entry[band + 1] += bands->first_entry[band];
        next[band] = bands->first_entry[band];
    }
    for (int32_t i = 0; i < bands->record_count; i++) {
        int32_t first;
        int32_t last;
        if (bands_of(bands, &bands->records[i], &first, &last)) {
            for (int32_t band = first; band <= last; band++) {
                bands->entries[next[band]++] = i;
            }
        }
    }
}

/* Draws all records and forgets them. */
static void flush(r3d_bands *bands)
{
    if (bands->record_count == 0) {
        return;
    }
    int32_t wanted = bands->band_count;
    while (count_entries(bands) > bands->entry_capacity) {
        bands->band_count /= 2;
    }
    fill_entries(bands);
    if (bands->run != NULL) {
        bands->run(bands->band_count, draw_band, bands, bands->user);
    } else {
        for (int32_t band = 0; band < bands->band_count; band++) {
            draw_band(band, bands);
        }
    }
    bands->band_count = wanted;
    bands->record_count = 0;
    bands->state_count = 0;
}

/* ---- recording ---- */

static bool is_same_state(const record_state *state, const r3d_raster *raster)
{
    const r3d_raster *a = &state->raster;
    const r3d_surface *s = raster->surface;
    return a->palette == raster->palette && a->center_x == raster->center_x &&
           a->center_y == raster->center_y && a->translucency == raster->translucency &&
           a->side_clip == raster->side_clip && a->smooth == raster->smooth &&
           a->band_top == raster->band_top && a->band_bottom == raster->band_bottom &&
           state->surface.pixels == s->pixels && state->surface.width == s->width &&
           state->surface.height == s->height && state->surface.stride_px == s->stride_px &&
           state->surface.clip.left == s->clip.left && state->surface.clip.top == s->clip.top &&
           state->surface.clip.right == s->clip.right &&
           state->surface.clip.bottom == s->clip.bottom;
}

/* A new record, or NULL for a triangle that was drawn at once: it must not be drawn in bands. */
static record *add_record(const r3d_raster *recorder, record_kind kind, const int32_t x[3],
                          const int32_t y[3])
{
    r3d_bands *bands = (r3d_bands *)(uintptr_t)recorder->kernels;
    bool is_alone = kind != RECORD_TEXTURED && r3d_fill_leaves_row(recorder, x, y);
    if (is_alone || bands->record_count == bands->capacity) {
        flush(bands);
    }
    if (is_alone) {
        return NULL;
    }
    if (bands->state_count == 0 ||
        !is_same_state(&bands->states[bands->state_count - 1], recorder)) {
        bands->states[bands->state_count].raster = *recorder;
        bands->states[bands->state_count].surface = *recorder->surface;
        bands->state_count++;
    }
    record *r = &bands->records[bands->record_count++];
    r->kind = kind;
    r->state = bands->state_count - 1;
    memcpy(r->x, x, sizeof r->x);
    memcpy(r->y, y, sizeof r->y);
    return r;
}

static const r3d_kernels *target_of(const r3d_raster *recorder)
{
    return ((const r3d_bands *)(const void *)recorder->kernels)->target_kernels;
}

static void record_flat(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                        uint32_t rgb)
{
    record *r = add_record(recorder, RECORD_FLAT, x, y);
    if (r == NULL) {
        target_of(recorder)->flat(recorder, x, y, rgb);
        return;
    }
    r->value[0] = r3d_i32_from_bits(rgb);
}

static void record_gouraud(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                           const int32_t hsl16[3])
{
    record *r = add_record(recorder, RECORD_GOURAUD, x, y);
    if (r == NULL) {
        target_of(recorder)->gouraud(recorder, x, y, hsl16);
        return;
    }
    memcpy(r->value, hsl16, sizeof r->value);
}

static void record_textured(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                            const int32_t shade[3], const r3d_texture_plane *plane,
                            const r3d_texels *texels)
{
    record *r = add_record(recorder, RECORD_TEXTURED, x, y);
    memcpy(r->value, shade, sizeof r->value);
    r->plane = *plane;
    r->texels = *texels;
}

/* ---- the list ---- */

r3d_result r3d_bands_create(const r3d_allocator *allocator, int32_t capacity, r3d_bands **out_bands)
{
    if (out_bands == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_bands = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    if (capacity < 1 || capacity > R3D_BANDS_TRIANGLES_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_bands *bands = hooks.alloc(sizeof *bands, hooks.user);
    if (bands == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(bands, 0, sizeof *bands);
    bands->allocator = hooks;
    bands->kernels.flat = record_flat;
    bands->kernels.gouraud = record_gouraud;
    bands->kernels.textured = record_textured;
    bands->capacity = capacity;
    bands->entry_capacity = capacity * ENTRIES_A_RECORD;
    size_t count = (size_t)capacity;
    if (count > SIZE_MAX / sizeof *bands->records) {
        r3d_bands_destroy(bands);
        return R3D_ERR_MEMORY;
    }
    bands->records = hooks.alloc(count * sizeof *bands->records, hooks.user);
    bands->states = hooks.alloc(count * sizeof *bands->states, hooks.user);
    bands->entries = hooks.alloc(count * ENTRIES_A_RECORD * sizeof *bands->entries, hooks.user);
    if (bands->records == NULL || bands->states == NULL || bands->entries == NULL) {
        r3d_bands_destroy(bands);
        return R3D_ERR_MEMORY;
    }
    *out_bands = bands;
    return R3D_OK;
}

void r3d_bands_destroy(r3d_bands *bands)
{
    if (bands == NULL) {
        return;
    }
    r3d_allocator hooks = bands->allocator;
    hooks.free(bands->records, hooks.user);
    hooks.free(bands->states, hooks.user);
    hooks.free(bands->entries, hooks.user);
    hooks.free(bands, hooks.user);
}

r3d_result r3d_bands_begin(r3d_bands *bands, const r3d_raster *target, int32_t band_count,
                           r3d_bands_run run, void *user, r3d_raster *out_recorder)
{
    if (bands == NULL || target == NULL || target->surface == NULL || out_recorder == NULL ||
        (target->kernels != NULL && target->kernels->flat == record_flat)) {
        return R3D_ERR_ARGUMENT;
    }
    if (bands->is_recording) {
        return R3D_ERR_STATE;
    }
    if (band_count < 1 || band_count > R3D_BANDS_MAX) {
        return R3D_ERR_RANGE;
    }
    if (r3d_priv_kernels_tell(target->kernels)) {
        bands->is_recording = true; /* a listener hears every fill when it is made, in order */
        *out_recorder = *target;
        return R3D_OK;
    }
    bands->is_recording = true;
    bands->band_count = band_count;
    bands->run = run;
    bands->user = user;
    bands->target_kernels =
        target->kernels != NULL ? target->kernels : r3d_priv_kernels(R3D_LEVEL_SCALAR);
    bands->kernels.level = bands->target_kernels->level;
    *out_recorder = *target;
    out_recorder->kernels = &bands->kernels;
    return R3D_OK;
}

r3d_result r3d_bands_end(r3d_bands *bands)
{
    if (bands == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!bands->is_recording) {
        return R3D_ERR_STATE;
    }
    flush(bands);
    bands->is_recording = false;
    return R3D_OK;
}
