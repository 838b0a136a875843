/* SPDX-License-Identifier: MIT */
// See slow.h: plain loops, no shared code, no cleverness.

#include "slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The glyphs are data, not a rule: there is one table.
#include <retro3d/diff.h>

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int ceil_div(int a, int b)
{
    return a / b + (a % b != 0 ? 1 : 0);
}

// Counts upward; the arguments of the tests are small.
static int64_t ceil_sqrt(int64_t n)
{
    int64_t root = 0;
    while (root * root < n) {
        root++;
    }
    return root;
}

static bool has(const slow_picture *p, int x, int y)
{
    return x < p->width && y < p->height;
}

static int channel_delta(uint32_t a, uint32_t b, int shift)
{
    return abs((int)((a >> shift) & 255) - (int)((b >> shift) & 255));
}

// 0: equal, -1: in neither picture, 255 for a pixel that only one picture has.
static int delta_at(const slow_picture *e, const slow_picture *a, int x, int y)
{
    if (!has(e, x, y) && !has(a, x, y)) {
        return -1;
    }
    if (!has(e, x, y) || !has(a, x, y)) {
        return 255;
    }
    uint32_t ep = e->pixels[(size_t)y * (size_t)e->width + (size_t)x];
    uint32_t ap = a->pixels[(size_t)y * (size_t)a->width + (size_t)x];
    return max_int(channel_delta(ep, ap, 16),
                   max_int(channel_delta(ep, ap, 8), channel_delta(ep, ap, 0)));
}

static bool cluster_before(const slow_cluster *a, const slow_cluster *b)
{
    if (a->count != b->count) {
        return a->count > b->count;
    }
    if (a->first_y != b->first_y) {
        return a->first_y < b->first_y;
    }
    return a->first_x < b->first_x;
}

// Flood fill from (x, y) over every pixel within the distance.
static slow_cluster fill(const int *deltas, bool *seen, int *stack, int width, int height,
                         int distance, int x, int y)
{
    slow_cluster c = {0, 0, 0, x, y, x, y, x, y};
    int top = 0;
    stack[top++] = y * width + x;
    seen[y * width + x] = true;
    while (top > 0) {
        int index = stack[--top];
        int px = index % width;
        int py = index / width;
        c.count++;
        c.delta_sum += deltas[index];
        c.max_delta = max_int(c.max_delta, deltas[index]);
        c.x0 = min_int(c.x0, px);
        c.y0 = min_int(c.y0, py);
        c.x1 = max_int(c.x1, px);
        c.y1 = max_int(c.y1, py);
        for (int ny = max_int(0, py - distance); ny <= min_int(height - 1, py + distance); ny++) {
            for (int nx = max_int(0, px - distance); nx <= min_int(width - 1, px + distance);
                 nx++) {
                int next = ny * width + nx;
                if (deltas[next] > 0 && !seen[next]) {
                    seen[next] = true;
                    stack[top++] = next;
                }
            }
        }
    }
    return c;
}

void slow_compare(const slow_picture *e, const slow_picture *a, int distance, int radius,
                  int stroke, slow_result *out)
{
    memset(out, 0, sizeof *out);
    out->width = max_int(e->width, a->width);
    out->height = max_int(e->height, a->height);
    int m = max_int(out->width, out->height);
    out->distance = distance != 0 ? distance : max_int(8, ceil_div(m, 64));
    out->radius = radius != 0 ? radius : max_int(8, ceil_div(m, 64));
    out->stroke = stroke != 0 ? stroke : max_int(2, ceil_div(m, 640));
    size_t total = (size_t)out->width * (size_t)out->height;
    int *deltas = malloc(total * sizeof *deltas);
    bool *seen = calloc(total, sizeof *seen);
    int *stack = malloc(total * sizeof *stack);
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            int d = delta_at(e, a, x, y);
            deltas[y * out->width + x] = d;
            out->compared += d >= 0 ? 1 : 0;
            out->mismatches += d > 0 ? 1 : 0;
        }
    }
    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            int index = y * out->width + x;
            if (deltas[index] <= 0 || seen[index]) {
                continue;
            }
            slow_cluster c =
                fill(deltas, seen, stack, out->width, out->height, out->distance, x, y);
            int place = out->cluster_count++;
            if (place >= SLOW_MAX_CLUSTERS) {
                abort();
            }
            while (place > 0 && cluster_before(&c, &out->clusters[place - 1])) {
                out->clusters[place] = out->clusters[place - 1];
                place--;
            }
            out->clusters[place] = c;
        }
    }
    free(deltas);
    free(seen);
    free(stack);
}

bool slow_ring_covers(int width, int height, int x0, int y0, int x1, int y1, int radius, int stroke,
                      int x, int y)
{
    int64_t bw = x1 - x0 + 1;
    int64_t bh = y1 - y0 + 1;
    int64_t lo = bw > bh ? bw : bh;
    int64_t sh = bw > bh ? bh : bw;
    int64_t p = radius / 4 > 3 ? radius / 4 : 3;
    int64_t cx = x0 + x1;
    int64_t cy = y0 + y1;
    if (4 * bw >= 3 * width && 4 * bh >= 3 * height) {
        return x < stroke || y < stroke || x >= width - stroke || y >= height - stroke;
    }
    int64_t length = 0;
    int64_t r = ceil_sqrt(bw * bw + bh * bh) + 2 * p;
    if (lo >= 2 * sh && ceil_sqrt(bw * bw + bh * bh) > 4 * radius) {
        length = lo - sh;
        r = ceil_sqrt(2 * sh * sh) + 2 * p;
    }
    if (r < 2 * radius) {
        r = 2 * radius;
    }
    int64_t ex = llabs(2 * (int64_t)x - cx);
    int64_t ey = llabs(2 * (int64_t)y - cy);
    if (bw > bh) {
        ex = ex > length ? ex - length : 0;
    } else {
        ey = ey > length ? ey - length : 0;
    }
    return r * r < ex * ex + ey * ey && ex * ex + ey * ey <= (r + 2 * stroke) * (r + 2 * stroke);
}

static void paint_rings(slow_picture *p, const slow_result *r, int max_rings)
{
    for (int i = 0; i < r->cluster_count && i < max_rings; i++) {
        const slow_cluster *c = &r->clusters[i];
        for (int y = 0; y < p->height; y++) {
            for (int x = 0; x < p->width; x++) {
                if (slow_ring_covers(r->width, r->height, c->x0, c->y0, c->x1, c->y1, r->radius,
                                     r->stroke, x, y)) {
                    p->pixels[(size_t)y * (size_t)p->width + (size_t)x] = 0xff0000;
                }
            }
        }
    }
}

static slow_picture make(int width, int height)
{
    slow_picture p = {width, height, calloc((size_t)width * (size_t)height, sizeof(uint32_t))};
    return p;
}

slow_picture slow_diff_picture(const slow_picture *e, const slow_picture *a, const slow_result *r,
                               int max_rings)
{
    slow_picture p = make(r->width, r->height);
    for (int y = 0; y < r->height; y++) {
        for (int x = 0; x < r->width; x++) {
            uint32_t color = has(e, x, y) ? e->pixels[(size_t)y * (size_t)e->width + (size_t)x] : 0;
            uint32_t red = (color >> 16) & 255;
            uint32_t green = (color >> 8) & 255;
            uint32_t blue = color & 255;
            uint32_t luma = (77 * red + 150 * green + 29 * blue + 128) >> 8;
            uint32_t grey = 192 + (luma >> 2);
            uint32_t result = grey << 16 | grey << 8 | grey;
            int delta = delta_at(e, a, x, y);
            if (has(e, x, y) != has(a, x, y)) {
                result = 0xff00ff;
            } else if (delta > 0) {
                result = 0xff0000;
            }
            p.pixels[(size_t)y * (size_t)p.width + (size_t)x] = result;
        }
    }
    paint_rings(&p, r, max_rings);
    return p;
}

slow_picture slow_circled_picture(const slow_picture *a, const slow_result *r, int max_rings)
{
    slow_picture p = make(a->width, a->height);
    memcpy(p.pixels, a->pixels, (size_t)a->width * (size_t)a->height * sizeof(uint32_t));
    paint_rings(&p, r, max_rings);
    return p;
}

// Whether a caption of `scale` has ink at (x, y) of its bar; the bar is `width` wide.
static bool ink(const char *caption, int scale, int width, int x, int y)
{
    x -= 4 * scale;
    y -= 4 * scale;
    if (x < 0 || y < 0 || y >= 7 * scale) {
        return false;
    }
    int column = x / scale % 6;
    size_t index = (size_t)(x / scale / 6);
    if (column >= 5 || index >= strlen(caption) ||
        4 * scale + (int)index * 6 * scale + 5 * scale > width) {
        return false;
    }
    return (r3d_diff_font_rows((unsigned char)caption[index])[y / scale] >> (4 - column) & 1) != 0;
}

static uint32_t source_color(const slow_picture *p, int x, int y)
{
    return has(p, x, y) ? p->pixels[(size_t)y * (size_t)p->width + (size_t)x] : 0x808080u;
}

slow_picture slow_triptych(const slow_picture *e, const slow_picture *a, const slow_result *r,
                           const char *name, int max_rings)
{
    int longer = max_int(r->width, r->height);
    int factor = longer < 256 ? 512 / longer : 1;
    int width = r->width * factor;
    int height = r->height * factor;
    int enlarged = max_int(width, height);
    int scale = ceil_div(enlarged, 640);
    int bar = 15 * scale;
    bool vertical = r->width > 2 * r->height;
    slow_picture diff = slow_diff_picture(e, a, r, 0);
    slow_picture p =
        vertical ? make(width, 3 * (height + bar) + 16) : make(3 * width + 16, height + bar);
    char captions[3][320];
    snprintf(captions[0], sizeof captions[0], "expected %s %dx%d", name, e->width, e->height);
    snprintf(captions[1], sizeof captions[1], "actual %dx%d", a->width, a->height);
    snprintf(captions[2], sizeof captions[2], "%ld of %ld px differ, %d cluster%s", r->mismatches,
             r->compared, r->cluster_count, r->cluster_count == 1 ? "" : "s");
    for (int y = 0; y < p.height; y++) {
        for (int x = 0; x < p.width; x++) {
            int step = vertical ? height + bar + 8 : width + 8;
            int panel = (vertical ? y : x) / step;
            int px = vertical ? x : x % step;
            int py = (vertical ? y % step : y) - bar;
            uint32_t color = 0x808080u;
            if (px < width && py < 0) {
                color = ink(captions[panel], scale, width, px, py + bar) ? 0xe0e0e0u : 0x202020u;
            } else if (px < width && py < height) {
                int sx = px / factor;
                int sy = py / factor;
                color = panel == 0   ? source_color(e, sx, sy)
                        : panel == 1 ? source_color(a, sx, sy)
                                     : source_color(&diff, sx, sy);
                for (int i = 0; panel > 0 && i < r->cluster_count && i < max_rings; i++) {
                    const slow_cluster *c = &r->clusters[i];
                    if (slow_ring_covers(width, height, c->x0 * factor, c->y0 * factor,
                                         c->x1 * factor + factor - 1, c->y1 * factor + factor - 1,
                                         max_int(8, ceil_div(enlarged, 64)),
                                         max_int(2, ceil_div(enlarged, 640)), px, py)) {
                        color = 0xff0000u;
                    }
                }
            }
            p.pixels[(size_t)y * (size_t)p.width + (size_t)x] = color;
        }
    }
    free(diff.pixels);
    return p;
}
