/* SPDX-License-Identifier: MIT */
// Cheap hypotheses about why two pictures differ; they never change the verdict. What a hint says
// holds for the whole picture: a transform of the expected picture that makes right what differs, and
// makes nothing wrong that was right, or a statement about every pixel. Spec golden section 2.8.

#include <string.h>

#include "hints.h"
#include "text_format.h"

static void tell_low_bits(const r3d_priv_evidence *e, r3d_diff_text *text)
{
    static const int32_t limits[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        if (e->result->largest_delta <= limits[i]) {
            r3d_priv_text_printf(text,
                                 "hint: only the lowest bits differ, by at most %ld%s: --tolerance "
                                 "%ld lets that pass\n",
                                 (long)limits[i], e->max == 65535 ? " of 65535" : "",
                                 (long)limits[i]);
            return;
        }
    }
}

// Says the option, too: whoever draws on opaque frames rarely means alpha.
static bool tell_only_alpha(const r3d_priv_evidence *e, r3d_diff_text *text)
{
    const r3d_diff_result *r = e->result;
    if (e->rule == R3D_PRIV_RULE_ALPHA || r->max_delta[3] == 0 || r->max_delta[0] != 0 ||
        r->max_delta[1] != 0 || r->max_delta[2] != 0) {
        return false;
    }
    r3d_priv_text_puts(text, "hint: only alpha differs: --channels rgb compares colours alone\n");
    return true;
}

r3d_result r3d_diff_hints(const r3d_diff_result *result, const r3d_picture_view *expected,
                          const r3d_picture_view *actual, const r3d_allocator *allocator,
                          r3d_diff_text *text)
{
    if (text == NULL || expected == NULL || actual == NULL || r3d_priv_hooks_are_half(allocator) ||
        !r3d_priv_render_views_fit(result, expected, actual)) {
        return R3D_ERR_ARGUMENT;
    }
    // A comparison that stopped at the first mismatch has not seen the picture.
    if (result->mismatches == 0 || result->effective.values.first_only) {
        return R3D_OK;
    }
    r3d_priv_evidence e;
    memset(&e, 0, sizeof e);
    e.result = result;
    e.expected = expected;
    e.actual = actual;
    r3d_result status = r3d_priv_evidence_collect(&e, allocator);
    if (status == R3D_OK && result->verdict == R3D_DIFF_LAYOUT) {
        status = r3d_priv_hint_sizes(&e, text);
    } else if (status == R3D_OK && e.count != 0) {
        (void)r3d_priv_hint_places(&e, text);
        tell_low_bits(&e, text);
        (void)tell_only_alpha(&e, text);
        (void)r3d_priv_hint_values(&e, allocator, text);
        status = text->result;
    }
    r3d_priv_evidence_free(&e, allocator);
    return status;
}
