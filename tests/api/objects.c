/* SPDX-License-Identifier: MIT */
// Objects to call the public functions with: valid ones, so that a call is not refused for another reason
// than the NULL that it was given.
#include "api_null.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/arenas.h>
#include <retro3d/isomaps.h>
#include <retro3d/assembly.h>
#include <retro3d/diff.h>
#include <retro3d/golden.h>
#include <retro3d/history.h>
#include <retro3d/levels.h>
#include <retro3d/models.h>
#include <retro3d/png.h>
#include <retro3d/png_rows.h>
#include <retro3d/record.h>
#include <retro3d/retro3d.h>
#include <retro3d/script_case.h>
#include <retro3d/script_room.h>
#include <retro3d/threads.h>

enum { OBJECTS_MAX = 256, SCRATCH_SIZE = 1 << 18, SCRATCH_COUNT = 16, SIDE = 64 };

static struct {
    const char *type;
    const void *object;
} objects[OBJECTS_MAX];
static size_t object_count;
static _Alignas(64) unsigned char scratch[SCRATCH_COUNT][SCRATCH_SIZE];

void api_put(const char *type, const void *object)
{
    size_t i = 0;
    while (i < object_count && strcmp(objects[i].type, type) != 0) {
        i++;
    }
    if (object == NULL || i == OBJECTS_MAX) {
        fprintf(stderr, "no %s\n", type);
        exit(2);
    }
    object_count += i == object_count;
    objects[i].type = type;
    objects[i].object = object;
}

void *api_object(const char *type, int parameter)
{
    for (size_t i = 0; i < object_count; i++) {
        if (strcmp(objects[i].type, type) == 0) {
            return (void *)objects[i].object;
        }
    }
    return scratch[parameter];
}

static void run_jobs(int32_t count, r3d_job_fn job, void *argument, void *user)
{
    (void)user;
    for (int32_t i = 0; i < count; i++) {
        job(i, argument);
    }
}

static void any_job(int32_t number, void *argument)
{
    (void)number;
    (void)argument;
}

static bool any_help(void *argument)
{
    (void)argument;
    return false;
}

static bool any_visit(const char *path, const char *name, void *user)
{
    (void)user;
    return path != NULL && name != NULL;
}

static bool any_name(const char *name, void *user)
{
    (void)user;
    return name != NULL;
}

static r3d_result any_replay(int32_t backend, int32_t count, r3d_picture_view *out_view, void *user)
{
    (void)backend;
    (void)count;
    (void)user;
    *out_view = *(r3d_picture_view *)api_object("r3d_picture_view", 0);
    return R3D_OK;
}

static void any_finding(const r3d_column_finding *finding, void *user)
{
    (void)finding;
    (void)user;
}

api_any_fn api_callback(const char *type)
{
    static const struct {
        const char *type;
        api_any_fn function;
    } all[] = {
        {"r3d_run_jobs_fn", (api_any_fn)run_jobs},
        {"r3d_job_fn", (api_any_fn)any_job},
        {"r3d_column_finding_fn", (api_any_fn)any_finding},
        {"r3d_help_fn", (api_any_fn)any_help},
        {"r3d_golden_visit_fn", (api_any_fn)any_visit},
        {"r3d_folder_visit_fn", (api_any_fn)any_name},
        {"r3d_golden_replay_fn", (api_any_fn)any_replay},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i].type, type) == 0) {
            return all[i].function;
        }
    }
    fprintf(stderr, "no callback of type %s\n", type);
    exit(2);
}

static void must(r3d_result result, const char *what)
{
    if (result != R3D_OK) {
        fprintf(stderr, "%s: %s\n", what, r3d_result_string(result));
        exit(2);
    }
}

static bool read_zeros(void *user, void *out, size_t size, size_t *out_got)
{
    (void)user;
    memset(out, 0, size);
    *out_got = size;
    return true;
}

static r3d_result open_zeros(const char *name, const void **out_data, size_t *out_size, void *user)
{
    static const char zeros[16];
    (void)name;
    (void)user;
    *out_data = zeros;
    *out_size = sizeof zeros;
    return R3D_OK;
}

static void row_of_zeros(void *user, int32_t y, uint8_t *out_numbers)
{
    (void)user;
    (void)y;
    out_numbers[0] = 0;
}

static r3d_result row_that_fails(void *user, int32_t y, void *out_row)
{
    (void)user;
    (void)y;
    (void)out_row;
    return R3D_ERR_STATE;
}

// A room of a client, whose call is told to a recorder once, for its writer.
static const r3d_draw_call_type call_of_room = {.name = "none"};
static r3d_script_writer *writer;

static void keep_writer(r3d_script_writer *w, const r3d_draw_call *call)
{
    (void)call;
    writer = w;
}

static const r3d_script_call calls_of_room[1] = {{.type = &call_of_room, .write = keep_writer}};
static const r3d_script_room room = {.name = "none", .calls = calls_of_room, .call_count = 1};

#define MAKE(type, ...)                                                                            \
    type *made_##type = NULL;                                                                      \
    must(__VA_ARGS__, #type);                                                                      \
    api_put(#type, made_##type)

static void make_pictures(void)
{
    static uint32_t pixels[SIDE * SIDE];
    static r3d_surface surface;
    must(r3d_surface_init(&surface, pixels, SIDE, SIDE, SIDE), "surface");
    api_put("r3d_surface", &surface);
    static r3d_gamma gamma;
    must(r3d_gamma_build(0.8, &gamma), "gamma");
    api_put("r3d_gamma", &gamma);
    static r3d_palette palette;
    must(r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette), "palette");
    api_put("r3d_palette", &palette);
    static r3d_raster raster;
    must(r3d_raster_init(&raster, &surface, &palette), "raster");
    api_put("r3d_raster", &raster);

    uint8_t *indices = calloc(SIDE, SIDE); // r3d_image8_free frees both
    uint32_t *colors = calloc(4, sizeof *colors);
    uint32_t *rgb = calloc(SIDE * SIDE, sizeof *rgb);
    const r3d_image_frame frame = {
        .width = SIDE, .height = SIDE, .canvas_width = SIDE, .canvas_height = SIDE};
    static r3d_image8 image8;
    image8 = (r3d_image8){frame, indices, colors, 4};
    api_put("r3d_image8", &image8);
    static r3d_image24 image24;
    image24 = (r3d_image24){frame, rgb};
    api_put("r3d_image24", &image24);
    static uint32_t bank[R3D_TEXELS_LOW_COUNT];
    static r3d_texels texels;
    must(r3d_texels_build(&image8, R3D_DETAIL_LOW, &gamma, R3D_BLACK_KEPT, bank, &texels),
         "texels");
    api_put("r3d_texels", &texels);

    static r3d_picture_view view;
    r3d_diff_view_xrgb32(pixels, SIDE, SIDE, SIDE, &view);
    api_put("r3d_picture_view", &view);
    static r3d_draw_origin origin = {.kind = "k", .name = "n"};
    api_put("r3d_draw_origin", &origin);
    static r3d_draw_call call;
    static r3d_draw_call_type type;
    type = r3d_call_erase;
    call = (r3d_draw_call){&type, &surface, pixels, &origin};
    api_put("r3d_draw_call", &call);
    api_put("r3d_draw_call_type", &type);
}

static void make_core(void)
{
    static const int32_t x[3] = {0, 100, 0};
    static const int32_t y[3] = {0, 0, 100};
    static const int32_t z[3] = {0, 0, 10};
    static const int32_t corners[3] = {0, 1, 2};
    static const int32_t color[1] = {100};
    r3d_mesh_desc desc = *(r3d_mesh_desc *)api_object("r3d_mesh_desc", 0);
    desc.vertex_count = 3;
    desc.face_count = 1;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.corners = corners;
    desc.colors = color;
    MAKE(r3d_mesh, r3d_mesh_create(&desc, NULL, &made_r3d_mesh));
    static r3d_mesh *parts[1];
    parts[0] = made_r3d_mesh;
    api_put("list of r3d_mesh", parts);
    static const r3d_skeleton skeleton = {0, NULL};
    static const r3d_frame frame = {0, NULL, &skeleton, 1};
    api_put("r3d_skeleton", &skeleton);
    api_put("r3d_frame", &frame);
    static const r3d_light light = {64, 768, {-50, -10, -50}};
    api_put("r3d_light", &light);
    r3d_draw_context_desc context =
        *(r3d_draw_context_desc *)api_object("r3d_draw_context_desc", 0);
    MAKE(r3d_draw_context, r3d_draw_context_create(&context, &made_r3d_draw_context));
    MAKE(r3d_bands, r3d_bands_create(NULL, 16, &made_r3d_bands));
    r3d_pool_desc *pool = api_object("r3d_pool_desc", 0);
    pool->thread_count = 1;
    MAKE(r3d_pool, r3d_pool_create(NULL, 1, &made_r3d_pool));

    MAKE(r3d_affine_context, r3d_affine_context_create(api_object("r3d_affine_context_desc", 0),
                                                       &made_r3d_affine_context));
    MAKE(r3d_arena, r3d_arena_decode("arena 1\n", 8, "a", NULL, NULL, &made_r3d_arena, NULL));
    MAKE(r3d_isomap, r3d_isomap_decode("row 010\n", 8, "a", NULL, NULL, &made_r3d_isomap, NULL));
    MAKE(r3d_layers_target, r3d_layers_target_create(SIDE, SIDE, NULL, &made_r3d_layers_target));
    r3d_outline_map_desc *map = api_object("r3d_outline_map_desc", 0);
    static const uint8_t heights[4] = {1, 0, 2, 1};
    map->width = 2;
    map->height = 2;
    map->heights = heights;
    static uint16_t ids[SIDE * SIDE];
    static int32_t nearness[SIDE * SIDE];
    r3d_outline_pass *pass = api_object("r3d_outline_pass", 0);
    pass->width = SIDE;
    pass->height = SIDE;
    pass->ids = ids;
    pass->nearness = nearness;
    pass->line_width = 1;
    MAKE(r3d_outline_map, r3d_outline_map_create(map, &made_r3d_outline_map));
    MAKE(r3d_outline_shadow,
         r3d_outline_shadow_create(made_r3d_outline_map, 8, NULL, &made_r3d_outline_shadow));
    MAKE(r3d_outline_frame, r3d_outline_frame_create(api_object("r3d_outline_frame_desc", 0),
                                                     &made_r3d_outline_frame));
    must(r3d_outline_frame_begin(made_r3d_outline_frame, made_r3d_outline_map, SIDE, SIDE, 0, 0),
         "frame");

    MAKE(r3d_column_level,
         r3d_column_level_load(R3D_TEST_SOURCE_DIR "/golden/data/levels/lift.level", NULL, NULL,
                               &made_r3d_column_level, NULL));
    static r3d_column_level_desc level;
    level = *r3d_column_level_get_desc(made_r3d_column_level);
    api_put("r3d_column_level_desc", &level);
    MAKE(r3d_column_world,
         r3d_column_world_create(made_r3d_column_level, NULL, &made_r3d_column_world));
    MAKE(r3d_column_context, r3d_column_context_create(made_r3d_column_level, SIDE, SIDE, 64, NULL,
                                                       &made_r3d_column_context));
    MAKE(r3d_column_level_pictures,
         r3d_column_level_load_pictures(made_r3d_column_level,
                                        api_object("r3d_column_picture_sources", 0), NULL,
                                        &made_r3d_column_level_pictures, NULL));
    static r3d_column_actor actor;
    must(r3d_column_actor_init(made_r3d_column_world, level.start_x, level.start_y, &actor),
         "actor");
    api_put("r3d_column_actor", &actor);
}

static void make_files(const char *folder)
{
    static const unsigned char wad[32] = {'P', 'W', 'A', 'D', 1, 0, 0, 0, 12, 0,  0,
                                          0,   12,  0,   0,   0, 0, 0, 0, 0,  'A'};
    MAKE(r3d_wad, r3d_wad_decode(wad, sizeof wad - 4, "w", NULL, &made_r3d_wad, NULL));
    const char *root = R3D_TEST_SOURCE_DIR "/golden/cache";
    r3d_cache_desc cache = *(r3d_cache_desc *)api_object("r3d_cache_desc", 0);
    MAKE(r3d_cache, r3d_cache_open(root, &cache, &made_r3d_cache, NULL));
    MAKE(r3d_cache_renderer,
         r3d_cache_renderer_create(made_r3d_cache, &made_r3d_cache_renderer, NULL));
    MAKE(r3d_store,
         r3d_store_open(R3D_TEST_SOURCE_DIR "/golden/cache/317", NULL, &made_r3d_store, NULL));
    MAKE(r3d_archive, r3d_archive_open(R3D_TEST_SOURCE_DIR "/golden/cache/config", NULL,
                                       &made_r3d_archive, NULL));

    const r3d_picture_view *view = api_object("r3d_picture_view", 0);
    static char path[600];
    static char apng_path[600];
    snprintf(path, sizeof path, "%s/api_null.png", folder);
    (void)remove(path); // a file, or the folder that an earlier run was told to make
    must(r3d_png_save(path, view, R3D_PNG_SMALL, NULL), path);
    api_put("const char", path);
    MAKE(r3d_png_reader, r3d_png_reader_open_file(path, NULL, NULL, &made_r3d_png_reader, NULL));
    static const r3d_png_source source = {.read = read_zeros, .size = -1};
    api_put("r3d_png_source", &source);
    static const r3d_file_source file_source = {.open = open_zeros};
    api_put("r3d_file_source", &file_source);
    static const uint32_t black[1] = {0};
    static const r3d_png_indexed indexed = {1, 1, black, 1, row_of_zeros, NULL};
    api_put("r3d_png_indexed", &indexed);
    snprintf(apng_path, sizeof apng_path, "%s/api_null_apng.png", folder);
    MAKE(r3d_apng, r3d_apng_create(apng_path, NULL, NULL, &made_r3d_apng, NULL));
    static const r3d_apng_rows apng_rows = {SIDE, SIDE, R3D_LAYOUT_RGBA8, row_that_fails, NULL};
    api_put("r3d_apng_rows", &apng_rows);
    static r3d_diff_files_desc files;
    r3d_diff_files_desc_init(&files);
    files.expected.path = path;
    files.actual.path = path;
    api_put("r3d_diff_files_desc", &files);
    MAKE(r3d_diff_files, r3d_diff_files_open(&files, &made_r3d_diff_files, NULL));
    static r3d_diff_effective effective;
    r3d_diff_effective_init(&effective);
    api_put("r3d_diff_effective", &effective);
    static r3d_diff_result result;
    must(r3d_diff_compare(view, view, &effective, NULL, &result, NULL), "diff");
    api_put("r3d_diff_result", &result);
    static r3d_diff_canvas canvas;
    must(r3d_diff_canvas_copy(view, NULL, &canvas), "canvas");
    api_put("r3d_diff_canvas", &canvas);
    static r3d_diff_text text;
    must(r3d_diff_text_append(&text, "a", 1), "text");
    api_put("r3d_diff_text", &text);
}

static void make_scripts(const char *folder)
{
    static const r3d_script_room *const rooms[1] = {&room};
    api_put("r3d_script_room", &room);
    api_put("list of r3d_script_room", rooms);
    static const char *const words[1] = {"word"};
    api_put("list of char", words);
    static const char lines[] = "size 64 64\nclear 0xFF\nrect 1 1 9 9 0xFF00\n";
    MAKE(r3d_script,
         r3d_script_parse(lines, sizeof lines - 1, "x.r3d", NULL, &made_r3d_script, NULL));
    MAKE(r3d_replay, r3d_replay_create(api_object("r3d_replay_desc", 0), &made_r3d_replay));
    must(r3d_replay_run(made_r3d_replay, made_r3d_script, NULL), "replay");
    static const r3d_history_point point = {2, 2, true, 0x123456};
    r3d_history_desc *history = api_object("r3d_history_desc", 0);
    history->points = &point;
    history->point_count = 1;
    history->owner = true;
    MAKE(r3d_history, r3d_history_create(made_r3d_script, history, &made_r3d_history, NULL));
    api_put("r3d_pixel_write", r3d_history_get_write(made_r3d_history, 0, 0));
    MAKE(r3d_recorder, r3d_recorder_create(NULL, &made_r3d_recorder));
    must(r3d_recorder_attach(made_r3d_recorder, api_object("r3d_surface", 0)), "recorder");
    r3d_recorder_detach(made_r3d_recorder, api_object("r3d_surface", 0));
    r3d_recorder *other = NULL;
    must(r3d_recorder_create(NULL, &other), "recorder");
    must(r3d_recorder_set_rooms(other, rooms, 1), "rooms");
    must(r3d_recorder_attach(other, api_object("r3d_surface", 0)), "recorder");
    r3d_draw_tell_before(&call_of_room, api_object("r3d_surface", 0), NULL);
    r3d_recorder_detach(other, api_object("r3d_surface", 0));
    api_put("r3d_script_writer", writer);
    static const r3d_script_value values[2] = {{.text = 0}, {.text = 0}};
    static const r3d_script_args args = {values, 2, "word"};
    api_put("r3d_script_args", &args);

    static char path[600];
    snprintf(path, sizeof path, "%s/api_null.r3d", folder);
    must(r3d_file_write(path, lines, sizeof lines - 1, NULL), path);
    MAKE(r3d_script_case,
         r3d_script_case_create(path, R3D_ISA_SCALAR, NULL, &made_r3d_script_case, NULL));
    static r3d_golden_desc golden;
    r3d_golden_desc_init(&golden);
    golden.suite = "s";
    golden.root = folder;
    api_put("r3d_golden_desc", &golden);
    MAKE(r3d_golden, r3d_golden_create(&golden, &made_r3d_golden, NULL));
}

void api_make_objects(void)
{
    const char *folder = R3D_TEST_BINARY_DIR;
    api_make_plain_objects();
    make_pictures();
    make_core();
    make_files(folder);
    make_scripts(folder);
}
