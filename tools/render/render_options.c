/* SPDX-License-Identifier: MIT */
#include "render_options.h"

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "../common/scale.h"

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
    OPTION_APNG,
    OPTION_SCALE
};

static const command_option options[] = {
    {"output", 'o', "OUT.png", "Where to write the picture (required)", NULL},
    {"yaw", 'y', "A", "Turn of the model, 2048 a full turn (default 200)", NULL},
    {"pitch", 'p', "A", "How far the eye looks down, 2048 a full turn (default 170)", NULL},
    {"roll", 0, "A", "Roll of the model", NULL},
    {"zoom", 'z', "PERCENT", "At 100 (default) the model fills nine tenths of the picture", NULL},
    {"size", 's', "WxH", "Size of the picture, or of one frame (default 256x256)", NULL},
    {"background", 'b', "RGB", "Background, for example 0x304050 (default: transparent)", NULL},
    {"smooth", 0, NULL, "Colours change at every pixel instead of every fourth", NULL},
    {"brightness", 0, "G", "0.6 (bright) to 0.9 (dark); default 0.8", NULL},
    {"texture", 't', "N=FILE.tx8", "Load texture number N; may be repeated", NULL},
    {"light", 'l', "A,K,X,Y,Z", "Ambient, contrast and direction (default 64,768,-50,-10,-50)",
     NULL},
    {"skel", 0, "FILE.skel", "Skeleton (default: beside the mesh)", "frame|anim"},
    {"frames", 0, "FILE.anim", "Frames and sequences (default: beside the mesh)", "frame|anim"},
    {"frame", 'f', "ID", "Show the model in the pose of this frame", "!anim"},
    {"anim", 'a', "NAME", "Show the frames of a sequence, or \"all\" of the file", NULL},
    {"turntable", 0, "N", "Show the model from N sides", NULL},
    {"columns", 0, "N", "Frames in a row of the sheet (default: all in one row)",
     "anim&!apng|turntable&!apng"},
    {"apng", 0, NULL, "Write an animated PNG instead of a sheet", "anim|turntable"},
    {"scale", 0, "N", SCALE_HELP, NULL},
};

static const command_help help = {
    "render",
    "MODEL.mesh [PART.mesh ...] -o OUT.png [options]",
    "Lights a model (several meshes are welded into one) and draws it so that it fills the "
    "picture.\n"
    "--turntable and --anim draw several frames, side by side or as an animation. With both, "
    "frame\n"
    "1 is shown from side 1, frame 2 from side 2 and so on; the shorter of the two is repeated.\n"
    "Faces that cannot be drawn are reported, and the rest is drawn.\n"
    "Examples:\n"
    "  retro3d render crate.mesh --texture 3=crate.tx8 -o crate.png\n"
    "  retro3d render hero.mesh --turntable 8 --columns 4 --size 96x128 -o hero.png\n"
    "  retro3d render hero.mesh --anim walk --apng --background 0x304050 -o walk.png\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read or is wrong, 6 the picture cannot\n"
    "be written.\n",
    options,
    sizeof options / sizeof options[0],
};

static bool parse_size(const char *value, render_view *view)
{
    char width[16];
    const char *x = strchr(value, 'x');
    size_t length = x != NULL ? (size_t)(x - value) : 0;
    if (length == 0 || length >= sizeof width) {
        (void)usage_error(&help, "option --size: \"%.40s\", expected WIDTHxHEIGHT", value);
        return false;
    }
    memcpy(width, value, length);
    width[length] = '\0';
    return option_i32(&help, OPTION_SIZE, width, 1, 4096, &view->width) &&
           option_i32(&help, OPTION_SIZE, x + 1, 1, 4096, &view->height);
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
            (void)usage_error(&help, "option --light: \"%.60s\", expected five numbers A,K,X,Y,Z",
                              value);
            return false;
        }
        at += length + 1;
    }
    if (!render_light_is_usable(light)) {
        (void)usage_error(&help,
                          "option --light: with contrast %ld and direction %ld,%ld,%ld a rule "
                          "of the engine divides by zero; make them greater",
                          (long)light->contrast, (long)light->direction.x, (long)light->direction.y,
                          (long)light->direction.z);
        return false;
    }
    return true;
}

static bool parse_texture(const char *value, render_options *o)
{
    const char *equals = strchr(value, '=');
    render_texture *texture = &o->textures[o->texture_count];
    if (o->texture_count == R3D_RENDER_TEXTURES_MAX || equals == NULL ||
        r3d_text_to_i32(value, (size_t)(equals - value), &texture->number) != R3D_OK ||
        texture->number < 0 || texture->number >= R3D_RENDER_TEXTURES_MAX || equals[1] == '\0') {
        (void)usage_error(&help, "option --texture: \"%.60s\", expected N=FILE.tx8 with N 0..%d",
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
        (void)usage_error(&help, "option --brightness: \"%.40s\", expected 0.001..1000", value);
        return false;
    }
    return true;
}

static bool parse_background(const char *value, render_view *view)
{
    int32_t rgb;
    if (!option_i32(&help, OPTION_BACKGROUND, value, 0, 0xFFFFFF, &rgb)) {
        return false;
    }
    view->has_background = true;
    view->background_rgb = (uint32_t)rgb;
    return true;
}

static bool parse_option(int option, const char *value, render_options *o)
{
    render_view *view = &o->view;
    switch (option) {
    case OPTION_OUTPUT:
        o->output = value;
        return true;
    case OPTION_YAW:
        return option_i32(&help, option, value, -1000000, 1000000, &view->yaw_a11);
    case OPTION_PITCH:
        return option_i32(&help, option, value, -1000000, 1000000, &view->pitch_a11);
    case OPTION_ROLL:
        return option_i32(&help, option, value, -1000000, 1000000, &view->roll_a11);
    case OPTION_ZOOM:
        return option_i32(&help, option, value, 1, 10000, &view->zoom);
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
        return option_i32(&help, option, value, 0, INT32_MAX, &o->frame);
    case OPTION_ANIM:
        o->anim = value;
        return true;
    case OPTION_TURNTABLE:
        return option_i32(&help, option, value, 1, 2048, &o->turntable);
    case OPTION_COLUMNS:
        return option_i32(&help, option, value, 1, R3D_RENDER_FRAMES_MAX, &o->columns);
    case OPTION_APNG:
        o->apng = true;
        return true;
    case OPTION_SCALE:
        return option_scale(&help, option, value, &o->scale);
    default:
        if (o->part_count == R3D_RENDER_PARTS_MAX) {
            (void)usage_error(&help, "at most %d meshes", R3D_RENDER_PARTS_MAX);
            return false;
        }
        o->parts[o->part_count++] = value;
        return true;
    }
}

/* The model's path with another ending. */
static bool path_beside(const char *model, const char *ending, char *out)
{
    const char *slash = strrchr(model, '/');
    const char *dot = strrchr(model, '.');
    size_t length =
        dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - model) : strlen(model);
    int written = snprintf(out, R3D_RENDER_PATH_SIZE, "%.*s%s", (int)length, model, ending);
    return length < R3D_RENDER_PATH_SIZE && written > 0 && written < R3D_RENDER_PATH_SIZE;
}

/* Completes the names of the files of an animation. */
static bool find_animation(render_options *o)
{
    if (o->anim == NULL && o->frame < 0) {
        return true;
    }
    if (!path_beside(o->parts[0], ".skel", o->skeleton_beside) ||
        !path_beside(o->parts[0], ".anim", o->frames_beside)) {
        (void)usage_error(&help, "the path %.60s... is too long", o->parts[0]);
        return false;
    }
    o->skeleton = o->skeleton != NULL ? o->skeleton : o->skeleton_beside;
    o->frames = o->frames != NULL ? o->frames : o->frames_beside;
    return true;
}

static bool check_output(const render_options *o)
{
    const char *inputs[R3D_RENDER_PARTS_MAX + R3D_RENDER_TEXTURES_MAX + 2];
    size_t count = 0;
    for (int32_t i = 0; i < o->part_count; i++) {
        inputs[count++] = o->parts[i];
    }
    for (int i = 0; i < o->texture_count; i++) {
        inputs[count++] = o->textures[i].path;
    }
    inputs[count++] = o->skeleton;
    inputs[count++] = o->frames;
    return outputs_are_safe(&help, &o->output, 1, inputs, count);
}

static void set_defaults(render_options *o)
{
    memset(o, 0, sizeof *o);
    o->view.yaw_a11 = 200;
    o->view.pitch_a11 = 170;
    o->view.zoom = 100;
    o->view.width = 256;
    o->view.height = 256;
    o->brightness = 0.8;
    o->light.ambient = 64;
    o->light.contrast = 768;
    o->light.direction.x = -50;
    o->light.direction.y = -10;
    o->light.direction.z = -50;
    o->frame = -1;
    o->scale = 1;
}

bool render_options_read(render_options *o, int argc, char **argv, int *out_exit_code)
{
    command_arguments arguments;
    const char *value;
    set_defaults(o);
    *out_exit_code = R3D_EXIT_USAGE;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        if (option == R3D_ARGUMENT_EXIT) {
            *out_exit_code = arguments_exit_code(&arguments);
            return false;
        }
        if (!parse_option(option, value, o)) {
            return false;
        }
    }
    if (o->part_count == 0 || o->output == NULL) {
        (void)usage_error(&help, o->part_count == 0 ? "no model given"
                                                    : "no output given, expected -o OUT.png");
        return false;
    }
    return scale_fits(&help, o->scale, o->view.width, o->view.height) && find_animation(o) &&
           check_output(o);
}
