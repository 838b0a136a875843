/* SPDX-License-Identifier: MIT */
/* Running along a path. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "path.h"

/* Exact at quarter turns, and without the last bits, in which C libraries differ. */
static double cosine(double degrees)
{
    static const double exact[] = {1.0, 0.0, -1.0, 0.0};
    const double turned = degrees - 360.0 * floor(degrees / 360.0);
    for (int i = 0; i < 4; i++) {
        if (turned == 90.0 * i) {
            return exact[i];
        }
    }
    const double steps = 1099511627776.0; /* 2^40 */
    return floor(cos(turned * 3.14159265358979323846 / 180.0) * steps + 0.5) / steps;
}

/* ---- the actor ---- */

static void follow_actor(path_run *run)
{
    run->camera.x = run->actor.x;
    run->camera.y = run->actor.y;
    run->camera.z = run->actor.eye_z;
}

/* Who walks begins where the camera is; from above the floor it falls. */
static bool begin_walk(path_run *run)
{
    if (run->has_actor) {
        return true;
    }
    if (r3d_column_actor_init(run->world, run->camera.x, run->camera.y, &run->actor) != R3D_OK) {
        return false;
    }
    const double feet = run->camera.z - run->actor.eye;
    if (feet > run->actor.feet) {
        run->actor.feet = feet;
        run->actor.eye_z = run->camera.z;
    }
    run->has_actor = true;
    return true;
}

/* Lets the time of a frame pass. */
static void pass_time(path_run *run)
{
    r3d_column_world_advance(run->world, run->frame_seconds, run->has_actor ? &run->actor : NULL,
                             run->has_actor);
    if (run->has_actor) {
        r3d_column_actor_advance(&run->actor, run->world, run->frame_seconds);
        follow_actor(run);
    }
}

/* ---- steps ---- */

static int fail_step(const path_run *run, const path_step *step, const char *text)
{
    fprintf(stderr, "%s:%ld: %s\n", run->path->name, (long)step->line, text);
    return -1;
}

static int do_set(path_run *run, const path_step *step)
{
    const double floor =
        step->is_ceiling ? r3d_column_world_get_floor(run->world, step->index) : step->values[0];
    const double ceiling =
        step->is_ceiling ? step->values[0] : r3d_column_world_get_ceiling(run->world, step->index);
    if (r3d_column_world_set_heights(run->world, step->index, floor, ceiling) != R3D_OK) {
        char text[160];
        snprintf(text, sizeof text,
                 "sector %ld: floor %g and ceiling %g: the ceiling lies below the floor, or a "
                 "height beyond +-%ld",
                 (long)step->index, floor, ceiling, (long)R3D_COLUMN_COORDINATE_MAX);
        return fail_step(run, step, text);
    }
    return 1;
}

static void set_camera(r3d_column_camera *camera, const double *values)
{
    camera->x = values[0];
    camera->y = values[1];
    camera->z = values[2];
    camera->yaw = values[3];
    camera->shear = values[4];
}

/* The camera that a camera's frames lead to; NULL when it is held. */
static const path_step *target_of(const path_run *run)
{
    int32_t at = run->step + 1;
    while (at < run->path->count &&
           (run->path->steps[at].kind == PATH_MOVER || run->path->steps[at].kind == PATH_SET)) {
        at++;
    }
    return at < run->path->count && run->path->steps[at].kind == PATH_CAMERA ? &run->path->steps[at]
                                                                             : NULL;
}

/* The first moment of a step. */
static int begin_step(path_run *run, const path_step *step)
{
    switch (step->kind) {
    case PATH_CAMERA:
        set_camera(&run->camera, step->values);
        run->has_actor = false;
        return 1;
    case PATH_WALK:
        return begin_walk(run)
                   ? 1
                   : fail_step(run, step, "nobody can walk here: too far from the level");
    case PATH_TURN:
        run->from_yaw = run->camera.yaw;
        return 1;
    case PATH_MOVER:
        r3d_column_world_start_mover(run->world, step->index, step->direction, step->values[0],
                                     false);
        return 1;
    case PATH_SET:
        return do_set(run, step);
    default:
        return 1;
    }
}

/* What changes from one frame of a step to the next. */
static int move_on(path_run *run, const path_step *step)
{
    const double share = (double)run->frame / (double)step->frames;
    if (step->kind == PATH_CAMERA) {
        const path_step *target = target_of(run);
        double values[5];
        for (int i = 0; i < 5 && target != NULL; i++) {
            values[i] = step->values[i] + (target->values[i] - step->values[i]) *
                                              (double)run->frame / (double)step->frames;
        }
        if (target != NULL) {
            set_camera(&run->camera, values);
        }
    } else if (step->kind == PATH_TURN) {
        run->camera.yaw = run->from_yaw + step->values[0] * share;
    } else if (step->kind == PATH_WALK) {
        const double forward_x = cosine(run->camera.yaw);
        const double forward_y = cosine(run->camera.yaw - 90.0);
        const double forward = step->values[0] / (double)step->frames;
        const double left = step->values[1] / (double)step->frames;
        if (r3d_column_actor_move(&run->actor, run->world, forward_x * forward - forward_y * left,
                                  forward_y * forward + forward_x * left) != R3D_OK) {
            return fail_step(run, step, "this is too far for a frame");
        }
    }
    pass_time(run);
    return 1;
}

void path_begin(path_run *run, const column_path *path, r3d_column_world *world, int32_t rate)
{
    const r3d_column_level_desc *desc =
        r3d_column_level_get_desc(r3d_column_world_get_level(world));
    memset(run, 0, sizeof *run);
    run->path = path;
    run->world = world;
    run->frame_seconds = 1.0 / (double)rate;
    run->camera.x = desc->start_x;
    run->camera.y = desc->start_y;
    run->camera.z = desc->start_eye;
    run->camera.yaw = desc->start_yaw;
}

int path_next(path_run *run, r3d_column_camera *out)
{
    while (run->step < run->path->count) {
        const path_step *step = &run->path->steps[run->step];
        /* On from the frame that is drawn, or into the step. */
        if ((run->frame > 0 ? move_on(run, step) : begin_step(run, step)) < 0) {
            return -1;
        }
        if (run->frame < step->frames) {
            run->frame++;
            *out = run->camera;
            return 1;
        }
        run->frame = 0;
        run->step++;
    }
    if (run->has_ended) {
        return 0;
    }
    run->has_ended = true;
    *out = run->camera;
    return 1;
}
