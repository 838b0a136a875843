/* SPDX-License-Identifier: MIT */
/* retro3d render: pictures, turntables and animations of a model. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

#include "apng.h"
#include "commands.h"
#include "options.h"
#include "render_model.h"

enum {
    OPTION_OUTPUT,
    OPTION_YAW,
    OPTION_PITCH,
    OPTION_ROLL,
    OPTION_ZOOM,
    OPTION_SIZE,
    OPTION_BACKGROUND,
    OPTION_SMOOTH,
    OPTION_BRIGHTNESS,
    OPTION_TEXTURE,
    OPTION_LIGHT,
    OPTION_SKELETON,
    OPTION_FRAMES,
    OPTION_FRAME,
    OPTION_ANIM,
    OPTION_TURNTABLE,
    OPTION_COLUMNS,
    OPTION_APNG
};

static const r3d_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture (required)"},
    {"yaw", 'y', "A", "Turn of the model, 2048 a full turn (default 200)"},
    {"pitch", 'p', "A", "How far the eye looks down, 2048 a full turn (default 170)"},
    {"roll", 0, "A", "Roll of the model"},
    {"zoom", 'z', "PERCENT", "Size in the picture (default 100)"},
    {"size", 's', "WxH", "Size of the picture, or of one frame (default 256x256)"},
    {"background", 'b', "RGB", "Background, for example 0x304050 (default: transparent)"},
    {"smooth", 0, NULL, "Colours change at every pixel instead of every fourth"},
    {"brightness", 0, "G", "0.6 (bright) to 0.9 (dark); default 0.8"},
    {"texture", 't', "N=FILE.tx8", "Load texture number N; may be repeated"},
    {"light", 'l', "A,K,X,Y,Z", "Ambient, contrast and direction (default 64,768,-50,-10,-50)"},
    {"skel", 0, "FILE.skel", "Skeleton (default: beside the mesh)"},
    {"frames", 0, "FILE.anim", "File with frames and sequences (default: beside the mesh)"},
    {"frame", 'f', "ID", "Show the model in the pose of this frame"},
    {"anim", 'a', "NAME", "Show the frames of a sequence, or \"all\" of the file"},
    {"turntable", 0, "N", "Show the model from N sides"},
    {"columns", 0, "N", "Frames in a row of the sheet (default: all in one row)"},
    {"apng", 0, NULL, "Write an animated PNG instead of a sheet"},
};

static const r3d_command_help help = {
    "render",
    "MODEL.mesh [PART.mesh ...] -o OUT.png [options]",
    "Lights a model (several meshes are welded into one) and draws it so that it fills the "
    "picture. --turntable and --anim draw "
    "several\n"
    "frames, side by side or as an animation.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read or is wrong, 6 the picture cannot "
    "be\n"
    "written. Faces that cannot be drawn are reported; the rest is drawn.\n",
    options,
    sizeof options / sizeof options[0],
};

enum {
    PATH_SIZE = 2048,
    FRAMES_MAX = 4096,
    SHEET_PIXELS_MAX = 1 << 26,
    DEFAULT_DELAY = 4 /* ticks, for turntables */
};

typedef struct texture_option {
    int32_t number;
    const char *path;
} texture_option;

typedef struct render_options {
    const char *parts[R3D_RENDER_PARTS_MAX];
    int32_t part_count;
    const char *output;
    r3d_render_view view;
    double brightness;
    r3d_light light;
    texture_option textures[R3D_RENDER_TEXTURES_MAX];
    int texture_count;
    const char *skeleton;
    const char *frames;
    int32_t frame; /* -1: none */
    const char *anim;
    int32_t turntable; /* 0: no */
    int32_t columns;
    bool apng;
} render_options;

/* One picture of a sheet. */
typedef struct shot {
    const r3d_frame *frame;
    int32_t yaw_a11;
} shot;

/* ---- options ---- */

static bool parse_size(const char *value, r3d_render_view *view)
{
    char width[16];
    const char *x = strchr(value, 'x');
    size_t length = x != NULL ? (size_t)(x - value) : 0;
    if (length == 0 || length >= sizeof width) {
        (void)r3d_usage_error(&help, "option --size: \"%.40s\", expected WIDTHxHEIGHT", value);
        return false;
    }
    memcpy(width, value, length);
    width[length] = '\0';
    return r3d_option_i32(&help, OPTION_SIZE, width, 1, 4096, &view->width) &&
           r3d_option_i32(&help, OPTION_SIZE, x + 1, 1, 4096, &view->height);
}

static bool parse_light(const char *value, r3d_light *light)
{
    int32_t *numbers[5] = {&light->ambient, &light->contrast, &light->direction.x,
                           &light->direction.y, &light->direction.z};
    const char *at = value;
    for (int i = 0; i < 5; i++) {
        size_t length = strcspn(at, ",");
        bool ends = at[length] == '\0';
        if (r3d_text_to_i32(at, length, numbers[i]) != R3D_OK || ends != (i == 4)) {
            (void)r3d_usage_error(
                &help, "option --light: \"%.60s\", expected five numbers A,K,X,Y,Z", value);
            return false;
        }
        at += length + 1;
    }
    return true;
}

static bool parse_texture(const char *value, render_options *o)
{
    const char *equals = strchr(value, '=');
    texture_option *texture = &o->textures[o->texture_count];
    if (o->texture_count == R3D_RENDER_TEXTURES_MAX || equals == NULL ||
        r3d_text_to_i32(value, (size_t)(equals - value), &texture->number) != R3D_OK ||
        texture->number < 0 || texture->number >= R3D_RENDER_TEXTURES_MAX) {
        (void)r3d_usage_error(&help,
                              "option --texture: \"%.60s\", expected N=FILE.tx8 with N 0..%d",
                              value, R3D_RENDER_TEXTURES_MAX - 1);
        return false;
    }
    texture->path = equals + 1;
    o->texture_count++;
    return true;
}

static bool parse_brightness(const char *value, double *out)
{
    if (r3d_text_to_double(value, strlen(value), out) != R3D_OK || *out < 0.001 || *out > 1000) {
        (void)r3d_usage_error(&help, "option --brightness: \"%.40s\", expected 0.001..1000", value);
        return false;
    }
    return true;
}

static bool parse_background(const char *value, r3d_render_view *view)
{
    int32_t rgb;
    if (!r3d_option_i32(&help, OPTION_BACKGROUND, value, 0, 0xFFFFFF, &rgb)) {
        return false;
    }
    view->has_background = true;
    view->background_rgb = (uint32_t)rgb;
    return true;
}

static bool parse_option(int option, const char *value, render_options *o)
{
    r3d_render_view *view = &o->view;
    switch (option) {
    case OPTION_OUTPUT:
        o->output = value;
        return true;
    case OPTION_YAW:
        return r3d_option_i32(&help, option, value, -1000000, 1000000, &view->yaw_a11);
    case OPTION_PITCH:
        return r3d_option_i32(&help, option, value, -1000000, 1000000, &view->pitch_a11);
    case OPTION_ROLL:
        return r3d_option_i32(&help, option, value, -1000000, 1000000, &view->roll_a11);
    case OPTION_ZOOM:
        return r3d_option_i32(&help, option, value, 1, 10000, &view->zoom);
    case OPTION_SIZE:
        return parse_size(value, view);
    case OPTION_BACKGROUND:
        return parse_background(value, view);
    case OPTION_SMOOTH:
        view->smooth = true;
        return true;
    case OPTION_BRIGHTNESS:
        return parse_brightness(value, &o->brightness);
    case OPTION_TEXTURE:
        return parse_texture(value, o);
    case OPTION_LIGHT:
        return parse_light(value, &o->light);
    case OPTION_SKELETON:
        o->skeleton = value;
        return true;
    case OPTION_FRAMES:
        o->frames = value;
        return true;
    case OPTION_FRAME:
        return r3d_option_i32(&help, option, value, 0, INT32_MAX, &o->frame);
    case OPTION_ANIM:
        o->anim = value;
        return true;
    case OPTION_TURNTABLE:
        return r3d_option_i32(&help, option, value, 1, 2048, &o->turntable);
    case OPTION_COLUMNS:
        return r3d_option_i32(&help, option, value, 1, FRAMES_MAX, &o->columns);
    case OPTION_APNG:
        o->apng = true;
        return true;
    default:
        if (o->part_count == R3D_RENDER_PARTS_MAX) {
            (void)r3d_usage_error(&help, "at most %d meshes", R3D_RENDER_PARTS_MAX);
            return false;
        }
        o->parts[o->part_count++] = value;
        return true;
    }
}

/* ---- what is drawn ---- */

/* The model's path with another ending. */
static bool path_beside(const char *model, const char *ending, char *out)
{
    const char *slash = strrchr(model, '/');
    const char *dot = strrchr(model, '.');
    size_t length =
        dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - model) : strlen(model);
    int written = snprintf(out, PATH_SIZE, "%.*s%s", (int)length, model, ending);
    return length < PATH_SIZE && written > 0 && written < PATH_SIZE;
}

static bool load(r3d_render_model *model, const render_options *o)
{
    char skeleton[PATH_SIZE];
    char frames[PATH_SIZE];
    if (!r3d_render_model_load(model, o->parts, o->part_count, &o->light, o->brightness)) {
        return false;
    }
    for (int i = 0; i < o->texture_count; i++) {
        if (!r3d_render_model_load_texture(model, o->textures[i].number, o->textures[i].path)) {
            return false;
        }
    }
    if (o->anim == NULL && o->frame < 0) {
        return true;
    }
    if (!path_beside(o->parts[0], ".skel", skeleton) ||
        !path_beside(o->parts[0], ".anim", frames)) {
        fprintf(stderr, "%s: the path is too long\n", o->parts[0]);
        return false;
    }
    return r3d_render_model_load_animation(model, o->skeleton != NULL ? o->skeleton : skeleton,
                                           o->frames != NULL ? o->frames : frames);
}

static void print_sequences(const r3d_animation *animation)
{
    fprintf(stderr, "retro3d render: the sequences are:");
    for (int32_t i = 0; i < animation->sequence_count; i++) {
        fprintf(stderr, " %.60s", animation->sequences[i].name);
    }
    fprintf(stderr, " all\n");
}

/* The frames that --anim and --frame name; none for the model as it is. Returns how many shots that
 * makes, 0 on failure. */
static int32_t collect_frames(const r3d_animation *animation, const render_options *o, shot *out)
{
    if (o->anim != NULL && strcmp(o->anim, "all") == 0 && animation->frame_count > 0) {
        int32_t count = animation->frame_count < FRAMES_MAX ? animation->frame_count : FRAMES_MAX;
        for (int32_t i = 0; i < count; i++) {
            out[i].frame = &animation->frames[i].frame;
        }
        return count;
    }
    if (o->anim != NULL) {
        const r3d_named_sequence *sequence = r3d_animation_find_sequence(animation, o->anim);
        if (sequence == NULL || sequence->frame_count == 0) {
            fprintf(stderr, "retro3d render: there is no sequence \"%.60s\"\n", o->anim);
            print_sequences(animation);
            return 0;
        }
        int32_t count = sequence->frame_count < FRAMES_MAX ? sequence->frame_count : FRAMES_MAX;
        for (int32_t i = 0; i < count; i++) {
            out[i].frame = r3d_animation_find_frame(animation, sequence->frame_ids[i]);
        }
        return count;
    }
    out[0].frame = NULL;
    if (o->frame >= 0) {
        out[0].frame = r3d_animation_find_frame(animation, o->frame);
        if (out[0].frame == NULL) {
            fprintf(stderr, "retro3d render: there is no frame %ld\n", (long)o->frame);
            return 0;
        }
    }
    return 1;
}

/* Lists all shots: each frame in turn, or each side in turn, or, with both, frames while turning.
 */
static int32_t collect_shots(const r3d_animation *animation, const render_options *o, shot *out)
{
    int32_t frame_count = collect_frames(animation, o, out);
    int32_t count = o->turntable > frame_count && frame_count > 0 ? o->turntable : frame_count;
    for (int32_t i = 0; i < count; i++) {
        out[i].frame = out[i % frame_count].frame;
        out[i].yaw_a11 = o->view.yaw_a11;
        if (o->turntable > 0) {
            out[i].yaw_a11 += i % o->turntable * 2048 / o->turntable;
        }
    }
    return count;
}

/* ---- drawing ---- */

/* The ring of frames a second that comes nearest to the delays of the frames. */
static int32_t frames_per_second(const shot *shots)
{
    int32_t delay = shots[0].frame != NULL ? shots[0].frame->delay + 1 : DEFAULT_DELAY;
    int32_t rate = 1000 / R3D_TICK_MILLISECONDS / (delay > 0 ? delay : 1);
    return rate > 0 ? rate : 1;
}

static r3d_picture_view view_of(const uint32_t *pixels, int32_t width, int32_t height)
{
    const r3d_picture_view view = {pixels, (ptrdiff_t)width * (ptrdiff_t)sizeof *pixels, width,
                                   height, R3D_LAYOUT_ARGB32};
    return view;
}

/* Tells once what could not be drawn. */
static void warn(const r3d_draw_report *report, r3d_result result, bool *warned)
{
    if (result != R3D_OK && !*warned) {
        fprintf(stderr, "retro3d render: %ld faces could not be drawn; face %ld: %s\n",
                (long)report->faces_skipped, (long)report->reason_face, r3d_result_string(result));
        *warned = true;
    }
}

static bool draw_shot(r3d_render_model *model, const render_options *o, const shot *s,
                      uint32_t *pixels, int32_t stride_px, bool *warned)
{
    r3d_render_view view = o->view;
    r3d_draw_report report;
    view.yaw_a11 = s->yaw_a11;
    if (!r3d_render_model_pose(model, s->frame)) {
        return false;
    }
    warn(&report, r3d_render_model_draw(model, &view, pixels, stride_px, &report), warned);
    return true;
}

static int save_sheet(r3d_render_model *model, const render_options *o, const shot *shots,
                      int32_t count)
{
    int32_t columns = o->columns > 0 && o->columns < count ? o->columns : count;
    int32_t rows = (count + columns - 1) / columns;
    int64_t width = (int64_t)columns * o->view.width;
    int64_t height = (int64_t)rows * o->view.height;
    if (width > R3D_PICTURE_SIZE_MAX || height > R3D_PICTURE_SIZE_MAX ||
        width * height > SHEET_PIXELS_MAX) {
        fprintf(stderr,
                "retro3d render: a sheet of %lld x %lld pixels is too large; use --columns or "
                "a smaller --size\n",
                (long long)width, (long long)height);
        return R3D_EXIT_USAGE;
    }
    uint32_t *pixels = calloc((size_t)(width * height), sizeof *pixels);
    bool drawn = pixels != NULL;
    bool warned = false;
    for (int32_t i = 0; i < count && drawn; i++) {
        ptrdiff_t corner = (ptrdiff_t)(i / columns * o->view.height) * (ptrdiff_t)width +
                           (ptrdiff_t)(i % columns) * o->view.width;
        drawn = draw_shot(model, o, &shots[i], pixels + corner, (int32_t)width, &warned);
    }
    int exit_code = R3D_EXIT_OK;
    r3d_error error;
    r3d_picture_view view = view_of(pixels, (int32_t)width, (int32_t)height);
    if (!drawn) {
        fprintf(stderr, "retro3d render: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (r3d_png_save(o->output, &view, R3D_PNG_SMALL, &error) != R3D_OK) {
        r3d_print_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    free(pixels);
    return exit_code;
}

static int save_apng(r3d_render_model *model, const render_options *o, const shot *shots,
                     int32_t count)
{
    r3d_apng *apng = r3d_apng_create(count, frames_per_second(shots));
    size_t size = (size_t)o->view.width * (size_t)o->view.height;
    uint32_t *pixels = calloc(size, sizeof *pixels);
    int exit_code = R3D_EXIT_OK;
    bool warned = false;
    r3d_error error;
    memset(&error, 0, sizeof error);
    r3d_result result = apng == NULL || pixels == NULL ? R3D_ERR_MEMORY : R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        if (!draw_shot(model, o, &shots[i], pixels, o->view.width, &warned)) {
            result = R3D_ERR_MEMORY;
            break;
        }
        r3d_picture_view view = view_of(pixels, o->view.width, o->view.height);
        result = r3d_apng_add(apng, &view, &error);
    }
    if (result == R3D_OK) {
        result = r3d_apng_save(apng, o->output, &error);
    }
    if (result == R3D_ERR_MEMORY) {
        fprintf(stderr, "retro3d render: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (result != R3D_OK) {
        r3d_print_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    free(pixels);
    r3d_apng_destroy(apng);
    return exit_code;
}

static int render(r3d_render_model *model, const render_options *o)
{
    shot *shots = calloc(FRAMES_MAX, sizeof *shots);
    if (shots == NULL) {
        fprintf(stderr, "retro3d render: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    int32_t count = collect_shots(&model->animation, o, shots);
    bool posed = count > 0;
    for (int32_t i = 0; i < count && posed; i++) {
        posed = r3d_render_model_pose(model, shots[i].frame);
        if (i == 0) {
            r3d_render_model_begin_extent(model);
        }
        r3d_render_model_add_extent(model);
    }
    int exit_code = R3D_EXIT_INPUT;
    if (posed) {
        exit_code =
            o->apng ? save_apng(model, o, shots, count) : save_sheet(model, o, shots, count);
    }
    free(shots);
    return exit_code;
}

int r3d_cmd_render(int argc, char **argv)
{
    r3d_arguments arguments;
    render_options o;
    const char *value;
    memset(&o, 0, sizeof o);
    o.view.yaw_a11 = 200;
    o.view.pitch_a11 = 170;
    o.view.zoom = 100;
    o.view.width = 256;
    o.view.height = 256;
    o.brightness = 0.8;
    o.light.ambient = 64;
    o.light.contrast = 768;
    o.light.direction.x = -50;
    o.light.direction.y = -10;
    o.light.direction.z = -50;
    o.frame = -1;
    r3d_arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = r3d_arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            return r3d_arguments_exit_code(&arguments);
        }
        if (!parse_option(option, value, &o)) {
            return R3D_EXIT_USAGE;
        }
    }
    if (o.part_count == 0 || o.output == NULL) {
        return r3d_usage_error(&help, o.part_count == 0 ? "no model given"
                                                        : "no output given, expected -o OUT.png");
    }
    if (!r3d_outputs_are_safe(&help, &o.output, 1, o.parts, (size_t)o.part_count)) {
        return R3D_EXIT_USAGE;
    }
    r3d_render_model model;
    memset(&model, 0, sizeof model);
    int exit_code = load(&model, &o) ? render(&model, &o) : R3D_EXIT_INPUT;
    r3d_render_model_free(&model);
    return exit_code;
}
