/* SPDX-License-Identifier: MIT */
// Hypotheses that move pixels: shifts, flips and turns.

#include <stdlib.h>
#include <string.h>

#include "hints.h"
#include "text_format.h"

enum {
    SHIFTS_ACROSS = 2 * R3D_PRIV_HINT_SHIFT + 1,
    SHIFTS = SHIFTS_ACROSS * SHIFTS_ACROSS,
    PIXELS_NEEDED = 4 // a single wrong pixel finds its colour somewhere near
};

typedef struct candidate {
    int32_t dx;
    int32_t dy;
    int64_t explained;
} candidate;

// Best first; of equal ones the nearest, since a striped picture fits many shifts.
static int compare_candidates(const void *left, const void *right)
{
    const candidate *l = left;
    const candidate *r = right;
    int32_t far_l = abs(l->dx) + abs(l->dy);
    int32_t far_r = abs(r->dx) + abs(r->dy);
    if (l->explained != r->explained) {
        return l->explained < r->explained ? 1 : -1;
    }
    if (far_l != far_r) {
        return far_l < far_r ? -1 : 1;
    }
    return l->dy != r->dy ? (l->dy < r->dy ? -1 : 1) : (l->dx < r->dx ? -1 : 1);
}

static bool tell_shift(r3d_priv_evidence *e, r3d_diff_text *text)
{
    candidate candidates[SHIFTS];
    size_t count = 0;
    r3d_priv_transform t;
    memset(&t, 0, sizeof t);
    t.place = R3D_PRIV_PLACE_SHIFT;
    for (t.dy = -R3D_PRIV_HINT_SHIFT; t.dy <= R3D_PRIV_HINT_SHIFT; t.dy++) {
        for (t.dx = -R3D_PRIV_HINT_SHIFT; t.dx <= R3D_PRIV_HINT_SHIFT; t.dx++) {
            int64_t tried;
            int64_t explained =
                t.dx == 0 && t.dy == 0 ? 0 : r3d_priv_evidence_sample(e, &t, &tried);
            if (explained != 0) {
                candidates[count].dx = t.dx;
                candidates[count].dy = t.dy;
                candidates[count++].explained = explained;
            }
        }
    }
    if (count != 0) {
        qsort(candidates, count, sizeof candidates[0], compare_candidates);
    }
    for (size_t i = 0; i < count; i++) {
        r3d_priv_hint_score score;
        t.dx = candidates[i].dx;
        t.dy = candidates[i].dy;
        if (r3d_priv_evidence_explains(e, &t, &score)) {
            r3d_priv_text_printf(
                text,
                "hint: shifted by (%ld,%ld) (explains %ld %% of what was not moved "
                "in, %lld left over)\n",
                (long)t.dx, (long)t.dy, (long)r3d_priv_hint_percent(&score),
                (long long)(e->mismatches - score.explained));
            return true;
        }
    }
    return false;
}

bool r3d_priv_hint_places(r3d_priv_evidence *e, r3d_diff_text *text)
{
    static const char *const words[] = {
        "",
        "",
        "flipped vertically",
        "flipped horizontally",
        "rotated by 180 degrees",
        "rotated by 90 degrees clockwise",
        "rotated by 90 degrees anticlockwise",
        "mirrored at the diagonal from the top left (rows are columns)",
        "mirrored at the diagonal from the top right",
    };
    bool square = e->expected->width == e->expected->height;
    // What moves comes from somewhere and leaves something behind: where all became one colour, or
    // all were one colour, something was erased or grew at a border.
    if (e->count < PIXELS_NEEDED || e->colors_expected < 2 || e->colors_actual < 2) {
        return false;
    }
    if (tell_shift(e, text)) {
        return true;
    }
    for (int place = R3D_PRIV_PLACE_UPSIDE_DOWN; place <= R3D_PRIV_PLACE_TRANSVERSE; place++) {
        r3d_priv_hint_score score;
        r3d_priv_transform t;
        memset(&t, 0, sizeof t);
        t.place = (r3d_priv_place)place;
        if (place >= R3D_PRIV_PLACE_TURN_90 && !square) {
            break;
        }
        if (r3d_priv_evidence_explains(e, &t, &score)) {
            r3d_priv_text_printf(text, "hint: %s (explains %ld %%)\n", words[place],
                                 (long)r3d_priv_hint_percent(&score));
            return true;
        }
    }
    return false;
}
