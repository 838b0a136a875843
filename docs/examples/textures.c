/* SPDX-License-Identifier: MIT */
/* Textures from files: palette-indexed PNGs become texel banks and are drawn in perspective.
 * usage: textures WALLS_FOLDER OUT_FOLDER
 * Writes shades.png, masked.png, plane.png and corridor.png. tools/demo runs it on real pictures. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>
#include <retro3d/raster.h>

enum {
    TILE = 256, /* size of a wall or floor tile in view space */
    DEPTH = 12, /* tiles from the viewer to the end of the corridor */
    EYE_DISTANCE = 300
};

typedef struct texture {
    uint32_t memory[R3D_TEXELS_HIGH_COUNT];
    r3d_texels texels;
} texture;

/* One picture that is being drawn. */
typedef struct canvas {
    uint32_t *pixels;
    r3d_surface surface;
    r3d_raster raster;
} canvas;

static const char *walls_folder;
static const char *out_folder;
static r3d_palette palette;
static r3d_gamma brightness;

static void fail(const r3d_error *error)
{
    fprintf(stderr, "textures: %s: %s\n", error->file, error->message);
    exit(1);
}

static void require(r3d_result result, const char *what)
{
    if (result != R3D_OK) {
        fprintf(stderr, "textures: %s: %s\n", what, r3d_result_string(result));
        exit(1);
    }
}

static texture *load(const char *name)
{
    char path[1024];
    r3d_image8 image;
    r3d_error error;
    texture *t = malloc(sizeof *t);
    if (t == NULL) {
        require(R3D_ERR_MEMORY, name);
    }
    snprintf(path, sizeof path, "%s/%s.png", walls_folder, name);
    if (r3d_image8_load_png(path, R3D_TEXTURE_PALETTE_MAX, NULL, &image, &error) != R3D_OK) {
        fail(&error);
    }
    require(r3d_texels_build(&image, R3D_DETAIL_HIGH, &brightness, R3D_BLACK_KEPT, t->memory,
                             &t->texels),
            name);
    r3d_image8_free(&image, NULL);
    return t;
}

static canvas begin(int32_t width, int32_t height)
{
    canvas c;
    c.pixels = calloc((size_t)width * (size_t)height, sizeof *c.pixels);
    if (c.pixels == NULL) {
        require(R3D_ERR_MEMORY, "frame");
    }
    require(r3d_surface_init(&c.surface, c.pixels, width, height, width), "surface");
    return c;
}

static void finish(canvas *c, const char *name)
{
    char path[1024];
    r3d_error error;
    r3d_picture_view view = {c->pixels, (ptrdiff_t)c->surface.width * 4, c->surface.width,
                             c->surface.height, R3D_LAYOUT_XRGB32};
    snprintf(path, sizeof path, "%s/%s.png", out_folder, name);
    if (r3d_png_save(path, &view, R3D_PNG_SMALL, &error) != R3D_OK) {
        fail(&error);
    }
    free(c->pixels);
}

static r3d_vec3i point(int32_t x, int32_t y, int32_t z)
{
    r3d_vec3i p;
    p.x = x;
    p.y = y;
    p.z = z;
    return p;
}

/* A parallelogram in view space: u from `origin` to `u_end`, v from `origin` to `v_end`. Every corner
 * must lie before the viewer. */
static void draw_quad(canvas *c, const texture *t, r3d_vec3i origin, r3d_vec3i u_end,
                      r3d_vec3i v_end, int32_t shade_per_256)
{
    const r3d_texture_plane plane = {origin, u_end, v_end};
    const r3d_vec3i corners[4] = {origin, u_end,
                                  point(u_end.x + v_end.x - origin.x, u_end.y + v_end.y - origin.y,
                                        u_end.z + v_end.z - origin.z),
                                  v_end};
    int32_t x[4];
    int32_t y[4];
    int32_t shade[4];
    for (int i = 0; i < 4; i++) {
        x[i] = c->raster.center_x + (corners[i].x * 512) / corners[i].z;
        y[i] = c->raster.center_y + (corners[i].y * 512) / corners[i].z;
        shade[i] = corners[i].z * shade_per_256 / 256;
        shade[i] = shade[i] > 127 ? 127 : shade[i];
    }
    const int32_t x2[3] = {x[0], x[2], x[3]};
    const int32_t y2[3] = {y[0], y[2], y[3]};
    const int32_t shade2[3] = {shade[0], shade[2], shade[3]};
    c->raster.side_clip = true;
    r3d_fill_textured(&c->raster, x, y, shade, &plane, &t->texels);
    r3d_fill_textured(&c->raster, x2, y2, shade2, &plane, &t->texels);
}

/* A texture that faces the viewer at 1:1, so that every texel is a pixel. */
static void draw_facing(canvas *c, const texture *t, int32_t left, int32_t top, int32_t shade)
{
    const int32_t x[3] = {left, left + 128, left};
    const int32_t y[3] = {top, top, top + 128};
    const int32_t x2[3] = {left + 128, left + 128, left};
    const int32_t y2[3] = {top, top + 128, top + 128};
    const int32_t shades[3] = {shade, shade, shade};
    int32_t view_x = left - c->raster.center_x;
    int32_t view_y = top - c->raster.center_y;
    const r3d_texture_plane plane = {point(view_x, view_y, 512), point(view_x + 128, view_y, 512),
                                     point(view_x, view_y + 128, 512)};
    c->raster.side_clip = false;
    r3d_fill_textured(&c->raster, x, y, shades, &plane, &t->texels);
    r3d_fill_textured(&c->raster, x2, y2, shades, &plane, &t->texels);
}

static void gradient(canvas *c)
{
    int32_t right = c->surface.width;
    int32_t bottom = c->surface.height;
    const int32_t x[3] = {0, right, 0};
    const int32_t y[3] = {0, 0, bottom};
    const int32_t x2[3] = {right, right, 0};
    const int32_t y2[3] = {0, bottom, bottom};
    const int32_t top_left[3] = {r3d_hsl16_pack(40, 5, 110), r3d_hsl16_pack(40, 5, 70),
                                 r3d_hsl16_pack(40, 5, 40)};
    const int32_t bottom_right[3] = {r3d_hsl16_pack(40, 5, 70), r3d_hsl16_pack(40, 5, 5),
                                     r3d_hsl16_pack(40, 5, 40)};
    c->raster.smooth = true;
    r3d_fill_gouraud(&c->raster, x, y, top_left);
    r3d_fill_gouraud(&c->raster, x2, y2, bottom_right);
}

/* The sixteen shades: four copies of the bank, each shifted right by 0 to 3. */
static void draw_shades(void)
{
    canvas c = begin(4 * 128, 4 * 128);
    texture *stones = load("arock2");
    require(r3d_raster_init(&c.raster, &c.surface, &palette), "raster");
    for (int32_t i = 0; i < 16; i++) {
        draw_facing(&c, stones, i % 4 * 128, i / 4 * 128, i * 16);
    }
    finish(&c, "shades");
    free(stones);
}

static void draw_masked(void)
{
    static const char *const names[3] = {"cgrate1", "ceilvine", "dobwire"};
    canvas c = begin(3 * 128 + 4 * 16, 128 + 2 * 16);
    require(r3d_raster_init(&c.raster, &c.surface, &palette), "raster");
    gradient(&c);
    for (int32_t i = 0; i < 3; i++) {
        texture *t = load(names[i]);
        draw_facing(&c, t, 16 + i * (128 + 16), 16, 0);
        free(t);
    }
    finish(&c, "masked");
}

/* A board of 4 x 3 pictures, tilted about all three axes. */
static void draw_plane(void)
{
    const r3d_vec3i corner = point(-620, -150, 1120);
    const r3d_vec3i across = point(330, -80, -40); /* one picture to the right */
    const r3d_vec3i down = point(-40, 190, -190);  /* one picture down */
    canvas c = begin(512, 334);
    texture *bricks = load("brick2");
    require(r3d_raster_init(&c.raster, &c.surface, &palette), "raster");
    gradient(&c);
    for (int32_t row = 0; row < 3; row++) {
        for (int32_t column = 0; column < 4; column++) {
            r3d_vec3i o = point(corner.x + column * across.x + row * down.x,
                                corner.y + column * across.y + row * down.y,
                                corner.z + column * across.z + row * down.z);
            draw_quad(&c, bricks, o, point(o.x + across.x, o.y + across.y, o.z + across.z),
                      point(o.x + down.x, o.y + down.y, o.z + down.z), 4);
        }
    }
    finish(&c, "plane");
    free(bricks);
}

/* One ring of the corridor: floor, ceiling and both walls, between depth z and z + TILE. */
static void draw_ring(canvas *c, const texture *floor, const texture *ceiling, const texture *wall,
                      int32_t z)
{
    for (int32_t x = -2 * TILE; x < 2 * TILE; x += TILE) {
        draw_quad(c, floor, point(x, TILE, z + TILE), point(x + TILE, TILE, z + TILE),
                  point(x, TILE, z), 9);
        draw_quad(c, ceiling, point(x, -TILE, z + TILE), point(x + TILE, -TILE, z + TILE),
                  point(x, -TILE, z), 9);
    }
    for (int32_t y = -TILE; y < TILE; y += TILE) {
        draw_quad(c, wall, point(-2 * TILE, y, z), point(-2 * TILE, y, z + TILE),
                  point(-2 * TILE, y + TILE, z), 9);
        draw_quad(c, wall, point(2 * TILE, y, z + TILE), point(2 * TILE, y, z),
                  point(2 * TILE, y + TILE, z + TILE), 9);
    }
}

static void draw_corridor(void)
{
    canvas c = begin(512, 334);
    texture *wall = load("brick2");
    texture *pillar = load("aqmetl04");
    texture *floor = load("arock2");
    texture *ceiling = load("aqconc03");
    texture *door = load("aqdoor01");
    texture *grate = load("cgrate1");
    texture *vine = load("ceilvine");
    require(r3d_raster_init(&c.raster, &c.surface, &palette), "raster");
    r3d_surface_clear(&c.surface, 0);
    int32_t end = EYE_DISTANCE + DEPTH * TILE;
    for (int32_t x = -2 * TILE; x < 2 * TILE; x += TILE) {
        for (int32_t y = -TILE; y < TILE; y += TILE) {
            draw_quad(&c, x == -TILE || x == 0 ? door : pillar, point(x, y, end),
                      point(x + TILE, y, end), point(x, y + TILE, end), 9);
        }
    }
    for (int32_t i = DEPTH - 1; i >= 0; i--) {
        int32_t z = EYE_DISTANCE + i * TILE;
        draw_ring(&c, floor, ceiling, i % 4 == 2 ? pillar : wall, z);
        if (i == 6) {
            for (int32_t y = -TILE; y < TILE; y += TILE) {
                draw_quad(&c, grate, point(-2 * TILE, y, z), point(-TILE, y, z),
                          point(-2 * TILE, y + TILE, z), 9);
                draw_quad(&c, grate, point(TILE, y, z), point(2 * TILE, y, z),
                          point(TILE, y + TILE, z), 9);
            }
        }
        if (i == 3) {
            for (int32_t x = -2 * TILE; x < 2 * TILE; x += TILE) {
                draw_quad(&c, vine, point(x, -TILE, z), point(x + TILE, -TILE, z), point(x, 0, z),
                          9);
            }
        }
    }
    finish(&c, "corridor");
    free(wall);
    free(pillar);
    free(floor);
    free(ceiling);
    free(door);
    free(grate);
    free(vine);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: textures WALLS_FOLDER OUT_FOLDER\n");
        return 2;
    }
    walls_folder = argv[1];
    out_folder = argv[2];
    require(r3d_gamma_build(0.8, &brightness), "gamma");
    require(r3d_palette_build(&brightness, R3D_BLACK_KEPT, &palette), "palette");
    draw_shades();
    draw_masked();
    draw_plane();
    draw_corridor();
    return 0;
}
