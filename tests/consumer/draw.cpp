/* SPDX-License-Identifier: MIT */
/* A client in C++: draws, saves a PNG, reads it again and checks pixels. */

#include <retro3d/io.h>
#include <retro3d/palette.h>
#include <retro3d/png.h>
#include <retro3d/raster.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace {

struct picture_deleter {
    void operator()(r3d_picture *picture) const
    {
        r3d_picture_free(picture);
        delete picture;
    }
};

bool draw(std::vector<uint32_t> &pixels, int32_t width, int32_t height)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_gamma gamma;
    auto palette = std::make_unique<r3d_palette>();
    const int32_t x[3] = {2, 30, 2};
    const int32_t y[3] = {2, 2, 22};
    const int32_t hsl16[3] = {960, 1000, 1023};
    if (r3d_surface_init(&surface, pixels.data(), width, height, width) != R3D_OK ||
        r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_KEPT, palette.get()) != R3D_OK ||
        r3d_raster_init(&raster, &surface, palette.get()) != R3D_OK) {
        return false;
    }
    r3d_surface_clear(&surface, 0x202020);
    r3d_fill_gouraud(&raster, x, y, hsl16);
    return true;
}

} // namespace

int main()
{
    const int32_t width = 32;
    const int32_t height = 24;
    const char *path = "draw_cpp.png";
    std::vector<uint32_t> pixels(static_cast<size_t>(width) * height);
    if (!draw(pixels, width, height)) {
        std::puts("setting up failed");
        return 1;
    }

    r3d_picture_view view = {pixels.data(), width * 4, width, height, R3D_LAYOUT_XRGB32};
    r3d_error error;
    if (r3d_png_save(path, &view, R3D_PNG_FAST, &error) != R3D_OK) {
        std::printf("saving: %s\n", error.message);
        return 1;
    }
    std::unique_ptr<r3d_picture, picture_deleter> loaded(new r3d_picture());
    if (r3d_png_load(path, nullptr, nullptr, loaded.get(), &error) != R3D_OK) {
        std::printf("loading: %s\n", error.message);
        return 1;
    }
    if (loaded->width != width || loaded->height != height) {
        std::puts("the picture has another size");
        return 1;
    }
    const auto *bytes = static_cast<const unsigned char *>(loaded->pixels);
    for (size_t i = 0; i < pixels.size(); i++) {
        const unsigned char *p = bytes + i * 4;
        if (((static_cast<uint32_t>(p[0]) << 16) | (static_cast<uint32_t>(p[1]) << 8) | p[2]) !=
            (pixels[i] & 0xFFFFFFu)) {
            std::printf("pixel %zu differs after saving and loading\n", i);
            return 1;
        }
    }
    if (pixels[0] != 0xFF202020u || pixels[5 * 32 + 5] == 0xFF202020u) {
        std::puts("the triangle is not where it should be");
        return 1;
    }
    return 0;
}
