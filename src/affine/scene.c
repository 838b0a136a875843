/* SPDX-License-Identifier: MIT */
/* What a scene must be to be drawn. Source: spec affine sections 2, 5, 8, 9 and 10. */

#include "../base/desc.h"

#include "affine_internal.h"

void r3d_affine_scene_init_sized(r3d_affine_scene *out_scene, uint32_t struct_size)
{
    enum { WIDTH = 240, HEIGHT = 160, HS = 512, VS = 368, SORT_OFFSET = 14 };
    r3d_affine_scene whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.width = WIDTH;
    whole.height = HEIGHT;
    whole.hs = HS;
    whole.vs = VS;
    whole.sort_offset = SORT_OFFSET;
    whole.has_culling = true;
    R3D_PRIV_DESC_GIVE(out_scene, whole, struct_size);
}

bool r3d_priv_affine_picture_is_valid(const r3d_affine_picture *picture, int32_t size_max)
{
    return (picture->argb != NULL || (picture->indices != NULL && picture->palette != NULL)) &&
           picture->width >= 1 && picture->width <= size_max && picture->height >= 1 &&
           picture->height <= size_max && picture->stride_px >= picture->width;
}

bool r3d_priv_affine_cycle(const r3d_affine_cycle *cycles, int32_t count, int64_t time_ms,
                           uint8_t out_cycled[256])
{
    const int64_t time_max = (int64_t)1 << 40;
    if (count < 0 || count > R3D_AFFINE_CYCLES_MAX || time_ms < -time_max || time_ms > time_max) {
        return false;
    }
    for (int32_t i = 0; i < 256; i++) {
        out_cycled[i] = (uint8_t)i;
    }
    /* From the last to the first, so that the first decides where two ranges overlap. */
    for (int32_t c = count - 1; c >= 0; c--) {
        const r3d_affine_cycle *cycle = &cycles[c];
        enum { SPEED_MAX = 1 << 20, MS = 1000 };
        if (cycle->first < 1 || cycle->first > cycle->last || cycle->last > 255 ||
            cycle->speed < -SPEED_MAX || cycle->speed > SPEED_MAX) {
            return false;
        }
        const int64_t length = cycle->last - cycle->first + 1;
        const int64_t moved = r3d_priv_divide_down(cycle->speed * time_ms, MS);
        for (int32_t i = cycle->first; i <= cycle->last; i++) {
            const int64_t place = i - cycle->first + moved;
            const int64_t rest = place - r3d_priv_divide_down(place, length) * length;
            out_cycled[i] = (uint8_t)(cycle->first + rest);
        }
    }
    return true;
}

static bool is_scene_place(int32_t value)
{
    return value >= -R3D_AFFINE_PLACE_MAX - 1 && value <= R3D_AFFINE_PLACE_MAX;
}

static bool is_scale(int32_t scale)
{
    return scale >= R3D_AFFINE_SCALE_MIN && scale <= R3D_AFFINE_SCALE_MAX;
}

/* The twelve sizes of objects. */
bool r3d_priv_affine_is_hw_size(int32_t width, int32_t height)
{
    static const uint8_t sizes[12][2] = {{8, 8},  {16, 16}, {32, 32}, {64, 64},
                                         {16, 8}, {32, 8},  {32, 16}, {64, 32},
                                         {8, 16}, {8, 32},  {16, 32}, {32, 64}};
    for (int i = 0; i < 12; i++) {
        if (width == sizes[i][0] && height == sizes[i][1]) {
            return true;
        }
    }
    return false;
}

static r3d_result check_floor(const r3d_affine_floor *map, r3d_affine_mode mode)
{
    if (!map->is_present) {
        return R3D_OK;
    }
    if (map->cells == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_affine_picture_is_valid(&map->tiles, R3D_SURFACE_SIZE_MAX)) {
        return R3D_ERR_ARGUMENT;
    }
    if (map->tiles.width % R3D_PRIV_AFFINE_TILE != 0 ||
        map->tiles.height % R3D_PRIV_AFFINE_TILE != 0 || !is_scene_place(map->z) ||
        map->columns < 1 || map->columns > R3D_AFFINE_MAP_MAX || map->rows < 1 ||
        map->rows > R3D_AFFINE_MAP_MAX) {
        return R3D_ERR_RANGE;
    }
    if (mode == R3D_AFFINE_HW &&
        (map->columns != map->rows ||
         (map->columns != 16 && map->columns != 32 && map->columns != 64 && map->columns != 128))) {
        return R3D_ERR_RANGE;
    }
    const int32_t tiles =
        map->tiles.width / R3D_PRIV_AFFINE_TILE * (map->tiles.height / R3D_PRIV_AFFINE_TILE);
    for (int32_t i = 0; i < map->columns * map->rows; i++) {
        if (map->cells[i] < -1 || map->cells[i] >= tiles) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

static r3d_result check_wall(const r3d_affine_scene *scene, const r3d_affine_wall *wall)
{
    if (!r3d_priv_affine_picture_is_valid(&wall->picture, R3D_AFFINE_PICTURE_MAX)) {
        return R3D_ERR_ARGUMENT;
    }
    const int32_t run = r3d_priv_affine_wall_run(wall);
    const int32_t hs = wall->hs == 0 ? scene->hs : wall->hs;
    if (!is_scene_place(wall->x) || !is_scene_place(wall->y) || !is_scene_place(wall->z) ||
        !is_scale(hs) || run < 1 || run > R3D_AFFINE_RUN_TEXELS_MAX / wall->picture.width) {
        return R3D_ERR_RANGE;
    }
    const int64_t length = (int64_t)run * wall->picture.width * hs;
    if (length > R3D_AFFINE_RUN_Q8_MAX) {
        return R3D_ERR_RANGE;
    }
    if (wall->has_tangent) {
        const int32_t x = wall->tangent_x_fx16;
        const int32_t y = wall->tangent_y_fx16;
        if ((x == 0 && y == 0) || x < -R3D_AFFINE_TANGENT_MAX || x > R3D_AFFINE_TANGENT_MAX ||
            y < -R3D_AFFINE_TANGENT_MAX || y > R3D_AFFINE_TANGENT_MAX) {
            return R3D_ERR_RANGE;
        }
    }
    if (scene->has_seal && length % 2 != 0) {
        return R3D_ERR_RANGE;
    }
    if (scene->mode == R3D_AFFINE_HW) {
        if (run > 1) {
            return R3D_ERR_STATE;
        }
        if (!r3d_priv_affine_is_hw_size(wall->picture.width, wall->picture.height)) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

static r3d_result check_sprites(const r3d_affine_scene *scene)
{
    bool any_shadow = false;
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        const r3d_affine_sprite *sprite = &scene->sprites[i];
        if (!r3d_priv_affine_picture_is_valid(&sprite->picture, R3D_AFFINE_PICTURE_MAX)) {
            return R3D_ERR_ARGUMENT;
        }
        if (!is_scene_place(sprite->x) || !is_scene_place(sprite->y) ||
            !is_scene_place(sprite->z) ||
            (scene->mode == R3D_AFFINE_HW &&
             !r3d_priv_affine_is_hw_size(sprite->picture.width, sprite->picture.height))) {
            return R3D_ERR_RANGE;
        }
        any_shadow = any_shadow || sprite->has_shadow;
    }
    for (int i = 0; i < 3 && any_shadow; i++) {
        const r3d_affine_picture *shadow = &scene->shadows[i];
        if (!r3d_priv_affine_picture_is_valid(shadow, R3D_AFFINE_SHADOW_WIDTH)) {
            return R3D_ERR_ARGUMENT;
        }
        if (shadow->width != R3D_AFFINE_SHADOW_WIDTH ||
            shadow->height != R3D_AFFINE_SHADOW_HEIGHT) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

static r3d_result check_numbers(const r3d_affine_context *context, const r3d_affine_scene *scene,
                                const r3d_affine_camera *camera)
{
    const r3d_result result = r3d_priv_affine_check_camera(camera, scene->width, scene->height);
    if (result != R3D_OK) {
        return result;
    }
    if ((scene->mode != R3D_AFFINE_FREE && scene->mode != R3D_AFFINE_HW) || !is_scale(scene->hs) ||
        !is_scale(scene->vs) || scene->wall_count < 0 || scene->sprite_count < 0 ||
        scene->box_count < 0 || !is_scene_place(scene->sort_offset)) {
        return R3D_ERR_RANGE;
    }
    if ((scene->wall_count > 0 && scene->walls == NULL) ||
        (scene->sprite_count > 0 && scene->sprites == NULL) ||
        (scene->box_count > 0 && scene->boxes == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    if (scene->wall_count > context->max_walls || scene->sprite_count > context->max_sprites) {
        return R3D_ERR_LIMIT;
    }
    if (scene->mode == R3D_AFFINE_HW) {
        if (scene->width > R3D_AFFINE_HW_SCREEN_MAX || scene->height > R3D_AFFINE_HW_SCREEN_MAX) {
            return R3D_ERR_RANGE;
        }
        if (scene->has_seal || (camera->roll_a11 & 2047) != 0) {
            return R3D_ERR_STATE;
        }
    }
    for (int32_t i = 0; i < scene->box_count; i++) {
        const r3d_affine_box *box = &scene->boxes[i];
        enum { SIZE_MAX_UNITS = 2 * (R3D_AFFINE_PLACE_MAX + 1) };
        if (!is_scene_place(box->x) || !is_scene_place(box->y) || box->width < 0 ||
            box->height < 0 || box->width > SIZE_MAX_UNITS || box->height > SIZE_MAX_UNITS) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

r3d_result r3d_priv_affine_check_scene(const r3d_affine_context *context,
                                       const r3d_affine_scene *scene,
                                       const r3d_affine_camera *camera)
{
    r3d_result result = check_numbers(context, scene, camera);
    for (int i = 0; i < 2 && result == R3D_OK; i++) {
        result = check_floor(&scene->floors[i], scene->mode);
    }
    for (int32_t i = 0; i < scene->wall_count && result == R3D_OK; i++) {
        result = check_wall(scene, &scene->walls[i]);
    }
    return result == R3D_OK ? check_sprites(scene) : result;
}
