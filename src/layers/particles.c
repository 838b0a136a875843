/* SPDX-License-Identifier: MIT */
/* Particles and the ways to show their targets. Source: spec layers section 5. */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

#include <retro3d/layers_effects.h>

enum { SIDE = R3D_LAYERS_PARTICLE_TARGET, RING = SIDE - 1, SPRITE_MAX = 1 << 16 };

uint32_t r3d_layers_random(uint32_t *state)
{
    if (state == NULL) {
        return 0;
    }
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

static int32_t pick(uint32_t *random, const int32_t range[2])
{
    const uint32_t count = (uint32_t)range[1] - (uint32_t)range[0] + 1u;
    return (int32_t)((uint32_t)range[0] + r3d_layers_random(random) % count);
}

/* ---- simulation ---- */

/* Whether a square of a side round a centre touches the border ring. */
static bool touches(int64_t x, int64_t y, int64_t side)
{
    const int64_t left = x - side / 2;
    const int64_t top = y - side / 2;
    return left <= 0 || top <= 0 || left + side - 1 >= RING || top + side - 1 >= RING;
}

static bool is_range(const int32_t range[2], int32_t least, int32_t greatest)
{
    return range[0] >= least && range[1] <= greatest && range[0] <= range[1];
}

static r3d_result check_system(const r3d_layers_system_desc *desc)
{
    enum { MAX_Q16 = 1 << 24, LIFE_MAX = 1 << 20, SIDE_MAX = 64 };
    if (desc->seed == 0 || desc->count < 1 || desc->count > R3D_LAYERS_PARTICLES_MAX ||
        !is_range(desc->x_q16, -MAX_Q16, MAX_Q16) || !is_range(desc->y_q16, -MAX_Q16, MAX_Q16) ||
        !is_range(desc->vx_q16, -MAX_Q16, MAX_Q16) || !is_range(desc->vy_q16, -MAX_Q16, MAX_Q16) ||
        !is_range(desc->life, 1, LIFE_MAX) || desc->stagger < 0 || desc->stagger > LIFE_MAX ||
        desc->ax_q16 < -MAX_Q16 || desc->ax_q16 > MAX_Q16 || desc->ay_q16 < -MAX_Q16 ||
        desc->ay_q16 > MAX_Q16 || desc->sides[0] < 1 || desc->sides[0] > SIDE_MAX ||
        desc->sides[1] < 1 || desc->sides[1] > SIDE_MAX) {
        return R3D_ERR_RANGE;
    }
    for (int corner = 0; corner < 4; corner++) {
        if (touches(desc->x_q16[corner & 1] >> 16, desc->y_q16[corner >> 1] >> 16,
                    desc->sides[0])) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

r3d_result r3d_layers_system_start(const r3d_layers_system_desc *desc,
                                   r3d_layers_system *out_system)
{
    if (desc == NULL || out_system == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_result result = check_system(desc);
    if (result != R3D_OK) {
        return result;
    }
    memset(out_system, 0, sizeof *out_system);
    out_system->desc = *desc;
    out_system->random = desc->seed;
    for (int32_t i = 0; i < desc->count; i++) {
        out_system->particles[i].age = -1 - i * desc->stagger;
    }
    return R3D_OK;
}

static void spawn(r3d_layers_system *system, r3d_layers_particle *particle)
{
    const r3d_layers_system_desc *desc = &system->desc;
    particle->x_q16 = pick(&system->random, desc->x_q16);
    particle->y_q16 = pick(&system->random, desc->y_q16);
    particle->vx_q16 = pick(&system->random, desc->vx_q16);
    particle->vy_q16 = pick(&system->random, desc->vy_q16);
    particle->life = pick(&system->random, desc->life);
    particle->age = 0;
}

/* How far a particle is: 0..255 of its life. */
static int32_t progress_of(const r3d_layers_particle *particle)
{
    return particle->life > 0 ? (int32_t)(256 * (int64_t)particle->age / particle->life) : 0;
}

static int32_t between_values(int32_t from, int32_t to, int32_t t)
{
    return from + (((to - from) * t) >> 8);
}

void r3d_layers_system_step(r3d_layers_system *system)
{
    if (system == NULL) {
        return;
    }
    const r3d_layers_system_desc *desc = &system->desc;
    for (int32_t i = 0; i < desc->count && i < R3D_LAYERS_PARTICLES_MAX; i++) {
        r3d_layers_particle *p = &system->particles[i];
        p->age++;
        if (p->age < 0) {
            continue;
        }
        if (p->age == 0 || p->age >= p->life) {
            spawn(system, p);
            continue;
        }
        /* Particles are born again at the border long before these could overflow. */
        p->vx_q16 += desc->ax_q16;
        p->vy_q16 += desc->ay_q16;
        p->x_q16 += p->vx_q16;
        p->y_q16 += p->vy_q16;
        const int32_t side = between_values(desc->sides[0], desc->sides[1], progress_of(p));
        if (touches(p->x_q16 >> 16, p->y_q16 >> 16, side)) {
            spawn(system, p);
        }
    }
}

uint32_t r3d_layers_system_hash(const r3d_layers_system *system)
{
    if (system == NULL) {
        return 0;
    }
    uint32_t crc = 0;
    for (int32_t i = 0; i <= system->desc.count; i++) {
        const r3d_layers_particle *p =
            &system->particles[i < R3D_LAYERS_PARTICLES_MAX ? i : R3D_LAYERS_PARTICLES_MAX - 1];
        const uint32_t words[6] = {(uint32_t)p->age,   (uint32_t)p->life,   (uint32_t)p->x_q16,
                                   (uint32_t)p->y_q16, (uint32_t)p->vx_q16, (uint32_t)p->vy_q16};
        const int count = i < system->desc.count ? 6 : 1;
        for (int k = 0; k < count; k++) {
            const uint32_t word = i < system->desc.count ? words[k] : system->random;
            const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                                      (uint8_t)(word >> 24)};
            crc = r3d_crc32(crc, bytes, sizeof bytes);
        }
    }
    return crc;
}

/* ---- drawing ---- */

r3d_result r3d_layers_draw_particle(r3d_layers_target *target, int32_t x, int32_t y, int32_t side,
                                    const uint8_t rgb[3])
{
    if (target == NULL || rgb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    if (side < 0 || side > R3D_PERSPECTIVE_SIZE_MAX || x < -R3D_PRIV_LAYERS_PLACE_MAX ||
        x > R3D_PRIV_LAYERS_PLACE_MAX || y < -R3D_PRIV_LAYERS_PLACE_MAX ||
        y > R3D_PRIV_LAYERS_PLACE_MAX) {
        return R3D_ERR_RANGE;
    }
    const int32_t left = x - side / 2;
    const int32_t top = y - side / 2;
    const r3d_rect box = {left, top, left + side, top + side};
    const r3d_rect clip = r3d_priv_layers_clip(target, &box);
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, side};
    r3d_draw_tell_before(&r3d_call_layers_particle, target->surface, &call);
    for (int32_t py = clip.top; py < clip.bottom; py++) {
        for (int32_t px = clip.left; px < clip.right; px++) {
            const int64_t i = 2 * (px - left) + 1 - side;
            const int64_t j = 2 * (py - top) + 1 - side;
            const int32_t falloff = 255 - (int32_t)(255 * (i * i + j * j) / ((int64_t)side * side));
            const int32_t f = falloff > 0 ? falloff : 0;
            const int32_t color[3] = {r3d_priv_mul8(rgb[0], f), r3d_priv_mul8(rgb[1], f),
                                      r3d_priv_mul8(rgb[2], f)};
            r3d_priv_layers_add(target, px, py, color);
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_particle, target->surface, &call);
    return R3D_OK;
}

r3d_result r3d_layers_draw_system(r3d_layers_target *target, const r3d_layers_system *system)
{
    if (target == NULL || system == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_layers_system_desc *desc = &system->desc;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < desc->count && i < R3D_LAYERS_PARTICLES_MAX && result == R3D_OK; i++) {
        const r3d_layers_particle *p = &system->particles[i];
        if (p->age < 0) {
            continue;
        }
        const int32_t t = progress_of(p);
        uint8_t rgb[3];
        for (int k = 0; k < 3; k++) {
            rgb[k] = (uint8_t)between_values(desc->rgb[0][k], desc->rgb[1][k], t);
        }
        result = r3d_layers_draw_particle(target, p->x_q16 >> 16, p->y_q16 >> 16,
                                          between_values(desc->sides[0], desc->sides[1], t), rgb);
    }
    return result;
}

static r3d_result check_shown(const r3d_layers_target *target, const uint32_t *pixels, int32_t x,
                              int32_t y, int32_t width, int32_t height)
{
    if (target == NULL || pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    if (width < 0 || width > SPRITE_MAX || height < 0 || height > SPRITE_MAX ||
        x < -R3D_PRIV_LAYERS_PLACE_MAX || x > R3D_PRIV_LAYERS_PLACE_MAX ||
        y < -R3D_PRIV_LAYERS_PLACE_MAX || y > R3D_PRIV_LAYERS_PLACE_MAX) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}

r3d_result r3d_layers_add_nearest(r3d_layers_target *target, const uint32_t *pixels, int32_t x,
                                  int32_t y, int32_t width, int32_t height)
{
    const r3d_result result = check_shown(target, pixels, x, y, width, height);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_rect box = {x, y, x + width, y + height};
    const r3d_rect clip = r3d_priv_layers_clip(target, &box);
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, 0};
    r3d_draw_tell_before(&r3d_call_layers_sprite, target->surface, &call);
    for (int32_t py = clip.top; py < clip.bottom; py++) {
        for (int32_t px = clip.left; px < clip.right; px++) {
            const int32_t u = (2 * (px - x) + 1) * SIDE / (2 * width);
            const int32_t v = (2 * (py - y) + 1) * SIDE / (2 * height);
            const uint32_t texel = pixels[v * SIDE + u];
            const int32_t rgb[3] = {(int32_t)(texel >> 16 & 255), (int32_t)(texel >> 8 & 255),
                                    (int32_t)(texel & 255)};
            r3d_priv_layers_add(target, px, py, rgb);
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_sprite, target->surface, &call);
    return R3D_OK;
}

/* Texel centres at whole numbers; indices stay inside the picture. */
static int32_t sprite_place(int32_t pixel, int32_t size)
{
    return (int32_t)((2 * (int64_t)pixel + 1) * SIDE * 65536 / (2 * (int64_t)size)) - 32768;
}

static int32_t inside(int32_t index)
{
    return index < 0 ? 0 : index >= SIDE ? SIDE - 1 : index;
}

static void sample_sprite(const uint32_t *pixels, int32_t u, int32_t v, int32_t out_rgba[4])
{
    const int32_t fu = (u >> 8) & 255;
    const int32_t fv = (v >> 8) & 255;
    int32_t sums[3] = {32768, 32768, 32768};
    for (int corner = 0; corner < 4; corner++) {
        const int right = corner & 1;
        const int below = corner >> 1;
        const int32_t weight = (right ? fu : 256 - fu) * (below ? fv : 256 - fv);
        const uint32_t texel = pixels[inside((v >> 16) + below) * SIDE + inside((u >> 16) + right)];
        for (int i = 0; i < 3; i++) {
            sums[i] += (int32_t)(texel >> (16 - 8 * i) & 255) * weight;
        }
    }
    for (int i = 0; i < 3; i++) {
        out_rgba[i] = sums[i] >> 16;
    }
    out_rgba[3] = 255;
}

/* A sprite; pixels nearer than `depth_q16` stay when it is not negative. */
static void add_sprite(r3d_layers_target *target, const uint32_t *pixels, const r3d_rect *box,
                       int32_t depth_q16)
{
    const r3d_rect clip = r3d_priv_layers_clip(target, box);
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, 0};
    r3d_draw_tell_before(&r3d_call_layers_sprite, target->surface, &call);
    for (int32_t py = clip.top; py < clip.bottom; py++) {
        const int32_t v = sprite_place(py - box->top, box->bottom - box->top);
        for (int32_t px = clip.left; px < clip.right; px++) {
            const size_t at = (size_t)py * (size_t)target->width + (size_t)px;
            if (depth_q16 > target->depth_q16[at]) {
                continue;
            }
            int32_t rgba[4];
            sample_sprite(pixels, sprite_place(px - box->left, box->right - box->left), v, rgba);
            r3d_priv_layers_write(target, px, py, R3D_LAYERS_BLEND_ADD, rgba);
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_sprite, target->surface, &call);
}

r3d_result r3d_layers_add_sprite(r3d_layers_target *target, const uint32_t *pixels, int32_t x,
                                 int32_t y, int32_t width, int32_t height)
{
    const r3d_result result = check_shown(target, pixels, x, y, width, height);
    if (result == R3D_OK) {
        const r3d_rect box = {x, y, x + width, y + height};
        add_sprite(target, pixels, &box, -1);
    }
    return result;
}

r3d_result r3d_layers_add_billboard(r3d_layers_target *target, const r3d_perspective_camera *camera,
                                    const uint32_t *pixels, const int32_t place_q16[3],
                                    int32_t half_q16)
{
    if (target == NULL || camera == NULL || pixels == NULL || place_q16 == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    if (half_q16 < 0 || half_q16 > R3D_PERSPECTIVE_WORLD_MAX_Q16) {
        return R3D_ERR_RANGE;
    }
    int32_t seen[3];
    r3d_perspective_view(camera, place_q16, seen);
    const int64_t w = seen[2];
    const int64_t f = camera->focal_fx4;
    const int64_t guard = R3D_PERSPECTIVE_GUARD_FX4 * w;
    const int64_t across = (seen[0] < 0 ? -(int64_t)seen[0] : seen[0]) * f;
    const int64_t along = (seen[1] < 0 ? -(int64_t)seen[1] : seen[1]) * f;
    if (w < camera->near_q16 || w > R3D_PERSPECTIVE_FAR_Q16 || across > guard || along > guard ||
        half_q16 * f > guard) {
        return R3D_OK;
    }
    r3d_perspective_vertex vertex;
    memset(&vertex, 0, sizeof vertex);
    memcpy(vertex.component, seen, sizeof seen);
    r3d_perspective_corner corner;
    r3d_perspective_project(camera, &vertex, target->width, target->height, &corner);
    const int32_t half = (int32_t)r3d_priv_divide_nearest(half_q16 * f, w);
    const r3d_rect box = {(corner.x_fx4 - half + 8) >> 4, (corner.y_fx4 - half + 8) >> 4,
                          (corner.x_fx4 + half + 8) >> 4, (corner.y_fx4 + half + 8) >> 4};
    add_sprite(target, pixels, &box, corner.depth_q16);
    return R3D_OK;
}
