/* SPDX-License-Identifier: MIT */
/// @file cache.h
/// Game caches: the archives of revision 225 and the sector store of revision 317, and what is in
/// them: meshes, frames and skeletons, textures, and the records that say what items, characters,
/// scenery, bodies, sequences and effects look like. Everything is decoded when it is first asked
/// for. What is made of it (an item's icon, a dressed player) is in assembly.h. Part of
/// retro3d::io.
///
/// The files are hostile input. Every failure names the archive, the entry and the offset: an
/// r3d_error says file "ROOT/models:ob_face1.dat" and the byte inside that entry. One damaged entry
/// does not keep the others from loading. Source: spec rs2-cache.

#ifndef RETRO3D_CACHE_H
#define RETRO3D_CACHE_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/gamma.h>
#include <retro3d/icon.h>
#include <retro3d/image.h>
#include <retro3d/io.h>
#include <retro3d/mesh.h>
#include <retro3d/model.h>
#include <retro3d/skeleton.h>
#include <retro3d/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bounds on what reading may use. Zero members mean the default. With the defaults no file,
/// however it was made, makes a cache use more than 256 MiB.
typedef struct r3d_cache_limits {
    uint32_t struct_size;       ///< Set by r3d_cache_limits_init.
    int64_t max_archive_bytes;  ///< Size of an archive; 16 MiB + 6, the most its header can say.
    int64_t max_inflated_bytes; ///< Of the entries of one archive together; 32 MiB. The archives
                                ///< of a cache together may have half as much again.
    int64_t max_store_bytes;    ///< Size of a sector store; it is not read into memory; 2^31 - 1.
    int64_t max_frame_bytes;    ///< Frames and skeletons as they are kept, and the groups of a
                                ///< store that they come from; 40 MiB.
    int64_t max_kept_bytes;     ///< Meshes that are kept for the next time; 16 MiB.
    int32_t max_faces;          ///< Of a mesh that is put together of several, and as many
                                ///< vertices; 65,535.
    int64_t max_record_bytes;   ///< Records of all kinds as they are kept; 24 MiB.
} r3d_cache_limits;

/// As r3d_cache_limits_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_cache_limits_init_sized(r3d_cache_limits *limits, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_cache_limits_init(r3d_cache_limits *limits)
{
    r3d_cache_limits_init_sized(limits, (uint32_t)sizeof(r3d_cache_limits));
}

/// @name Archives
/// A file with named entries. Names are stored as hashes only.
/// @{

/// An archive in memory. For one thread at a time.
typedef struct r3d_archive r3d_archive;

/// How to open an archive. Zero members mean the default.
typedef struct r3d_archive_options {
    uint32_t struct_size; ///< Set by r3d_archive_options_init.
    bool strict; ///< Check what the original did not: checksums, sizes that leave something
                 ///< over. Any changed byte that could matter is then an error.
    const r3d_cache_limits *limits; ///< NULL: the default ones. Copied.
    r3d_allocator allocator;
    const r3d_file_source *files; ///< Where the file, or those of a store, are; NULL: on disk.
} r3d_archive_options;

/// As r3d_archive_options_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_archive_options_init_sized(r3d_archive_options *options, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_archive_options_init(r3d_archive_options *options)
{
    r3d_archive_options_init_sized(options, (uint32_t)sizeof(r3d_archive_options));
}

/// One entry.
typedef struct r3d_archive_entry {
    uint32_t hash;       ///< Of the name, see r3d_archive_hash.
    int32_t size;        ///< As it is read.
    int32_t stored_size; ///< As it lies in the archive.
    int64_t offset;   ///< Where that begins: in the file, or in the inflated body of a whole one.
    const char *name; ///< If it is a name that the engine uses, else NULL. Static storage.
} r3d_archive_entry;

/// Reads an archive file.
/// @param options  NULL for the defaults.
R3D_API r3d_result r3d_archive_open(const char *path, const r3d_archive_options *options,
                                    r3d_archive **out_archive, r3d_error *out_error);

/// Makes an archive of bytes, which are copied. `name` is what errors call it.
R3D_API r3d_result r3d_archive_open_memory(const void *data, size_t size, const char *name,
                                           const r3d_archive_options *options,
                                           r3d_archive **out_archive, r3d_error *out_error);

/// Closes an archive. NULL is accepted.
R3D_API void r3d_archive_close(r3d_archive *archive);

/// The hash under which a name is stored: upper case, h = h * 61 + c - 32.
R3D_API uint32_t r3d_archive_hash(const char *name);

/// Number of entries.
R3D_API int32_t r3d_archive_count(const r3d_archive *archive);

/// Whether the body is compressed as a whole (entries are plain then) or entry by entry.
R3D_API bool r3d_archive_is_whole(const r3d_archive *archive);

/// Describes an entry.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_archive_get_entry(const r3d_archive *archive, int32_t index,
                                         r3d_archive_entry *out_entry);

/// Returns the first entry of a name, -1 if there is none. Also -1 for NULL.
R3D_API int32_t r3d_archive_find(const r3d_archive *archive, const char *name);

/// Reads an entry. It is inflated the first time and kept until the archive is closed.
/// @return R3D_OK; R3D_ERR_RANGE (index); an error of the archive's data.
R3D_API r3d_result r3d_archive_read(r3d_archive *archive, int32_t index, const uint8_t **out_data,
                                    size_t *out_size, r3d_error *out_error);

/// The same by name. A missing entry is R3D_ERR_FORMAT_INDEX.
R3D_API r3d_result r3d_archive_read_name(r3d_archive *archive, const char *name,
                                         const uint8_t **out_data, size_t *out_size,
                                         r3d_error *out_error);
/// @}

/// @name Sector store
/// `main_file_cache.dat` with an index file for each kind of content.
/// @{

enum r3d_store_indices {
    R3D_STORE_ARCHIVES = 0, ///< Archives: 2 is config, 6 textures.
    R3D_STORE_MODELS = 1,   ///< One model each, gzip.
    R3D_STORE_FRAMES = 2,   ///< One group of frames with their skeleton each, gzip.
    R3D_STORE_INDEX_MAX = 254
};

/// An open store. The file stays open and is read when an entry is asked for. For one thread at a
/// time.
typedef struct r3d_store r3d_store;

/// Opens the store in a folder.
/// @param options  NULL for the defaults.
R3D_API r3d_result r3d_store_open(const char *folder, const r3d_archive_options *options,
                                  r3d_store **out_store, r3d_error *out_error);

/// Closes a store. NULL is accepted.
R3D_API void r3d_store_close(r3d_store *store);

/// Number of places in an index; 0 for an index that is not there.
R3D_API int32_t r3d_store_count(const r3d_store *store, int32_t index);

/// Whether an entry is there (its size and first sector are not 0).
R3D_API bool r3d_store_contains(const r3d_store *store, int32_t index, int32_t number);

/// Reads an entry as it is stored, with the two bytes of its version if it has them. Free it with the store's
/// allocator (default: free).
R3D_API r3d_result r3d_store_read(r3d_store *store, int32_t index, int32_t number, void **out_data,
                                  size_t *out_size, r3d_error *out_error);

/// Reads an entry that is a gzip stream. Bytes after the stream are passed over. If strict, only two bytes are right,
/// the version of the file, or none.
R3D_API r3d_result r3d_store_read_gzip(r3d_store *store, int32_t index, int32_t number,
                                       void **out_data, size_t *out_size, r3d_error *out_error);
/// @}

/// @name Single files
/// @{

/// Decodes a model file of revision 317.
/// @param name       What errors call it.
/// @param allocator  NULL for malloc.
R3D_API r3d_result r3d_cache_decode_model(const void *data, size_t size, const char *name,
                                          const r3d_allocator *allocator, r3d_mesh **out_mesh,
                                          r3d_error *out_error);

/// Decodes a picture of a palette sprite, for example a texture.
/// @param data,size    `N.dat`.
/// @param index        `index.dat`.
/// @param image        Which picture of the file, from 0.
/// @param name         What errors call `N.dat`; errors in `index.dat` have "index.dat" after it.
/// @param allocator    NULL for malloc. Release the picture with r3d_image8_free.
R3D_API r3d_result r3d_cache_decode_sprite(const void *data, size_t size, const void *index,
                                           size_t index_size, int32_t image, const char *name,
                                           const r3d_allocator *allocator, r3d_image8 *out_image,
                                           r3d_error *out_error);

/// The same as a true-colour picture: index 0 is the hole, other palette entries of colour 0
/// become 1. Release it with r3d_image24_free.
R3D_API r3d_result r3d_cache_decode_sprite24(const void *data, size_t size, const void *index,
                                             size_t index_size, int32_t image, const char *name,
                                             const r3d_allocator *allocator, r3d_image24 *out_image,
                                             r3d_error *out_error);
/// @}

/// @name Records
/// What the configuration says. Numbers that a record does not set have the engine's defaults; -1
/// stands for "none". Texts are in the file's own encoding and never NULL.
/// @{

enum r3d_cache_sizes {
    R3D_CACHE_STACK_LOOKS = 10,
    R3D_CACHE_OPTIONS = 10,
    R3D_CACHE_BODY_COLORS = 6,
    R3D_CACHE_BODY_HEADS = 5,
    R3D_CACHE_BODY_PARTS = 7,
    R3D_CACHE_OPCODES = 256
};

/// A colour and what replaces it.
typedef struct r3d_cache_recolor {
    int32_t from;
    int32_t to;
} r3d_cache_recolor;

/// An item.
typedef struct r3d_cache_obj {
    const char *name;
    const char *description;
    const char *options[R3D_CACHE_OPTIONS]; ///< Five for the ground, five for the inventory.
    int32_t model; ///< 0 if the record does not say it, as in the original.
    r3d_icon_look look;
    bool stackable;
    bool members;
    int32_t cost;
    int32_t wear[2][3]; ///< Worn models of man and woman; -1.
    int32_t wear_y[2];
    int32_t heads[2][2]; ///< Models of heads in interfaces; -1.
    int32_t recolor_count;
    const r3d_cache_recolor *recolors;
    int32_t note_item;     ///< The item that a note stands for; -1: it is not a note.
    int32_t note_template; ///< The item that gives the note its paper; -1.
    int32_t stack_count;   ///< 0 or R3D_CACHE_STACK_LOOKS.
    r3d_stack_entry stack[R3D_CACHE_STACK_LOOKS];
    r3d_vec3i scale; ///< 128: as it is.
    int32_t ambient; ///< Added to the light.
    int32_t contrast;
    int32_t team;
} r3d_cache_obj;

/// A character.
typedef struct r3d_cache_npc {
    const char *name;
    const char *description;
    const char *options[R3D_CACHE_OPTIONS];
    int32_t model_count;
    const int32_t *models;
    int32_t head_count;
    const int32_t *heads;
    int32_t size; ///< In tiles.
    int32_t stand_seq;
    int32_t walk_seq;
    int32_t walk_back_seq;
    int32_t walk_right_seq;
    int32_t walk_left_seq;
    bool has_alpha; ///< Its animation changes translucency.
    int32_t recolor_count;
    const r3d_cache_recolor *recolors;
    int32_t level; ///< -1: not shown.
    int32_t scale_xz;
    int32_t scale_y;
    int32_t ambient;
    int32_t contrast;
} r3d_cache_npc;

/// One model of a piece of scenery.
typedef struct r3d_cache_loc_model {
    int32_t model;
    int32_t shape;
} r3d_cache_loc_model;

/// A piece of scenery.
typedef struct r3d_cache_loc {
    const char *name;
    const char *description;
    const char *options[R3D_CACHE_OPTIONS];
    int32_t model_count;
    const r3d_cache_loc_model *models;
    bool models_without_shape; ///< The models together are its look in shape 10.
    int32_t width;
    int32_t length;
    bool solid;
    bool hill_skew;
    bool shares_light;
    bool mirrored;
    bool has_alpha;
    bool casts_shadow;
    int32_t seq;
    int32_t ambient;
    int32_t contrast; ///< As stored: one fifth of what is added.
    int32_t recolor_count;
    const r3d_cache_recolor *recolors;
    r3d_vec3i scale;
    r3d_vec3i offset;
} r3d_cache_loc;

/// A part of a body.
typedef struct r3d_cache_idk {
    int32_t body_part; ///< 0..6 of a man (hair, jaw, torso, arms, hands, legs, feet), 7..13 of a
                       ///< woman; -1.
    bool disabled;     ///< Not offered when a body is chosen.
    int32_t model_count;
    const int32_t *models;
    r3d_cache_recolor recolors[R3D_CACHE_BODY_COLORS]; ///< Up to the first whose `from` is 0.
    int32_t heads[R3D_CACHE_BODY_HEADS];
} r3d_cache_idk;

/// A sequence of frames.
typedef struct r3d_cache_seq {
    int32_t
        step_count; ///< At least 1; a sequence without steps has one of frame -1, which is no pose.
    const r3d_sequence_step *steps; ///< Without frame_delay, which r3d_cache_get_sequence fills in.
    int32_t replay_offset;
    int32_t mask_count;
    const int32_t *mask;
    bool stretches;
    int32_t priority;
    int32_t
        right_hand; ///< What replaces appearance slot 5: -1 nothing, 0 empties it, 256.. body part
                    ///< + 256, 512.. item + 512.
    int32_t left_hand; ///< The same for slot 3.
    int32_t loop_limit;
} r3d_cache_seq;

/// An effect.
typedef struct r3d_cache_spot {
    int32_t model; ///< 0 if the record does not say it, as in the original.
    int32_t seq;
    bool has_alpha;
    int32_t scale_xz;
    int32_t scale_y;
    int32_t orientation; ///< In degrees; 90, 180 and 270 turn it.
    int32_t ambient;
    int32_t contrast;
    r3d_cache_recolor
        recolors[R3D_CACHE_BODY_COLORS]; ///< All of them if the first `from` is not 0.
} r3d_cache_spot;
/// @}

/// @name Caches
/// @{

/// How the files of a cache lie.
typedef enum r3d_cache_layout {
    R3D_CACHE_ANY = 0,      ///< A store if the folder has one, else archives.
    R3D_CACHE_ARCHIVES = 1, ///< Files `models`, `textures` and `config`.
    R3D_CACHE_STORE = 2     ///< `main_file_cache.dat` and `main_file_cache.idx0` to `2`.
} r3d_cache_layout;

/// Which revision's rules hold where they differ.
typedef enum r3d_cache_revision {
    R3D_REVISION_OF_LAYOUT = 0, ///< 225 for archives, 317 for a store.
    R3D_REVISION_225 = 225,
    R3D_REVISION_317 = 317
} r3d_cache_revision;

/// How a note shows what it stands for.
typedef enum r3d_note_style {
    R3D_NOTE_SCALED = 0, ///< 225: its finished icon, 22 pixels large.
    R3D_NOTE_ZOOMED = 1  ///< 317: drawn from 1.5 times the distance, without a shadow.
} r3d_note_style;

/// Which poses have translucency that frames can change.
typedef enum r3d_pose_alpha {
    R3D_POSE_ALPHA_IF_FLAGGED = 0, ///< 225: meshes that have it, and records that say so.
    R3D_POSE_ALPHA_ALWAYS = 1      ///< 317.
} r3d_pose_alpha;

/// Where revisions differ, one by one. Fill it with r3d_cache_rules_init.
typedef struct r3d_cache_rules {
    uint32_t struct_size; ///< Set by r3d_cache_rules_init.
    r3d_note_style notes;
    r3d_plane_numbering planes;
    r3d_pose_alpha alpha;
    r3d_black_rule black;
    uint32_t reserved; ///< 0.
} r3d_cache_rules;

/// As r3d_cache_rules_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_cache_rules_init_sized(r3d_cache_rules *out_rules, uint32_t struct_size);

/// Sets struct_size and the rules of revision 225.
static inline void r3d_cache_rules_init(r3d_cache_rules *out_rules)
{
    r3d_cache_rules_init_sized(out_rules, (uint32_t)sizeof(r3d_cache_rules));
}

/// Sets the rules of a revision in a struct that was initialised.
/// @return R3D_OK, R3D_ERR_ARGUMENT (also for a struct_size that is none), R3D_ERR_RANGE (unknown revision, or
///         R3D_REVISION_OF_LAYOUT). `rules` are unchanged after an error.
R3D_API r3d_result r3d_cache_rules_set_revision(r3d_cache_rules *rules,
                                                r3d_cache_revision revision);

/// How to open a cache. Fill it with r3d_cache_desc_init; zero members mean the default.
typedef struct r3d_cache_desc {
    uint32_t struct_size;
    r3d_cache_layout layout;
    r3d_cache_revision revision;
    const r3d_cache_rules *rules;   ///< Instead of those of the revision; copied.
    const char *models_name;        ///< File of the models archive, "models".
    double brightness;              ///< Exponent of the palette, 0.8.
    bool strict;                    ///< See r3d_archive_options.
    const r3d_cache_limits *limits; ///< NULL: the default ones. Copied.
    r3d_allocator allocator;
    const r3d_file_source
        *files; ///< Where the files are; NULL: on disk. A store borrows the bytes of
                ///< its sector file until the cache is closed.
} r3d_cache_desc;

/// As r3d_cache_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_cache_desc_init_sized(r3d_cache_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_cache_desc_init(r3d_cache_desc *desc)
{
    r3d_cache_desc_init_sized(desc, (uint32_t)sizeof(r3d_cache_desc));
}

/// A cache. For one thread at a time; what it hands out as meshes may be used in any thread.
typedef struct r3d_cache r3d_cache;

/// Opens the cache in a folder. Nothing but the files' presence is looked at.
/// @param desc  NULL for the defaults.
/// @return R3D_OK; R3D_ERR_IO_OPEN when the folder holds neither layout; R3D_ERR_ARGUMENT,
///         R3D_ERR_RANGE, R3D_ERR_MEMORY.
R3D_API r3d_result r3d_cache_open(const char *root, const r3d_cache_desc *desc,
                                  r3d_cache **out_cache, r3d_error *out_error);

/// Closes a cache. Meshes that were handed out stay. NULL is accepted.
R3D_API void r3d_cache_close(r3d_cache *cache);

/// Returns the folder that a cache was opened from, as it was named; valid until the cache is closed. "" for
/// NULL.
R3D_API const char *r3d_cache_get_root(const r3d_cache *cache);

/// How the files of this cache lie: R3D_CACHE_ARCHIVES or R3D_CACHE_STORE.
R3D_API r3d_cache_layout r3d_cache_get_layout(const r3d_cache *cache);

/// The rules in force.
/// @param out_rules  Initialised by r3d_cache_rules_init, whose size says how many of them are wanted.
R3D_API void r3d_cache_get_rules(const r3d_cache *cache, r3d_cache_rules *out_rules);

/// What a cache holds.
typedef enum r3d_cache_kind {
    R3D_CACHE_MODELS = 0,
    R3D_CACHE_FRAMES = 1,
    R3D_CACHE_SKELETONS = 2,
    R3D_CACHE_TEXTURES = 3,
    R3D_CACHE_OBJS = 4,
    R3D_CACHE_NPCS = 5,
    R3D_CACHE_LOCS = 6,
    R3D_CACHE_IDKS = 7,
    R3D_CACHE_SEQS = 8,
    R3D_CACHE_SPOTS = 9,
    R3D_CACHE_KIND_COUNT = 10
} r3d_cache_kind;

/// Returns what a kind is called: "model", "frame", ... NULL for a number that is none.
R3D_API const char *r3d_cache_kind_name(r3d_cache_kind kind);

/// Tells the ids of a kind: all are below `*out_count`, though not every one need exist.
R3D_API r3d_result r3d_cache_count(r3d_cache *cache, r3d_cache_kind kind, int32_t *out_count,
                                   r3d_error *out_error);

/// Whether an id exists. It may be damaged all the same.
R3D_API bool r3d_cache_contains(r3d_cache *cache, r3d_cache_kind kind, int32_t id);

/// Hands out a model. The caller owns the mesh, which shares its arrays with the cache's own.
/// @return R3D_OK; R3D_ERR_RANGE when there is no such model; an error of the data.
R3D_API r3d_result r3d_cache_get_mesh(r3d_cache *cache, int32_t id, r3d_mesh **out_mesh,
                                      r3d_error *out_error);

/// Hands out a skeleton. In a store its id is that of the group of frames. Valid until the cache is
/// closed.
R3D_API r3d_result r3d_cache_get_skeleton(r3d_cache *cache, int32_t id,
                                          const r3d_skeleton **out_skeleton, r3d_error *out_error);

/// Hands out a frame. Valid until the cache is closed.
R3D_API r3d_result r3d_cache_get_frame(r3d_cache *cache, int32_t id, const r3d_frame **out_frame,
                                       r3d_error *out_error);

/// Tells which skeleton a frame uses; -1 if there is no such frame. Also -1 for NULL.
R3D_API int32_t r3d_cache_get_frame_skeleton(r3d_cache *cache, int32_t id);

/// Hands out a texture. Valid until the cache is closed.
R3D_API r3d_result r3d_cache_get_texture(r3d_cache *cache, int32_t id, const r3d_image8 **out_image,
                                         r3d_error *out_error);

/// Hands out a texture as a bank of texels in high detail, with the cache's brightness. Valid until
/// the cache is closed.
R3D_API r3d_result r3d_cache_get_texels(r3d_cache *cache, int32_t id, const r3d_texels **out_texels,
                                        r3d_error *out_error);

/// @name Records of a cache
/// Valid until the cache is closed. R3D_ERR_RANGE when there is no such record.
/// @{
R3D_API r3d_result r3d_cache_get_obj(r3d_cache *cache, int32_t id, const r3d_cache_obj **out_obj,
                                     r3d_error *out_error);
/// Tells what an item is called. A note is called as what it stands for, whatever its own record says.
R3D_API r3d_result r3d_cache_get_obj_name(r3d_cache *cache, int32_t id, const char **out_name,
                                          r3d_error *out_error);
R3D_API r3d_result r3d_cache_get_npc(r3d_cache *cache, int32_t id, const r3d_cache_npc **out_npc,
                                     r3d_error *out_error);
R3D_API r3d_result r3d_cache_get_loc(r3d_cache *cache, int32_t id, const r3d_cache_loc **out_loc,
                                     r3d_error *out_error);
R3D_API r3d_result r3d_cache_get_idk(r3d_cache *cache, int32_t id, const r3d_cache_idk **out_idk,
                                     r3d_error *out_error);
R3D_API r3d_result r3d_cache_get_seq(r3d_cache *cache, int32_t id, const r3d_cache_seq **out_seq,
                                     r3d_error *out_error);
R3D_API r3d_result r3d_cache_get_spot(r3d_cache *cache, int32_t id, const r3d_cache_spot **out_spot,
                                      r3d_error *out_error);
/// @}

/// Counts how often each opcode is in a record, besides the 0 at its end: what a cache uses of what records can say.
/// @param kind    R3D_CACHE_OBJS to R3D_CACHE_SPOTS.
/// @param counts  R3D_CACHE_OPCODES numbers, one for each opcode; all 0 if it fails.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE when there is no such record, or no records of this kind; an
///         error of the record, which is decoded for it.
R3D_API r3d_result r3d_cache_count_opcodes(r3d_cache *cache, r3d_cache_kind kind, int32_t id,
                                           int32_t *counts, r3d_error *out_error);

/// Hands out a sequence ready for playing, with the delays of its frames (those of frames that
/// cannot be loaded count as 0). Valid until the cache is closed.
R3D_API r3d_result r3d_cache_get_sequence(r3d_cache *cache, int32_t id,
                                          const r3d_sequence **out_sequence, r3d_error *out_error);
/// @}

#ifdef __cplusplus
}
#endif

#endif
