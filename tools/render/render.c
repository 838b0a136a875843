/* SPDX-License-Identifier: MIT */
/* retro3d render: pictures, turntables and animations of a model. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/apng.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "../common/scale.h"
#include "render_options.h"

enum {
    SHEET_PIXELS_MAX = 1 << 26,
    TICKS_PER_SECOND = 1000 / R3D_TICK_MILLISECONDS,
    DEFAULT_DELAY = 4 /* ticks, for turntables */
};

/* One picture of a sheet. */
typedef struct shot {
    const r3d_frame *frame;
    int32_t yaw_a11;
} shot;

/* ---- what is drawn ---- */

static bool load(render_model *model, const render_options *o)
{
    if (!render_model_load(model, o->parts, o->part_count, &o->light, o->brightness)) {
        return false;
    }
    for (int i = 0; i < o->texture_count; i++) {
        if (!render_model_load_texture(model, o->textures[i].number, o->textures[i].path)) {
            return false;
        }
    }
    return o->skeleton == NULL || render_model_load_animation(model, o->skeleton, o->frames);
}

/* What --anim may name. */
static void print_sequences(const r3d_animation *animation)
{
    if (animation->frame_count == 0) {
        fprintf(stderr, "retro3d render: the file has no frames\n");
        return;
    }
    fprintf(stderr, "retro3d render: the sequences are:");
    for (int32_t i = 0; i < animation->sequence_count; i++) {
        if (animation->sequences[i].frame_count > 0) {
            fprintf(stderr, " %.60s", animation->sequences[i].name);
        }
    }
    fprintf(stderr, " all\n");
}

/* The frames that --anim and --frame name; none for the model as it is. Returns how many shots that
 * makes, 0 on failure. */
static int32_t collect_frames(const r3d_animation *animation, const render_options *o, shot *out)
{
    const r3d_named_sequence *sequence =
        o->anim != NULL ? r3d_animation_find_sequence(animation, o->anim) : NULL;
    if (o->anim != NULL && sequence == NULL && strcmp(o->anim, "all") == 0 &&
        animation->frame_count > 0) {
        int32_t count = animation->frame_count < R3D_RENDER_FRAMES_MAX ? animation->frame_count
                                                                       : R3D_RENDER_FRAMES_MAX;
        for (int32_t i = 0; i < count; i++) {
            out[i].frame = &animation->frames[i].frame;
        }
        return count;
    }
    if (o->anim != NULL) {
        if (sequence == NULL || sequence->frame_count == 0) {
            fprintf(stderr,
                    sequence == NULL ? "retro3d render: there is no sequence \"%.60s\"\n"
                                     : "retro3d render: the sequence \"%.60s\" has no frames\n",
                    o->anim);
            print_sequences(animation);
            return 0;
        }
        int32_t count = sequence->frame_count < R3D_RENDER_FRAMES_MAX ? sequence->frame_count
                                                                      : R3D_RENDER_FRAMES_MAX;
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

/* Lists all shots: each frame in turn, or each side in turn. With both there are as many shots as
 * the longer of the two has, and the shorter one is repeated. */
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

/* How many ticks a shot is shown: as a movement is played (r3d_play_kind), a tick longer than the
 * delay of its frame, which is 1 if the frame has none. */
static uint16_t ticks_of(const shot *s)
{
    if (s->frame == NULL) {
        return DEFAULT_DELAY;
    }
    int32_t delay = s->frame->delay > 0 ? s->frame->delay : 1;
    return (uint16_t)(delay < UINT16_MAX ? delay + 1 : UINT16_MAX);
}

static r3d_picture_view view_of(const uint32_t *pixels, int32_t width, int32_t height)
{
    const r3d_picture_view view = {pixels, (ptrdiff_t)width * (ptrdiff_t)sizeof *pixels, width,
                                   height, R3D_LAYOUT_ARGB32};
    return view;
}

/* What was told of the shots. */
typedef struct drawing {
    render_model *model;
    const render_options *options;
    bool warned;         /* of faces that were not drawn */
    int64_t faces_drawn; /* in all shots */
} drawing;

static bool draw_shot(drawing *d, const shot *s, uint32_t *pixels, int32_t stride_px)
{
    render_view view = d->options->view;
    r3d_draw_report report;
    r3d_result result;
    view.yaw_a11 = s->yaw_a11;
    if (!render_model_draw(d->model, s->frame, &view, pixels, stride_px, &result, &report)) {
        return false;
    }
    if (result != R3D_OK && !d->warned) {
        render_model_explain(d->model, result, &report);
        d->warned = true;
    }
    d->faces_drawn += report.faces_drawn;
    return true;
}

static void warn_if_empty(const drawing *d)
{
    if (d->faces_drawn == 0) {
        fprintf(
            stderr,
            "retro3d render: no face can be seen at this side and size; the picture is empty\n");
    }
}

static int save_sheet(drawing *d, const shot *shots, int32_t count)
{
    const render_options *o = d->options;
    int32_t columns = o->columns > 0 && o->columns < count ? o->columns : count;
    int32_t rows = (count + columns - 1) / columns;
    int64_t width = (int64_t)columns * o->view.width;
    int64_t height = (int64_t)rows * o->view.height;
    const int64_t scale = o->scale;
    if (width * scale > R3D_PICTURE_SIZE_MAX || height * scale > R3D_PICTURE_SIZE_MAX ||
        width * height * scale * scale > SHEET_PIXELS_MAX) {
        fprintf(stderr,
                "retro3d render: a sheet of %lld x %lld pixels is too large; use --columns or "
                "a smaller --size or --scale\n",
                (long long)(width * scale), (long long)(height * scale));
        return R3D_EXIT_USAGE;
    }
    uint32_t *pixels = calloc((size_t)(width * height), sizeof *pixels);
    bool drawn = pixels != NULL;
    for (int32_t i = 0; i < count && drawn; i++) {
        ptrdiff_t corner = (ptrdiff_t)(i / columns * o->view.height) * (ptrdiff_t)width +
                           (ptrdiff_t)(i % columns) * o->view.width;
        drawn = draw_shot(d, &shots[i], pixels + corner, (int32_t)width);
    }
    int exit_code = R3D_EXIT_OK;
    r3d_error error;
    r3d_picture_view view = view_of(pixels, (int32_t)width, (int32_t)height);
    if (!drawn) {
        fprintf(stderr, "retro3d render: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (scale_save(o->output, &view, o->scale, R3D_PNG_SMALL, &error) != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    free(pixels);
    return exit_code;
}

static int save_apng(drawing *d, const shot *shots, int32_t count)
{
    const render_options *o = d->options;
    size_t size = (size_t)o->view.width * (size_t)o->view.height;
    uint32_t *pixels = calloc(size, sizeof *pixels);
    r3d_apng_options options;
    r3d_apng *apng = NULL;
    r3d_error error;
    r3d_apng_options_init(&options);
    options.alpha = o->view.has_background ? R3D_APNG_ALPHA_DROPPED : R3D_APNG_ALPHA_KEPT;
    memset(&error, 0, sizeof error);
    r3d_result result =
        pixels == NULL ? R3D_ERR_MEMORY : r3d_apng_create(o->output, &options, NULL, &apng, &error);
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        if (!draw_shot(d, &shots[i], pixels, o->view.width)) {
            result = R3D_ERR_MEMORY;
            break;
        }
        r3d_picture_view view = view_of(pixels, o->view.width, o->view.height);
        r3d_apng_set_delay(apng, ticks_of(&shots[i]), TICKS_PER_SECOND);
        result = scale_add(apng, &view, o->scale, &error);
    }
    if (result == R3D_OK) {
        result = r3d_apng_finish(apng, &error);
    }
    int exit_code = R3D_EXIT_OK;
    if (result == R3D_ERR_MEMORY) {
        fprintf(stderr, "retro3d render: out of memory\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (result != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_OUTPUT;
    }
    free(pixels);
    r3d_apng_destroy(apng);
    return exit_code;
}

static int render(render_model *model, const render_options *o)
{
    shot *shots = calloc(R3D_RENDER_FRAMES_MAX, sizeof *shots);
    if (shots == NULL) {
        fprintf(stderr, "retro3d render: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    int32_t count = collect_shots(&model->animation, o, shots);
    bool ready = count > 0;
    for (int32_t i = 0; i < count && ready; i++) {
        render_view view = o->view;
        view.yaw_a11 = shots[i].yaw_a11;
        ready = render_model_add_extent(model, shots[i].frame, &view);
    }
    int exit_code = R3D_EXIT_INPUT;
    if (ready) {
        drawing d = {model, o, false, 0};
        render_model_place_eye(model, &o->view, o->turntable > 1);
        exit_code = o->apng ? save_apng(&d, shots, count) : save_sheet(&d, shots, count);
        if (exit_code == R3D_EXIT_OK) {
            warn_if_empty(&d);
        }
    }
    free(shots);
    return exit_code;
}

int cmd_render(int argc, char **argv)
{
    render_options *o = calloc(1, sizeof *o);
    render_model model;
    int exit_code = R3D_EXIT_INPUT;
    memset(&model, 0, sizeof model);
    if (o == NULL) {
        fprintf(stderr, "retro3d render: out of memory\n");
    } else if (render_options_read(o, argc, argv, &exit_code)) {
        exit_code = load(&model, o) ? render(&model, o) : R3D_EXIT_INPUT;
    }
    render_model_free(&model);
    free(o);
    return exit_code;
}
