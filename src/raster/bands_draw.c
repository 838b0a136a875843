/* SPDX-License-Identifier: MIT */
/* Drawing the entries of bands: by the thread that keeps, by the jobs of a run function, or by
 * threads that help while a frame is kept. */

#include "bands_internal.h"

#include "../surface/fill.h"
#include "../surface/surface_internal.h"

enum {
    RUN_WEIGHT_LEAST = 250 /* rows, some 5 microseconds: less than that is drawn alone */
};

static int32_t band_top(const r3d_bands *bands, int32_t number)
{
    return bands->height * number / bands->band_count; /* at most 16384 * 64 */
}

/* What a thread draws a band with. */
typedef struct drawer {
    r3d_raster raster;
    r3d_surface surface;
    int32_t state;
    int32_t top;
    int32_t bottom;
    const r3d_priv_drawn_face *faces[R3D_PRIV_BATCH]; /* that wait to be drawn together */
    int32_t face_count;
    int32_t face_bits; /* triangle.face of all of them */
} drawer;

static void enter_state(drawer *d, const r3d_bands *bands, int32_t state)
{
    d->state = state;
    d->surface = bands->states[state].surface;
    d->raster = bands->states[state].raster;
    d->raster.surface = &d->surface;
    d->raster.kernels = bands->target_kernels;
    d->raster.band_top = d->raster.band_top > d->top ? d->raster.band_top : d->top;
    d->raster.band_bottom = d->raster.band_bottom < d->bottom ? d->raster.band_bottom : d->bottom;
}

static void clear_rows(const drawer *d, uint32_t rgb)
{
    const r3d_surface *s = &d->surface;
    uint32_t features = r3d_isa_features(s->isa);
    if (s->stride_px == s->width) {
        r3d_priv_fill(r3d_priv_surface_row(s, d->top),
                      (size_t)(d->bottom - d->top) * (size_t)s->width, rgb | R3D_PRIV_DRAWN,
                      features);
        return;
    }
    for (int32_t y = d->top; y < d->bottom; y++) {
        r3d_priv_fill(r3d_priv_surface_row(s, y), (size_t)s->width, rgb | R3D_PRIV_DRAWN, features);
    }
}

static r3d_priv_entry_kind kind_of_entry(const r3d_priv_band_entry *r)
{
    return (r3d_priv_entry_kind)(r->triangle.face & R3D_PRIV_ENTRY_KIND_MASK);
}

static void enter_entry(drawer *d, const r3d_bands *bands, const r3d_priv_band_entry *r)
{
    int32_t bits = r->triangle.face;
    if (r->triangle.info != d->state) {
        enter_state(d, bands, r->triangle.info);
    }
    d->raster.translucency = bits >> R3D_PRIV_ENTRY_TRANSLUCENCY_SHIFT & 0xFF;
    d->raster.side_clip = (bits & R3D_PRIV_ENTRY_SIDE_CLIP) != 0;
    d->raster.smooth = (bits & R3D_PRIV_ENTRY_SMOOTH) != 0;
}

/* Draws the faces that are waiting, which have the state of the drawer. All of them fit: that does
 * not depend on the band. */
static void draw_faces(drawer *d, const r3d_bands *bands)
{
    r3d_priv_gouraud_batch batch;
    if (d->face_count > 0) {
        for (int32_t i = d->face_count; i < R3D_PRIV_BATCH; i++) {
            d->faces[i] = d->faces[0];
        }
        bands->target_kernels->prepare_faces(&d->raster, d->faces, &batch);
        bands->target_kernels->fill_faces(&d->raster, &batch, 0, d->face_count);
        d->face_count = 0;
    }
}

static void draw_entry(drawer *d, const r3d_bands *bands, const r3d_priv_band_entry *r)
{
    const r3d_kernels *kernels = bands->target_kernels;
    const r3d_priv_drawn_face *t = &r->triangle;
    if (kind_of_entry(r) == R3D_PRIV_ENTRY_FACE) {
        if (d->face_count == R3D_PRIV_BATCH ||
            (d->face_count > 0 && (t->info != d->state || t->face != d->face_bits))) {
            draw_faces(d, bands);
        }
        if (d->face_count == 0) {
            enter_entry(d, bands, r);
            d->face_bits = t->face;
        }
        d->faces[d->face_count++] = t;
        return;
    }
    draw_faces(d, bands);
    enter_entry(d, bands, r);
    switch (kind_of_entry(r)) {
    case R3D_PRIV_ENTRY_FLAT:
        kernels->flat(&d->raster, t->x, t->y, (uint32_t)t->value[0]);
        break;
    case R3D_PRIV_ENTRY_GOURAUD:
        kernels->gouraud(&d->raster, t->x, t->y, t->value);
        break;
    case R3D_PRIV_ENTRY_TEXTURED:
        kernels->textured(&d->raster, t->x, t->y, t->value, &bands->textures[t->alpha].plane,
                          &bands->textures[t->alpha].texels);
        break;
    default:
        clear_rows(d, (uint32_t)t->value[0]);
        break;
    }
}

/* Fetches entries that are read soon, for which another processor's cache has to be asked: with one
 * that is far away, one after the other of them takes three times as long as keeping. To fetch
 * those that are being written would take them away from the keeping thread. */
static void prefetch_to_read(const r3d_priv_band_entry *r, uint32_t count)
{
#if defined(__GNUC__)
    for (uint32_t i = 0; i < count; i++) {
        __builtin_prefetch(&r[i]);
    }
#else
    (void)r;
    (void)count;
#endif
}

/* Draws what is published of a band that the caller holds. Returns whether that was anything. */
static bool draw_published(r3d_bands *bands, int32_t number)
{
    r3d_priv_band *b = &bands->bands[number];
    uint_least32_t end = atomic_load_explicit(&bands->published[number], memory_order_acquire);
    if (b->drawn == end) {
        return false;
    }
    drawer d;
    d.state = -1;
    d.face_count = 0;
    d.face_bits = 0;
    d.top = band_top(bands, number);
    d.bottom = band_top(bands, number + 1);
    do {
        for (uint32_t i = b->drawn; i != end; i++) {
            uint32_t index = i - bands->first_entry[number];
            uint32_t place = index % R3D_PRIV_CHUNK_ENTRIES;
            if (place == 0) {
                b->chunk = index == 0 ? bands->first_chunk[number] : bands->chunks[b->chunk].next;
            }
            if (place == 0 || i == b->drawn) {
                uint32_t rest = R3D_PRIV_CHUNK_ENTRIES - place;
                prefetch_to_read(&bands->chunks[b->chunk].entries[place],
                                 end - i < rest ? end - i : rest);
            }
            draw_entry(&d, bands, &bands->chunks[b->chunk].entries[place]);
        }
        draw_faces(&d, bands);
        b->drawn = end;
        end = atomic_load_explicit(&bands->published[number], memory_order_acquire);
    } while (b->drawn != end);
    return true;
}

/* Draws what is published of a band, unless another thread holds it: that one draws it all, since
 * it looks again after it has let go. Both sides write before they read (the keeping thread
 * `published` and then is_held, the other one is_held and then `published`), in one order that all
 * threads see, so that one of them sees what the other wrote. */
static bool try_band(r3d_bands *bands, int32_t number)
{
    r3d_priv_band *b = &bands->bands[number];
    bool has_drawn = false;
    while (!atomic_exchange(&b->is_held, true)) {
        bool is_new = draw_published(bands, number);
        uint32_t drawn = b->drawn;
        has_drawn = has_drawn || is_new;
        atomic_store(&b->is_held, false);
        if (atomic_load(&bands->published[number]) == drawn) {
            break;
        }
    }
    return has_drawn;
}

/* A job: one band. */
static void draw_band(int32_t number, void *argument)
{
    (void)try_band(argument, number);
}

/* The first band of a thread. */
static int32_t share_top(const r3d_bands *bands, int32_t index, int32_t thread_count)
{
    return (int32_t)((int64_t)bands->band_count * index / thread_count);
}

/* Called by other threads while this one keeps. A thread draws the bands that the run function
 * gives it, too, and leaves those of others to the end: pixels that change hands are fetched from
 * one cache into another at half the speed of drawing them. */
bool r3d_priv_bands_help(int32_t index, int32_t thread_count, void *argument)
{
    r3d_bands *bands = argument;
    if (index < 0 || index >= thread_count || index >= R3D_BANDS_HELPERS_MAX) {
        return false;
    }
    r3d_priv_helper *h = &bands->helpers[index];
    unsigned progress = atomic_load_explicit(&bands->progress, memory_order_acquire);
    if (h->seen == progress) {
        return false;
    }
    h->seen = progress;
    bool has_drawn = false;
    int32_t first = share_top(bands, index, thread_count);
    int32_t end = share_top(bands, index + 1, thread_count);
    for (int32_t i = first; i < end; i++) {
        bool is_new = try_band(bands, i);
        has_drawn = has_drawn || is_new;
    }
    return has_drawn;
}

/* Draws all entries and forgets them. */
void r3d_priv_bands_flush(r3d_bands *bands)
{
    if (bands->triangle_count == 0) {
        return;
    }
    for (int32_t i = 0; i < bands->band_count; i++) {
        atomic_store(&bands->published[i], bands->kept[i]);
    }
    if (bands->is_offered || (bands->run != NULL && bands->weight >= RUN_WEIGHT_LEAST)) {
        bands->run(bands->band_count, draw_band, bands, bands->user);
        bands->is_offered = false;
    } else {
        for (int32_t i = 0; i < bands->band_count; i++) {
            draw_band(i, bands);
        }
    }
    r3d_priv_bands_forget(bands);
}
