/* SPDX-License-Identifier: MIT */
/* Written after the page's formulas, section by section, without a look at the library: the sine is that of the
 * C library, products of seal are sums of limbs, and the picture is asked for pixel by pixel, front to back. */

#include "second.h"

#include <math.h>

typedef int64_t i64;

static i64 sn(i64 a)
{
    return (i64)floor(
        65536.0 * sin((double)(((a % 2048) + 2048) % 2048) * 3.14159265358979323846 / 1024.0) +
        0.5);
}

static i64 S(i64 a)
{
    a = ((a % 2048) + 2048) % 2048;
    return a > 1024 ? -sn(a - 1024) : sn(a);
}

static i64 C(i64 a)
{
    return S(a + 512);
}

static i64 r16(i64 v)
{
    return (v + 32768) >> 16;
}

static i64 rdiv(i64 n, i64 d)
{
    const int negative = (n < 0) != (d < 0);
    n = n < 0 ? -n : n;
    d = d < 0 ? -d : d;
    const i64 q = n / d + (2 * (n % d) >= d);
    return negative ? -q : q;
}

static i64 fdiv(i64 n, i64 d)
{
    i64 q = n / d;
    return q * d > n ? q - 1 : q;
}

typedef struct spot {
    i64 sx, sy, z;
} spot;

static spot project(const r3d_affine_scene *s, const r3d_affine_camera *c, i64 x, i64 y, i64 z,
                    i64 lift)
{
    const i64 h = c->heading_a11, p = c->pitch_a11, r = c->roll_a11;
    const i64 dx = 256 * x - c->x_q8, dy = 256 * y - c->y_q8, dz = 256 * z - c->z_q8;
    const i64 x1 = r16(dx * C(h) + dy * S(h));
    const i64 y1 = r16(dy * C(h) - dx * S(h));
    const i64 yv = r16(y1 * C(p) + dz * S(p)) + lift;
    spot o = {s->width * 128 + r16(x1 * C(r) + yv * S(r)),
              s->height * 128 - r16(yv * C(r) - x1 * S(r)), r16(dz * C(p) - y1 * S(p))};
    return o;
}

/* ---- kinds ---- */

typedef struct kind {
    i64 tx, ty, by, pa, pb, pc, pd;
    int visible;
} kind;

static void roll(const r3d_affine_camera *c, kind *k)
{
    const i64 cr = C(c->roll_a11), sr = S(c->roll_a11);
    const i64 pa = k->pa, pb = k->pb, pc = k->pc, pd = k->pd;
    k->pa = r16(pa * cr - pb * sr);
    k->pb = r16(pa * sr + pb * cr);
    k->pc = r16(pc * cr - pd * sr);
    k->pd = r16(pc * sr + pd * cr);
}

static i64 hs_of(const r3d_affine_scene *s, const r3d_affine_wall *w)
{
    return w->hs ? w->hs : s->hs;
}

static kind kind_of(const r3d_affine_scene *s, const r3d_affine_camera *c, const r3d_affine_wall *w)
{
    const i64 h = c->heading_a11, p = c->pitch_a11;
    i64 a = -C(h - w->turn_a11), b = S(h - w->turn_a11);
    if (w->has_tangent) {
        a = r16(w->tangent_x_fx16 * C(h) + w->tangent_y_fx16 * S(h));
        b = r16(w->tangent_y_fx16 * C(h) - w->tangent_x_fx16 * S(h));
    }
    kind k = {a * hs_of(s, w), -r16(b * C(p)) * hs_of(s, w), S(p) * s->vs, 0, 0, 0, 0, 0};
    if (k.tx > 0 && k.by > 0) {
        k.pa = rdiv((i64)1 << 40, k.tx);
        k.pd = rdiv((i64)1 << 40, k.by);
        k.pc = -rdiv(k.ty * k.pd, k.tx);
        const i64 most = (i64)1 << 37;
        k.visible = k.pa <= most && k.pa >= -most && k.pc <= most && k.pc >= -most;
        roll(c, &k);
    }
    return k;
}

static kind floor_kind(const r3d_affine_scene *s, const r3d_affine_camera *c)
{
    const i64 h = c->heading_a11, p = c->pitch_a11;
    kind k = {0,
              0,
              0,
              rdiv(C(h) * 256, s->hs),
              rdiv(S(h) * ((i64)1 << 24), s->hs * C(p)),
              rdiv(-S(h) * 256, s->hs),
              rdiv(C(h) * ((i64)1 << 24), s->hs * C(p)),
              1};
    roll(c, &k);
    return k;
}

/* ---- seal ---- */

typedef struct exact {
    i64 x, y;
} exact;

static exact E(const r3d_affine_camera *c, i64 x, i64 y, i64 z)
{
    const i64 dx = x - c->x_q8, dy = y - c->y_q8, dz = z - c->z_q8;
    const i64 ch = C(c->heading_a11), sh = S(c->heading_a11);
    const exact e = {dx * ch + dy * sh,
                     (dy * ch - dx * sh) * C(c->pitch_a11) + dz * S(c->pitch_a11) * 65536};
    return e;
}

static exact pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, i64 px, i64 py)
{
    const i64 mx = 256 * px + 128 - 128 * (i64)s->width;
    const i64 my = 128 * (i64)s->height - 256 * py - 128;
    const exact e = {mx * C(c->roll_a11) - my * S(c->roll_a11),
                     (mx * S(c->roll_a11) + my * C(c->roll_a11)) * 65536};
    return e;
}

/* The sign of L(a,b;p), by limbs of 30 bits. */
static int left_of(exact a, exact b, exact p)
{
    const i64 f[2][2] = {{b.x - a.x, p.y - a.y}, {b.y - a.y, p.x - a.x}};
    i64 d[5] = {0, 0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        i64 m[3], n[3];
        for (int i = 0; i < 2; i++) {
            m[i] = f[k][0] >> (30 * i) & 0x3FFFFFFF;
            n[i] = f[k][1] >> (30 * i) & 0x3FFFFFFF;
        }
        m[2] = f[k][0] >> 60;
        n[2] = f[k][1] >> 60;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                const i64 product = m[i] * n[j];
                d[i + j] += k == 0 ? product : -product;
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        d[i + 1] += d[i] >> 30;
        d[i] &= 0x3FFFFFFF;
    }
    if (d[4] != 0) {
        return d[4] < 0 ? -1 : 1;
    }
    return d[0] || d[1] || d[2] || d[3];
}

typedef struct quad {
    exact p0, p1, q0, q1;
} quad;

static quad quad_of(const r3d_affine_scene *s, const r3d_affine_camera *c, const r3d_affine_wall *w)
{
    const i64 l = (i64)(w->run ? w->run : 1) * w->picture.width * hs_of(s, w);
    const i64 tx = w->has_tangent ? w->tangent_x_fx16 : -C(w->turn_a11);
    const i64 ty = w->has_tangent ? w->tangent_y_fx16 : -S(w->turn_a11);
    const i64 ex = r16(tx * (l / 2)), ey = r16(ty * (l / 2));
    const i64 x = 256 * (i64)w->x, y = 256 * (i64)w->y, z = 256 * (i64)w->z;
    const i64 top = z + (i64)w->picture.height * s->vs;
    const quad q = {E(c, x - ex, y - ey, z), E(c, x + ex, y + ey, z), E(c, x - ex, y - ey, top),
                    E(c, x + ex, y + ey, top)};
    return q;
}

/* ---- pictures ---- */

static uint32_t texel(const r3d_affine_picture *p, i64 u, i64 v)
{
    const i64 at = v * p->stride_px + u;
    if (p->argb) {
        return p->argb[at] >> 24 ? p->argb[at] | 0xFF000000u : 0;
    }
    return p->indices[at] ? p->palette[p->indices[at]] | 0xFF000000u : 0;
}

static i64 clampi(i64 v, i64 low, i64 high)
{
    return v < low ? low : (v > high ? high : v);
}

static uint32_t floor_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int level,
                            i64 px, i64 py)
{
    const r3d_affine_floor *f = &s->floors[level];
    const kind k = floor_kind(s, c);
    const spot o = project(s, c, 0, 0, f->z, 0);
    const i64 ix = 256 * px + 128 - o.sx, iy = 256 * py + 128 - o.sy;
    i64 u = (k.pa * ix + k.pb * iy) >> 24, v = (k.pc * ix + k.pd * iy) >> 24;
    if (!f->is_present) {
        return 0;
    }
    if (level == 1 && s->has_seal) {
        int found = -1;
        const exact p = pixel(s, c, px, py);
        for (int32_t i = 0; i < s->box_count && found < 0; i++) {
            const r3d_affine_box *b = &s->boxes[i];
            const i64 x0 = 256 * (i64)b->x, y0 = 256 * (i64)b->y, z = 256 * (i64)f->z;
            const i64 x1 = x0 + 256 * (i64)b->width, y1 = y0 + 256 * (i64)b->height;
            const exact e[5] = {E(c, x0, y0, z), E(c, x1, y0, z), E(c, x1, y1, z), E(c, x0, y1, z),
                                E(c, x0, y0, z)};
            int inside = 1;
            for (int n = 0; n < 4; n++) {
                inside = inside && left_of(e[n], e[n + 1], p) >= 0;
            }
            found = inside ? i : -1;
        }
        if (found < 0) {
            return 0;
        }
        const r3d_affine_box *b = &s->boxes[found];
        u = clampi(u, fdiv(256 * (i64)b->x, s->hs),
                   -fdiv(-256 * ((i64)b->x + b->width), s->hs) - 1);
        v = clampi(v, fdiv(-256 * ((i64)b->y + b->height), s->hs),
                   -fdiv(256 * (i64)b->y, s->hs) - 1);
    }
    u += 4 * f->columns;
    v += 4 * f->rows;
    if (u < 0 || u >= 8 * f->columns || v < 0 || v >= 8 * f->rows) {
        return 0;
    }
    const i64 tile = f->cells[v / 8 * f->columns + u / 8];
    const i64 across = f->tiles.width / 8;
    return tile < 0 ? 0 : texel(&f->tiles, tile % across * 8 + u % 8, tile / across * 8 + v % 8);
}

int second_wall_state(const r3d_affine_scene *s, const r3d_affine_camera *c, int32_t number)
{
    const r3d_affine_wall *w = &s->walls[number];
    const kind k = kind_of(s, c, w);
    if (s->has_seal) {
        const quad q = quad_of(s, c, w);
        if (!(k.by > 0 && q.p1.x > q.p0.x)) {
            return 0;
        }
    } else if (!k.visible) {
        return 0;
    }
    if (!s->has_culling) {
        return 2;
    }
    const spot o = project(s, c, w->x, w->y, w->z,
                           r16(((w->picture.height * (i64)s->vs) >> 1) * S(c->pitch_a11)));
    const i64 cr = C(c->roll_a11), sr = S(c->roll_a11);
    i64 tx = r16(k.tx * cr - k.ty * sr), ty = r16(k.tx * sr + k.ty * cr);
    i64 bx = r16(-k.by * sr), by = r16(k.by * cr);
    tx = tx < 0 ? -tx : tx;
    ty = ty < 0 ? -ty : ty;
    bx = bx < 0 ? -bx : bx;
    by = by < 0 ? -by : by;
    i64 width = (i64)(w->run ? w->run : 1) * w->picture.width, height = w->picture.height;
    width += width % 2;
    height += height % 2;
    const i64 hw = -fdiv(-(width * tx + height * bx), 1 << 17);
    const i64 hh = -fdiv(-(height * by + width * ty), 1 << 17);
    return o.sx + hw < 0 || o.sx - hw >= 256 * (i64)s->width || o.sy + hh < 0 ||
                   o.sy - hh >= 256 * (i64)s->height
               ? 1
               : 2;
}

static uint32_t wall_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int32_t number,
                           i64 px, i64 py)
{
    const r3d_affine_wall *w = &s->walls[number];
    const kind k = kind_of(s, c, w);
    const spot o = project(s, c, w->x, w->y, w->z,
                           r16(((w->picture.height * (i64)s->vs) >> 1) * S(c->pitch_a11)));
    const i64 ix = 256 * px + 128 - o.sx, iy = 256 * py + 128 - o.sy;
    const i64 n = (i64)(w->run ? w->run : 1) * w->picture.width, h = w->picture.height;
    i64 u = ((k.pa * ix + k.pb * iy) >> 24) + n / 2, v = ((k.pc * ix + k.pd * iy) >> 24) + h / 2;
    if (second_wall_state(s, c, number) == 0) {
        return 0;
    }
    if (s->has_seal) {
        const quad q = quad_of(s, c, w);
        const exact p = pixel(s, c, px, py);
        if (p.x < q.p0.x || p.x > q.p1.x || left_of(q.p0, q.p1, p) < 0 ||
            left_of(q.q0, q.q1, p) > 0) {
            return 0;
        }
        u = k.visible ? clampi(u, 0, n - 1) : n / 2;
        v = k.visible ? clampi(v, 0, h - 1) : 0;
    }
    return u < 0 || u >= n || v < 0 || v >= h ? 0 : texel(&w->picture, u % w->picture.width, v);
}

/* ---- sprites and shadows ---- */

static i64 r8(i64 v)
{
    return (v + 128) >> 8;
}

static uint32_t sprite_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int32_t number,
                             i64 px, i64 py)
{
    const r3d_affine_sprite *o = &s->sprites[number];
    const spot at = project(s, c, o->x, o->y, o->z, 0);
    i64 u = px - (r8(at.sx) - o->picture.width / 2);
    const i64 v = py - (r8(at.sy) - o->picture.height);
    if (u < 0 || u >= o->picture.width || v < 0 || v >= o->picture.height) {
        return 0;
    }
    return texel(&o->picture, C(c->heading_a11) < 0 ? o->picture.width - 1 - u : u, v);
}

static int shadow_level(const r3d_affine_scene *s, const r3d_affine_sprite *o)
{
    for (int32_t i = 0; i < s->box_count && s->floors[1].is_present; i++) {
        const r3d_affine_box *b = &s->boxes[i];
        const i64 dx = o->x - clampi(o->x, b->x, (i64)b->x + b->width);
        const i64 dy = o->y - clampi(o->y, b->y, (i64)b->y + b->height);
        if (dx * dx + dy * dy <= 64) {
            return 1;
        }
    }
    return 0;
}

static uint32_t shadow_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int32_t number,
                             i64 px, i64 py)
{
    const r3d_affine_sprite *o = &s->sprites[number];
    const r3d_affine_floor *f = &s->floors[shadow_level(s, o)];
    const i64 z = f->is_present ? f->z : 0;
    const i64 dz = o->z > z ? o->z - z : 0;
    const spot at = project(s, c, o->x, o->y, z, 0);
    i64 u = px - (r8(at.sx) - 16), v = py - (r8(at.sy) - 9);
    i64 frame = 3 * dz / 100 < 2 ? 3 * dz / 100 : 2;
    if (u < 0 || u > 31 || v < 0 || v > 15) {
        return 0;
    }
    if (s->has_continuous_shadows) {
        const i64 scale = 256 - 256 * dz / 200 > 128 ? 256 - 256 * dz / 200 : 128;
        u = fdiv((2 * u - 31) * 128 + 16 * scale, scale);
        v = fdiv((2 * v - 15) * 128 + 8 * scale, scale);
        frame = 0;
        if (u < 0 || u > 31 || v < 0 || v > 15) {
            return 0;
        }
    }
    return texel(&s->shadows[frame], u, v);
}

static int sprite_level(const r3d_affine_scene *s, const r3d_affine_sprite *o)
{
    return s->floors[1].is_present && (i64)o->z + s->sort_offset >= s->floors[1].z;
}

/* ---- the picture ---- */

/* The nearest of walls and sprites of a level that shows something: the last of equal ones. */
static uint32_t items_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int level,
                            i64 px, i64 py)
{
    i64 nearest = INT64_MIN;
    uint32_t color = 0;
    for (int32_t i = 0; i < s->wall_count && level == 0; i++) {
        const r3d_affine_wall *w = &s->walls[i];
        const uint32_t t = wall_pixel(s, c, i, px, py);
        const i64 z = project(s, c, w->x, w->y, w->z, 0).z;
        if (t && z >= nearest) {
            nearest = z;
            color = t;
        }
    }
    for (int32_t i = 0; i < s->sprite_count; i++) {
        const r3d_affine_sprite *o = &s->sprites[i];
        const uint32_t t = sprite_level(s, o) == level ? sprite_pixel(s, c, i, px, py) : 0;
        const i64 z = project(s, c, o->x, o->y, o->z, 0).z;
        if (t && z >= nearest) {
            nearest = z;
            color = t;
        }
    }
    return color;
}

uint32_t second_pixel(const r3d_affine_scene *s, const r3d_affine_camera *c, int32_t px, int32_t py)
{
    for (int level = 1; level >= 0; level--) {
        uint32_t t = items_pixel(s, c, level, px, py);
        for (int32_t i = s->sprite_count - 1; i >= 0 && !t; i--) {
            if (s->sprites[i].has_shadow && shadow_level(s, &s->sprites[i]) == level) {
                t = shadow_pixel(s, c, i, px, py);
            }
        }
        t = t ? t : floor_pixel(s, c, level, px, py);
        if (t) {
            return t;
        }
    }
    return s->backdrop_rgb | 0xFF000000u;
}
