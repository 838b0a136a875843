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

enum { BASES_A_PART = 4, NAME_SIZE = 64, FRAMES_MAX = 4096 };

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

/* ---- nodes in time ---- */

static double between(double a, double b, double share)
{
    return a + (b - a) * share;
}

/* The keys around a time: *out_next may equal the result. */
static unsigned find_key(const struct aiVectorKey *keys, unsigned count, double time,
                         unsigned *out_next, double *out_share)
{
    unsigned i = 0;
    while (i + 1 < count && keys[i + 1].mTime <= time) {
        i++;
    }
    *out_next = i + 1 < count ? i + 1 : i;
    double span = keys[*out_next].mTime - keys[i].mTime;
    double share = span > 0 ? (time - keys[i].mTime) / span : 0;
    *out_share = share < 0 ? 0 : share > 1 ? 1 : share;
    return i;
}

static void sample_vector(const struct aiVectorKey *keys, unsigned count, double time,
                          double out[3], double otherwise)
{
    out[0] = out[1] = out[2] = otherwise;
    if (count > 0) {
        unsigned next;
        double share;
        unsigned i = find_key(keys, count, time, &next, &share);
        out[0] = between(keys[i].mValue.x, keys[next].mValue.x, share);
        out[1] = between(keys[i].mValue.y, keys[next].mValue.y, share);
        out[2] = between(keys[i].mValue.z, keys[next].mValue.z, share);
    }
}

/* Interpolates along the shorter arc; near keys make a straight line good enough after normalising.
 */
static void sample_rotation(const struct aiQuatKey *keys, unsigned count, double time,
                            double out[4])
{
    out[0] = 1;
    out[1] = out[2] = out[3] = 0;
    if (count == 0) {
        return;
    }
    unsigned i = 0;
    while (i + 1 < count && keys[i + 1].mTime <= time) {
        i++;
    }
    unsigned next = i + 1 < count ? i + 1 : i;
    double span = keys[next].mTime - keys[i].mTime;
    double share = span > 0 ? (time - keys[i].mTime) / span : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    const struct aiQuaternion *a = &keys[i].mValue;
    const struct aiQuaternion *b = &keys[next].mValue;
    double cosine =
        (double)a->w * b->w + (double)a->x * b->x + (double)a->y * b->y + (double)a->z * b->z;
    double sign = cosine < 0 ? -1 : 1;
    double angle = acos(fabs(cosine) > 1 ? 1 : fabs(cosine));
    double from = 1 - share;
    double to = share;
    if (angle > 1e-4) {
        from = sin((1 - share) * angle) / sin(angle);
        to = sin(share * angle) / sin(angle);
    }
    to *= sign;
    out[0] = from * a->w + to * b->w;
    out[1] = from * a->x + to * b->x;
    out[2] = from * a->y + to * b->y;
    out[3] = from * a->z + to * b->z;
}

static const struct aiNodeAnim *channel_of(const struct aiAnimation *animation,
                                           const struct aiNode *node)
{
    for (unsigned i = 0; animation != NULL && i < animation->mNumChannels; i++) {
        if (strcmp(animation->mChannels[i]->mNodeName.data, node->mName.data) == 0) {
            return animation->mChannels[i];
        }
    }
    return NULL;
}

/* What a node does to its children at a time. */
static struct aiMatrix4x4 local_place(const struct aiAnimation *animation,
                                      const struct aiNode *node, double time)
{
    const struct aiNodeAnim *channel = channel_of(animation, node);
    if (channel == NULL) {
        return node->mTransformation;
    }
    double t[3];
    double s[3];
    double q[4];
    sample_vector(channel->mPositionKeys, channel->mNumPositionKeys, time, t, 0);
    sample_vector(channel->mScalingKeys, channel->mNumScalingKeys, time, s, 1);
    sample_rotation(channel->mRotationKeys, channel->mNumRotationKeys, time, q);
    double w = q[0];
    double x = q[1];
    double y = q[2];
    double z = q[3];
    struct aiMatrix4x4 m;
    m.a1 = (ai_real)((1 - 2 * (y * y + z * z)) * s[0]);
    m.a2 = (ai_real)(2 * (x * y - w * z) * s[1]);
    m.a3 = (ai_real)(2 * (x * z + w * y) * s[2]);
    m.a4 = (ai_real)t[0];
    m.b1 = (ai_real)(2 * (x * y + w * z) * s[0]);
    m.b2 = (ai_real)((1 - 2 * (x * x + z * z)) * s[1]);
    m.b3 = (ai_real)(2 * (y * z - w * x) * s[2]);
    m.b4 = (ai_real)t[1];
    m.c1 = (ai_real)(2 * (x * z - w * y) * s[0]);
    m.c2 = (ai_real)(2 * (y * z + w * x) * s[1]);
    m.c3 = (ai_real)((1 - 2 * (x * x + y * y)) * s[2]);
    m.c4 = (ai_real)t[2];
    m.d1 = 0;
    m.d2 = 0;
    m.d3 = 0;
    m.d4 = 1;
    return m;
}

static struct aiMatrix4x4 place_at(const struct aiAnimation *animation, const struct aiNode *node,
                                   double time)
{
    struct aiMatrix4x4 place = local_place(animation, node, time);
    for (const struct aiNode *parent = node->mParent; parent != NULL; parent = parent->mParent) {
        struct aiMatrix4x4 above = local_place(animation, parent, time);
        place = matrix_multiply(&above, &place);
    }
    return place;
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

/* Adds the operations of a part: from where it rests to where it is at a time. */
static int32_t add_ops(const import_job *import, int32_t p, const struct aiMatrix4x4 *place,
                       r3d_frame_op *ops)
{
    const import_part *part = &import->parts[p];
    struct aiMatrix4x4 back;
    if (!matrix_invert(&part->bind, &back)) {
        return 0; /* flattened to nothing: there is nothing to move */
    }
    struct aiMatrix4x4 move = matrix_multiply(place, &back);
    const double pivot[3] = {part->bind.a4, part->bind.b4, part->bind.c4};
    double moved[3];
    matrix_apply(&move, pivot, moved);
    double size = cbrt(fabs(matrix_determinant(&move)));
    size = size > 1e-6 && isfinite(size) ? size : 1;
    /* Our axes: y and z change their signs. */
    double turn[3][3] = {
        {move.a1, -move.a2, -move.a3}, {-move.b1, move.b2, move.b3}, {-move.c1, move.c2, move.c3}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            turn[i][k] /= size;
        }
    }
    int32_t angles[3];
    to_angles(turn, angles);
    int32_t factor = rounded(size * 128);
    int32_t first = p * BASES_A_PART;
    int32_t count = 0;
    set_op(&ops[count++], first, rounded(pivot[0] * import->scale),
           rounded(-pivot[1] * import->scale), rounded(-pivot[2] * import->scale));
    if (factor != 128) {
        set_op(&ops[count++], first + 1, factor, factor, factor);
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

static double duration_of(const struct aiAnimation *animation)
{
    double rate = animation->mTicksPerSecond > 0 ? animation->mTicksPerSecond : 25;
    double seconds = animation->mDuration / rate;
    return seconds > 0 && seconds < 1e6 ? seconds : 0;
}

static int32_t frame_count_of(const struct aiAnimation *animation)
{
    double count =
        duration_of(animation) * 1000 / (R3D_IMPORT_TICKS_A_FRAME * R3D_TICK_MILLISECONDS);
    int32_t frames = count < FRAMES_MAX ? (int32_t)(count + 0.5) : FRAMES_MAX;
    return frames > 0 ? frames : 1;
}

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

static void add_sequence(animation_builder *b, const import_job *import,
                         const struct aiAnimation *animation)
{
    int32_t count = frame_count_of(animation);
    r3d_named_sequence *sequence = &b->sequences[b->sequence_count];
    sequence->name = add_name(b, b->mask_count, b->sequence_count + b->mask_count,
                              animation->mName.data, "anim");
    sequence->frame_count = count;
    sequence->frame_ids = b->ids + b->frame_count;
    b->sequence_count++;
    for (int32_t i = 0; i < count; i++) {
        double time = animation->mDuration * i / count;
        r3d_numbered_frame *frame = &b->frames[b->frame_count];
        b->ids[b->frame_count] = b->frame_count;
        frame->id = b->frame_count++;
        frame->frame.delay = R3D_IMPORT_TICKS_A_FRAME - 1; /* a movement shows it one tick longer */
        frame->frame.skeleton = &b->skeleton;
        frame->frame.ops = b->ops + b->op_count;
        frame->frame.op_count = 0;
        for (int32_t p = 0; p < import->part_count; p++) {
            struct aiMatrix4x4 place = place_at(animation, import->parts[p].node, time);
            int32_t added = add_ops(import, p, &place, b->ops + b->op_count);
            frame->frame.op_count += added;
            b->op_count += added;
        }
    }
}

static bool is_below(const struct aiNode *node, const struct aiNode *above)
{
    for (; node != NULL; node = node->mParent) {
        if (node == above) {
            return true;
        }
    }
    return false;
}

/* A mask with the bases of a part and of the parts below it. */
static void add_mask(animation_builder *b, const import_job *import, int32_t p)
{
    r3d_named_mask *mask = &b->masks[b->mask_count];
    int32_t *bases = b->mask_bases + b->mask_base_count;
    mask->name = add_name(b, 0, b->mask_count, import->parts[p].node->mName.data, "part");
    mask->mask.bases = bases;
    mask->mask.base_count = 0;
    b->mask_count++;
    for (int32_t other = 0; other < import->part_count; other++) {
        if (is_below(import->parts[other].node, import->parts[p].node)) {
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
    for (unsigned i = 0; i < import->scene->mNumAnimations; i++) {
        frames += (size_t)frame_count_of(import->scene->mAnimations[i]);
    }
    if (frames > R3D_MODEL_TEXT_FRAMES_MAX ||
        frames * parts * BASES_A_PART > R3D_MODEL_TEXT_ITEMS_MAX ||
        parts * parts * BASES_A_PART > R3D_MODEL_TEXT_ITEMS_MAX) {
        return false;
    }
    b->frames = calloc(frames + 1, sizeof *b->frames);
    b->ids = calloc(frames + 1, sizeof *b->ids);
    b->ops = calloc(frames * parts * BASES_A_PART + 1, sizeof *b->ops);
    b->sequences = calloc((size_t)import->scene->mNumAnimations + 1, sizeof *b->sequences);
    b->masks = calloc(parts + 1, sizeof *b->masks);
    b->mask_bases = calloc(parts * parts * BASES_A_PART + 1, sizeof *b->mask_bases);
    b->names = calloc(parts + import->scene->mNumAnimations + 1, NAME_SIZE);
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
        for (unsigned i = 0; i < import->scene->mNumAnimations; i++) {
            add_sequence(&b, import, import->scene->mAnimations[i]);
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
