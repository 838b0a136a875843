/* SPDX-License-Identifier: MIT */
/* What the files of the cache readers share. Nothing here is exported. */

#ifndef R3D_SRC_CACHE_CACHE_INTERNAL_H
#define R3D_SRC_CACHE_CACHE_INTERNAL_H

#include <retro3d/cache.h>

#include "../io/io_internal.h"
#include "reader.h"

/* ---- errors ---- */

/* Where bytes come from: an archive and, unless NULL, an entry of it. */
typedef struct r3d_priv_origin {
    const char *archive;
    const char *entry;
} r3d_priv_origin;

/* Reports "ARCHIVE:ENTRY, byte OFFSET: message". Returns `result`. */
r3d_result r3d_priv_cache_fail(r3d_error *out_error, r3d_result result, r3d_priv_origin origin,
                               int64_t offset, const char *format, ...) R3D_PRIV_PRINTF(5, 6);

/* Reports that a reader has run into the end of its data. `what` is what was being read. */
r3d_result r3d_priv_cache_truncated(r3d_error *out_error, r3d_priv_origin origin,
                                    const r3d_priv_reader *reader, const char *what);

r3d_result r3d_priv_cache_no_memory(r3d_error *out_error, r3d_priv_origin origin);

/* ---- memory ---- */

/* Pieces of memory that are released together. */
typedef struct r3d_priv_arena {
    const r3d_allocator *allocator;
    void *blocks;
    uint8_t *free_begin;
    size_t free_size;
    int64_t total;   /* bytes taken from the allocator */
    int64_t *budget; /* bytes that may still be taken, shared with other arenas; NULL: any */
    int32_t *
        opcode_counts; /* of the record that is made here: how often each was read; NULL: nobody asks */
} r3d_priv_arena;

void r3d_priv_arena_init(r3d_priv_arena *arena, const r3d_allocator *allocator);

/* Zeroed memory, aligned for pointers and 64-bit numbers; NULL without memory or budget. */
void *r3d_priv_arena_alloc(r3d_priv_arena *arena, size_t size);
void r3d_priv_arena_free(r3d_priv_arena *arena);

/* Releases what was taken since `mark`, a copy of the arena from then. */
void r3d_priv_arena_rewind(r3d_priv_arena *arena, const r3d_priv_arena *mark);

/* The error of an arena that gave NULL: its budget is used up, or there is no memory. */
r3d_result r3d_priv_arena_fail(r3d_error *out_error, const r3d_priv_arena *arena,
                               r3d_priv_origin origin);

/* An array of `count` zeroed elements; NULL when the product overflows or there is no memory. One
 * byte at least, so that NULL always means failure. */
void *r3d_priv_cache_alloc_array(const r3d_allocator *allocator, size_t count, size_t size);

/* Reads limits, NULL for none, and fills zero members with the defaults.
 * Returns R3D_ERR_RANGE for a negative one, R3D_ERR_ARGUMENT for a struct_size that is none. */
r3d_result r3d_priv_cache_limits(const r3d_cache_limits *limits, r3d_cache_limits *out);

/* ---- containers ---- */

/* Reads the archive's entries under another name for errors, from bytes that it takes over (they
 * come from `allocator`). The bytes are released on failure, too. */
r3d_result r3d_priv_archive_adopt(void *data, size_t size, const char *name,
                                  const r3d_archive_options *options, r3d_archive **out_archive,
                                  r3d_error *out_error);

/* The same for bytes that are the inflated body of an archive compressed as a whole: what tests and
 * fuzzers need, who have no use for the compression. */
r3d_result r3d_priv_archive_adopt_body(void *data, size_t size, const char *name,
                                       const r3d_archive_options *options,
                                       r3d_archive **out_archive, r3d_error *out_error);

/* Behind a file of a store two bytes may follow, its version, which are no part of it. */
enum r3d_priv_store_version { R3D_PRIV_STORE_VERSION_SIZE = 2 };

/* The size of an archive of a store without the version behind it. */
size_t r3d_priv_archive_size_without_version(const void *data, size_t size);

/* Lets archives share a number of bytes that their entries may inflate to, besides the limit that
 * each has. What this one has used so far is taken from it. */
r3d_result r3d_priv_archive_share(r3d_archive *archive, int64_t *budget, r3d_error *out_error);

/* What errors call the archive. */
const char *r3d_priv_archive_name(const r3d_archive *archive);

/* Inflates a gzip stream of a store into new memory. Bytes after it are passed over; if `strict`, only
 * none or a version. */
r3d_result r3d_priv_gzip_decode(const uint8_t *data, size_t size, int64_t max_bytes, bool strict,
                                r3d_priv_origin origin, const r3d_allocator *allocator,
                                void **out_data, size_t *out_size, r3d_error *out_error);

/* What errors call an entry of the store: "FOLDER/main_file_cache.dat" and "1/57". */
enum r3d_priv_store_name_size { R3D_PRIV_STORE_NAME_SIZE = 24 };
const char *r3d_priv_store_path(const r3d_store *store);
void r3d_priv_store_entry_name(int32_t index, int32_t number,
                               char out_name[R3D_PRIV_STORE_NAME_SIZE]);

/* r3d_cache_decode_sprite for pictures of at most so many pixels. */
r3d_result r3d_priv_sprite_decode(const void *data, size_t size, const void *index,
                                  size_t index_size, int32_t image, const char *name,
                                  int64_t max_pixels, const r3d_allocator *allocator,
                                  r3d_image8 *out_image, r3d_error *out_error);

/* ---- models ---- */

/* Scratch arrays of the model decoders, grown as needed. */
typedef struct r3d_priv_model_scratch {
    int32_t *numbers;
    size_t capacity;
} r3d_priv_model_scratch;

void r3d_priv_model_scratch_free(r3d_priv_model_scratch *scratch, const r3d_allocator *allocator);

/* What a model has, and where in the data each part of it lies. */
typedef enum r3d_priv_model_part {
    R3D_PRIV_PART_FLAGS, /* point1: which of x, y, z a vertex changes */
    R3D_PRIV_PART_X,
    R3D_PRIV_PART_Y,
    R3D_PRIV_PART_Z,
    R3D_PRIV_PART_VERTEX_LABELS,
    R3D_PRIV_PART_OPCODES, /* vertex2 */
    R3D_PRIV_PART_CORNERS, /* vertex1 */
    R3D_PRIV_PART_COLORS,
    R3D_PRIV_PART_INFOS,
    R3D_PRIV_PART_PRIORITIES,
    R3D_PRIV_PART_ALPHAS,
    R3D_PRIV_PART_FACE_LABELS,
    R3D_PRIV_PART_PLANES,
    R3D_PRIV_PART_COUNT
} r3d_priv_model_part;

typedef struct r3d_priv_model_head {
    int32_t vertex_count;
    int32_t face_count;
    int32_t plane_count;
    int32_t priority; /* 255: by face */
    bool has_infos;
    bool has_alphas;
    bool has_face_labels;
    bool has_vertex_labels;
} r3d_priv_model_head;

/* A part: `data` up to `size`, from `at`. */
typedef struct r3d_priv_model_piece {
    const uint8_t *data;
    size_t size;
    size_t at;
    const char *entry; /* what errors call it */
} r3d_priv_model_piece;

/* Decodes a model. `pieces` are the parts it has; others are not looked at.
 * title  "model 57", for messages. */
r3d_result r3d_priv_model_decode(const r3d_priv_model_head *head,
                                 const r3d_priv_model_piece pieces[R3D_PRIV_PART_COUNT],
                                 const char *archive, const char *title,
                                 r3d_priv_model_scratch *scratch, const r3d_allocator *allocator,
                                 r3d_mesh **out_mesh, r3d_error *out_error);

/* Whether a model has a part at all. */
bool r3d_priv_model_has(const r3d_priv_model_head *head, r3d_priv_model_part part);

/* Decodes a model file of revision 317. */
r3d_result r3d_priv_model_decode_file(const uint8_t *data, size_t size, r3d_priv_origin origin,
                                      bool strict, r3d_priv_model_scratch *scratch,
                                      const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                      r3d_error *out_error);

/* All models of a 225 archive. */
typedef struct r3d_priv_model_set r3d_priv_model_set;

/* The archive is borrowed. */
r3d_result r3d_priv_model_set_open(r3d_archive *archive, const r3d_allocator *allocator,
                                   r3d_priv_model_set **out_set, r3d_error *out_error);
void r3d_priv_model_set_close(r3d_priv_model_set *set);
int32_t r3d_priv_model_set_count(const r3d_priv_model_set *set);
bool r3d_priv_model_set_contains(const r3d_priv_model_set *set, int32_t id);
r3d_result r3d_priv_model_set_get(r3d_priv_model_set *set, int32_t id,
                                  r3d_priv_model_scratch *scratch, r3d_mesh **out_mesh,
                                  r3d_error *out_error);

/* ---- frames ---- */

/* All frames and skeletons of a cache. */
typedef struct r3d_priv_frame_set r3d_priv_frame_set;

r3d_result r3d_priv_frame_set_open_archive(r3d_archive *archive, int64_t max_bytes,
                                           const r3d_allocator *allocator,
                                           r3d_priv_frame_set **out_set, r3d_error *out_error);
r3d_result r3d_priv_frame_set_open_store(r3d_store *store, int64_t max_bytes,
                                         const r3d_allocator *allocator,
                                         r3d_priv_frame_set **out_set, r3d_error *out_error);
void r3d_priv_frame_set_close(r3d_priv_frame_set *set);
int32_t r3d_priv_frame_set_count(const r3d_priv_frame_set *set);
int32_t r3d_priv_frame_set_skeleton_count(const r3d_priv_frame_set *set);
bool r3d_priv_frame_set_contains(const r3d_priv_frame_set *set, int32_t id);
bool r3d_priv_frame_set_contains_skeleton(const r3d_priv_frame_set *set, int32_t id);
int32_t r3d_priv_frame_set_skeleton_of(const r3d_priv_frame_set *set, int32_t id);
r3d_result r3d_priv_frame_set_get(r3d_priv_frame_set *set, int32_t id, const r3d_frame **out_frame,
                                  r3d_error *out_error);
r3d_result r3d_priv_frame_set_get_skeleton(r3d_priv_frame_set *set, int32_t id,
                                           const r3d_skeleton **out_skeleton, r3d_error *out_error);

/* ---- records ---- */

/* Decodes one record, whose bytes are all of `reader`'s. New memory comes from the arena. `record`
 * has been zeroed. Returns R3D_OK with the reader after the record's end. */
typedef r3d_result (*r3d_priv_record_decoder)(r3d_priv_reader *reader, r3d_priv_origin origin,
                                              int32_t id, r3d_priv_arena *arena, void *record,
                                              r3d_error *out_error);

r3d_result r3d_priv_decode_obj(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error);
r3d_result r3d_priv_decode_npc(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error);
r3d_result r3d_priv_decode_loc(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error);
r3d_result r3d_priv_decode_idk(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error);
r3d_result r3d_priv_decode_seq(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                               r3d_priv_arena *arena, void *record, r3d_error *out_error);
r3d_result r3d_priv_decode_spot(r3d_priv_reader *reader, r3d_priv_origin origin, int32_t id,
                                r3d_priv_arena *arena, void *record, r3d_error *out_error);

/* Which kind of record, in the order of R3D_CACHE_OBJS and on. */
enum r3d_priv_record_kinds { R3D_PRIV_RECORD_KINDS = 6 };

/* The records of one kind. */
typedef struct r3d_priv_record_set r3d_priv_record_set;

/* kind    0 obj, 1 npc, 2 loc, 3 idk, 4 seq, 5 spotanim. The archive is borrowed.
 * budget  Bytes that records may still take, shared by sets. */
r3d_result r3d_priv_record_set_open(r3d_archive *archive, int kind, bool strict, int64_t *budget,
                                    const r3d_allocator *allocator, r3d_priv_record_set **out_set,
                                    r3d_error *out_error);
void r3d_priv_record_set_close(r3d_priv_record_set *set);
int32_t r3d_priv_record_set_count(const r3d_priv_record_set *set);
r3d_result r3d_priv_record_set_get(r3d_priv_record_set *set, int32_t id, const void **out_record,
                                   r3d_error *out_error);

/* Reads a record again and counts its opcodes into R3D_CACHE_OPCODES numbers, which are 0. */
r3d_result r3d_priv_record_set_count_opcodes(r3d_priv_record_set *set, int32_t id, int32_t *counts,
                                             r3d_error *out_error);

#endif
