/* SPDX-License-Identifier: MIT */
/* The fills of a keeper: a raster whose table of fills is the first member of the list it keeps
 * into. */

#include "bands_internal.h"

#include <string.h>

enum {
    LINE = 64,            /* bytes, of a cache */
    SETUP_WEIGHT = 4,     /* of a triangle, in rows */
    PUBLISH_WEIGHT = 1500 /* rows; so many are worth telling others that they are there */
};

/* The band of a row inside the surface: ((y + 1) * count - 1) / height. The numerator is below 2^20
 * and the reciprocal too large by less than 1, so the error of the product is below 2^20 / 2^40,
 * while a quotient that is no whole number lies at least 1 / 2^14 below the next one. */
static int32_t band_of(const r3d_bands *bands, int32_t y)
{
    uint64_t numerator = (uint64_t)((y + 1) * bands->band_count - 1);
    return (int32_t)(numerator * bands->reciprocal >> R3D_PRIV_BANDS_RECIPROCAL_SHIFT);
}

static bool is_same_surface(const r3d_bands *bands, const r3d_surface *s)
{
    return (bands->pixels == s->pixels) & (bands->height == s->height) &
           (bands->stride_px == s->stride_px);
}

/* Without branches: nearly all entries pass all of it. */
static bool is_same_state(const r3d_priv_entry_state *state, const r3d_raster *raster)
{
    const r3d_raster *a = &state->raster;
    const r3d_surface *b = &state->surface;
    const r3d_surface *s = raster->surface;
    return (a->palette == raster->palette) & (a->center_x == raster->center_x) &
           (a->center_y == raster->center_y) & (a->band_top == raster->band_top) &
           (a->band_bottom == raster->band_bottom) & (b->width == s->width) &
           (b->clip.left == s->clip.left) & (b->clip.top == s->clip.top) &
           (b->clip.right == s->clip.right) & (b->clip.bottom == s->clip.bottom) &
           (b->isa == s->isa);
}

/* Makes room for one more entry and brings the state and the surface up to date. */
static void make_room(r3d_bands *bands, const r3d_raster *keeper)
{
    if (bands->triangle_count == bands->capacity ||
        bands->state_count == R3D_PRIV_BANDS_STATES_MAX ||
        bands->chunks_used + bands->band_count > bands->chunk_count ||
        !is_same_surface(bands, keeper->surface)) {
        r3d_priv_bands_flush(bands);
        r3d_priv_bands_set_geometry(bands, keeper->surface);
    }
    if (bands->state_count == 0 || !is_same_state(&bands->states[bands->state_count - 1], keeper)) {
        bands->states[bands->state_count].raster = *keeper;
        bands->states[bands->state_count].surface = *keeper->surface;
        bands->state_count++;
    }
}

/* Lets others draw what is kept. Not after each triangle: each time costs some cache lines that
 * go from one processor to another. */
static void publish(r3d_bands *bands)
{
    for (int32_t i = 0; i < bands->band_count; i++) {
        atomic_store_explicit(&bands->published[i], bands->kept[i], memory_order_release);
    }
    bands->published_weight = bands->weight;
    unsigned progress = atomic_load_explicit(&bands->progress, memory_order_relaxed);
    atomic_store_explicit(&bands->progress, progress + 1, memory_order_release);
    if (!bands->is_offered) {
        bands->is_offered = true;
        bands->offer(r3d_priv_bands_help, bands, bands->user);
    }
}

/* Fetches a chunk that is written soon, for which another processor's cache has to be asked, too.
 */
static void prefetch_to_write(const r3d_priv_chunk *c)
{
#if defined(__GNUC__) && defined(__x86_64__)
    for (size_t i = 0; i < sizeof *c; i += LINE) { /* the builtin would only ask for a copy */
        __asm__ volatile("prefetchw %0" : : "m"(((const char *)c)[i]));
    }
#elif defined(__GNUC__)
    for (size_t i = 0; i < sizeof *c; i += LINE) {
        __builtin_prefetch((const char *)c + i, 1);
    }
#else
    (void)c;
#endif
}

/* Room for the next entry of a band. */
static r3d_priv_band_entry *next_entry(r3d_bands *bands, int32_t number)
{
    uint32_t index = bands->kept[number]++ - bands->first_entry[number];
    uint32_t place = index % R3D_PRIV_CHUNK_ENTRIES;
    if (place == 0) {
        int32_t fresh = bands->chunks_used++;
        if (bands->chunks_used < bands->chunk_count) {
            prefetch_to_write(&bands->chunks[bands->chunks_used]);
        }
        if (index == 0) {
            bands->first_chunk[number] = fresh;
        } else {
            bands->chunks[bands->last_chunk[number]].next = fresh;
        }
        bands->last_chunk[number] = fresh;
    }
    return &bands->chunks[bands->last_chunk[number]].entries[place];
}

/* Adds an entry to the bands of the rows top..end - 1. */
static void add_entry(r3d_bands *bands, const r3d_priv_band_entry *r, int32_t top, int32_t end,
                      int32_t weight)
{
    int32_t last = band_of(bands, end - 1);
    for (int32_t i = band_of(bands, top); i <= last; i++) {
        *next_entry(bands, i) = *r;
    }
    bands->triangle_count++;
    bands->weight += weight;
    if (bands->offer != NULL && bands->weight - bands->published_weight >= PUBLISH_WEIGHT) {
        publish(bands);
    }
}

static r3d_bands *bands_of(const r3d_raster *keeper)
{
    return (r3d_bands *)(uintptr_t)keeper->kernels;
}

/* The rows of a triangle on the surface. Returns false if there are none. */
static bool rows_of(const r3d_raster *keeper, const int32_t y[3], int32_t *out_top,
                    int32_t *out_end)
{
    int32_t height = keeper->surface->height;
    int32_t top = y[0] < y[1] ? y[0] : y[1];
    int32_t end = y[0] > y[1] ? y[0] : y[1];
    top = y[2] < top ? y[2] : top;
    end = y[2] > end ? y[2] : end;
    *out_top = top > 0 ? top : 0;
    *out_end = end < height ? end : height;
    return *out_top < *out_end;
}

/* Fills in an entry and makes room for it. */
static void begin_entry(r3d_priv_band_entry *r, r3d_bands *bands, const r3d_raster *keeper,
                        r3d_priv_entry_kind kind, const int32_t x[3], const int32_t y[3],
                        const int32_t value[3])
{
    make_room(bands, keeper);
    r3d_priv_drawn_face *t = &r->triangle;
    memset(t, 0, sizeof *t);
    t->face = (int32_t)kind | (keeper->translucency & 0xFF) << R3D_PRIV_ENTRY_TRANSLUCENCY_SHIFT |
              (keeper->side_clip ? R3D_PRIV_ENTRY_SIDE_CLIP : 0) |
              (keeper->smooth ? R3D_PRIV_ENTRY_SMOOTH : 0);
    t->info = bands->state_count - 1;
    t->is_plain = kind == R3D_PRIV_ENTRY_FACE;
    for (int i = 0; i < 3; i++) {
        t->x[i] = x[i];
        t->y[i] = y[i];
        t->value[i] = value[i];
    }
}

/* Whether a triangle must not be drawn in bands. */
static bool is_alone(const r3d_raster *keeper, const int32_t x[3], const int32_t y[3])
{
    return (keeper->translucency & 0xFF) != 0 && r3d_fill_leaves_row(keeper, x, y);
}

static void keep_flat(const r3d_raster *keeper, const int32_t x[3], const int32_t y[3],
                      uint32_t rgb)
{
    r3d_bands *bands = bands_of(keeper);
    int32_t top;
    int32_t end;
    if (is_alone(keeper, x, y)) {
        r3d_priv_bands_flush(bands);
        bands->target_kernels->flat(keeper, x, y, rgb);
    } else if (rows_of(keeper, y, &top, &end)) {
        const int32_t value[3] = {r3d_i32_from_bits(rgb), 0, 0};
        r3d_priv_band_entry r;
        begin_entry(&r, bands, keeper, R3D_PRIV_ENTRY_FLAT, x, y, value);
        add_entry(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

static void keep_gouraud(const r3d_raster *keeper, const int32_t x[3], const int32_t y[3],
                         const int32_t hsl16[3])
{
    r3d_bands *bands = bands_of(keeper);
    int32_t top;
    int32_t end;
    if (is_alone(keeper, x, y)) {
        r3d_priv_bands_flush(bands);
        bands->target_kernels->gouraud(keeper, x, y, hsl16);
    } else if (rows_of(keeper, y, &top, &end)) {
        r3d_priv_band_entry r;
        begin_entry(&r, bands, keeper, R3D_PRIV_ENTRY_GOURAUD, x, y, hsl16);
        add_entry(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

static void keep_textured(const r3d_raster *keeper, const int32_t x[3], const int32_t y[3],
                          const int32_t shade[3], const r3d_texture_plane *plane,
                          const r3d_texels *texels)
{
    r3d_bands *bands = bands_of(keeper);
    int32_t top;
    int32_t end;
    if (rows_of(keeper, y, &top, &end)) {
        r3d_priv_band_entry r;
        begin_entry(&r, bands, keeper, R3D_PRIV_ENTRY_TEXTURED, x, y, shade);
        r.triangle.alpha = bands->texture_count++;
        bands->textures[r.triangle.alpha].plane = *plane;
        bands->textures[r.triangle.alpha].texels = *texels;
        add_entry(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

/* Says which faces can be drawn together, and keeps them. */
static void keep_prepare_faces(const r3d_raster *keeper,
                               const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                               r3d_priv_gouraud_batch *out_batch)
{
    r3d_bands *bands = bands_of(keeper);
    bands->target_kernels->prepare_faces(keeper, faces, out_batch);
    for (int32_t i = 0; i < R3D_PRIV_BATCH; i++) {
        bands->faces[i] = faces[i];
    }
}

/* Keeps faces that can. The set-up for the whole frame is not kept: in each band it is made anew,
 * for a sixteenth of the price of one face, and is smaller to hand on as it came. */
static void keep_faces(const r3d_raster *keeper, const r3d_priv_gouraud_batch *batch, int32_t first,
                       int32_t end)
{
    r3d_bands *bands = bands_of(keeper);
    for (int32_t i = first; i < end; i++) {
        const r3d_priv_drawn_face *f = bands->faces[i];
        int32_t top = batch->y[i];
        int32_t rows = batch->rows[i];
        if (rows > 0) {
            r3d_priv_band_entry r;
            begin_entry(&r, bands, keeper, R3D_PRIV_ENTRY_FACE, f->x, f->y, f->value);
            add_entry(bands, &r, top, top + rows, rows + SETUP_WEIGHT);
        }
    }
}

void r3d_priv_bands_set_fills(r3d_kernels *kernels, bool has_faces)
{
    kernels->flat = keep_flat;
    kernels->gouraud = keep_gouraud;
    kernels->textured = keep_textured;
    kernels->prepare_faces = has_faces ? keep_prepare_faces : NULL;
    kernels->fill_faces = has_faces ? keep_faces : NULL;
}

bool r3d_priv_bands_is_keeper(const r3d_kernels *kernels)
{
    return kernels->flat == keep_flat;
}

r3d_result r3d_bands_clear(r3d_bands *bands, const r3d_raster *keeper, uint32_t rgb)
{
    static const int32_t nowhere[3] = {0, 0, 0};
    if (bands == NULL || keeper == NULL || keeper->surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!bands->is_keeping) {
        return R3D_ERR_STATE;
    }
    r3d_surface *surface = keeper->surface;
    if (keeper->kernels != &bands->kernels) { /* somebody listens */
        r3d_surface_clear(surface, rgb);
        return R3D_OK;
    }
    r3d_priv_band_entry r;
    const int32_t value[3] = {r3d_i32_from_bits(rgb), 0, 0};
    begin_entry(&r, bands, keeper, R3D_PRIV_ENTRY_CLEAR, nowhere, nowhere, value);
    add_entry(bands, &r, 0, surface->height, surface->height * (1 + surface->width / 128));
    return R3D_OK;
}
