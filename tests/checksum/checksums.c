/* SPDX-License-Identifier: MIT */
/* Draws seeded random scenes with every drawing function of the core rooms surface, palette, texture
 * and raster, and prints one checksum a scene. The sums are the same for every compiler, optimisation
 * level, word size and byte order; expected.txt holds them. Needs the core library and libc only:
 *
 *   checksums [FIRST [LAST]]      prints "SEED CRC" for the seeds FIRST..LAST
 *   checksums --check FILE        computes all seeds of FILE and compares, at every instruction set
 *   checksums --trace SEED        prints the sum after every step of one scene
 *
 * Before these: `--isa NAME` draws with one instruction set (scalar, sse2, ...), `--bands` draws
 * each triangle in two bands of rows, the lower one first. Neither may change a sum.
 *
 * first_difference.sh compares two builds, or two instruction sets of one build, with these. */

#include "random_steps.h"

/* How often a step is taken, relative to the others. Triangles are what the library is for. */
typedef struct step {
    const char *name;
    void (*run)(scene *s);
    int32_t share;
} step;

static const step steps[] = {
    {"rect", step_rect, 2},
    {"rect_alpha", step_rect_alpha, 2},
    {"outline", step_outline, 1},
    {"outline_alpha", step_outline_alpha, 2},
    {"hline", step_hline, 1},
    {"hline_alpha", step_hline_alpha, 1},
    {"vline", step_vline, 1},
    {"vline_alpha", step_vline_alpha, 1},
    {"clip", step_clip, 3},
    {"image8", step_image8, 2},
    {"image24", step_image24, 2},
    {"blit_image24", step_blit, 2},
    {"image24_alpha", step_image24_alpha, 2},
    {"image24_masked", step_image24_masked, 2},
    {"image24_scaled", step_scaled, 3},
    {"image24_rotated", step_rotated, 3},
    {"image24_rotated_masked", step_rotated_masked, 2},
    {"change_sprite", step_change_sprite, 2},
    {"resized_image8", step_resized_image8, 2},
    {"settings", step_settings, 6},
    {"flat", step_flat, 12},
    {"gouraud", step_gouraud, 18},
    {"textured", step_textured, 18},
    {"numbers", step_numbers, 1},
};

static const step *some_step(rng *r)
{
    int32_t total = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        total += steps[i].share;
    }
    int32_t ticket = below(r, total);
    const step *chosen = steps;
    while (ticket >= chosen->share) {
        ticket -= chosen->share;
        chosen++;
    }
    return chosen;
}

/* Draws the scene of a seed. `trace` prints the sum after each step. */
static uint32_t draw_scene(uint32_t seed, manner how, bool trace)
{
    scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fputs("checksums: out of memory\n", stderr);
        exit(3);
    }
    s->how = how;
    s->random.state = seed;
    s->band_random.state = ~(uint64_t)seed;
    checksum_begin(&s->sum);
    make_surface(s);
    make_colors(s);
    for (int i = 0; i < TEXTURE_COUNT; i++) {
        make_texture(s, &s->textures[i]);
    }
    for (int i = 0; i < SPRITE_COUNT; i++) {
        make_sprite(s, &s->sprites[i]);
    }
    must(s, r3d_raster_init(&s->raster, &s->surface, &s->palette) == R3D_OK,
         "r3d_raster_init failed");
    must(s, r3d_surface_set_isa(&s->surface, how.isa) == R3D_OK, "r3d_surface_set_isa failed");
    must(s, r3d_raster_set_isa(&s->raster, how.isa) == R3D_OK, "r3d_raster_set_isa failed");
    must(s, how.isa == R3D_ISA_BEST || r3d_raster_get_isa(&s->raster) == how.isa,
         "r3d_raster_get_isa is not the instruction set that was set");
    if (trace) {
        printf("surface %" PRId32 " x %" PRId32 ", stride %" PRId32 "\n", s->surface.width,
               s->surface.height, s->surface.stride_px);
        printf("  0 %08" PRIx32 " set-up\n", s->sum.crc);
    }

    int32_t count = between(&s->random, STEPS_MIN, STEPS_MAX);
    for (int32_t i = 1; i <= count; i++) {
        const step *chosen = some_step(&s->random);
        chosen->run(s);
        if (trace) {
            checksum so_far = s->sum;
            add_pixels(&so_far, &s->surface);
            printf("%3" PRId32 " %08" PRIx32 " %s\n", i, so_far.crc, chosen->name);
        }
    }
    add_pixels(&s->sum, &s->surface);
    must(s, guards_are_whole(s), "something was drawn outside the surface");
    if (s->problem != NULL) {
        fprintf(stderr, "checksums: seed %" PRIu32 ": %s\n", seed, s->problem);
        exit(1);
    }
    uint32_t crc = ~s->sum.crc;
    free(s->mask);
    free(s->memory);
    free(s);
    return crc;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Compares with a list, drawing each scene in one manner. */
static int check(const char *path, manner how)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "checksums: %s cannot be opened\n", path);
        return 3;
    }
    char line[256];
    int checked = 0;
    int wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        uint32_t seed;
        uint32_t expected;
        if (line[0] == '#') {
            continue;
        }
        if (sscanf(line, "%" SCNu32 " %" SCNx32, &seed, &expected) != 2) {
            fprintf(stderr, "checksums: %s: not \"SEED CRC\": %s", path, line);
            wrong++;
            break;
        }
        uint32_t crc = draw_scene(seed, how, false);
        checked++;
        if (crc != expected) {
            printf("seed %" PRIu32 ": expected %08" PRIx32 ", got %08" PRIx32 "\n", seed, expected,
                   crc);
            wrong++;
        }
    }
    if (fclose(file) != 0 || checked == 0) {
        fprintf(stderr, "checksums: %s holds no sums\n", path);
        return 3;
    }
    printf("%s%s: %d scenes, %d wrong\n", r3d_isa_name(how.isa), how.bands ? " in bands" : "",
           checked, wrong);
    return wrong == 0 ? 0 : 1;
}

/* Compares at every instruction set that this machine has. */
static int check_isas(const char *path, bool bands)
{
    int status = 0;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        manner how = {(r3d_isa)isa, bands};
        if (r3d_isa_available(how.isa)) {
            int result = check(path, how);
            status = result > status ? result : status;
        }
    }
    return status;
}

/* Finds an available instruction set by its name. */
static bool isa_of(const char *name, r3d_isa *out_isa)
{
    for (int isa = R3D_ISA_BEST; isa < R3D_ISA_COUNT; isa++) {
        if (strcmp(name, r3d_isa_name((r3d_isa)isa)) == 0) {
            *out_isa = (r3d_isa)isa;
            return r3d_isa_available((r3d_isa)isa);
        }
    }
    return false;
}

static bool seed_of(const char *text, uint32_t *out_seed)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *out_seed = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value < UINT32_MAX;
}

int main(int argc, char **argv)
{
    uint32_t first = 0;
    uint32_t last = SEED_COUNT - 1;
    manner how = {R3D_ISA_BEST, false};
    bool one_isa = false;
    for (;;) {
        if (argc > 1 && strcmp(argv[1], "--bands") == 0) {
            how.bands = true;
            argc--;
            argv++;
        } else if (argc > 2 && strcmp(argv[1], "--isa") == 0) {
            if (!isa_of(argv[2], &how.isa)) {
                fprintf(stderr, "checksums: no instruction set '%s' on this machine\n", argv[2]);
                return 2;
            }
            one_isa = true;
            argc -= 2;
            argv += 2;
        } else {
            break;
        }
    }
    if (argc == 3 && strcmp(argv[1], "--check") == 0) {
        return one_isa ? check(argv[2], how) : check_isas(argv[2], how.bands);
    }
    if (argc == 3 && strcmp(argv[1], "--trace") == 0 && seed_of(argv[2], &first)) {
        (void)draw_scene(first, how, true);
        return 0;
    }
    if (argc > 3 || (argc > 1 && !seed_of(argv[1], &first)) ||
        (argc > 2 && !seed_of(argv[2], &last))) {
        fputs("usage: checksums [--isa NAME] [--bands] [FIRST [LAST]] | --check FILE | --trace "
              "SEED\n",
              stderr);
        return 2;
    }
    for (uint32_t seed = first; seed <= last; seed++) {
        printf("%" PRIu32 " %08" PRIx32 "\n", seed, draw_scene(seed, how, false));
    }
    return 0;
}
