/* SPDX-License-Identifier: MIT */
/* A pixel's history in words and as JSON. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "history_internal.h"

/* Text into a buffer that may be too small, or absent; `length` counts all of it. */
typedef struct history_writer {
    char *text;
    size_t size;
    size_t length;
} history_writer;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(history_writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = w->length < w->size ? w->size - w->length : 0;
    int length = vsnprintf(room > 0 ? w->text + w->length : NULL, room, format, arguments);
    va_end(arguments);
    w->length += length > 0 ? (size_t)length : 0;
}

const char *r3d_pixel_cause_name(r3d_pixel_cause cause)
{
    static const char *const names[] = {
        "not explained", "hole",  "coverage",     "clip",  "culling", "priority", "tie",
        "bucket",        "order", "translucency", "shade", "texel",   "colour",   "stepping"};
    size_t index = (size_t)cause;
    return index < sizeof names / sizeof names[0] ? names[index] : "unknown";
}

const char *r3d_priv_name_of_origin(const r3d_draw_origin *origin)
{
    while (origin != NULL && origin->name == NULL) {
        origin = origin->outer;
    }
    return origin != NULL ? origin->name : NULL;
}

/* "bob face 17", the outermost first. */
static void put_origin(history_writer *w, const r3d_draw_origin *origin)
{
    if (origin->outer != NULL) {
        put_origin(w, origin->outer);
    }
    put(w, "%s ", origin->outer == NULL ? "," : "");
    if (origin->name != NULL) {
        put(w, "%.60s", origin->name);
    } else {
        put(w, "%s %ld", origin->kind, (long)origin->id);
    }
}

void r3d_priv_name_write(const r3d_pixel_write *write, char *out_text, size_t size)
{
    history_writer w = {out_text, size, 0};
    put(&w, "line %ld %s", (long)write->line, write->command);
    if (write->origin != NULL) {
        put_origin(&w, write->origin);
    }
}

static unsigned long rgb_of(uint32_t pixel)
{
    return pixel & R3D_PRIV_RGB_MASK;
}

static void put_pixel(history_writer *w, uint32_t pixel)
{
    if (pixel >> 24 == 0 && rgb_of(pixel) == 0) {
        put(w, "undrawn");
    } else {
        put(w, "0x%06lX", rgb_of(pixel));
    }
}

/* ---- words ---- */

static void put_place(history_writer *w, const r3d_pixel_write *write,
                      const r3d_history_point *point)
{
    put(w, "      %s", write->call->name);
    if (r3d_priv_is_fill(write->call)) {
        put(w, " (%ld,%ld) (%ld,%ld) (%ld,%ld), row %ld, pixel %ld of columns %ld..%ld",
            (long)write->x[0], (long)write->y[0], (long)write->x[1], (long)write->y[1],
            (long)write->x[2], (long)write->y[2], (long)point->y,
            (long)(point->x - write->span_left + 1), (long)write->span_left,
            (long)(write->span_right - 1));
    }
    put(w, "\n");
}

/* Who drew a pixel of an icon. */
static void put_icon(history_writer *w, const r3d_pixel_write *write)
{
    if (write->icon_model == NULL) {
        return;
    }
    put(w, ", by line %ld icon, %.60s", (long)write->icon_line, write->icon_model);
    if (write->icon_face < 0) {
        put(w, "%s",
            rgb_of(write->source_rgb) == R3D_ICON_OUTLINE_RGB  ? " outline"
            : rgb_of(write->source_rgb) == R3D_ICON_SHADOW_RGB ? " shadow"
                                                               : " with the linked icon");
        return;
    }
    put(w, " face %ld", (long)write->icon_face);
    if (write->icon_priority >= 0) {
        put(w, ", priority %ld", (long)write->icon_priority);
    }
    put(w, ", bucket %ld", (long)write->icon_bucket);
}

static void put_source(history_writer *w, const r3d_history *history, const r3d_pixel_write *write)
{
    put(w, "      ");
    if (write->hsl16 >= 0) {
        put(w, "packed colour %ld (hue %ld, saturation %ld, lightness %ld) is 0x%06lX",
            (long)write->hsl16, (long)(write->hsl16 >> 10), (long)(write->hsl16 >> 7 & 7),
            (long)(write->hsl16 & 127), rgb_of(write->source_rgb));
    } else if (write->call == &r3d_call_textured && write->shade >= 0) {
        put(w, "texture %ld%s, texel (%ld,%ld) 0x%06lX, shade %ld (bank %ld, shift %ld)",
            (long)write->texture, write->is_masked ? " with holes" : "", (long)write->texel_x,
            (long)write->texel_y, rgb_of(write->texel_rgb), (long)write->shade,
            (long)(write->shade & 3), (long)(write->shade >> 2));
    } else if (write->call == &r3d_call_textured) {
        put(w, "texture %ld, too dark to tell a texel", (long)write->texture);
    } else if (write->sprite_x >= 0) {
        put(w, "picture (%ld,%ld)", (long)write->sprite_x, (long)write->sprite_y);
        if (write->index >= 0) {
            put(w, ", index %ld", (long)write->index);
        }
        put(w, " 0x%06lX", rgb_of(write->source_rgb));
        put_icon(w, write);
    } else if (write->call == &r3d_call_flat && write->face >= 0) {
        put(w, "colour 0x%06lX: the texture of the face is missing", rgb_of(write->source_rgb));
    } else {
        put(w, "colour 0x%06lX", rgb_of(write->source_rgb));
    }
    for (int32_t i = 0; i < write->fact_count; i++) {
        const r3d_draw_number *fact = r3d_history_get_fact(history, write, i);
        put(w, ", %s %ld", fact->name, (long)fact->value);
    }
    if (write->share < 256) {
        put(w, ", %ld/256 of it over 0x%06lX%s", (long)write->share, rgb_of(write->background),
            r3d_priv_is_fill(write->call) ? " at the next address" : "");
    }
    put(w, "\n");
}

/* ", priority 3, bucket 40", the outermost first. */
static void put_numbers(history_writer *w, const r3d_draw_origin *origin)
{
    if (origin == NULL) {
        return;
    }
    put_numbers(w, origin->outer);
    for (int32_t i = 0; i < origin->number_count; i++) {
        put(w, ", %s %ld", origin->numbers[i].name, (long)origin->numbers[i].value);
    }
}

static void put_write(history_writer *w, const r3d_history *history, size_t number,
                      const r3d_pixel_write *write, const r3d_history_point *point)
{
    char name[160];
    r3d_priv_name_write(write, name, sizeof name);
    put(w, "  #%zu  %s", number, name);
    put_numbers(w, write->origin);
    put(w, ": ");
    put_pixel(w, write->before);
    put(w, " -> ");
    put_pixel(w, write->after);
    put(w, "\n");
    if (!r3d_priv_is_whole(write->call)) {
        put_place(w, write, point);
        put_source(w, history, write);
    }
}

static void put_causes(history_writer *w, const r3d_priv_point *p)
{
    if (!p->point.has_expected) {
        return;
    }
    if (!p->is_wrong) {
        put(w, "  expected 0x%06lX: it is\n", rgb_of(p->point.expected_rgb));
        return;
    }
    put(w, "  expected 0x%06lX\n", rgb_of(p->point.expected_rgb));
    for (size_t i = 0; i < p->cause_count; i++) {
        put(w, "  %s %s: %s\n", i == 0 ? "why:" : " or:", p->causes[i].name, p->causes[i].text);
    }
}

enum { WRITES_SHOWN_FIRST = 1, WRITES_SHOWN_LAST = 40 };

static void put_history(history_writer *w, const r3d_history *history, size_t point, size_t last)
{
    const r3d_priv_point *p = &history->points[point];
    const r3d_pixel_write *writes = p->writes.items;
    const r3d_surface *surface = r3d_history_get_surface(history);
    put(w, "pixel (%ld,%ld): ", (long)p->point.x, (long)p->point.y);
    if (!p->is_inside) {
        put(w, "outside the frame of %ld x %ld\n", (long)surface->width, (long)surface->height);
        return;
    }
    put(w, "%zu write%s, now ", p->writes.count, p->writes.count == 1 ? "" : "s");
    put_pixel(w, surface->pixels[(ptrdiff_t)p->point.y * surface->stride_px + p->point.x]);
    put(w, "\n");
    for (size_t i = 0; i < p->writes.count; i++) {
        if (i >= WRITES_SHOWN_FIRST && i + last < p->writes.count) {
            size_t next = p->writes.count - last;
            put(w, "  (writes #%zu to #%zu left out)\n", i + 1, next);
            i = next;
        }
        if (i < p->writes.count) {
            put_write(w, history, i + 1, &writes[i], &p->point);
        }
    }
    put_causes(w, p);
}

size_t r3d_history_text(const r3d_history *history, size_t point, char *out_text, size_t size)
{
    size = out_text != NULL ? size : 0;
    history_writer w = {out_text, size, 0};
    if (size > 0) {
        out_text[0] = '\0';
    }
    if (history == NULL || point >= history->point_count) {
        return 0;
    }
    /* Fewer writes in the middle until it fits; a length is asked for of all of them. */
    size_t last = size == 0 ? SIZE_MAX - 1 : WRITES_SHOWN_LAST;
    const size_t count = history->points[point].writes.count;
    if (size > 0) {
        put_history(&w, history, point, count);
        if (w.length < size) {
            return w.length;
        }
        size_t whole = w.length;
        last = count < last ? count : last;
        for (;;) {
            w.length = 0;
            put_history(&w, history, point, last);
            if (w.length < size || last <= 1) {
                return whole;
            }
            last--;
        }
    }
    put_history(&w, history, point, count);
    return w.length;
}

/* ---- JSON ---- */

static void put_string(history_writer *w, const char *text)
{
    put(w, "\"");
    size_t left = strlen(text);
    for (size_t length = 0; left != 0; text += length, left -= length) {
        uint32_t code;
        length = r3d_text_next_character(text, left, &code);
        code = code == UINT32_MAX ? 0xFFFDu : code; /* a byte that is not UTF-8 */
        if (code == '"' || code == '\\') {
            put(w, "\\%c", (char)code);
        } else if (code > 0xFFFFu && !r3d_text_is_shown(code)) {
            put(w, "\\u%04lx\\u%04lx", (unsigned long)(0xD800u + ((code - 0x10000u) >> 10)),
                (unsigned long)(0xDC00u + (code & 0x3FFu)));
        } else if (code == 0xFFFDu || !r3d_text_is_shown(code)) {
            put(w, "\\u%04lx", (unsigned long)code);
        } else {
            put(w, "%.*s", (int)length, text);
        }
    }
    put(w, "\"");
}

static void put_number(history_writer *w, const char *name, int32_t value)
{
    if (value >= 0) {
        put(w, ",\"%s\":%ld", name, (long)value);
    }
}

/* A name of a number as JSON has it: "texel x" is "texelX". */
static void put_key(history_writer *w, const char *name)
{
    put(w, ",\"");
    bool is_upper = false;
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == ' ') {
            is_upper = true;
        } else {
            put(w, "%c", is_upper && *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
            is_upper = false;
        }
    }
    put(w, "\":");
}

/* The outermost first: its kind is the key of its name or number, then come its numbers. */
static void put_json_origin(history_writer *w, const r3d_draw_origin *origin)
{
    if (origin == NULL) {
        return;
    }
    put_json_origin(w, origin->outer);
    put_key(w, origin->kind);
    if (origin->name != NULL) {
        put_string(w, origin->name);
    } else {
        put(w, "%ld", (long)origin->id);
    }
    for (int32_t i = 0; i < origin->number_count; i++) {
        put_key(w, origin->numbers[i].name);
        put(w, "%ld", (long)origin->numbers[i].value);
    }
}

static void put_json_write(history_writer *w, const r3d_history *history, size_t number,
                           const r3d_pixel_write *write)
{
    put(w, "%s{\"number\":%zu,\"line\":%ld,\"command\":\"%s\",\"call\":\"%s\"",
        number > 1 ? "," : "", number, (long)write->line, write->command, write->call->name);
    put_json_origin(w, write->origin);
    if (r3d_priv_is_fill(write->call)) {
        put(w, ",\"corners\":[[%ld,%ld],[%ld,%ld],[%ld,%ld]],\"spanLeft\":%ld,\"spanRight\":%ld",
            (long)write->x[0], (long)write->y[0], (long)write->x[1], (long)write->y[1],
            (long)write->x[2], (long)write->y[2], (long)write->span_left, (long)write->span_right);
    }
    put_number(w, "hsl16", write->hsl16);
    put_number(w, "texture", write->texture);
    put_number(w, "texelX", write->texel_x);
    put_number(w, "texelY", write->texel_y);
    put_number(w, "shade", write->shade);
    put_number(w, "spriteX", write->sprite_x);
    put_number(w, "spriteY", write->sprite_y);
    put_number(w, "index", write->index);
    if (write->icon_model != NULL) {
        put(w, ",\"icon\":{\"line\":%ld,\"model\":", (long)write->icon_line);
        put_string(w, write->icon_model);
        put_number(w, "face", write->icon_face);
        put_number(w, "priority", write->icon_priority);
        if (write->icon_face >= 0) {
            put(w, ",\"bucket\":%ld", (long)write->icon_bucket);
        }
        put(w, "}");
    }
    for (int32_t i = 0; i < write->fact_count; i++) {
        const r3d_draw_number *fact = r3d_history_get_fact(history, write, i);
        put_key(w, fact->name);
        put(w, "%ld", (long)fact->value);
    }
    put(w, ",\"source\":\"%06lx\",\"share\":%ld,\"background\":\"%06lx\"",
        rgb_of(write->source_rgb), (long)write->share, rgb_of(write->background));
    put(w, ",\"before\":\"%08lx\",\"after\":\"%08lx\"}", (unsigned long)write->before,
        (unsigned long)write->after);
}

size_t r3d_history_json(const r3d_history *history, size_t point, char *out_text, size_t size)
{
    size = out_text != NULL ? size : 0;
    history_writer w = {out_text, size, 0};
    if (size > 0) {
        out_text[0] = '\0';
    }
    if (history == NULL || point >= history->point_count) {
        return 0;
    }
    const r3d_priv_point *p = &history->points[point];
    const r3d_pixel_write *writes = p->writes.items;
    put(&w, "{\"x\":%ld,\"y\":%ld,\"inside\":%s", (long)p->point.x, (long)p->point.y,
        p->is_inside ? "true" : "false");
    if (p->is_inside) {
        const r3d_surface *surface = r3d_history_get_surface(history);
        put(&w, ",\"value\":\"%08lx\"",
            (unsigned long)
                surface->pixels[(ptrdiff_t)p->point.y * surface->stride_px + p->point.x]);
    }
    if (p->point.has_expected) {
        put(&w, ",\"expected\":\"%06lx\",\"equal\":%s", rgb_of(p->point.expected_rgb),
            p->is_wrong ? "false" : "true");
    }
    put(&w, ",\"writes\":[");
    for (size_t i = 0; i < p->writes.count; i++) {
        put_json_write(&w, history, i + 1, &writes[i]);
    }
    put(&w, "],\"causes\":[");
    for (size_t i = 0; i < p->cause_count; i++) {
        put(&w, "%s{\"cause\":\"%s\",\"text\":", i > 0 ? "," : "", p->causes[i].name);
        put_string(&w, p->causes[i].text);
        put(&w, "}");
    }
    put(&w, "]}");
    return w.length;
}
