/* SPDX-License-Identifier: MIT */
/* All cases in shuffled orders on four threads at once, and one mesh drawn by four threads. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "model_case.h"
#include "support.h"

enum { THREADS = 4 };

#define ROOT R3D_TEST_SOURCE_DIR "/golden"

typedef struct worker {
    pthread_t thread;
    const case_list *list;
    uint64_t seed;
    int wrong;
    const char *first_wrong;
} worker;

static void *play_all(void *argument)
{
    worker *w = argument;
    rng r = {w->seed};
    int *order = malloc((size_t)w->list->count * sizeof *order);
    for (int i = 0; order != NULL && i < w->list->count; i++) {
        order[i] = i;
    }
    for (int i = w->list->count - 1; order != NULL && i > 0; i--) {
        int other = rng_range(&r, 0, i);
        int moved = order[i];
        order[i] = order[other];
        order[other] = moved;
    }
    for (int i = 0; i < w->list->count; i++) {
        int number = order != NULL ? order[i] : i;
        const char *name = w->list->names[number];
        played_case played;
        bool right = play_case(ROOT, name, R3D_ISA_BEST, &played) &&
                     picture_equals_reference(ROOT, name, &played);
        if (right && w->list->has_dump[number]) {
            right = dump_equals_reference(ROOT, name, &played);
        }
        release_case(&played);
        if (!right) {
            w->wrong++;
            w->first_wrong = w->first_wrong != NULL ? w->first_wrong : name;
        }
    }
    free(order);
    return NULL;
}

static void all_cases_replay_in_any_order_on_four_threads_at_once(void **state)
{
    (void)state;
    case_list list;
    worker workers[THREADS];
    assert_true(read_case_list(ROOT, &list));
    assert_int_equal(list.count, 182);
    for (int i = 0; i < THREADS; i++) {
        memset(&workers[i], 0, sizeof workers[i]);
        workers[i].list = &list;
        workers[i].seed = 1000 + (uint64_t)i;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, play_all, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        if (workers[i].wrong > 0) {
            fail_msg("seed %d: %d cases are wrong, the first is %s", 1000 + i, workers[i].wrong,
                     workers[i].first_wrong);
        }
    }
    free_case_list(&list);
}

typedef struct poser {
    pthread_t thread;
    const r3d_mesh *mesh;
    const r3d_palette *palette;
    uint32_t crc;
    bool failed;
} poser;

/* Copies the shared mesh, changes the copies, draws both again and again. */
static void *pose_and_draw(void *argument)
{
    poser *p = argument;
    static const r3d_icon_view view = {0, 0, 0, 0, {0, 0, 600}};
    uint32_t *pixels = calloc(128 * 128, sizeof *pixels);
    r3d_draw_context *context = NULL;
    r3d_surface surface;
    r3d_raster raster;
    p->failed = pixels == NULL || r3d_draw_context_create(NULL, &context) != R3D_OK ||
                r3d_surface_init(&surface, pixels, 128, 128, 128) != R3D_OK ||
                r3d_raster_init(&raster, &surface, p->palette) != R3D_OK;
    for (int i = 0; !p->failed && i < 50; i++) {
        r3d_mesh *pose = NULL;
        p->failed = r3d_mesh_copy(p->mesh, &pose) != R3D_OK ||
                    r3d_mesh_translate(pose, i, 0, 0) != R3D_OK ||
                    r3d_draw_model(context, &raster, pose, &view, NULL) != R3D_OK ||
                    r3d_mesh_reset(pose, p->mesh) != R3D_OK ||
                    r3d_draw_model(context, &raster, pose, &view, NULL) != R3D_OK;
        r3d_mesh_destroy(pose);
    }
    p->crc = 2166136261u;
    for (int i = 0; pixels != NULL && i < 128 * 128; i++) {
        p->crc = (p->crc ^ pixels[i]) * 16777619u;
    }
    r3d_draw_context_destroy(context);
    free(pixels);
    return NULL;
}

static void four_threads_pose_and_draw_one_mesh(void **state)
{
    (void)state;
    canvas c;
    poser posers[THREADS];
    canvas_make(&c, 1, 1);
    r3d_mesh *mesh = make_front_faces(500, 0);
    light_standard(mesh);
    for (int i = 0; i < THREADS; i++) {
        memset(&posers[i], 0, sizeof posers[i]);
        posers[i].mesh = mesh;
        posers[i].palette = c.palette;
        assert_int_equal(pthread_create(&posers[i].thread, NULL, pose_and_draw, &posers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(posers[i].thread, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_false(posers[i].failed);
        assert_int_equal(posers[i].crc, posers[0].crc);
    }
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cases_replay_in_any_order_on_four_threads_at_once),
        cmocka_unit_test(four_threads_pose_and_draw_one_mesh),
    };
    return cmocka_run_group_tests_name("model threads", tests, NULL, NULL);
}
