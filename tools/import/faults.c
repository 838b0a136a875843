/* SPDX-License-Identifier: MIT */
/* How often the engine's order of faces is wrong. A mesh is drawn from several sides by the engine,
 * and what it draws last in each pixel is compared with what is nearest there. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/light.h>
#include <retro3d/model.h>

#include "import.h"
#include "../render/fit.h"

enum {
    SIZE = 192, /* of a picture */
    YAWS = 8,
    TILTS = 3,
    COORDINATE_MAX = 2400, /* seen from afar these do not wrap in the engine's arithmetic */
    COLOR_STEP = 12        /* a channel must differ by more for an eye to see it */
};

/* Faces must be farther apart than this, in units, to be in an order at all. */
static const double depth_step = 0.75;

/* How the eye looks, and how a model leans that moves. */
static const struct {
    int32_t pitch_a11;
    int32_t roll_a11;
} tilts[TILTS] = {{100, 0}, {240, 60}, {-20, -60}};

typedef struct pixel {
    int32_t painted; /* face + 1 that was drawn last */
    int32_t nearest; /* face + 1 that is in front */
    double painted_depth;
    double nearest_depth;
} pixel;

typedef struct checker {
    r3d_mesh *mesh; /* lit */
    r3d_mesh_view view;
    r3d_draw_context *context;
    r3d_palette *palette;
    uint32_t *frame; /* what the engine draws; not looked at */
    pixel *pixels;
    double *depths;   /* from the eye, of the vertices */
    uint32_t *colors; /* of the faces */
    int64_t drawn;    /* pixels, from all sides */
    int64_t wrong;
} checker;

static double edge(const int32_t x[3], const int32_t y[3], int a, int b, double px, double py)
{
    return (double)(x[b] - x[a]) * (py - y[a]) - (double)(y[b] - y[a]) * (px - x[a]);
}

static int32_t clamped(int32_t value)
{
    return value < 0 ? 0 : value > SIZE ? SIZE : value;
}

static void span(const int32_t v[3], int32_t *out_first, int32_t *out_end)
{
    *out_first = v[0];
    *out_end = v[0];
    for (int i = 1; i < 3; i++) {
        *out_first = v[i] < *out_first ? v[i] : *out_first;
        *out_end = v[i] > *out_end ? v[i] : *out_end;
    }
    *out_first = clamped(*out_first);
    *out_end = clamped(*out_end + 1);
}

/* A triangle that the engine draws: paints its pixels and looks whether it is in front there. */
static void paint(const r3d_draw_triangle *triangle, void *user)
{
    checker *c = user;
    const int32_t *corner = c->view.corners + (size_t)triangle->face * 3;
    const double area = edge(triangle->x, triangle->y, 0, 1, triangle->x[2], triangle->y[2]);
    int32_t left;
    int32_t right;
    int32_t top;
    int32_t bottom;
    if (area == 0) {
        return;
    }
    span(triangle->x, &left, &right);
    span(triangle->y, &top, &bottom);
    for (int32_t y = top; y < bottom; y++) {
        for (int32_t x = left; x < right; x++) {
            double inverse = 0;
            bool inside = true;
            for (int i = 0; i < 3 && inside; i++) {
                const double share =
                    edge(triangle->x, triangle->y, (i + 1) % 3, (i + 2) % 3, x + 0.5, y + 0.5) /
                    area;
                inside = share >= 0;
                inverse += share / c->depths[corner[i]];
            }
            if (inside) {
                pixel *p = &c->pixels[y * SIZE + x];
                p->painted = triangle->face + 1;
                p->painted_depth = 1 / inverse;
                if (p->nearest == 0 || p->painted_depth < p->nearest_depth) {
                    p->nearest = p->painted;
                    p->nearest_depth = p->painted_depth;
                }
            }
        }
    }
}

static bool looks_different(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8) {
        if (abs((int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF)) > COLOR_STEP) {
            return true;
        }
    }
    return false;
}

/* The mean colour of each face. */
static void find_colors(checker *c)
{
    for (int32_t i = 0; i < c->view.face_count; i++) {
        const bool flat = c->view.infos != NULL && (c->view.infos[i] & R3D_FACE_FLAT) != 0;
        uint32_t sums[3] = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            const int32_t hsl16 = c->view.lit[(size_t)i * 3 + (flat ? 0 : (size_t)k)];
            const uint32_t rgb = c->palette->rgb[hsl16 & 0xFFFF];
            for (int channel = 0; channel < 3; channel++) {
                sums[channel] += rgb >> (channel * 8) & 0xFF;
            }
        }
        c->colors[i] = sums[2] / 3 << 16 | sums[1] / 3 << 8 | sums[0] / 3;
    }
}

static bool prepare(checker *c, const r3d_mesh *mesh)
{
    const r3d_light light = {64, 768, {-50, -10, -50}};
    r3d_draw_context_desc desc;
    r3d_gamma gamma;
    int64_t greatest;
    double scale;
    memset(c, 0, sizeof *c);
    if (r3d_mesh_copy(mesh, &c->mesh) != R3D_OK ||
        render_shrink(c->mesh, COORDINATE_MAX, &greatest, &scale) != R3D_OK ||
        r3d_mesh_light(c->mesh, &light) != R3D_OK) {
        return false;
    }
    r3d_mesh_get_view(c->mesh, &c->view);
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = c->view.vertex_count;
    desc.face_capacity = c->view.face_count;
    c->palette = malloc(sizeof *c->palette);
    c->frame = calloc((size_t)SIZE * SIZE, sizeof *c->frame);
    c->pixels = calloc((size_t)SIZE * SIZE, sizeof *c->pixels);
    c->depths = calloc((size_t)c->view.vertex_count + 1, sizeof *c->depths);
    c->colors = calloc((size_t)c->view.face_count + 1, sizeof *c->colors);
    if (c->palette == NULL || c->frame == NULL || c->pixels == NULL || c->depths == NULL ||
        c->colors == NULL || r3d_draw_context_create(&desc, &c->context) != R3D_OK ||
        r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_KEPT, c->palette) != R3D_OK) {
        return false;
    }
    find_colors(c);
    return true;
}

static void release(checker *c)
{
    r3d_mesh_destroy(c->mesh);
    r3d_draw_context_destroy(c->context);
    free(c->palette);
    free(c->frame);
    free(c->pixels);
    free(c->depths);
    free(c->colors);
}

static int64_t longest_edge(const r3d_mesh_view *v, int32_t face)
{
    int64_t longest = 0;
    for (int i = 0; i < 3; i++) {
        const int32_t a = v->corners[(size_t)face * 3 + (size_t)i];
        const int32_t b = v->corners[(size_t)face * 3 + (size_t)((i + 1) % 3)];
        const int64_t dx = (int64_t)v->x[a] - v->x[b];
        const int64_t dy = (int64_t)v->y[a] - v->y[b];
        const int64_t dz = (int64_t)v->z[a] - v->z[b];
        const int64_t length = dx * dx + dy * dy + dz * dz;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static bool is_wrong(const checker *c, const pixel *p)
{
    return p->painted != p->nearest && p->painted_depth - p->nearest_depth > depth_step &&
           looks_different(c->colors[p->painted - 1], c->colors[p->nearest - 1]);
}

/* Counts the pixels of one side. Of two faces in the wrong order the larger one is to blame. */
static void count(checker *c, int32_t *blame)
{
    for (int i = 0; i < SIZE * SIZE; i++) {
        const pixel *p = &c->pixels[i];
        c->drawn += p->painted != 0 ? 1 : 0;
        if (p->painted != 0 && is_wrong(c, p)) {
            const int32_t painted = p->painted - 1;
            const int32_t nearest = p->nearest - 1;
            const bool larger = longest_edge(&c->view, painted) >= longest_edge(&c->view, nearest);
            c->wrong++;
            blame[larger ? painted : nearest]++;
        }
    }
}

/* Draws one side and counts its pixels. */
static void look(checker *c, const render_view *view, int32_t *blame)
{
    render_extent extent;
    render_eye eye;
    r3d_icon_view icon;
    r3d_surface surface;
    r3d_raster raster;
    render_extent_begin(&extent);
    render_extent_add(&extent, &c->view, view);
    render_place_eye(&extent, view, false, &eye);
    eye.scale = 1;
    render_get_icon_view(&eye, view, &icon);
    for (int32_t i = 0; i < c->view.vertex_count; i++) {
        const double depth = render_depth(view, c->view.x[i], c->view.y[i], c->view.z[i]);
        c->depths[i] = fmax(1, depth + eye.distance);
    }
    if (r3d_surface_init(&surface, c->frame, SIZE, SIZE, SIZE) != R3D_OK ||
        r3d_raster_init(&raster, &surface, c->palette) != R3D_OK) {
        return;
    }
    memset(c->pixels, 0, (size_t)SIZE * SIZE * sizeof *c->pixels);
    const r3d_draw_observer observer = {NULL, paint, c};
    r3d_draw_context_set_observer(c->context, &observer);
    (void)r3d_draw_model(c->context, &raster, c->mesh, &icon, NULL);
    count(c, blame);
}

double import_faults(const r3d_mesh *mesh, int32_t *blame)
{
    checker c;
    double faults = -1;
    if (prepare(&c, mesh)) {
        for (int i = 0; i < YAWS * TILTS; i++) {
            render_view view;
            memset(&view, 0, sizeof view);
            view.yaw_a11 = 72 + i * 2048 / (YAWS * TILTS);
            view.pitch_a11 = tilts[i % TILTS].pitch_a11;
            view.roll_a11 = tilts[i % TILTS].roll_a11;
            view.zoom = 100;
            view.width = SIZE;
            view.height = SIZE;
            look(&c, &view, blame);
        }
        faults = c.drawn > 0 ? (double)c.wrong / (double)c.drawn : 0;
    }
    release(&c);
    return faults;
}
