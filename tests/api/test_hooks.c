/* SPDX-License-Identifier: MIT */
/* Every public function that takes an allocator: half of one is R3D_ERR_ARGUMENT, and neither half is
 * called. tests/api/every_function.cmake holds the list below against the headers. */

#include "hooks_fixture.h"

/* ---- one call of each ---- */

/* A call that makes an object of a type and destroys it. */
#define MAKES(name, type, call, destroy)                                                           \
    static r3d_result name(const r3d_allocator *a)                                                 \
    {                                                                                              \
        type *out = NULL;                                                                          \
        const r3d_result result = call;                                                            \
        destroy(out);                                                                              \
        return result;                                                                             \
    }
/* The same for a type of which the caller has the struct. */
#define FILLS(name, type, call, release)                                                           \
    static r3d_result name(const r3d_allocator *a)                                                 \
    {                                                                                              \
        type out;                                                                                  \
        memset(&out, 0, sizeof out);                                                               \
        const r3d_result result = call;                                                            \
        release;                                                                                   \
        return result;                                                                             \
    }
/* The same for bytes. */
#define GIVES(name, type, call)                                                                    \
    static r3d_result name(const r3d_allocator *a)                                                 \
    {                                                                                              \
        type *out = NULL;                                                                          \
        size_t size = 0;                                                                           \
        const r3d_result result = call;                                                            \
        if (out != NULL) {                                                                         \
            a->free(out, a->user);                                                                 \
        }                                                                                          \
        return result;                                                                             \
    }
/* The same by a struct that carries the hooks. */
#define CARRIES(name, desc_type, member, more, type, call, destroy)                                \
    static r3d_result name(const r3d_allocator *a)                                                 \
    {                                                                                              \
        desc_type desc;                                                                            \
        type *out = NULL;                                                                          \
        desc_type##_init(&desc);                                                                   \
        desc.allocator = member a;                                                                 \
        more;                                                                                      \
        const r3d_result result = call;                                                            \
        destroy(out);                                                                              \
        return result;                                                                             \
    }

typedef struct hash_text {
    char hex[R3D_DIFF_HASH_SIZE];
} hash_text;

static const uint8_t one_height[1] = {1};

CARRIES(call_affine_context_create, r3d_affine_context_desc, , (void)0, r3d_affine_context,
        r3d_affine_context_create(&desc, &out), r3d_affine_context_destroy)
MAKES(call_bands_create, r3d_bands, r3d_bands_create(a, 4, &out), r3d_bands_destroy)
CARRIES(call_archive_open, r3d_archive_options, *, (void)0, r3d_archive,
        r3d_archive_open(SOURCE("golden/cache/config"), &desc, &out, NULL), r3d_archive_close)
CARRIES(call_archive_open_memory, r3d_archive_options, *, (void)0, r3d_archive,
        r3d_archive_open_memory(wad_bytes, 6, "a", &desc, &out, NULL), r3d_archive_close)
CARRIES(call_store_open, r3d_archive_options, *, (void)0, r3d_store,
        r3d_store_open(SOURCE("golden/cache/317"), &desc, &out, NULL), r3d_store_close)
MAKES(call_cache_decode_model, r3d_mesh, r3d_cache_decode_model(wad_bytes, 12, "m", a, &out, NULL),
      r3d_mesh_destroy)
FILLS(call_cache_decode_sprite, r3d_image8,
      r3d_cache_decode_sprite(wad_bytes, 12, wad_bytes, 12, 0, "s", a, &out, NULL),
      r3d_image8_free(&out, a))
FILLS(call_cache_decode_sprite24, r3d_image24,
      r3d_cache_decode_sprite24(wad_bytes, 12, wad_bytes, 12, 0, "s", a, &out, NULL),
      r3d_image24_free(&out, a))
CARRIES(call_cache_open, r3d_cache_desc, *, (void)0, r3d_cache,
        r3d_cache_open(SOURCE("golden/cache"), &desc, &out, NULL), r3d_cache_close)
MAKES(call_column_context_create, r3d_column_context,
      r3d_column_context_create(level, 8, 8, 0, a, &out), r3d_column_context_destroy)
MAKES(call_column_level_create, r3d_column_level,
      r3d_column_level_create(r3d_column_level_get_desc(level), NULL, a, &out, NULL),
      r3d_column_level_destroy)
MAKES(call_column_world_create, r3d_column_world, r3d_column_world_create(level, a, &out),
      r3d_column_world_destroy)
FILLS(call_diff_compare, r3d_diff_result,
      r3d_diff_compare(&first, &second, &effective, a, &out, NULL), r3d_diff_result_free(&out))
CARRIES(call_diff_files_open, r3d_diff_files_desc, ,
        (desc.expected.path = png_path, desc.actual.path = png_path), r3d_diff_files,
        r3d_diff_files_open(&desc, &out, NULL), r3d_diff_files_close)
FILLS(call_diff_compare_png_files, r3d_diff_result,
      r3d_diff_compare_png_files(png_path, png_path, &effective, a, &out, NULL),
      r3d_diff_result_free(&out))
FILLS(call_diff_canvas_copy, r3d_diff_canvas, r3d_diff_canvas_copy(&first, a, &out),
      r3d_diff_canvas_free(&out))
FILLS(call_diff_render_diff, r3d_diff_canvas,
      r3d_diff_render_diff(&compared, &first, &second, a, &out), r3d_diff_canvas_free(&out))
FILLS(call_diff_render_plain, r3d_diff_canvas,
      r3d_diff_render_plain(&compared, &first, &second, a, &out), r3d_diff_canvas_free(&out))
FILLS(call_diff_save_diff, int,
      r3d_diff_save_diff(R3D_TEST_BINARY_DIR "/hooks-diff.png", &compared, &first, &second, a,
                         NULL),
      (void)0)
FILLS(call_diff_render_circled, r3d_diff_canvas,
      r3d_diff_render_circled(&compared, &second, a, &out), r3d_diff_canvas_free(&out))
FILLS(call_diff_render_triptych, r3d_diff_canvas,
      r3d_diff_render_triptych(&compared, &first, &second, NULL, "n", a, &out),
      r3d_diff_canvas_free(&out))
FILLS(call_diff_render_zoom, r3d_diff_canvas,
      r3d_diff_render_zoom(&compared, &first, &second, NULL, 0, a, &out),
      r3d_diff_canvas_free(&out))
FILLS(call_diff_count_owners, r3d_diff_owners,
      r3d_diff_count_owners(&compared, &first, &second, pixels[0], SIDE, NULL, a, &out), (void)0)
FILLS(call_diff_hints, r3d_diff_text, r3d_diff_hints(&compared, &first, &second, a, &out),
      r3d_diff_text_free(&out))
FILLS(call_diff_hash, hash_text, r3d_diff_hash(&first, a, out.hex), (void)0)
FILLS(call_golden_hash_file, hash_text, r3d_golden_hash_file(png_path, a, out.hex, NULL), (void)0)
CARRIES(call_golden_create, r3d_golden_desc, *, (desc.suite = "s", desc.root = "."), r3d_golden,
        r3d_golden_create(&desc, &out, NULL), r3d_golden_destroy)

static bool visit_name(const char *name, void *user)
{
    (void)name;
    (void)user;
    return true;
}

static bool visit(const char *path, const char *name, void *user)
{
    (void)path;
    (void)name;
    (void)user;
    return true;
}

static r3d_result replay(int32_t backend, int32_t count, r3d_picture_view *out_view, void *user)
{
    (void)count;
    (void)user;
    *out_view = backend == 0 ? first : second;
    return R3D_OK;
}

FILLS(call_golden_visit_folder, int,
      r3d_golden_visit_folder(R3D_TEST_BINARY_DIR, ".png", a, visit, NULL), (void)0)
FILLS(call_folder_list, int, r3d_folder_list(R3D_TEST_BINARY_DIR, a, visit_name, NULL, NULL),
      (void)0)
FILLS(call_golden_bisect, r3d_golden_bisection, r3d_golden_bisect(3, replay, NULL, a, &out, NULL),
      r3d_golden_bisection_free(&out))
CARRIES(call_history_create, r3d_history_desc, *, (void)0, r3d_history,
        r3d_history_create(script, &desc, &out, NULL), r3d_history_destroy)
GIVES(call_file_read, void, r3d_file_read(png_path, 4096, a, &out, &size, NULL))
MAKES(call_arena_load, r3d_arena,
      r3d_arena_load(SOURCE("golden/affine/maps/block.arena"), NULL, a, &out, NULL),
      r3d_arena_destroy)
MAKES(call_arena_decode, r3d_arena, r3d_arena_decode("arena 1\n", 8, "a", NULL, a, &out, NULL),
      r3d_arena_destroy)
MAKES(call_isomap_load, r3d_isomap,
      r3d_isomap_load(SOURCE("golden/outline/maps/turned.iso"), NULL, a, &out, NULL),
      r3d_isomap_destroy)
MAKES(call_isomap_decode, r3d_isomap, r3d_isomap_decode("row 0\n", 6, "a", NULL, a, &out, NULL),
      r3d_isomap_destroy)
GIVES(call_isomap_encode, char,
      r3d_isomap_encode(r3d_isomap_get_frame(iso), &iso_paint, "s.png", a, &out, &size, NULL))
GIVES(call_isomap_encode_sheet, void,
      r3d_isomap_encode_sheet(r3d_isomap_get_frame(iso), a, &out, &size, NULL))
MAKES(call_column_level_load, r3d_column_level,
      r3d_column_level_load(SOURCE("golden/data/levels/door.level"), NULL, a, &out, NULL),
      r3d_column_level_destroy)
MAKES(call_column_level_decode, r3d_column_level,
      r3d_column_level_decode("level 1\n", 8, "l", NULL, a, &out, NULL), r3d_column_level_destroy)
GIVES(call_column_level_encode, char, r3d_column_level_encode(level, a, &out, &size, NULL))
MAKES(call_wad_load, r3d_wad, r3d_wad_load(png_path, a, &out, NULL), r3d_wad_destroy)
MAKES(call_wad_decode, r3d_wad, r3d_wad_decode(wad_bytes, sizeof wad_bytes, "w", a, &out, NULL),
      r3d_wad_destroy)

static r3d_result call_column_level_load_pictures(const r3d_allocator *a)
{
    r3d_column_picture_sources sources;
    r3d_column_level_pictures *out = NULL;
    r3d_column_picture_sources_init(&sources);
    const r3d_result result = r3d_column_level_load_pictures(level, &sources, a, &out, NULL);
    r3d_column_level_pictures_destroy(out);
    return result;
}

MAKES(call_wad_load_map, r3d_column_level,
      r3d_wad_load_map(wad, NULL, NULL, NULL, a, &out, NULL, NULL), r3d_column_level_destroy)

static r3d_result call_mesh_create(const r3d_allocator *a)
{
    r3d_mesh_desc desc;
    r3d_mesh *out = NULL;
    r3d_mesh_desc_init(&desc);
    const r3d_result result = r3d_mesh_create(&desc, a, &out);
    r3d_mesh_destroy(out);
    return result;
}

MAKES(call_mesh_weld, r3d_mesh,
      r3d_mesh_weld((const r3d_mesh *[]){mesh}, 1, R3D_PLANES_KEPT, a, &out), r3d_mesh_destroy)
MAKES(call_mesh_join, r3d_mesh,
      r3d_mesh_join((const r3d_mesh *[]){lit}, 1, R3D_PLANES_KEPT, a, &out), r3d_mesh_destroy)

CARRIES(call_draw_context_create, r3d_draw_context_desc, *, (void)0, r3d_draw_context,
        r3d_draw_context_create(&desc, &out), r3d_draw_context_destroy)
MAKES(call_mesh_load_text, r3d_mesh, r3d_mesh_load_text(png_path, false, a, &out, NULL),
      r3d_mesh_destroy)
MAKES(call_mesh_decode_text, r3d_mesh, r3d_mesh_decode_text("m", 1, "m", false, a, &out, NULL),
      r3d_mesh_destroy)
GIVES(call_mesh_encode_text, char, r3d_mesh_encode_text(mesh, a, &out, &size, NULL))
FILLS(call_skeleton_load_text, r3d_loaded_skeleton, r3d_skeleton_load_text(png_path, a, &out, NULL),
      r3d_loaded_skeleton_free(&out))
FILLS(call_skeleton_decode_text, r3d_loaded_skeleton,
      r3d_skeleton_decode_text(skeleton_text, sizeof skeleton_text - 1, "s", a, &out, NULL),
      r3d_loaded_skeleton_free(&out))
GIVES(call_skeleton_encode_text, char,
      r3d_skeleton_encode_text(&skeleton.skeleton, a, &out, &size, NULL))
FILLS(call_animation_load_text, r3d_animation,
      r3d_animation_load_text(png_path, &skeleton.skeleton, a, &out, NULL),
      r3d_animation_free(&out))
FILLS(call_animation_decode_text, r3d_animation,
      r3d_animation_decode_text("a", 1, "a", &skeleton.skeleton, a, &out, NULL),
      r3d_animation_free(&out))
GIVES(call_animation_encode_text, char, r3d_animation_encode_text(&animation, a, &out, &size, NULL))
CARRIES(call_outline_map_create, r3d_outline_map_desc, ,
        (desc.width = desc.height = 1, desc.heights = one_height), r3d_outline_map,
        r3d_outline_map_create(&desc, &out), r3d_outline_map_destroy)
MAKES(call_outline_shadow_create, r3d_outline_shadow, r3d_outline_shadow_create(map, 1, a, &out),
      r3d_outline_shadow_destroy)
CARRIES(call_outline_frame_create, r3d_outline_frame_desc, , (desc.max_width = desc.max_height = 8),
        r3d_outline_frame, r3d_outline_frame_create(&desc, &out), r3d_outline_frame_destroy)
FILLS(call_picture_load, r3d_picture, r3d_picture_load(png_path, NULL, a, &out, NULL),
      r3d_picture_free(&out))
FILLS(call_picture_decode, r3d_picture, r3d_picture_decode(png, png_size, "", NULL, a, &out, NULL),
      r3d_picture_free(&out))
FILLS(call_picture_from_indexed, r3d_picture,
      r3d_picture_from_indexed((const uint8_t *)"", 1, 1, 0, pixels[0], 1, a, &out),
      r3d_picture_free(&out))
FILLS(call_image8_load_tx8, r3d_image8,
      r3d_image8_load_tx8(SOURCE("golden/raster/spr/glyph.tx8"), R3D_TX8_SPRITE, a, &out, NULL),
      r3d_image8_free(&out, a))
FILLS(call_image8_decode_tx8, r3d_image8,
      r3d_image8_decode_tx8("t", 1, "t", R3D_TX8_SPRITE, a, &out, NULL), r3d_image8_free(&out, a))
FILLS(call_png_load, r3d_picture, r3d_png_load(png_path, NULL, a, &out, NULL),
      r3d_picture_free(&out))
FILLS(call_png_decode, r3d_picture, r3d_png_decode(png, png_size, "", NULL, a, &out, NULL),
      r3d_picture_free(&out))
GIVES(call_png_encode, void, r3d_png_encode(&first, R3D_PNG_FAST, a, &out, &size, NULL))
FILLS(call_image24_load_png, r3d_image24, r3d_image24_load_png(png_path, a, &out, NULL),
      r3d_image24_free(&out, a))
FILLS(call_image8_load_png, r3d_image8, r3d_image8_load_png(png_path, 256, a, &out, NULL),
      r3d_image8_free(&out, a))
MAKES(call_recorder_create, r3d_recorder, r3d_recorder_create(a, &out), r3d_recorder_destroy)
MAKES(call_script_load, r3d_script, r3d_script_load(png_path, a, &out, NULL), r3d_script_destroy)
MAKES(call_script_parse, r3d_script, r3d_script_parse("size 8 8\n", 9, "s", a, &out, NULL),
      r3d_script_destroy)
CARRIES(call_replay_create, r3d_replay_desc, *, (void)0, r3d_replay, r3d_replay_create(&desc, &out),
        r3d_replay_destroy)
MAKES(call_script_case_create, r3d_script_case,
      r3d_script_case_create(png_path, R3D_ISA_BEST, a, &out, NULL), r3d_script_case_destroy)
CARRIES(call_pool_create_with, r3d_pool_desc, *, desc.thread_count = 1, r3d_pool,
        r3d_pool_create_with(&desc, &out), r3d_pool_destroy)
MAKES(call_pool_create, r3d_pool, r3d_pool_create(a, 1, &out), r3d_pool_destroy)
FILLS(call_allocator_resolve, r3d_allocator, r3d_allocator_resolve(a, &out), (void)0)

static bool read_nothing(void *user, void *out, size_t size, size_t *out_got)
{
    (void)user;
    (void)out;
    (void)size;
    *out_got = 0;
    return true;
}

static const r3d_png_source nothing = {read_nothing, NULL, -1};
static const uint32_t one_color[1] = {0xFFFFFFu};

static void zero_row(void *user, int32_t y, uint8_t *out_numbers)
{
    (void)user;
    (void)y;
    out_numbers[0] = 0;
}

static const r3d_png_indexed one_pixel = {1, 1, one_color, 1, zero_row, NULL};

MAKES(call_png_reader_open, r3d_png_reader, r3d_png_reader_open(&nothing, "n", NULL, a, &out, NULL),
      r3d_png_reader_close)
MAKES(call_png_reader_open_memory, r3d_png_reader,
      r3d_png_reader_open_memory(png, png_size, "n", NULL, a, &out, NULL), r3d_png_reader_close)
MAKES(call_png_reader_open_file, r3d_png_reader,
      r3d_png_reader_open_file(png_path, NULL, a, &out, NULL), r3d_png_reader_close)
FILLS(call_png_indexed_save, int,
      r3d_png_indexed_save(&one_pixel, R3D_TEST_BINARY_DIR "/hooks-indexed.png", a, NULL), (void)0)
MAKES(call_apng_create, r3d_apng,
      r3d_apng_create(R3D_TEST_BINARY_DIR "/hooks-apng.png", NULL, a, &out, NULL), r3d_apng_destroy)
CARRIES(call_script_load_with, r3d_script_load_options, *, (void)0, r3d_script,
        r3d_script_load_with(png_path, &desc, &out, NULL), r3d_script_destroy)
CARRIES(call_script_parse_with, r3d_script_load_options, *, (void)0, r3d_script,
        r3d_script_parse_with("size 8 8\n", 9, "s", &desc, &out, NULL), r3d_script_destroy)

/* The same from a source of files; NULL stands for the file system. */
GIVES(call_file_read_from, void, r3d_file_read_from(NULL, png_path, 4096, a, &out, &size, NULL))
MAKES(call_wad_load_from, r3d_wad, r3d_wad_load_from(NULL, png_path, a, &out, NULL),
      r3d_wad_destroy)
MAKES(call_mesh_load_text_from, r3d_mesh,
      r3d_mesh_load_text_from(NULL, png_path, false, a, &out, NULL), r3d_mesh_destroy)
FILLS(call_skeleton_load_text_from, r3d_loaded_skeleton,
      r3d_skeleton_load_text_from(NULL, png_path, a, &out, NULL), r3d_loaded_skeleton_free(&out))
FILLS(call_animation_load_text_from, r3d_animation,
      r3d_animation_load_text_from(NULL, png_path, &skeleton.skeleton, a, &out, NULL),
      r3d_animation_free(&out))
FILLS(call_picture_load_from, r3d_picture,
      r3d_picture_load_from(NULL, png_path, NULL, a, &out, NULL), r3d_picture_free(&out))
FILLS(call_image8_load_tx8_from, r3d_image8,
      r3d_image8_load_tx8_from(NULL, png_path, R3D_TX8_SPRITE, a, &out, NULL),
      r3d_image8_free(&out, a))
FILLS(call_png_load_from, r3d_picture, r3d_png_load_from(NULL, png_path, NULL, a, &out, NULL),
      r3d_picture_free(&out))
FILLS(call_image24_load_png_from, r3d_image24,
      r3d_image24_load_png_from(NULL, png_path, a, &out, NULL), r3d_image24_free(&out, a))
FILLS(call_image8_load_png_from, r3d_image8,
      r3d_image8_load_png_from(NULL, png_path, 256, a, &out, NULL), r3d_image8_free(&out, a))
MAKES(call_png_reader_open_from, r3d_png_reader,
      r3d_png_reader_open_from(NULL, png_path, NULL, a, &out, NULL), r3d_png_reader_close)
MAKES(call_script_case_create_from, r3d_script_case,
      r3d_script_case_create_from(NULL, png_path, R3D_ISA_BEST, a, &out, NULL),
      r3d_script_case_destroy)

MAKES(call_layers_target_create, r3d_layers_target, r3d_layers_target_create(8, 8, a, &out),
      r3d_layers_target_destroy)

static r3d_result call_layers_player_create(const r3d_allocator *a)
{
    r3d_layers_film film;
    r3d_layers_player *out = NULL;
    r3d_layers_film_init(&film);
    const r3d_result result = r3d_layers_player_create(&film, 8, 8, a, &out);
    r3d_layers_player_destroy(out);
    return result;
}

#define CALL(name)                                                                                 \
    {                                                                                              \
#name, call_##name                                                                         \
    }

static const struct {
    const char *name;
    r3d_result (*run)(const r3d_allocator *hooks);
} functions[] = {
    CALL(layers_target_create),
    CALL(layers_player_create),
    CALL(file_read_from),
    CALL(wad_load_from),
    CALL(mesh_load_text_from),
    CALL(skeleton_load_text_from),
    CALL(animation_load_text_from),
    CALL(picture_load_from),
    CALL(image8_load_tx8_from),
    CALL(png_load_from),
    CALL(image24_load_png_from),
    CALL(image8_load_png_from),
    CALL(png_reader_open_from),
    CALL(script_case_create_from),
    CALL(column_level_encode),
    CALL(png_reader_open),
    CALL(png_reader_open_memory),
    CALL(png_reader_open_file),
    CALL(png_indexed_save),
    CALL(apng_create),
    CALL(script_load_with),
    CALL(script_parse_with),
    CALL(affine_context_create),
    CALL(bands_create),
    CALL(archive_open),
    CALL(archive_open_memory),
    CALL(store_open),
    CALL(cache_decode_model),
    CALL(cache_decode_sprite),
    CALL(cache_decode_sprite24),
    CALL(cache_open),
    CALL(column_context_create),
    CALL(column_level_create),
    CALL(column_world_create),
    CALL(diff_compare),
    CALL(diff_files_open),
    CALL(diff_compare_png_files),
    CALL(diff_canvas_copy),
    CALL(diff_render_diff),
    CALL(diff_render_plain),
    CALL(diff_save_diff),
    CALL(diff_render_circled),
    CALL(diff_render_triptych),
    CALL(diff_render_zoom),
    CALL(diff_count_owners),
    CALL(diff_hints),
    CALL(diff_hash),
    CALL(golden_hash_file),
    CALL(golden_create),
    CALL(golden_visit_folder),
    CALL(folder_list),
    CALL(golden_bisect),
    CALL(history_create),
    CALL(file_read),
    CALL(arena_load),
    CALL(arena_decode),
    CALL(isomap_load),
    CALL(isomap_decode),
    CALL(isomap_encode),
    CALL(isomap_encode_sheet),
    CALL(column_level_load),
    CALL(column_level_decode),
    CALL(wad_load),
    CALL(wad_decode),
    CALL(column_level_load_pictures),
    CALL(wad_load_map),
    CALL(mesh_create),
    CALL(mesh_weld),
    CALL(mesh_join),
    CALL(draw_context_create),
    CALL(mesh_load_text),
    CALL(mesh_decode_text),
    CALL(mesh_encode_text),
    CALL(skeleton_load_text),
    CALL(skeleton_decode_text),
    CALL(skeleton_encode_text),
    CALL(animation_load_text),
    CALL(animation_decode_text),
    CALL(animation_encode_text),
    CALL(outline_map_create),
    CALL(outline_shadow_create),
    CALL(outline_frame_create),
    CALL(picture_load),
    CALL(picture_decode),
    CALL(picture_from_indexed),
    CALL(image8_load_tx8),
    CALL(image8_decode_tx8),
    CALL(png_load),
    CALL(png_decode),
    CALL(png_encode),
    CALL(image24_load_png),
    CALL(image8_load_png),
    CALL(recorder_create),
    CALL(script_load),
    CALL(script_parse),
    CALL(replay_create),
    CALL(script_case_create),
    CALL(pool_create_with),
    CALL(pool_create),
    CALL(allocator_resolve),
};

static void half_an_allocator_is_refused_and_not_called(void **state)
{
    (void)state;
    const r3d_allocator halves[2] = {{count_alloc, NULL, NULL}, {NULL, count_free, NULL}};
    int wrong = 0;
    for (size_t i = 0; i < TEST_COUNT(functions); i++) {
        for (int k = 0; k < 2; k++) {
            calls = 0;
            const r3d_result result = functions[i].run(&halves[k]);
            if (result != R3D_ERR_ARGUMENT || calls != 0) {
                wrong++;
                print_error("r3d_%s with only %s: result %d, %d calls\n", functions[i].name,
                            k == 0 ? "alloc" : "free", (int)result, calls);
            }
        }
    }
    assert_int_equal(wrong, 0);
}

/* So that the refusals above are due to the allocator, and to nothing else. */
static void a_whole_allocator_is_accepted_and_gets_everything_back(void **state)
{
    (void)state;
    const r3d_allocator whole = {count_alloc, count_free, NULL};
    for (size_t i = 0; i < TEST_COUNT(functions); i++) {
        live = 0;
        const r3d_result result = functions[i].run(&whole);
        if (result == R3D_ERR_ARGUMENT || live != 0) {
            fail_msg("r3d_%s: result %d, %d blocks left", functions[i].name, (int)result, live);
        }
    }
}

static void half_an_allocator_releases_nothing(void **state)
{
    (void)state;
    const r3d_allocator half = {NULL, count_free, NULL};
    uint8_t texels[1] = {0};
    uint32_t colors[1] = {0};
    r3d_image8 image8;
    r3d_image24 image24;
    memset(&image8, 0, sizeof image8);
    memset(&image24, 0, sizeof image24);
    image8.pixels = texels;
    image24.pixels = colors;
    calls = 0;
    r3d_image8_free(&image8, &half);
    r3d_image24_free(&image24, &half);
    assert_int_equal(calls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_an_allocator_is_refused_and_not_called),
        cmocka_unit_test(a_whole_allocator_is_accepted_and_gets_everything_back),
        cmocka_unit_test(half_an_allocator_releases_nothing),
    };
    return cmocka_run_group_tests_name("api/hooks", tests, set_up, tear_down);
}
