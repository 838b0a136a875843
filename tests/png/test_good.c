/* SPDX-License-Identifier: MIT */
// Good PNG files of every kind are decoded to the samples they were made of, and to what an
// independent decoder gives. Source: spec golden section 11, point 10.

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "stb_oracle.h"

/* ---- checks ---- */

static void assert_pixels(const forge_picture *made, const r3d_picture *read)
{
    assert_int_equal(read->width, made->width);
    assert_int_equal(read->height, made->height);
    assert_int_equal(read->layout, made->depth == 16 ? R3D_LAYOUT_RGBA16 : R3D_LAYOUT_RGBA8);
    int has_alpha = made->color_type == 4 || made->color_type == 6 || made->trns_size > 0;
    assert_int_equal(read->has_alpha, has_alpha);
    const uint8_t *bytes = read->pixels;
    const uint16_t *words = read->pixels;
    for (int y = 0; y < made->height; y++) {
        for (int x = 0; x < made->width; x++) {
            unsigned expected[4];
            forge_expect(made, x, y, expected);
            size_t at = ((size_t)y * (size_t)made->width + (size_t)x) * 4;
            for (size_t c = 0; c < 4; c++) {
                unsigned found = made->depth == 16 ? words[at + c] : bytes[at + c];
                if (found != expected[c]) {
                    fail_msg("colour type %u, depth %u, %d x %d, interlace %u: pixel %d,%d channel "
                             "%d is %u, expected %u",
                             made->color_type, made->depth, made->width, made->height,
                             made->interlace, x, y, (int)c, found, expected[c]);
                }
            }
        }
    }
}

static void assert_oracle_agrees(const forge *file, const r3d_picture *read)
{
    int width = 0;
    int height = 0;
    size_t samples = (size_t)read->width * (size_t)read->height * 4;
    if (read->layout == R3D_LAYOUT_RGBA16) {
        uint16_t *other = stb_png_rgba16(file->data, file->size, &width, &height);
        assert_non_null(other);
        assert_memory_equal(other, read->pixels, samples * 2);
        free(other);
    } else {
        uint8_t *other = stb_png_rgba8(file->data, file->size, &width, &height);
        assert_non_null(other);
        assert_memory_equal(other, read->pixels, samples);
        free(other);
    }
    assert_int_equal(width, read->width);
    assert_int_equal(height, read->height);
}

// Decodes a file; the test fails, with the reader's message, if that fails.
static void decode(const forge *file, const r3d_allocator *hooks, r3d_picture *out)
{
    r3d_error error;
    r3d_result result = r3d_png_decode(file->data, file->size, "forged", NULL, hooks, out, &error);
    if (result != R3D_OK) {
        fail_msg("%s (offset %d)", error.message, (int)error.offset);
    }
}

static void check_file(const forge_picture *made, const forge *file, bool ask_oracle)
{
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_picture read;
    decode(file, &hooks, &read);
    assert_pixels(made, &read);
    if (ask_oracle) {
        assert_oracle_agrees(file, &read);
    }
    r3d_picture_free(&read);
    assert_null(read.pixels);
    assert_int_equal(counter.live, 0);
}

static void check_picture(const forge_picture *made, unsigned filter)
{
    forge file = {.data = NULL};
    forge_file(made, filter, &file);
    // stb_image gives 16-bit tRNS a meaning of its own; the known samples decide there.
    check_file(made, &file, made->depth != 16 || made->trns_size == 0);
    forge_free(&file);
}

static const struct {
    unsigned color_type;
    unsigned depth;
} kinds[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
             {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* ---- colour types, depths, filters, sizes ---- */

static void every_color_type_and_depth_with_every_filter(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        for (unsigned filter = 0; filter <= FORGE_FILTER_RANDOM; filter++) {
            forge_picture made;
            forge_picture_random(&made, 37, 11, kinds[k].depth, kinds[k].color_type, 0, filter);
            check_picture(&made, filter);
            forge_picture_free(&made);
        }
    }
}

static void every_small_size_plain_and_interlaced(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        for (int size = 0; size < 81; size++) {
            int width = size % 9 + 1;
            int height = size / 9 + 1;
            for (unsigned interlace = 0; interlace < 2; interlace++) {
                forge_picture made;
                forge_picture_random(&made, width, height, kinds[k].depth, kinds[k].color_type,
                                     interlace, (uint32_t)size);
                check_picture(&made, FORGE_FILTER_CYCLE);
                forge_picture_free(&made);
            }
        }
    }
}

static void interlaced_pictures_that_need_several_buffers(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        forge_picture made;
        forge_picture_random(&made, 211, 173, kinds[k].depth, kinds[k].color_type, 1, 5);
        check_picture(&made, FORGE_FILTER_RANDOM);
        forge_picture_free(&made);
    }
}

static void pictures_that_need_several_buffers(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        forge_picture made;
        forge_picture_random(&made, 1021, 301, kinds[k].depth, kinds[k].color_type, 0, 6);
        check_picture(&made, FORGE_FILTER_RANDOM);
        forge_picture_free(&made);
    }
}

static void the_largest_width_and_the_largest_height(void **state)
{
    (void)state;
    for (unsigned interlace = 0; interlace < 2; interlace++) {
        forge_picture made;
        forge_picture_random(&made, R3D_PICTURE_SIZE_MAX, 3, 16, 6, interlace, 7);
        check_picture(&made, FORGE_FILTER_RANDOM);
        forge_picture_free(&made);
        forge_picture_random(&made, 1, R3D_PICTURE_SIZE_MAX, 1, 0, interlace, 8);
        check_picture(&made, FORGE_FILTER_RANDOM);
        forge_picture_free(&made);
    }
}

static void grey_below_eight_bits_is_scaled_by_replication(void **state)
{
    (void)state;
    static const uint8_t four[4] = {0, 85, 170, 255};
    forge_picture made;
    forge_picture_random(&made, 4, 1, 2, 0, 0, 1);
    for (int i = 0; i < 4; i++) {
        made.samples[i] = (uint16_t)i;
    }
    forge file = {.data = NULL};
    forge_file(&made, 0, &file);
    r3d_picture read;
    decode(&file, NULL, &read);
    const uint8_t *bytes = read.pixels;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(bytes[4 * i], four[i]);
    }
    r3d_picture_free(&read);
    forge_free(&file);
    forge_picture_free(&made);
}

/* ---- palettes and transparency ---- */

static void palettes_of_every_size(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 256; count++) {
        unsigned depth = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
        forge_picture made;
        forge_picture_random(&made, 33, 5, depth, 3, 0, count);
        made.palette_count = count;
        for (size_t i = 0; i < 33 * 5; i++) {
            made.samples[i] = (uint16_t)(made.samples[i] % count);
        }
        for (unsigned transparent = 0; transparent <= count; transparent += 1 + count / 3) {
            made.trns_size = transparent;
            for (unsigned i = 0; i < transparent; i++) {
                made.trns[i] = (uint8_t)(i * 37);
            }
            check_picture(&made, FORGE_FILTER_CYCLE);
        }
        forge_picture_free(&made);
    }
}

static void a_transparent_color_hides_equal_samples_only(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        if (kinds[k].color_type != 0 && kinds[k].color_type != 2) {
            continue;
        }
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge_picture_random(&made, 29, 13, kinds[k].depth, kinds[k].color_type, interlace, 3);
            unsigned channels = forge_channels(kinds[k].color_type);
            made.trns_size = channels * 2;
            for (unsigned c = 0; c < channels; c++) {
                unsigned value = made.samples[channels * 7 + c];
                made.trns[2 * c] = (uint8_t)(value >> 8);
                made.trns[2 * c + 1] = (uint8_t)value;
                // Neighbours that differ in one channel must stay opaque.
                memcpy(made.samples + channels * (9 + c), made.samples + (size_t)channels * 7,
                       channels * sizeof(uint16_t));
                made.samples[channels * (9 + c) + c] ^= 1u;
            }
            check_picture(&made, FORGE_FILTER_CYCLE);
            forge_picture_free(&made);
        }
    }
}

static void bits_of_a_transparent_color_above_the_depth_are_ignored(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 9, 9, 4, 0, 0, 4);
    made.trns_size = 2;
    made.trns[0] = 0xab;
    made.trns[1] = (uint8_t)(0xc0u | made.samples[0]);
    forge file = {.data = NULL};
    forge_file(&made, 0, &file);
    check_file(&made, &file, false);
    forge_free(&file);
    forge_picture_free(&made);
}

static void a_suggested_palette_of_an_rgb_picture_changes_nothing(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 9, 9, 8, 2, 0, 4);
    made.palette_count = 256;
    made.trns_size = 6;
    check_picture(&made, 4);
    forge_picture_free(&made);
    forge_picture_random(&made, 9, 9, 16, 6, 0, 4);
    made.palette_count = 1;
    check_picture(&made, 4);
    forge_picture_free(&made);
}

/* ---- IDAT forms ---- */

// The head of a picture, its zlib stream cut into IDAT chunks of `part` bytes with `empty` empty
// ones before each, and the end.
static void file_in_parts(const forge_picture *made, const forge *idat, size_t part, int empty,
                          forge *out)
{
    forge_head(made, out);
    for (size_t at = 0; at < idat->size; at += part) {
        for (int i = 0; i < empty; i++) {
            forge_chunk(out, "IDAT", NULL, 0);
        }
        size_t size = idat->size - at < part ? idat->size - at : part;
        forge_chunk(out, "IDAT", idat->data + at, size);
    }
    for (int i = 0; i < empty; i++) {
        forge_chunk(out, "IDAT", NULL, 0);
    }
    forge_iend(out);
}

static void idat_split_anywhere_and_empty_idats(void **state)
{
    (void)state;
    static const size_t parts[] = {1, 2, 3, 7, 64, 4096};
    for (unsigned interlace = 0; interlace < 2; interlace++) {
        forge_picture made;
        forge_picture_random(&made, 41, 23, 8, 2, interlace, 9);
        forge raw = {.data = NULL};
        forge_raw(&made, FORGE_FILTER_CYCLE, &raw);
        for (int level = 0; level <= 9; level += 3) {
            forge idat = {.data = NULL};
            forge_zlib_deflated(&idat, raw.data, raw.size, level);
            for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
                forge file = {.data = NULL};
                file_in_parts(&made, &idat, parts[p], (int)(p % 3), &file);
                check_file(&made, &file, true);
                forge_free(&file);
            }
            forge_free(&idat);
        }
        forge_free(&raw);
        forge_picture_free(&made);
    }
}

static void every_window_size_in_the_zlib_header(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 9, 9, 8, 2, 0, 9);
    forge raw = {.data = NULL};
    forge_raw(&made, 0, &raw);
    for (unsigned window = 0; window < 8; window++) {
        for (unsigned level = 0; level < 4; level++) {
            forge idat = {.data = NULL};
            forge_zlib_stored(&idat, raw.data, raw.size);
            idat.data[0] = (uint8_t)(window << 4 | 8u);
            idat.data[1] = (uint8_t)(level << 6);
            unsigned rest = ((unsigned)idat.data[0] << 8 | idat.data[1]) % 31;
            idat.data[1] = (uint8_t)(idat.data[1] + (31 - rest) % 31);
            forge file = {.data = NULL};
            file_in_parts(&made, &idat, 1000, 0, &file);
            check_file(&made, &file, false);
            forge_free(&file);
            forge_free(&idat);
        }
    }
    forge_free(&raw);
    forge_picture_free(&made);
}

/* ---- ancillary chunks ---- */

static void ancillary_chunks_are_skipped_wherever_they_stand(void **state)
{
    (void)state;
    static const char *const types[] = {"gAMA", "cHRM", "sRGB", "iCCP", "bKGD", "sBIT", "hIST",
                                        "pHYs", "sPLT", "tIME", "tEXt", "zTXt", "iTXt", "eXIf",
                                        "acTL", "fcTL", "fdAT", "cICP", "prIv", "abcd", "iDAT",
                                        "iHDR", "pLTE", "iEND", "tRNs", "trnS"};
    forge_picture made;
    forge_picture_random(&made, 5, 4, 8, 3, 0, 2);
    made.trns_size = 3;
    forge raw = {.data = NULL};
    forge idat = {.data = NULL};
    forge_raw(&made, 0, &raw);
    forge_zlib_stored(&idat, raw.data, raw.size);
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 5, 4, 8, 3, 0);
    for (int place = 0; place < 4; place++) {
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
            forge_chunk(&file, types[i], "whatever", i % 9);
        }
        switch (place) {
        case 0:
            forge_chunk(&file, "PLTE", made.palette, (size_t)made.palette_count * 3);
            break;
        case 1:
            forge_chunk(&file, "tRNS", made.trns, made.trns_size);
            break;
        case 2:
            forge_chunk(&file, "IDAT", idat.data, idat.size);
            break;
        default:
            break;
        }
    }
    forge_iend(&file);
    check_file(&made, &file, false);
    forge_free(&file);
    forge_free(&idat);
    forge_free(&raw);
    forge_picture_free(&made);
}

static void a_thousand_empty_chunks_and_a_huge_one(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 5, 4, 8, 6, 0, 2);
    forge raw = {.data = NULL};
    forge idat = {.data = NULL};
    forge_raw(&made, 0, &raw);
    forge_zlib_stored(&idat, raw.data, raw.size);
    forge file = {.data = NULL};
    forge_head(&made, &file);
    for (int i = 0; i < 1000; i++) {
        forge_chunk(&file, "tEXt", NULL, 0);
    }
    uint8_t *huge = calloc(1, 3000000);
    assert_non_null(huge);
    forge_chunk(&file, "eXIf", huge, 3000000);
    free(huge);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_iend(&file);
    check_file(&made, &file, true);
    forge_free(&file);
    forge_free(&idat);
    forge_free(&raw);
    forge_picture_free(&made);
}

static void compressed_text_bombs_are_not_inflated(void **state)
{
    (void)state;
    // 200 MB of zeros in each chunk; the reader may not spend memory on them.
    enum { BOMB = 200000000 };
    uint8_t *zeros = calloc(1, BOMB);
    assert_non_null(zeros);
    forge bomb = {.data = NULL};
    forge_bytes(&bomb, "name\0\0", 6);
    forge_zlib_deflated(&bomb, zeros, BOMB, 9);
    free(zeros);
    forge_picture made;
    forge_picture_random(&made, 5, 4, 8, 6, 0, 2);
    forge raw = {.data = NULL};
    forge idat = {.data = NULL};
    forge_raw(&made, 0, &raw);
    forge_zlib_stored(&idat, raw.data, raw.size);
    forge file = {.data = NULL};
    forge_head(&made, &file);
    forge_chunk(&file, "zTXt", bomb.data, bomb.size);
    forge_chunk(&file, "iCCP", bomb.data, bomb.size);
    forge_chunk(&file, "iTXt", bomb.data, bomb.size);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_iend(&file);
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_picture read;
    decode(&file, &hooks, &read);
    assert_pixels(&made, &read);
    assert_true(counter.peak_bytes < 250000);
    r3d_picture_free(&read);
    forge_free(&file);
    forge_free(&idat);
    forge_free(&raw);
    forge_free(&bomb);
    forge_picture_free(&made);
}

/* ---- files that nobody here made ---- */

static void reference_pictures_have_their_recorded_checksums(void **state)
{
    (void)state;
    FILE *list = fopen(R3D_TEST_SOURCE_DIR "/golden/raster/crc32.txt", "r");
    assert_non_null(list);
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, list) != NULL) {
        char name[128];
        unsigned expected = 0;
        int width = 0;
        int height = 0;
        if (sscanf(line, "%8x %127s %dx%d", &expected, name, &width, &height) != 4) {
            continue;
        }
        char path[512];
        (void)snprintf(path, sizeof path, R3D_TEST_SOURCE_DIR "/golden/raster/%s.png", name);
        r3d_error error;
        r3d_picture picture;
        if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
            fail_msg("%s: %s", path, error.message);
        }
        r3d_picture_view view;
        r3d_picture_get_view(&picture, &view);
        uint32_t crc = 0;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        assert_int_equal(crc, expected);
        r3d_picture_free(&picture);
        count++;
    }
    (void)fclose(list);
    assert_true(count >= 176);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_color_type_and_depth_with_every_filter),
        cmocka_unit_test(every_small_size_plain_and_interlaced),
        cmocka_unit_test(interlaced_pictures_that_need_several_buffers),
        cmocka_unit_test(pictures_that_need_several_buffers),
        cmocka_unit_test(the_largest_width_and_the_largest_height),
        cmocka_unit_test(grey_below_eight_bits_is_scaled_by_replication),
        cmocka_unit_test(palettes_of_every_size),
        cmocka_unit_test(a_transparent_color_hides_equal_samples_only),
        cmocka_unit_test(bits_of_a_transparent_color_above_the_depth_are_ignored),
        cmocka_unit_test(a_suggested_palette_of_an_rgb_picture_changes_nothing),
        cmocka_unit_test(idat_split_anywhere_and_empty_idats),
        cmocka_unit_test(every_window_size_in_the_zlib_header),
        cmocka_unit_test(ancillary_chunks_are_skipped_wherever_they_stand),
        cmocka_unit_test(a_thousand_empty_chunks_and_a_huge_one),
        cmocka_unit_test(compressed_text_bombs_are_not_inflated),
        cmocka_unit_test(reference_pictures_have_their_recorded_checksums),
    };
    return cmocka_run_group_tests_name("png_good", tests, NULL, NULL);
}
