/* SPDX-License-Identifier: MIT */
/* A list of recorded triangles, shared by its life cycle (bands.c), the fills that record
 * (bands_record.c) and drawing (bands_draw.c). */

#ifndef R3D_SRC_RASTER_BANDS_INTERNAL_H
#define R3D_SRC_RASTER_BANDS_INTERNAL_H

#include <retro3d/bands.h>

#include <stdatomic.h>

#include "kernels.h"

enum {
    R3D_PRIV_CHUNK_RECORDS = 16,
    R3D_PRIV_BANDS_STATES_MAX = 256, /* between two flushes */
    R3D_PRIV_LINE_PAIR = 128,        /* bytes; what two threads write is at least so far apart */
    R3D_PRIV_BANDS_RECIPROCAL_SHIFT = 40 /* see band_of in bands_record.c */
};

typedef enum r3d_priv_record_kind {
    R3D_PRIV_RECORD_FLAT,
    R3D_PRIV_RECORD_GOURAUD,
    R3D_PRIV_RECORD_TEXTURED,
    R3D_PRIV_RECORD_FACE, /* of a model, which is set up with its neighbours */
    R3D_PRIV_RECORD_CLEAR
} r3d_priv_record_kind;

/* A triangle, in each band that it touches: a thread reads its bands from front to back, which its
 * processor foresees. Records of their own that the bands refer to were mostly read from another
 * processor's cache, one by one. */
typedef struct r3d_priv_band_record {
    /* Corners and values (rgb in value[0], hsl16 or shade) in the form in which faces are set up
     * together. That reads only x, y, value and is_plain, so other members are used for what a
     * record needs besides: */
    r3d_priv_drawn_face triangle;
} r3d_priv_band_record;

/* What triangle.face holds; triangle.info is the index of a state and triangle.alpha that of a
 * texture. */
enum {
    R3D_PRIV_RECORD_KIND_MASK = 0xFF,
    R3D_PRIV_RECORD_TRANSLUCENCY_SHIFT = 8,
    R3D_PRIV_RECORD_SIDE_CLIP = 1 << 16,
    R3D_PRIV_RECORD_SMOOTH = 1 << 17
};

/* What a textured record has besides. */
typedef struct r3d_priv_record_texture {
    r3d_texture_plane plane;
    r3d_texels texels;
} r3d_priv_record_texture;

/* What a fill reads of its raster and surface; shared by the records that follow one another, but
 * for the members that a record has itself: models change these from face to face. */
typedef struct r3d_priv_record_state {
    r3d_raster raster;
    r3d_surface surface;
} r3d_priv_record_state;

typedef struct r3d_priv_chunk {
    r3d_priv_band_record records[R3D_PRIV_CHUNK_RECORDS];
    int32_t next; /* chunk, if this one is full and there is one */
} r3d_priv_chunk;

/* How far a band is drawn. Whoever holds it draws. */
typedef struct r3d_priv_band {
    atomic_bool is_held;
    uint32_t drawn; /* records */
    int32_t chunk;  /* of the record `drawn`, unless that begins a new one */
    char padding[R3D_PRIV_LINE_PAIR - sizeof(atomic_bool) - sizeof(uint32_t) - sizeof(int32_t)];
} r3d_priv_band;

/* The value of `progress` for which a thread has looked at all bands. */
typedef struct r3d_priv_helper {
    unsigned seen;
    char padding[R3D_PRIV_LINE_PAIR - sizeof(unsigned)];
} r3d_priv_helper;

/* In groups by who writes when: while this thread records, others read all but the second one. What
 * this thread writes for each triangle must not be in a cache line that they read. */
struct r3d_bands {
    r3d_kernels kernels; /* first: a recorder's `kernels` points to it */
    r3d_allocator allocator;
    const r3d_kernels *target_kernels;
    r3d_run_jobs_fn run;
    r3d_offer_help_fn offer;
    void *user;
    bool is_recording;
    int32_t band_count;
    int32_t capacity; /* of triangles */
    int32_t chunk_count;
    r3d_priv_chunk *chunks; /* the records of each band */
    r3d_priv_record_texture *textures;
    r3d_priv_record_state *states;
    /* The surface that the bands divide. */
    const uint32_t *pixels;
    int32_t height;
    int32_t stride_px;
    uint64_t reciprocal; /* of `height` */
    /* Records are counted since the list was made, modulo 2^32: what the threads that draw have
     * counted need not be set back. */
    uint32_t first_record[R3D_BANDS_MAX]; /* of those in the chunks */
    int32_t first_chunk[R3D_BANDS_MAX]; /* written once, before anything of the band is published */
    char padding[R3D_PRIV_LINE_PAIR];

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
    char more_padding[R3D_PRIV_LINE_PAIR];

    /* Close together, so that few lines go from one processor to another. */
    atomic_uint progress;                           /* changes when something is published */
    atomic_uint_least32_t published[R3D_BANDS_MAX]; /* records that may be drawn */
    char last_padding[R3D_PRIV_LINE_PAIR];

    r3d_priv_band bands[R3D_BANDS_MAX];
    r3d_priv_helper helpers[R3D_BANDS_HELPERS_MAX];
};

/* ---- bands.c ---- */

/* The surface that the bands divide. Nothing may be recorded. */
void r3d_priv_bands_set_geometry(r3d_bands *bands, const r3d_surface *surface);

/* Forgets all records, which are drawn. */
void r3d_priv_bands_forget(r3d_bands *bands);

/* ---- bands_record.c ---- */

/* Sets the fills of a list to those that record.
 * has_faces: the target draws faces together. */
void r3d_priv_bands_set_fills(r3d_kernels *kernels, bool has_faces);

/* Whether fills are those that record. */
bool r3d_priv_bands_is_recorder(const r3d_kernels *kernels);

/* ---- bands_draw.c ---- */

/* A help function of a list: called by other threads while this one records. */
bool r3d_priv_bands_help(int32_t index, int32_t thread_count, void *argument);

/* Draws all records and forgets them. */
void r3d_priv_bands_flush(r3d_bands *bands);

#endif
