/* SPDX-License-Identifier: MIT */
#include "defects.h"

#include "caster.h"

const char *const level_names[LEVEL_COUNT] = {"e2m7-demo", "transitions", "door", "lift",
                                              "zroom",     "sprites",     "sky",  "longwall"};

void aim(scene *s, double x, double y, double z, double yaw, double shear)
{
    s->view.camera.x = x;
    s->view.camera.y = y;
    s->view.camera.z = z;
    s->view.camera.yaw = yaw;
    s->view.camera.shear = shear;
}

void open_named(scene *s, const char *name, int32_t width, int32_t height)
{
    r3d_column_level *level = load_level(name, false);
    scene_make(s, level, load_sprites(level, name), width, height);
    r3d_column_camera_square(&s->view.camera, width, 90.0);
}

int32_t compare_now(scene *s)
{
    scene_draw(s);
    caster *c = caster_make(s);
    caster_aim(c);
    int64_t checked = 0;
    const int32_t wrong = caster_compare(c, 0, 1, &checked);
    caster_free(c);
    return wrong;
}

int32_t count_pixels(const scene *s, uint32_t id)
{
    int32_t count = 0;
    for (int32_t i = 0; i < s->surface.width * s->surface.height; i++) {
        count += s->pixels[i] == id;
    }
    return count;
}

const r3d_column_materials *white_sprites(void)
{
    static const uint8_t index = 0;
    static const uint32_t shades[256] = {0xFFFFFFu};
    static r3d_column_texture sprite;
    static r3d_column_materials materials;
    sprite.width = sprite.height = sprite.u_step = sprite.v_step = 1;
    sprite.indices = &index;
    sprite.shades = shades;
    sprite.copies = 1;
    sprite.three_valued = true;
    materials.sprites = &sprite;
    materials.sprite_count = 1;
    return &materials;
}
