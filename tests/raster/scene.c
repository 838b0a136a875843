/* SPDX-License-Identifier: MIT */

#include "scene.h"

#include "rng.h"

void scene_make_assets(scene_assets *assets)
{
    rng r = {20081};
    for (size_t i = 0; i < R3D_PALETTE_COUNT; i++) {
        assets->palette.rgb[i] = rng_next(&r) & 0xFFFFFFu;
    }
    for (size_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        assets->texels[0][i] = rng_next(&r) & 0xF8F8FFu;
        assets->texels[1][i] = rng_range(&r, 0, 2) == 0 ? 0 : rng_next(&r) & 0xF8F8FFu;
    }
}

/* A triangle and how it is drawn. */
typedef struct scene_triangle {
    int fill; /* 0 flat, 1 Gouraud, 2 textured */
    int32_t x[3];
    int32_t y[3];
    int32_t value[3];
    uint32_t rgb;
    r3d_texture_plane plane;
    r3d_texels texels;
} scene_triangle;

static int32_t coordinate(rng *r, int32_t size, scene_kind kind)
{
    static const int32_t marks[] = {-65536, -32769, -32768, 32767, 32768, 65535, 65536};
    switch (kind == SCENE_PLAIN ? 4 + rng_range(r, 0, 5) : rng_range(r, 0, 15)) {
    case 0:
        return (int32_t)rng_next(r);
    case 1:
        return marks[rng_range(r, 0, 6)] + rng_range(r, -2, 2);
    case 2:
        return rng_range(r, -40000, 40000);
    case 3:
        return rng_range(r, 0, 1) * size;
    case 4:
    case 5:
        return rng_range(r, -size / 2, size + size / 2);
    default:
        return rng_range(r, 0, size);
    }
}

static void choose(rng *r, r3d_raster *raster, const scene_assets *assets, scene_kind kind,
                   scene_triangle *t)
{
    r3d_surface *surface = raster->surface;
    t->fill = rng_range(r, 0, 2);
    t->rgb = rng_next(r);
    for (int k = 0; k < 3; k++) {
        t->x[k] = coordinate(r, surface->width, kind);
        t->y[k] = coordinate(r, surface->height, kind);
        t->value[k] = rng_range(r, 0, t->fill == 2 ? 255 : 65535);
    }
    r3d_vec3i *points[3] = {&t->plane.origin, &t->plane.u_end, &t->plane.v_end};
    int32_t z = rng_range(r, 50, 3000);
    for (int k = 0; k < 3; k++) {
        points[k]->x = rng_range(r, -2000, 2000);
        points[k]->y = rng_range(r, -2000, 2000);
        points[k]->z = z + rng_range(r, -60, 60);
    }
    t->texels.masked = rng_range(r, 0, 1) != 0;
    t->texels.texels = assets->texels[t->texels.masked];
    t->texels.detail = rng_range(r, 0, 1) != 0 ? R3D_DETAIL_HIGH : R3D_DETAIL_LOW;
    raster->translucency = rng_range(r, 0, 1) != 0 ? rng_range(r, 1, 255) : 0;
    raster->side_clip = rng_range(r, 0, 1) != 0;
    raster->smooth = rng_range(r, 0, 1) != 0;
    if (kind == SCENE_ANY && rng_range(r, 0, 15) == 0) {
        int32_t right = rng_range(r, 1, surface->width);
        int32_t bottom = rng_range(r, -1, surface->height);
        r3d_surface_set_clip(surface, 0, 0, right, bottom);
    } else if (rng_range(r, 0, 7) == 0) {
        r3d_surface_reset_clip(surface);
    }
}

static void draw(const r3d_raster *raster, const scene_triangle *t)
{
    if (t->fill == 0) {
        r3d_fill_flat(raster, t->x, t->y, t->rgb);
    } else if (t->fill == 1) {
        r3d_fill_gouraud(raster, t->x, t->y, t->value);
    } else {
        r3d_fill_textured(raster, t->x, t->y, t->value, &t->plane, &t->texels);
    }
}

void scene_draw(r3d_raster *raster, const scene_assets *assets, uint64_t seed, int count,
                scene_kind kind)
{
    rng r = {seed};
    for (int i = 0; i < count; i++) {
        scene_triangle t;
        choose(&r, raster, assets, kind, &t);
        draw(raster, &t);
    }
}

void scene_draw_in_bands(r3d_raster *raster, const scene_assets *assets, uint64_t seed, int count,
                         int band_count)
{
    rng r = {seed};
    int32_t height = raster->surface->height;
    for (int i = 0; i < count; i++) {
        scene_triangle t;
        choose(&r, raster, assets, SCENE_ANY, &t);
        if (t.fill != 2 && r3d_fill_leaves_row(raster, t.x, t.y)) {
            draw(raster, &t);
            continue;
        }
        for (int band = band_count - 1; band >= 0; band--) {
            raster->band_top = height * band / band_count;
            raster->band_bottom = height * (band + 1) / band_count;
            draw(raster, &t);
        }
        raster->band_top = 0;
        raster->band_bottom = INT32_MAX;
    }
}
