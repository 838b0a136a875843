/* SPDX-License-Identifier: MIT */
/* Recording triangles and drawing them in bands. A recorder is a raster whose table of fills is the
 * first member of the list it records into. */

#include <retro3d/bands.h>

#include <stdatomic.h>
#include <string.h>

#include "kernels.h"

#include "../surface/fill.h"
#include "../surface/surface_internal.h"

enum {
    CHUNK_RECORDS = 16,
    RECORDS_A_TRIANGLE = 2, /* for which there is room, on average: one a band */
    STATES_MAX = 256,       /* between two flushes */
    LINE = 64,
    LINE_PAIR = 128,        /* bytes; what two threads write is at least so far apart */
    RECIPROCAL_SHIFT = 40,  /* see band_of */
    SETUP_WEIGHT = 4,       /* of a triangle, in rows */
    RUN_WEIGHT_LEAST = 250, /* rows, some 5 microseconds: less than that is drawn alone */
    PUBLISH_WEIGHT = 1500   /* rows; so many are worth telling others that they are there */
};

typedef enum record_kind {
    RECORD_FLAT,
    RECORD_GOURAUD,
    RECORD_TEXTURED,
    RECORD_FACE, /* of a model, which is set up with its neighbours */
    RECORD_CLEAR
} record_kind;

/* A triangle, in each band that it touches: a thread reads its bands from front to back, which its
 * processor foresees. Records of their own that the bands refer to were mostly read from another
 * processor's cache, one by one. */
typedef struct record {
    /* Corners and values (rgb in value[0], hsl16 or shade) in the form in which faces are set up
     * together. That reads only x, y, value and is_plain, so other members are used for what a
     * record needs besides: */
    r3d_priv_drawn_face triangle;
} record;

/* What triangle.face holds; triangle.info is the index of a state and triangle.alpha that of a
 * texture. */
enum {
    RECORD_KIND_MASK = 0xFF,
    RECORD_TRANSLUCENCY_SHIFT = 8,
    RECORD_SIDE_CLIP = 1 << 16,
    RECORD_SMOOTH = 1 << 17
};

/* What a textured record has besides. */
typedef struct record_texture {
    r3d_texture_plane plane;
    r3d_texels texels;
} record_texture;

/* What a fill reads of its raster and surface; shared by the records that follow one another, but
 * for the members that a record has itself: models change these from face to face. */
typedef struct record_state {
    r3d_raster raster;
    r3d_surface surface;
} record_state;

typedef struct chunk {
    record records[CHUNK_RECORDS];
    int32_t next; /* chunk, if this one is full and there is one */
} chunk;

/* How far a band is drawn. Whoever holds it draws. */
typedef struct band {
    atomic_bool is_held;
    uint32_t drawn; /* records */
    int32_t chunk;  /* of the record `drawn`, unless that begins a new one */
    char padding[LINE_PAIR - sizeof(atomic_bool) - sizeof(uint32_t) - sizeof(int32_t)];
} band;

/* The value of `progress` for which a thread has looked at all bands. */
typedef struct helper {
    unsigned seen;
    char padding[LINE_PAIR - sizeof(unsigned)];
} helper;

/* In groups by who writes when: while this thread records, others read all but the second one. What
 * this thread writes for each triangle must not be in a cache line that they read. */
struct r3d_bands {
    r3d_kernels kernels; /* first: a recorder's `kernels` points to it */
    r3d_allocator allocator;
    const r3d_kernels *target_kernels;
    r3d_bands_run run;
    r3d_bands_offer offer;
    void *user;
    bool is_recording;
    int32_t band_count;
    int32_t capacity; /* of triangles */
    int32_t chunk_count;
    chunk *chunks; /* the records of each band */
    record_texture *textures;
    record_state *states;
    /* The surface that the bands divide. */
    const uint32_t *pixels;
    int32_t height;
    int32_t stride_px;
    uint64_t reciprocal; /* of `height` */
    /* Records are counted since the list was made, modulo 2^32: what the threads that draw have
     * counted need not be set back. */
    uint32_t first_record[R3D_BANDS_MAX]; /* of those in the chunks */
    int32_t first_chunk[R3D_BANDS_MAX]; /* written once, before anything of the band is published */
    char padding[LINE_PAIR];

    bool is_offered;
    int32_t triangle_count;
    int32_t texture_count;
    int32_t state_count;
    int32_t chunks_used;
    int64_t weight; /* rows to draw */
    int64_t published_weight;
    uint32_t recorded[R3D_BANDS_MAX];
    int32_t last_chunk[R3D_BANDS_MAX];
    /* Faces that were set up with the recorder, until the next ones are. */
    const r3d_priv_drawn_face *faces[R3D_PRIV_BATCH];
    char more_padding[LINE_PAIR];

    /* Close together, so that few lines go from one processor to another. */
    atomic_uint progress;                           /* changes when something is published */
    atomic_uint_least32_t published[R3D_BANDS_MAX]; /* records that may be drawn */
    char last_padding[LINE_PAIR];

    band bands[R3D_BANDS_MAX];
    helper helpers[R3D_BANDS_HELPERS_MAX];
};

/* ---- bands ---- */

static int32_t band_top(const r3d_bands *bands, int32_t number)
{
    return bands->height * number / bands->band_count; /* at most 16384 * 64 */
}

/* The band of a row inside the surface: ((y + 1) * count - 1) / height. The numerator is below 2^20
 * and the reciprocal too large by less than 1, so the error of the product is below 2^20 / 2^40,
 * while a quotient that is no whole number lies at least 1 / 2^14 below the next one. */
static int32_t band_of(const r3d_bands *bands, int32_t y)
{
    uint64_t numerator = (uint64_t)((y + 1) * bands->band_count - 1);
    return (int32_t)(numerator * bands->reciprocal >> RECIPROCAL_SHIFT);
}

static void set_geometry(r3d_bands *bands, const r3d_surface *surface)
{
    bands->pixels = surface->pixels;
    bands->height = surface->height;
    bands->stride_px = surface->stride_px;
    bands->reciprocal = ((uint64_t)1 << RECIPROCAL_SHIFT) / (uint64_t)surface->height + 1;
}

static void forget_records(r3d_bands *bands)
{
    bands->triangle_count = 0;
    bands->texture_count = 0;
    bands->state_count = 0;
    bands->chunks_used = 0;
    bands->weight = 0;
    bands->published_weight = 0;
    for (int32_t i = 0; i < bands->band_count; i++) {
        bands->first_record[i] = bands->recorded[i];
    }
}

/* ---- drawing ---- */

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
    if (s->stride_px == s->width) {
        r3d_priv_fill(r3d_priv_surface_row(s, d->top),
                      (size_t)(d->bottom - d->top) * (size_t)s->width, rgb | R3D_PRIV_DRAWN);
        return;
    }
    for (int32_t y = d->top; y < d->bottom; y++) {
        r3d_priv_fill(r3d_priv_surface_row(s, y), (size_t)s->width, rgb | R3D_PRIV_DRAWN);
    }
}

static record_kind kind_of(const record *r)
{
    return (record_kind)(r->triangle.face & RECORD_KIND_MASK);
}

static void enter_record(drawer *d, const r3d_bands *bands, const record *r)
{
    int32_t bits = r->triangle.face;
    if (r->triangle.info != d->state) {
        enter_state(d, bands, r->triangle.info);
    }
    d->raster.translucency = bits >> RECORD_TRANSLUCENCY_SHIFT & 0xFF;
    d->raster.side_clip = (bits & RECORD_SIDE_CLIP) != 0;
    d->raster.smooth = (bits & RECORD_SMOOTH) != 0;
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

static void draw_record(drawer *d, const r3d_bands *bands, const record *r)
{
    const r3d_kernels *kernels = bands->target_kernels;
    const r3d_priv_drawn_face *t = &r->triangle;
    if (kind_of(r) == RECORD_FACE) {
        if (d->face_count == R3D_PRIV_BATCH ||
            (d->face_count > 0 && (t->info != d->state || t->face != d->face_bits))) {
            draw_faces(d, bands);
        }
        if (d->face_count == 0) {
            enter_record(d, bands, r);
            d->face_bits = t->face;
        }
        d->faces[d->face_count++] = t;
        return;
    }
    draw_faces(d, bands);
    enter_record(d, bands, r);
    switch (kind_of(r)) {
    case RECORD_FLAT:
        kernels->flat(&d->raster, t->x, t->y, (uint32_t)t->value[0]);
        break;
    case RECORD_GOURAUD:
        kernels->gouraud(&d->raster, t->x, t->y, t->value);
        break;
    case RECORD_TEXTURED:
        kernels->textured(&d->raster, t->x, t->y, t->value, &bands->textures[t->alpha].plane,
                          &bands->textures[t->alpha].texels);
        break;
    default:
        clear_rows(d, (uint32_t)t->value[0]);
        break;
    }
}

/* Fetch records that are read or written soon, for which another processor's cache has to be asked:
 * with one that is far away, one after the other of them takes three times as long as recording. To
 * fetch those that are being written would take them away from the recording thread. */
static void prefetch_to_read(const record *r, uint32_t count)
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

static void prefetch_to_write(const chunk *c)
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

/* Draws what is published of a band that the caller holds. Returns whether that was anything. */
static bool draw_published(r3d_bands *bands, int32_t number)
{
    band *b = &bands->bands[number];
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
            uint32_t index = i - bands->first_record[number];
            uint32_t place = index % CHUNK_RECORDS;
            if (place == 0) {
                b->chunk = index == 0 ? bands->first_chunk[number] : bands->chunks[b->chunk].next;
            }
            if (place == 0 || i == b->drawn) {
                uint32_t rest = CHUNK_RECORDS - place;
                prefetch_to_read(&bands->chunks[b->chunk].records[place],
                                 end - i < rest ? end - i : rest);
            }
            draw_record(&d, bands, &bands->chunks[b->chunk].records[place]);
        }
        draw_faces(&d, bands);
        b->drawn = end;
        end = atomic_load_explicit(&bands->published[number], memory_order_acquire);
    } while (b->drawn != end);
    return true;
}

/* Draws what is published of a band, unless another thread holds it: that one draws it all, since
 * it looks again after it has let go. Both sides write before they read (the recording thread
 * `published` and then is_held, the other one is_held and then `published`), in one order that all
 * threads see, so that one of them sees what the other wrote. */
static bool try_band(r3d_bands *bands, int32_t number)
{
    band *b = &bands->bands[number];
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

/* Called by other threads while this one records. A thread draws the bands that the run function
 * gives it, too, and leaves those of others to the end: pixels that change hands are fetched from
 * one cache into another at half the speed of drawing them. */
static bool help(int32_t index, int32_t thread_count, void *argument)
{
    r3d_bands *bands = argument;
    if (index < 0 || index >= thread_count || index >= R3D_BANDS_HELPERS_MAX) {
        return false;
    }
    helper *h = &bands->helpers[index];
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

/* Draws all records and forgets them. */
static void flush(r3d_bands *bands)
{
    if (bands->triangle_count == 0) {
        return;
    }
    for (int32_t i = 0; i < bands->band_count; i++) {
        atomic_store(&bands->published[i], bands->recorded[i]);
    }
    if (bands->is_offered || (bands->run != NULL && bands->weight >= RUN_WEIGHT_LEAST)) {
        bands->run(bands->band_count, draw_band, bands, bands->user);
        bands->is_offered = false;
    } else {
        for (int32_t i = 0; i < bands->band_count; i++) {
            draw_band(i, bands);
        }
    }
    forget_records(bands);
}

/* ---- recording ---- */

static bool is_same_surface(const r3d_bands *bands, const r3d_surface *s)
{
    return (bands->pixels == s->pixels) & (bands->height == s->height) &
           (bands->stride_px == s->stride_px);
}

/* Without branches: nearly all records pass all of it. */
static bool is_same_state(const record_state *state, const r3d_raster *raster)
{
    const r3d_raster *a = &state->raster;
    const r3d_surface *b = &state->surface;
    const r3d_surface *s = raster->surface;
    return (a->palette == raster->palette) & (a->center_x == raster->center_x) &
           (a->center_y == raster->center_y) & (a->band_top == raster->band_top) &
           (a->band_bottom == raster->band_bottom) & (b->width == s->width) &
           (b->clip.left == s->clip.left) & (b->clip.top == s->clip.top) &
           (b->clip.right == s->clip.right) & (b->clip.bottom == s->clip.bottom);
}

/* Makes room for one more record and brings the state and the surface up to date. */
static void make_room(r3d_bands *bands, const r3d_raster *recorder)
{
    if (bands->triangle_count == bands->capacity || bands->state_count == STATES_MAX ||
        bands->chunks_used + bands->band_count > bands->chunk_count ||
        !is_same_surface(bands, recorder->surface)) {
        flush(bands);
        set_geometry(bands, recorder->surface);
    }
    if (bands->state_count == 0 ||
        !is_same_state(&bands->states[bands->state_count - 1], recorder)) {
        bands->states[bands->state_count].raster = *recorder;
        bands->states[bands->state_count].surface = *recorder->surface;
        bands->state_count++;
    }
}

/* Lets others draw what is recorded. Not after each triangle: each time costs some cache lines that
 * go from one processor to another. */
static void publish(r3d_bands *bands)
{
    for (int32_t i = 0; i < bands->band_count; i++) {
        atomic_store_explicit(&bands->published[i], bands->recorded[i], memory_order_release);
    }
    bands->published_weight = bands->weight;
    unsigned progress = atomic_load_explicit(&bands->progress, memory_order_relaxed);
    atomic_store_explicit(&bands->progress, progress + 1, memory_order_release);
    if (!bands->is_offered) {
        bands->is_offered = true;
        bands->offer(help, bands, bands->user);
    }
}

/* Room for the next record of a band. */
static record *next_record(r3d_bands *bands, int32_t number)
{
    uint32_t index = bands->recorded[number]++ - bands->first_record[number];
    uint32_t place = index % CHUNK_RECORDS;
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
    return &bands->chunks[bands->last_chunk[number]].records[place];
}

/* Adds a record to the bands of the rows top..end - 1. */
static void add_record(r3d_bands *bands, const record *r, int32_t top, int32_t end, int32_t weight)
{
    int32_t last = band_of(bands, end - 1);
    for (int32_t i = band_of(bands, top); i <= last; i++) {
        *next_record(bands, i) = *r;
    }
    bands->triangle_count++;
    bands->weight += weight;
    if (bands->offer != NULL && bands->weight - bands->published_weight >= PUBLISH_WEIGHT) {
        publish(bands);
    }
}

static r3d_bands *bands_of(const r3d_raster *recorder)
{
    return (r3d_bands *)(uintptr_t)recorder->kernels;
}

/* The rows of a triangle on the surface. Returns false if there are none. */
static bool rows_of(const r3d_raster *recorder, const int32_t y[3], int32_t *out_top,
                    int32_t *out_end)
{
    int32_t height = recorder->surface->height;
    int32_t top = y[0] < y[1] ? y[0] : y[1];
    int32_t end = y[0] > y[1] ? y[0] : y[1];
    top = y[2] < top ? y[2] : top;
    end = y[2] > end ? y[2] : end;
    *out_top = top > 0 ? top : 0;
    *out_end = end < height ? end : height;
    return *out_top < *out_end;
}

/* Fills in a record and makes room for it. */
static void begin_record(record *r, r3d_bands *bands, const r3d_raster *recorder, record_kind kind,
                         const int32_t x[3], const int32_t y[3], const int32_t value[3])
{
    make_room(bands, recorder);
    r3d_priv_drawn_face *t = &r->triangle;
    memset(t, 0, sizeof *t);
    t->face = (int32_t)kind | (recorder->translucency & 0xFF) << RECORD_TRANSLUCENCY_SHIFT |
              (recorder->side_clip ? RECORD_SIDE_CLIP : 0) | (recorder->smooth ? RECORD_SMOOTH : 0);
    t->info = bands->state_count - 1;
    t->is_plain = kind == RECORD_FACE;
    for (int i = 0; i < 3; i++) {
        t->x[i] = x[i];
        t->y[i] = y[i];
        t->value[i] = value[i];
    }
}

/* Whether a triangle must not be drawn in bands. */
static bool is_alone(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3])
{
    return (recorder->translucency & 0xFF) != 0 && r3d_fill_leaves_row(recorder, x, y);
}

static void record_flat(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                        uint32_t rgb)
{
    r3d_bands *bands = bands_of(recorder);
    int32_t top;
    int32_t end;
    if (is_alone(recorder, x, y)) {
        flush(bands);
        bands->target_kernels->flat(recorder, x, y, rgb);
    } else if (rows_of(recorder, y, &top, &end)) {
        const int32_t value[3] = {r3d_i32_from_bits(rgb), 0, 0};
        record r;
        begin_record(&r, bands, recorder, RECORD_FLAT, x, y, value);
        add_record(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

static void record_gouraud(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                           const int32_t hsl16[3])
{
    r3d_bands *bands = bands_of(recorder);
    int32_t top;
    int32_t end;
    if (is_alone(recorder, x, y)) {
        flush(bands);
        bands->target_kernels->gouraud(recorder, x, y, hsl16);
    } else if (rows_of(recorder, y, &top, &end)) {
        record r;
        begin_record(&r, bands, recorder, RECORD_GOURAUD, x, y, hsl16);
        add_record(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

static void record_textured(const r3d_raster *recorder, const int32_t x[3], const int32_t y[3],
                            const int32_t shade[3], const r3d_texture_plane *plane,
                            const r3d_texels *texels)
{
    r3d_bands *bands = bands_of(recorder);
    int32_t top;
    int32_t end;
    if (rows_of(recorder, y, &top, &end)) {
        record r;
        begin_record(&r, bands, recorder, RECORD_TEXTURED, x, y, shade);
        r.triangle.alpha = bands->texture_count++;
        bands->textures[r.triangle.alpha].plane = *plane;
        bands->textures[r.triangle.alpha].texels = *texels;
        add_record(bands, &r, top, end, end - top + SETUP_WEIGHT);
    }
}

/* Says which faces can be drawn together, and keeps them. */
static void record_prepare_faces(const r3d_raster *recorder,
                                 const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                                 r3d_priv_gouraud_batch *out_batch)
{
    r3d_bands *bands = bands_of(recorder);
    bands->target_kernels->prepare_faces(recorder, faces, out_batch);
    for (int32_t i = 0; i < R3D_PRIV_BATCH; i++) {
        bands->faces[i] = faces[i];
    }
}

/* Records faces that can. The set-up for the whole frame is not kept: in each band it is made anew,
 * for a sixteenth of the price of one face, and is smaller to hand on as it came. */
static void record_faces(const r3d_raster *recorder, const r3d_priv_gouraud_batch *batch,
                         int32_t first, int32_t end)
{
    r3d_bands *bands = bands_of(recorder);
    for (int32_t i = first; i < end; i++) {
        const r3d_priv_drawn_face *f = bands->faces[i];
        int32_t top = batch->y[i];
        int32_t rows = batch->rows[i];
        if (rows > 0) {
            record r;
            begin_record(&r, bands, recorder, RECORD_FACE, f->x, f->y, f->value);
            add_record(bands, &r, top, top + rows, rows + SETUP_WEIGHT);
        }
    }
}

r3d_result r3d_bands_clear(r3d_bands *bands, const r3d_raster *recorder, uint32_t rgb)
{
    static const int32_t nowhere[3] = {0, 0, 0};
    if (bands == NULL || recorder == NULL || recorder->surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!bands->is_recording) {
        return R3D_ERR_STATE;
    }
    r3d_surface *surface = recorder->surface;
    if (recorder->kernels != &bands->kernels) { /* somebody listens */
        r3d_surface_clear(surface, rgb);
        return R3D_OK;
    }
    record r;
    const int32_t value[3] = {r3d_i32_from_bits(rgb), 0, 0};
    begin_record(&r, bands, recorder, RECORD_CLEAR, nowhere, nowhere, value);
    add_record(bands, &r, 0, surface->height, surface->height * (1 + surface->width / 128));
    return R3D_OK;
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
    /* Every band may have a chunk that is not full. */
    bands->chunk_count =
        R3D_BANDS_MAX + (capacity * RECORDS_A_TRIANGLE + CHUNK_RECORDS - 1) / CHUNK_RECORDS;
    size_t count = (size_t)capacity;
    if (count > SIZE_MAX / sizeof *bands->textures ||
        (size_t)bands->chunk_count > SIZE_MAX / sizeof *bands->chunks) {
        r3d_bands_destroy(bands);
        return R3D_ERR_MEMORY;
    }
    bands->textures = hooks.alloc(count * sizeof *bands->textures, hooks.user);
    bands->states = hooks.alloc(STATES_MAX * sizeof *bands->states, hooks.user);
    bands->chunks = hooks.alloc((size_t)bands->chunk_count * sizeof *bands->chunks, hooks.user);
    if (bands->textures == NULL || bands->states == NULL || bands->chunks == NULL) {
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
    hooks.free(bands->textures, hooks.user);
    hooks.free(bands->states, hooks.user);
    hooks.free(bands->chunks, hooks.user);
    hooks.free(bands, hooks.user);
}

void r3d_bands_desc_init(r3d_bands_desc *desc)
{
    if (desc != NULL) {
        memset(desc, 0, sizeof *desc);
        desc->struct_size = (uint32_t)sizeof *desc;
    }
}

r3d_result r3d_bands_begin_with(r3d_bands *bands, const r3d_raster *target,
                                const r3d_bands_desc *desc, r3d_raster *out_recorder)
{
    if (bands == NULL || target == NULL || target->surface == NULL || out_recorder == NULL ||
        desc == NULL || desc->struct_size != sizeof *desc ||
        (desc->offer != NULL && desc->run == NULL) ||
        (target->kernels != NULL && target->kernels->flat == record_flat)) {
        return R3D_ERR_ARGUMENT;
    }
    if (bands->is_recording) {
        return R3D_ERR_STATE;
    }
    if (desc->band_count < 1 || desc->band_count > R3D_BANDS_MAX) {
        return R3D_ERR_RANGE;
    }
    bands->is_recording = true;
    if (r3d_priv_kernels_tell(target->kernels)) {
        *out_recorder = *target; /* a listener hears every fill when it is made, in order */
        return R3D_OK;
    }
    bands->band_count = desc->band_count;
    bands->run = desc->run;
    bands->offer = desc->offer;
    bands->user = desc->user;
    bands->target_kernels =
        target->kernels != NULL ? target->kernels : r3d_priv_kernels(R3D_LEVEL_SCALAR);
    bands->kernels.level = bands->target_kernels->level;
    bool has_faces = bands->target_kernels->prepare_faces != NULL;
    bands->kernels.prepare_faces = has_faces ? record_prepare_faces : NULL;
    bands->kernels.fill_faces = has_faces ? record_faces : NULL;
    set_geometry(bands, target->surface);
    forget_records(bands);
    *out_recorder = *target;
    out_recorder->kernels = &bands->kernels;
    return R3D_OK;
}

r3d_result r3d_bands_begin(r3d_bands *bands, const r3d_raster *target, int32_t band_count,
                           r3d_bands_run run, void *user, r3d_raster *out_recorder)
{
    r3d_bands_desc desc;
    r3d_bands_desc_init(&desc);
    desc.band_count = band_count;
    desc.run = run;
    desc.user = user;
    return r3d_bands_begin_with(bands, target, &desc, out_recorder);
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
