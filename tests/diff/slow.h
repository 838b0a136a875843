/* SPDX-License-Identifier: MIT */
/// @file slow.h
/// A second, slow implementation of clusters, rings and diff pictures, written from the text of
/// spec golden sections 3 and 4 alone and sharing no code with the library: lists of pixels, flood
/// fill, every pixel of every ring tested by the formula.

#ifndef R3D_TEST_SLOW_H
#define R3D_TEST_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOW_MAX_CLUSTERS = 4096 };

/// An RGB picture, row-major 0x00RRGGBB.
typedef struct slow_picture {
    int width;
    int height;
    uint32_t *pixels;
} slow_picture;

typedef struct slow_cluster {
    long count;
    long delta_sum;
    int max_delta;
    int x0;
    int y0;
    int x1;
    int y1;
    int first_x;
    int first_y;
} slow_cluster;

typedef struct slow_result {
    int width; // of the union canvas
    int height;
    long mismatches;
    long compared;
    int distance;
    int radius;
    int stroke;
    int cluster_count;
    slow_cluster clusters[SLOW_MAX_CLUSTERS];
} slow_result;

/// Compares exactly. Zero for distance, radius and stroke means the fixed constants.
void slow_compare(const slow_picture *expected, const slow_picture *actual, int distance,
                  int radius, int stroke, slow_result *out);

/// True when the ring of a bounding box covers pixel (x, y).
bool slow_ring_covers(int width, int height, int x0, int y0, int x1, int y1, int radius, int stroke,
                      int x, int y);

/// The diff picture with at most `max_rings` rings; pixels are allocated with malloc.
slow_picture slow_diff_picture(const slow_picture *expected, const slow_picture *actual,
                               const slow_result *result, int max_rings);

/// The actual picture with the rings.
slow_picture slow_circled_picture(const slow_picture *actual, const slow_result *result,
                                  int max_rings);

/// The triptych, pixel by pixel; opaque pictures.
slow_picture slow_triptych(const slow_picture *expected, const slow_picture *actual,
                           const slow_result *result, const char *name, int max_rings);

#endif
