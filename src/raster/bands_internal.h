/* SPDX-License-Identifier: MIT */
/* A list of kept triangles, shared by its life cycle (bands.c), the fills that keep
 * (bands_keep.c) and drawing (bands_draw.c). */

#ifndef R3D_SRC_RASTER_BANDS_INTERNAL_H
#define R3D_SRC_RASTER_BANDS_INTERNAL_H

#include <retro3d/bands.h>

#include <stdatomic.h>

#include "kernels.h"

enum {
    R3D_PRIV_CHUNK_ENTRIES = 16,
    R3D_PRIV_BANDS_STATES_MAX = 256, /* between two flushes */
    R3D_PRIV_LINE_PAIR = 128,        /* bytes; what two threads write is at least so far apart */
    R3D_PRIV_BANDS_RECIPROCAL_SHIFT = 40 /* see band_of in bands_keep.c */
};

typedef enum r3d_priv_entry_kind {
    R3D_PRIV_ENTRY_FLAT,
    R3D_PRIV_ENTRY_GOURAUD,
    R3D_PRIV_ENTRY_TEXTURED,
    R3D_PRIV_ENTRY_FACE, /* of a model, which is set up with its neighbours */
    R3D_PRIV_ENTRY_CLEAR
} r3d_priv_entry_kind;

/* A triangle, in each band that it touches: a thread reads its bands from front to back, which its
 * processor foresees. Entries of their own that the bands refer to were mostly read from another
 * processor's cache, one by one. */
typedef struct r3d_priv_band_entry {
    /* Corners and values (rgb in value[0], hsl16 or shade) in the form in which faces are set up
     * together. That reads only x, y, value and is_plain, so other members are used for what a
     * entry needs besides: */
    r3d_priv_drawn_face triangle;
} r3d_priv_band_entry;

/* What triangle.face holds; triangle.info is the index of a state and triangle.alpha that of a
 * texture. */
enum {
    R3D_PRIV_ENTRY_KIND_MASK = 0xFF,
    R3D_PRIV_ENTRY_TRANSLUCENCY_SHIFT = 8,
    R3D_PRIV_ENTRY_SIDE_CLIP = 1 << 16,
    R3D_PRIV_ENTRY_SMOOTH = 1 << 17
};

/* What a textured entry has besides. */
typedef struct r3d_priv_entry_texture {
    r3d_texture_plane plane;
    r3d_texels texels;
} r3d_priv_entry_texture;

/* What a fill reads of its raster and surface; shared by the entries that follow one another, but
 * for the members that an entry has itself: models change these from face to face. */
typedef struct r3d_priv_entry_state {
    r3d_raster raster;
    r3d_surface surface;
} r3d_priv_entry_state;

typedef struct r3d_priv_chunk {
    r3d_priv_band_entry entries[R3D_PRIV_CHUNK_ENTRIES];
    int32_t next; /* chunk, if this one is full and there is one */
} r3d_priv_chunk;

/* How far a band is drawn. Whoever holds it draws. */
typedef struct r3d_priv_band {
    atomic_bool is_held;
    uint32_t drawn; /* entries */
    int32_t chunk;  /* of the entry `drawn`, unless that begins a new one */
    char padding[R3D_PRIV_LINE_PAIR - sizeof(atomic_bool) - sizeof(uint32_t) - sizeof(int32_t)];
} r3d_priv_band;

/* The value of `progress` for which a thread has looked at all bands. */
typedef struct r3d_priv_helper {
    unsigned seen;
    char padding[R3D_PRIV_LINE_PAIR - sizeof(unsigned)];
} r3d_priv_helper;

/* In groups by who writes when: while this thread keeps, others read all but the second one. What
 * this thread writes for each triangle must not be in a cache line that they read. */
struct r3d_bands {
    r3d_kernels kernels; /* first: a keeper's `kernels` points to it */
    r3d_allocator allocator;
    const r3d_kernels *target_kernels;
    r3d_run_jobs_fn run;
    r3d_offer_help_fn offer;
    void *user;
    bool is_keeping;
    int32_t band_count;
    int32_t capacity; /* of triangles */
    int32_t chunk_count;
    r3d_priv_chunk *chunks; /* the entries of each band */
    r3d_priv_entry_texture *textures;
    r3d_priv_entry_state *states;
    /* The surface that the bands divide. */
    const uint32_t *pixels;
    int32_t height;
    int32_t stride_px;
    uint64_t reciprocal; /* of `height` */
    /* Entries are counted since the list was made, modulo 2^32: what the threads that draw have
     * counted need not be set back. */
    uint32_t first_entry[R3D_BANDS_MAX]; /* of those in the chunks */
    int32_t first_chunk[R3D_BANDS_MAX]; /* written once, before anything of the band is published */
    char padding[R3D_PRIV_LINE_PAIR];

    bool is_offered;
    int32_t triangle_count;
    int32_t texture_count;
    int32_t state_count;
    int32_t chunks_used;
    int64_t weight; /* rows to draw */
    int64_t published_weight;
    uint32_t kept[R3D_BANDS_MAX];
    int32_t last_chunk[R3D_BANDS_MAX];
    /* Faces that were set up with the keeper, until the next ones are. */
    const r3d_priv_drawn_face *faces[R3D_PRIV_BATCH];
    char more_padding[R3D_PRIV_LINE_PAIR];

    /* Close together, so that few lines go from one processor to another. */
    atomic_uint progress;                           /* changes when something is published */
    atomic_uint_least32_t published[R3D_BANDS_MAX]; /* entries that may be drawn */
    char last_padding[R3D_PRIV_LINE_PAIR];

    r3d_priv_band bands[R3D_BANDS_MAX];
    r3d_priv_helper helpers[R3D_BANDS_HELPERS_MAX];
};

/* ---- bands.c ---- */

/* The surface that the bands divide. Nothing may be kept. */
void r3d_priv_bands_set_geometry(r3d_bands *bands, const r3d_surface *surface);

/* Forgets all entries, which are drawn. */
void r3d_priv_bands_forget(r3d_bands *bands);

/* ---- bands_keep.c ---- */

/* Sets the fills of a list to those that keep.
 * has_faces: the target draws faces together. */
void r3d_priv_bands_set_fills(r3d_kernels *kernels, bool has_faces);

/* Whether fills are those that keep. */
bool r3d_priv_bands_is_keeper(const r3d_kernels *kernels);

/* ---- bands_draw.c ---- */

/* A help function of a list: called by other threads while this one keeps. */
bool r3d_priv_bands_help(int32_t index, int32_t thread_count, void *argument);

/* Draws all entries and forgets them. */
void r3d_priv_bands_flush(r3d_bands *bands);

#endif
