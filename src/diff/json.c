/* SPDX-License-Identifier: MIT */
// A result as JSON. Keys have a fixed order and numbers no locale: equal results give equal bytes.
// The schema is docs/golden-results.schema.json.

#include <string.h>

#include <retro3d/text.h>

#include "diff_internal.h"
#include "text_format.h"

r3d_result r3d_diff_text_json_string(r3d_diff_text *text, const char *string)
{
    if (text == NULL || string == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_priv_text_puts(text, "\"");
    size_t left = strlen(string);
    for (size_t length = 0; left != 0; string += length, left -= length) {
        uint32_t code;
        length = r3d_text_next_character(string, left, &code);
        code = code == UINT32_MAX ? 0xfffd : code; // a byte that is not UTF-8
        if (code == '"' || code == '\\') {
            r3d_priv_text_printf(text, "\\%c", (char)code);
        } else if (code > 0xffff && !r3d_text_is_shown(code)) {
            r3d_priv_text_printf(text, "\\u%04lx\\u%04lx",
                                 (unsigned long)(0xd800 + ((code - 0x10000) >> 10)),
                                 (unsigned long)(0xdc00 + (code & 0x3ff)));
        } else if (code == '<' || code == '>' || code == '&' || code == 0xfffd ||
                   !r3d_text_is_shown(code)) {
            // Nothing here can end a script element or a line, or turn a terminal.
            r3d_priv_text_printf(text, "\\u%04lx", (unsigned long)code);
        } else {
            (void)r3d_diff_text_append(text, string, length);
        }
    }
    r3d_priv_text_puts(text, "\"");
    return text->result;
}

// Six decimals of part / whole in 0..1, in integers.
static void put_ratio(r3d_diff_text *text, int64_t part, int64_t whole)
{
    int64_t millionths = whole > 0 ? (part * 1000000 + whole / 2) / whole : 0;
    r3d_priv_text_printf(text, "%d.%06d", (int)(millionths / 1000000), (int)(millionths % 1000000));
}

static void put_settings(r3d_diff_text *text, const r3d_diff_result *r)
{
    static const char *const origins[] = {"default", "suite", "golden", "call"};
    r3d_priv_text_puts(text, "\"settings\":{");
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        char value[512];
        r3d_diff_setting_text(&r->effective, (r3d_diff_setting)i, value, sizeof value);
        r3d_priv_text_printf(text, "%s\"%s\":{\"value\":", i == 0 ? "" : ",",
                             r3d_diff_setting_name((r3d_diff_setting)i));
        r3d_diff_text_json_string(text, value);
        r3d_priv_text_printf(text, ",\"from\":\"%s\"}", origins[r->effective.origin[i]]);
    }
    r3d_priv_text_puts(text, "}");
}

static void put_numbers(r3d_diff_text *text, const char *key, const int64_t *numbers, int count)
{
    r3d_priv_text_printf(text, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        r3d_priv_text_printf(text, "%s%lld", i == 0 ? "" : ",", (long long)numbers[i]);
    }
    r3d_priv_text_puts(text, "]");
}

static void put_clusters(r3d_diff_text *text, const r3d_diff_result *r)
{
    r3d_priv_text_printf(text, ",\"clusterCount\":%zu,\"clusters\":[", r->cluster_count);
    size_t listed = r3d_diff_ring_count(r);
    for (size_t i = 0; i < listed; i++) {
        const r3d_diff_cluster *c = &r->clusters[i];
        r3d_priv_text_printf(text,
                             "%s{\"count\":%lld,\"bbox\":[%ld,%ld,%ld,%ld],\"first\":[%ld,%ld]",
                             i == 0 ? "" : ",", (long long)c->count, (long)c->x0, (long)c->y0,
                             (long)c->x1, (long)c->y1, (long)c->first.x, (long)c->first.y);
        if (r->verdict != R3D_DIFF_LAYOUT) {
            r3d_priv_text_printf(text, ",\"maxDelta\":%ld", (long)c->max_delta);
        }
        r3d_priv_text_puts(text, "}");
    }
    r3d_priv_text_puts(text, "]");
}

r3d_result r3d_diff_describe_json(const r3d_diff_result *r, r3d_diff_text *text)
{
    static const char *const verdicts[] = {"equal", "within", "different", "sizes"};
    if (r == NULL || text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    int64_t maxima[4];
    for (int i = 0; i < 4; i++) {
        maxima[i] = r->max_delta[i];
    }
    r3d_priv_text_puts(text, "{");
    put_settings(text, r);
    r3d_priv_text_printf(text,
                         ",\"verdict\":\"%s\",\"expectedSize\":[%ld,%ld],\"actualSize\":[%ld,%ld],"
                         "\"depth\":%ld,\"compared\":%lld,\"masked\":%lld,\"mismatches\":%lld,"
                         "\"onlyExpected\":%lld,\"onlyActual\":%lld,\"excused\":%lld,\"ratio\":",
                         verdicts[r->verdict], (long)r->expected_width, (long)r->expected_height,
                         (long)r->actual_width, (long)r->actual_height, (long)r->depth,
                         (long long)r->compared, (long long)r->masked, (long long)r->mismatches,
                         (long long)r->only_expected, (long long)r->only_actual,
                         (long long)r->excused);
    put_ratio(text, r->mismatches, r->compared);
    // Pixels that one picture alone has are no differences of values.
    if (r->verdict != R3D_DIFF_LAYOUT) {
        put_numbers(text, "maxDelta", maxima, 4);
        put_numbers(text, "deltaSum", r->delta_sum, 4);
        put_numbers(text, "histogram", r->histogram, R3D_DIFF_HISTOGRAM_COUNT);
    }
    put_clusters(text, r);
    r3d_priv_text_puts(text, "}");
    return text->result;
}
