/* SPDX-License-Identifier: MIT */
/* Moving nodes as frames. Each part gets four bases: an origin without labels, which sets the pivot
 * to the place where the part's node rests, a scaling, a turn about it, and a shift. What the nodes
 * above a part do is worked into the part's own turn and shift, so parts do not depend on each
 * other's order. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

enum {
    BASES_A_PART = 4,
    NAME_SIZE = 64,
};

static const double half_turn = 3.14159265358979323846;

/* ---- the skeleton ---- */

bool import_encode_skeleton(const import_job *import, char **out_text, size_t *out_size)
{
    size_t base_count = (size_t)import->part_count * BASES_A_PART;
    r3d_base *bases = calloc(base_count + 1, sizeof *bases);
    int32_t *labels = calloc((size_t)import->part_count + 1, sizeof *labels);
    bool encoded = false;
    if (bases == NULL || labels == NULL) {
        fprintf(stderr, "%s: out of memory\n", import->path);
    } else {
        static const r3d_base_type types[BASES_A_PART] = {R3D_BASE_ORIGIN, R3D_BASE_SCALE,
                                                          R3D_BASE_ROTATE, R3D_BASE_TRANSLATE};
        for (int32_t p = 0; p < import->part_count; p++) {
            labels[p] = p + 1;
            for (int i = 0; i < BASES_A_PART; i++) {
                r3d_base *base = &bases[p * BASES_A_PART + i];
                base->type = (int32_t)types[i];
                base->label_count = i == 0 ? 0 : 1;
                base->labels = &labels[p];
            }
        }
        const r3d_skeleton skeleton = {(int32_t)base_count, bases};
        r3d_error error;
        encoded = r3d_skeleton_encode_text(&skeleton, NULL, out_text, out_size, &error) == R3D_OK;
        if (!encoded) {
            fprintf(stderr, "%s: %s\n", import->path, error.message);
        }
    }
    free(bases);
    free(labels);
    return encoded;
}

/* ---- a part's move as operations ---- */

static int32_t rounded(double value)
{
    return value >= -1e6 && value <= 1e6 ? (int32_t)floor(value + 0.5) : 0;
}

static int32_t to_256(double radians)
{
    return rounded(radians * 128 / half_turn) & 255;
}

/* The turn of a matrix, in our axes, as angles of the engine's order: z, then x, then y. With
 * Z(g): x' = cx + sy, y' = cy - sx;  X(a): y' = cy - sz, z' = sy + cz;  Y(b): x' = sz + cx, z' = cz
 * - sx the second row of Y X Z is (-ca sg, ca cg, -sa), and its last column (sb ca, -sa, cb ca). */
static void to_angles(double r[3][3], int32_t out[3])
{
    double sine = -r[1][2] < -1 ? -1 : -r[1][2] > 1 ? 1 : -r[1][2];
    double x = asin(sine);
    double y;
    double z = 0;
    if (fabs(sine) < 0.9999) {
        z = atan2(-r[1][0], r[1][1]);
        y = atan2(r[0][2], r[2][2]);
    } else { /* the axes of z and y fall together: one of them does it all */
        y = atan2(-r[2][0], r[0][0]);
    }
    out[0] = to_256(x);
    out[1] = to_256(y);
    out[2] = to_256(z);
}

static void set_op(r3d_frame_op *op, int32_t base, int32_t x, int32_t y, int32_t z)
{
    op->base = base;
    op->x = x;
    op->y = y;
    op->z = z;
}

/* Takes a matrix's turn apart: factors of size along the axes, and a turn without them. What is stretched
 * askew loses that. A mirrored part turns and has one factor below 0. */
static void take_apart(const import_matrix *move, double out_turn[3][3], double out_size[3])
{
    /* Our axes: y and z change their signs. */
    static const double signs[3] = {1, -1, -1};
    double axes[3][3];
    for (int axis = 0; axis < 3; axis++) {
        double length = 0;
        for (int i = 0; i < 3; i++) {
            axes[axis][i] = move->at[i][axis] * signs[i] * signs[axis];
        }
        for (int other = 0; other < axis; other++) {
            double along = 0;
            for (int i = 0; i < 3; i++) {
                along += axes[other][i] * axes[axis][i];
            }
            for (int i = 0; i < 3; i++) {
                axes[axis][i] -= along * axes[other][i];
            }
        }
        for (int i = 0; i < 3; i++) {
            length += axes[axis][i] * axes[axis][i];
        }
        length = sqrt(length);
        out_size[axis] = length;
        for (int i = 0; i < 3; i++) {
            axes[axis][i] = length > 1e-9 ? axes[axis][i] / length : i == axis ? 1 : 0;
        }
    }
    const double cross[3] = {axes[0][1] * axes[1][2] - axes[0][2] * axes[1][1],
                             axes[0][2] * axes[1][0] - axes[0][0] * axes[1][2],
                             axes[0][0] * axes[1][1] - axes[0][1] * axes[1][0]};
    if (cross[0] * axes[2][0] + cross[1] * axes[2][1] + cross[2] * axes[2][2] < 0) {
        out_size[2] = -out_size[2];
    }
    memcpy(axes[2], cross, sizeof cross);
    for (int i = 0; i < 3; i++) {
        for (int axis = 0; axis < 3; axis++) {
            out_turn[i][axis] = axes[axis][i];
        }
    }
}

/* Adds the operations of a part: from where it rests to where it is at a time. */
static int32_t add_ops(const import_job *import, int32_t p, const import_matrix *place,
                       r3d_frame_op *ops)
{
    const import_part *part = &import->parts[p];
    import_matrix back;
    if (!matrix_invert(&part->bind, &back)) {
        return 0; /* flattened to nothing: there is nothing to move */
    }
    const import_matrix move = matrix_multiply(place, &back);
    const double pivot[3] = {part->bind.at[0][3], part->bind.at[1][3], part->bind.at[2][3]};
    double moved[3];
    double turn[3][3];
    double size[3];
    int32_t angles[3];
    int32_t factors[3];
    matrix_apply(&move, pivot, moved);
    take_apart(&move, turn, size);
    to_angles(turn, angles);
    for (int i = 0; i < 3; i++) {
        factors[i] = rounded(size[i] * 128);
    }
    int32_t first = p * BASES_A_PART;
    int32_t count = 0;
    set_op(&ops[count++], first, rounded(pivot[0] * import->scale),
           rounded(-pivot[1] * import->scale), rounded(-pivot[2] * import->scale));
    if (factors[0] != 128 || factors[1] != 128 || factors[2] != 128) {
        set_op(&ops[count++], first + 1, factors[0], factors[1], factors[2]);
    }
    set_op(&ops[count++], first + 2, angles[0], angles[1], angles[2]);
    set_op(&ops[count++], first + 3, rounded((moved[0] - pivot[0]) * import->scale),
           rounded(-(moved[1] - pivot[1]) * import->scale),
           rounded(-(moved[2] - pivot[2]) * import->scale));
    return count;
}

/* ---- the file ---- */

typedef struct animation_builder {
    r3d_numbered_frame *frames;
    r3d_frame_op *ops;
    int32_t frame_count;
    int32_t op_count;
    r3d_named_sequence *sequences;
    int32_t sequence_count;
    r3d_named_mask *masks;
    int32_t mask_count;
    char *names; /* NAME_SIZE bytes each */
    int32_t *ids;
    int32_t *mask_bases;
    int32_t mask_base_count;
    r3d_skeleton skeleton;
} animation_builder;

/* A name without what separates words or starts a comment. */
static bool is_taken(const animation_builder *b, int32_t first, int32_t number, const char *name)
{
    for (int32_t i = first; i < number; i++) {
        if (strcmp(b->names + (size_t)i * NAME_SIZE, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Makes name `number` of what the model calls a part or animation: one word, unlike the names from
 * `first` on. */
static const char *add_name(animation_builder *b, int32_t first, int32_t number, const char *name,
                            const char *kind)
{
    char *copy = b->names + (size_t)number * NAME_SIZE;
    snprintf(copy, NAME_SIZE, "%.50s", name);
    if (copy[0] == '\0') {
        snprintf(copy, NAME_SIZE, "%s%ld", kind, (long)(number - first));
    }
    for (char *c = copy; *c != '\0'; c++) {
        if (*c <= ' ' || *c == '#' || *c == 0x7F) {
            *c = '_';
        }
    }
    const size_t length = strlen(copy);
    for (long k = 2; is_taken(b, first, number, copy); k++) {
        snprintf(copy + length, NAME_SIZE - length, "-%ld", k);
    }
    return copy;
}

static void add_sequence(animation_builder *b, const import_job *import, const import_clip *clip)
{
    const import_matrix *place = import->matrices + clip->first;
    r3d_named_sequence *sequence = &b->sequences[b->sequence_count];
    sequence->name =
        add_name(b, b->mask_count, b->sequence_count + b->mask_count, clip->name, "anim");
    sequence->frame_count = clip->frame_count;
    sequence->frame_ids = b->ids + b->frame_count;
    b->sequence_count++;
    for (int32_t i = 0; i < clip->frame_count; i++) {
        r3d_numbered_frame *frame = &b->frames[b->frame_count];
        b->ids[b->frame_count] = b->frame_count;
        frame->id = b->frame_count++;
        frame->frame.delay = IMPORT_TICKS_A_FRAME - 1; /* a movement shows it one tick longer */
        frame->frame.skeleton = &b->skeleton;
        frame->frame.ops = b->ops + b->op_count;
        frame->frame.op_count = 0;
        for (int32_t p = 0; p < import->part_count; p++) {
            int32_t added = add_ops(import, p, place++, b->ops + b->op_count);
            frame->frame.op_count += added;
            b->op_count += added;
        }
    }
}

static bool is_below(const import_job *import, int32_t part, int32_t above)
{
    while (part > above) {
        part = import->parts[part].above;
    }
    return part == above;
}

/* A mask with the bases of a part and of the parts below it. */
static void add_mask(animation_builder *b, const import_job *import, int32_t p)
{
    r3d_named_mask *mask = &b->masks[b->mask_count];
    int32_t *bases = b->mask_bases + b->mask_base_count;
    mask->name = add_name(b, 0, b->mask_count, import->parts[p].name, "part");
    mask->mask.bases = bases;
    mask->mask.base_count = 0;
    b->mask_count++;
    for (int32_t other = 0; other < import->part_count; other++) {
        if (is_below(import, other, p)) {
            for (int i = 0; i < BASES_A_PART; i++) {
                bases[mask->mask.base_count++] = other * BASES_A_PART + i;
            }
        }
    }
    b->mask_base_count += mask->mask.base_count;
}

static bool reserve(animation_builder *b, const import_job *import)
{
    size_t frames = 0;
    size_t parts = (size_t)import->part_count;
    for (int32_t i = 0; i < import->clip_count; i++) {
        frames += (size_t)import->clips[i].frame_count;
    }
    if (import->has_too_many_frames || frames > R3D_MODEL_TEXT_FRAMES_MAX ||
        frames * parts * BASES_A_PART > R3D_MODEL_TEXT_ITEMS_MAX ||
        parts * parts * BASES_A_PART > R3D_MODEL_TEXT_ITEMS_MAX) {
        return false;
    }
    b->frames = calloc(frames + 1, sizeof *b->frames);
    b->ids = calloc(frames + 1, sizeof *b->ids);
    b->ops = calloc(frames * parts * BASES_A_PART + 1, sizeof *b->ops);
    b->sequences = calloc((size_t)import->clip_count + 1, sizeof *b->sequences);
    b->masks = calloc(parts + 1, sizeof *b->masks);
    b->mask_bases = calloc(parts * parts * BASES_A_PART + 1, sizeof *b->mask_bases);
    b->names = calloc(parts + (size_t)import->clip_count + 1, NAME_SIZE);
    return b->frames != NULL && b->ids != NULL && b->ops != NULL && b->sequences != NULL &&
           b->masks != NULL && b->mask_bases != NULL && b->names != NULL;
}

bool import_encode_animation(const import_job *import, char **out_text, size_t *out_size)
{
    animation_builder b;
    bool encoded = false;
    memset(&b, 0, sizeof b);
    b.skeleton.base_count = import->part_count * BASES_A_PART;
    if (!reserve(&b, import)) {
        fprintf(stderr, "%s: too many parts and frames, or out of memory\n", import->path);
    } else {
        for (int32_t p = 0; p < import->part_count; p++) {
            add_mask(&b, import, p);
        }
        for (int32_t i = 0; i < import->clip_count; i++) {
            add_sequence(&b, import, &import->clips[i]);
        }
        r3d_animation animation;
        r3d_error error;
        memset(&animation, 0, sizeof animation);
        animation.frame_count = b.frame_count;
        animation.frames = b.frames;
        animation.mask_count = b.mask_count;
        animation.masks = b.masks;
        animation.sequence_count = b.sequence_count;
        animation.sequences = b.sequences;
        encoded = r3d_animation_encode_text(&animation, NULL, out_text, out_size, &error) == R3D_OK;
        if (!encoded) {
            fprintf(stderr, "%s: %s\n", import->path, error.message);
        }
    }
    free(b.frames);
    free(b.ids);
    free(b.ops);
    free(b.sequences);
    free(b.masks);
    free(b.mask_bases);
    free(b.names);
    return encoded;
}
