/* SPDX-License-Identifier: MIT */
/* What test_layers.c and test_player.c share. */

#ifndef R3D_TESTS_LAYERS_TEST_H
#define R3D_TESTS_LAYERS_TEST_H

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/layers/layers_internal.h"
#include "rng.h"

#include <retro3d/layers_film.h>

enum { WIDTH = 96, HEIGHT = 72 };

/* ---- targets ---- */

typedef struct canvas {
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
    r3d_layers_target *target;
} canvas;

static canvas *make_canvas(void)
{
    canvas *c = calloc(1, sizeof *c);
    assert_non_null(c);
    assert_int_equal(r3d_surface_init(&c->surface, c->pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    assert_int_equal(r3d_layers_target_create(WIDTH, HEIGHT, NULL, &c->target), R3D_OK);
    return c;
}

static void free_canvas(canvas *c)
{
    r3d_layers_target_destroy(c->target);
    free(c);
}

#endif
