/* SPDX-License-Identifier: MIT */
/* Where revisions differ: each rule is a setting of its own. */

#include <string.h>

#include <retro3d/assembly.h>

#include "cmocka_all.h"
#include "forge.h"

enum { ICON = R3D_ICON_SIZE * R3D_ICON_SIZE };

static r3d_cache *open_with(const char *root, const r3d_cache_rules *rules)
{
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_cache_desc_init(&desc);
    desc.rules = rules;
    assert_int_equal(r3d_cache_open(source_path(root), &desc, &cache, NULL), R3D_OK);
    return cache;
}

static r3d_cache_rules rules_225(void)
{
    r3d_cache_rules rules;
    r3d_cache_rules_init(&rules);
    return rules;
}

static void draw_icon(const r3d_cache_rules *rules, int32_t obj, uint32_t pixels[ICON])
{
    r3d_cache *cache = open_with("golden/cache", rules);
    r3d_cache_renderer *renderer = NULL;
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, obj, 1, NULL, pixels, NULL), R3D_OK);
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
}

static void revisions_have_their_rules(void **state)
{
    (void)state;
    r3d_cache_rules rules = rules_225();
    assert_int_equal(rules.notes, R3D_NOTE_SCALED);
    assert_int_equal(rules.planes, R3D_PLANES_KEPT);
    assert_int_equal(rules.alpha, R3D_POSE_ALPHA_IF_FLAGGED);
    assert_int_equal(rules.black, R3D_BLACK_IS_HOLE);
    assert_int_equal(r3d_cache_rules_set_revision(&rules, R3D_REVISION_317), R3D_OK);
    assert_int_equal(rules.notes, R3D_NOTE_ZOOMED);
    assert_int_equal(rules.planes, R3D_PLANES_REBASED);
    assert_int_equal(rules.alpha, R3D_POSE_ALPHA_ALWAYS);
    assert_int_equal(rules.black, R3D_BLACK_KEPT);
    assert_int_equal(r3d_cache_rules_set_revision(&rules, R3D_REVISION_OF_LAYOUT), R3D_ERR_RANGE);
    assert_int_equal(r3d_cache_rules_set_revision(NULL, R3D_REVISION_225), R3D_ERR_ARGUMENT);
}

/* Item 8 is a note for item 0. In 317 what it shows is drawn from 1.5 times the distance, has an
 * outline and no shadow, and lies over the paper as it is. */
static void a_zoomed_note_shows_its_item_unscaled_and_without_shadow(void **state)
{
    (void)state;
    r3d_cache_rules rules = rules_225();
    static uint32_t scaled[ICON];
    static uint32_t zoomed[ICON];
    static uint32_t paper[ICON];
    static uint32_t item[ICON];
    draw_icon(&rules, 8, scaled);
    rules.notes = R3D_NOTE_ZOOMED;
    draw_icon(&rules, 8, zoomed);
    draw_icon(&rules, 0, item);

    r3d_cache *cache = open_with("golden/cache", &rules);
    r3d_cache_renderer *renderer = NULL;
    const r3d_cache_obj *note;
    assert_int_equal(r3d_cache_get_obj(cache, 8, &note, NULL), R3D_OK);
    assert_true(note->note_template >= 0 && note->note_item >= 0);
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, note->note_template, 1, NULL, paper, NULL),
                     R3D_OK);

    /* The item by itself, drawn from 1.5 times the distance. */
    static uint32_t far_item[ICON];
    const r3d_cache_icon_change far_away = {.zoom_percent = 150};
    assert_int_equal(r3d_cache_draw_icon(renderer, note->note_item, 10, &far_away, far_item, NULL),
                     R3D_OK);
    int shadows = 0;
    int shown = 0;
    for (int i = 0; i < ICON; i++) {
        uint32_t far_rgb = far_item[i] & 0xFFFFFFu;
        uint32_t rgb = zoomed[i] & 0xFFFFFFu;
        if (far_rgb == R3D_ICON_SHADOW_RGB) {
            shadows++; /* not there: the paper shows through */
            far_rgb = 0;
        }
        shown += far_rgb != 0 ? 1 : 0;
        assert_int_equal(rgb, far_rgb != 0 ? far_rgb : paper[i] & 0xFFFFFFu);
    }
    assert_true(shadows > 0);
    assert_true(shown > 50);
    assert_memory_not_equal(scaled, zoomed, sizeof scaled);
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
}

/* Two textured models welded: in 225 the second uses the planes of the first. */
static void plane_numbers_of_later_parts_are_kept_or_rebased(void **state)
{
    (void)state;
    for (int rebased = 0; rebased < 2; rebased++) {
        forge_archive config = forge_unpack(source_path("golden/cache/config"));
        forge_bytes *data = forge_entry_named(&config, "npc.dat");
        forge_bytes *index = forge_entry_named(&config, "npc.idx");
        static const char *const others[2] = {"models", "textures"};
        data->size = 0;
        index->size = 0;
        forge_u16(data, 1);
        forge_u8(data, 1);
        forge_u8(data, 2);
        forge_u16(data, 12); /* both have six planes and twelve textured faces */
        forge_u16(data, 17);
        forge_u8(data, 0);
        forge_u16(index, 1);
        forge_u16(index, (uint32_t)data->size - 2);
        forge_make_folder(work_path("planes"));
        forge_bytes file = forge_pack(&config, false);
        forge_write_file(work_path("planes/config"), file.data, file.size);
        for (int i = 0; i < 2; i++) {
            char from[64] = "golden/cache/";
            char to[64] = "planes/";
            strcat(from, others[i]);
            strcat(to, others[i]);
            forge_bytes other = forge_read_file(source_path(from));
            forge_write_file(work_path(to), other.data, other.size);
            forge_free(&other);
        }
        r3d_cache_rules rules = rules_225();
        rules.planes = rebased != 0 ? R3D_PLANES_REBASED : R3D_PLANES_KEPT;
        r3d_cache_desc desc;
        r3d_cache *cache = NULL;
        r3d_mesh *mesh = NULL;
        r3d_mesh_view view;
        r3d_cache_desc_init(&desc);
        desc.rules = &rules;
        assert_int_equal(r3d_cache_open(work_path("planes"), &desc, &cache, NULL), R3D_OK);
        assert_int_equal(r3d_cache_make_npc(cache, 0, NULL, &mesh, NULL), R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        int32_t greatest = 0;
        for (int32_t i = 0; i < view.face_count; i++) {
            if ((view.infos[i] & 2) != 0 && view.infos[i] >> 2 > greatest) {
                greatest = view.infos[i] >> 2;
            }
        }
        assert_int_equal(view.plane_count, 10);
        assert_int_equal(greatest >= 6, rebased != 0);
        r3d_mesh_destroy(mesh);
        r3d_cache_close(cache);
        forge_free(&file);
        forge_archive_free(&config);
    }
}

/* Effect 1 moves the alpha of a mesh. Without the flag and an array of its own a mesh of 225 stays
 * opaque. */
static void posed_models_get_translucency_by_flag_or_always(void **state)
{
    (void)state;
    static const r3d_pose_alpha settings[2] = {R3D_POSE_ALPHA_IF_FLAGGED, R3D_POSE_ALPHA_ALWAYS};
    for (int i = 0; i < 2; i++) {
        r3d_cache_rules rules = rules_225();
        rules.alpha = settings[i];
        r3d_cache *cache = open_with("golden/cache", &rules);
        const r3d_cache_npc *npc;
        r3d_mesh *mesh = NULL;
        r3d_mesh_view view;
        r3d_cache_pose pose;
        r3d_cache_pose_init(&pose);
        assert_int_equal(r3d_cache_get_npc(cache, 0, &npc, NULL), R3D_OK);
        assert_false(npc->has_alpha);
        assert_int_equal(r3d_cache_get_step_frame(cache, npc->stand_seq, 0, &pose.primary, NULL),
                         R3D_OK);
        assert_int_equal(r3d_cache_make_npc(cache, 0, &pose, &mesh, NULL), R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.alphas != NULL, settings[i] == R3D_POSE_ALPHA_ALWAYS);
        r3d_mesh_destroy(mesh);
        r3d_cache_close(cache);
    }
}

/* Texture 3 has colours that come out nearly black. */
static void nearly_black_colors_are_holes_or_kept(void **state)
{
    (void)state;
    int holes[2];
    for (int i = 0; i < 2; i++) {
        r3d_cache_rules rules = rules_225();
        rules.black = i == 0 ? R3D_BLACK_IS_HOLE : R3D_BLACK_KEPT;
        r3d_cache *cache = open_with("golden/cache", &rules);
        const r3d_texels *texels;
        assert_int_equal(r3d_cache_get_texels(cache, 3, &texels, NULL), R3D_OK);
        holes[i] = 0;
        for (int k = 0; k < 128 * 128; k++) {
            holes[i] += texels->texels[k] == 0 ? 1 : 0;
        }
        r3d_cache_close(cache);
    }
    assert_true(holes[0] > holes[1]);
}

static void an_icon_changes_as_asked(void **state)
{
    (void)state;
    r3d_cache_rules rules = rules_225();
    r3d_cache *cache = open_with("golden/cache", &rules);
    r3d_cache_renderer *renderer = NULL;
    const r3d_cache_obj *record;
    static uint32_t plain[ICON];
    static uint32_t changed[ICON];
    r3d_error error;
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_get_obj(cache, 0, &record, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, NULL, plain, NULL), R3D_OK);
    const r3d_cache_icon_change same = {100, true, record->look.pitch_a11, true,
                                        record->look.yaw_a11};
    assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, &same, changed, NULL), R3D_OK);
    assert_memory_equal(plain, changed, sizeof plain);
    const r3d_cache_icon_change changes[3] = {
        {.zoom_percent = 60},
        {.has_pitch = true, .pitch_a11 = record->look.pitch_a11 + 300},
        {.has_yaw = true, .yaw_a11 = record->look.yaw_a11 + 300}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, &changes[i], changed, NULL), R3D_OK);
        assert_memory_not_equal(plain, changed, sizeof plain);
    }
    const r3d_cache_icon_change bad[2] = {{.zoom_percent = -1}, {.zoom_percent = 100001}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, &bad[i], changed, &error),
                         R3D_ERR_RANGE);
        assert_string_equal(error.file, r3d_cache_get_root(cache));
    }
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
}

/* What a client draws a mesh of a cache with. */
static void a_palette_has_the_rules_of_its_cache(void **state)
{
    (void)state;
    static r3d_palette expected;
    static r3d_palette actual;
    for (int kept = 0; kept < 2; kept++) {
        r3d_cache_rules rules = rules_225();
        rules.black = kept == 1 ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE;
        r3d_cache *cache = open_with("golden/cache", &rules);
        r3d_gamma gamma;
        assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
        assert_int_equal(r3d_palette_build(&gamma, rules.black, &expected), R3D_OK);
        assert_int_equal(r3d_cache_build_palette(cache, &actual, NULL), R3D_OK);
        assert_memory_equal(&actual, &expected, sizeof actual);
        r3d_cache_close(cache);
    }
    assert_int_equal(r3d_cache_build_palette(NULL, &actual, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_cache_bind_textures(NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_string_equal(r3d_cache_get_root(NULL), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(revisions_have_their_rules),
        cmocka_unit_test(a_zoomed_note_shows_its_item_unscaled_and_without_shadow),
        cmocka_unit_test(plane_numbers_of_later_parts_are_kept_or_rebased),
        cmocka_unit_test(posed_models_get_translucency_by_flag_or_always),
        cmocka_unit_test(nearly_black_colors_are_holes_or_kept),
        cmocka_unit_test(an_icon_changes_as_asked),
        cmocka_unit_test(a_palette_has_the_rules_of_its_cache),
    };
    return cmocka_run_group_tests_name("cache rules", tests, NULL, NULL);
}
