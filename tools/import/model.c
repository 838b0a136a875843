/* SPDX-License-Identifier: MIT */
/* The arrays of a model that has been read: how readers fill them, and how they get from the child that
 * reads to the program, which believes nothing that the child says. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "import.h"

enum { REMARKS_MAX = 16384, REMARK_SIZE = 512, ANSWER = 0x52334D31 };

/* Head of what the child sends; the arrays follow in the order of the counts. */
typedef struct answer_head {
    int32_t magic;
    int32_t was_read;
    int32_t part_count;
    int32_t triangle_count;
    int32_t clip_count;
    int32_t matrix_count;
    int32_t has_too_many_frames;
    int32_t own_size[2];
    int32_t unused;
    uint64_t remarks_size;
    uint64_t text_sizes[IMPORT_TEXTS];
    char failure[IMPORT_FAILURE_SIZE];
} answer_head;

void import_free(import_job *import)
{
    free(import->parts);
    free(import->triangles);
    free(import->clips);
    free(import->matrices);
    free(import->remarks);
    for (int i = 0; i < IMPORT_TEXTS; i++) {
        free(import->texts[i]);
        import->texts[i] = NULL;
    }
    import->parts = NULL;
    import->triangles = NULL;
    import->clips = NULL;
    import->matrices = NULL;
    import->remarks = NULL;
}

/* ---- text ---- */

/* How many bytes a character of UTF-8 has; 1 for what is none. *out_shown tells whether it may be shown. */
static size_t read_character(const unsigned char *c, bool *out_shown)
{
    *out_shown = false;
    if (c[0] < 0x80) {
        *out_shown = c[0] >= ' ' && c[0] != 0x7F;
        return 1;
    }
    const size_t length = c[0] >= 0xF0 ? 4 : c[0] >= 0xE0 ? 3 : c[0] >= 0xC2 ? 2 : 0;
    if (length == 0 || c[0] > 0xF4) {
        return 1;
    }
    uint32_t code = c[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xC0) != 0x80) {
            return 1;
        }
        code = code << 6 | (c[i] & 0x3Fu);
    }
    const bool is_hidden = code < 0xA0 || code == 0x61C || (code >= 0x200B && code <= 0x200F) ||
                           (code >= 0x2028 && code <= 0x202E) ||
                           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
                           (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF ||
                           (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    *out_shown = !is_hidden;
    return length;
}

void import_clean_text(char *out, size_t size, const char *text)
{
    size_t used = 0;
    for (const char *c = text; *c != '\0';) {
        bool shown;
        const size_t length = read_character((const unsigned char *)c, &shown);
        if (used + length >= size) {
            break;
        }
        if (shown) {
            memcpy(out + used, c, length);
            used += length;
        } else {
            out[used++] = '?';
        }
        c += length;
    }
    out[used] = '\0';
}

bool import_fail(import_job *import, const char *format, ...)
{
    char text[IMPORT_FAILURE_SIZE];
    va_list list;
    if (import->failure[0] != '\0') {
        return false;
    }
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    import_clean_text(import->failure, sizeof import->failure, text);
    return false;
}

void import_remark(import_job *import, const char *format, ...)
{
    char text[REMARK_SIZE];
    char line[REMARK_SIZE];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    import_clean_text(line, sizeof line - 1, text);
    const size_t length = strlen(line);
    line[length] = '\n';
    line[length + 1] = '\0';
    if (import->remarks == NULL) {
        import->remarks = calloc(REMARKS_MAX, 1);
        import->remarks_size = 0;
    }
    if (import->remarks == NULL || import->remarks_size + length + 2 > REMARKS_MAX ||
        strstr(import->remarks, line) != NULL) {
        return;
    }
    memcpy(import->remarks + import->remarks_size, line, length + 2);
    import->remarks_size += length + 1;
}

/* ---- filling ---- */

/* Makes room for one more element; arrays double. */
static bool grow(import_job *import, void **array, int32_t count, size_t size, int32_t max,
                 const char *what)
{
    if (count >= max) {
        return import_fail(import, "more than %ld %s", (long)max, what);
    }
    if (count == 0 || (count >= 16 && (count & (count - 1)) == 0)) {
        const size_t room = count == 0 ? 16 : (size_t)count * 2;
        void *more = realloc(*array, room * size);
        if (more == NULL) {
            return import_fail(import, "out of memory");
        }
        *array = more;
    }
    return true;
}

bool import_add_triangle(import_job *import, const import_triangle *triangle)
{
    void *array = import->triangles;
    if (!grow(import, &array, import->triangle_count, sizeof *triangle, IMPORT_TRIANGLES_MAX,
              "triangles")) {
        return false;
    }
    import->triangles = array;
    import->triangles[import->triangle_count++] = *triangle;
    return true;
}

bool import_add_part(import_job *import, const char *name, int32_t above, const import_matrix *bind)
{
    void *array = import->parts;
    if (!grow(import, &array, import->part_count, sizeof *import->parts, IMPORT_PARTS_MAX,
              "parts")) {
        return false;
    }
    import->parts = array;
    import_part *part = &import->parts[import->part_count++];
    memset(part, 0, sizeof *part);
    import_clean_text(part->name, sizeof part->name, name);
    part->above = above;
    part->bind = *bind;
    return true;
}

bool import_set_text(import_job *import, int number, const void *text, size_t size)
{
    import->texts[number] = malloc(size + 1);
    if (import->texts[number] == NULL) {
        return import_fail(import, "out of memory");
    }
    memcpy(import->texts[number], text, size);
    import->texts[number][size] = '\0';
    import->text_sizes[number] = size;
    return true;
}

import_matrix *import_add_clip(import_job *import, const char *name, int32_t frame_count)
{
    const int64_t count = (int64_t)frame_count * import->part_count;
    void *array = import->clips;
    if (!grow(import, &array, import->clip_count, sizeof *import->clips, R3D_MODEL_TEXT_FRAMES_MAX,
              "animations")) {
        return NULL;
    }
    import->clips = array;
    import_matrix *matrices = realloc(
        import->matrices, ((size_t)import->matrix_count + (size_t)count + 1) * sizeof *matrices);
    if (matrices == NULL) {
        (void)import_fail(import, "out of memory");
        return NULL;
    }
    import->matrices = matrices;
    import_clip *clip = &import->clips[import->clip_count++];
    memset(clip, 0, sizeof *clip);
    import_clean_text(clip->name, sizeof clip->name, name);
    clip->frame_count = frame_count;
    clip->first = import->matrix_count;
    import->matrix_count += (int32_t)count;
    return matrices + clip->first;
}

/* ---- to the program ---- */

#if !defined(_WIN32)
static bool send_bytes(int descriptor, const void *data, size_t size)
{
    const char *from = data;
    while (size > 0) {
        const ssize_t sent = write(descriptor, from, size);
        if (sent <= 0) {
            return false;
        }
        from += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool import_send(const import_job *import, bool was_read, int descriptor)
{
    answer_head head;
    memset(&head, 0, sizeof head);
    head.magic = ANSWER;
    head.was_read = was_read ? 1 : 0;
    head.part_count = import->part_count;
    head.triangle_count = import->triangle_count;
    head.clip_count = import->clip_count;
    head.matrix_count = import->matrix_count;
    head.has_too_many_frames = import->has_too_many_frames ? 1 : 0;
    memcpy(head.own_size, import->own_size, sizeof head.own_size);
    head.remarks_size = import->remarks_size;
    for (int i = 0; i < IMPORT_TEXTS; i++) {
        head.text_sizes[i] = import->texts[i] != NULL ? import->text_sizes[i] : 0;
    }
    memcpy(head.failure, import->failure, sizeof head.failure);
    bool sent =
        send_bytes(descriptor, &head, sizeof head) &&
        send_bytes(descriptor, import->parts, (size_t)import->part_count * sizeof *import->parts) &&
        send_bytes(descriptor, import->triangles,
                   (size_t)import->triangle_count * sizeof *import->triangles) &&
        send_bytes(descriptor, import->clips, (size_t)import->clip_count * sizeof *import->clips) &&
        send_bytes(descriptor, import->matrices,
                   (size_t)import->matrix_count * sizeof *import->matrices) &&
        send_bytes(descriptor, import->remarks, import->remarks_size);
    for (int i = 0; i < IMPORT_TEXTS; i++) {
        sent = sent && send_bytes(descriptor, import->texts[i], (size_t)head.text_sizes[i]);
    }
    return sent;
}
#endif

/* What is left of an answer while it is taken apart. */
typedef struct answer {
    const char *bytes;
    size_t size;
} answer;

/* Copies `count` elements of `size` bytes and a zero byte behind them. */
static bool take(answer *a, uint64_t count, size_t size, void **out)
{
    if (count > a->size / size) {
        return false;
    }
    const size_t bytes = (size_t)count * size;
    *out = malloc(bytes + 1);
    if (*out == NULL) {
        return false;
    }
    memcpy(*out, a->bytes, bytes);
    ((char *)*out)[bytes] = '\0';
    a->bytes += bytes;
    a->size -= bytes;
    return true;
}

static bool take_all(import_job *import, const answer_head *head, answer *a)
{
    void *arrays[5] = {NULL, NULL, NULL, NULL, NULL};
    const bool taken =
        take(a, (uint64_t)head->part_count, sizeof *import->parts, &arrays[0]) &&
        take(a, (uint64_t)head->triangle_count, sizeof *import->triangles, &arrays[1]) &&
        take(a, (uint64_t)head->clip_count, sizeof *import->clips, &arrays[2]) &&
        take(a, (uint64_t)head->matrix_count, sizeof *import->matrices, &arrays[3]) &&
        take(a, head->remarks_size, 1, &arrays[4]);
    import->parts = arrays[0];
    import->triangles = arrays[1];
    import->clips = arrays[2];
    import->matrices = arrays[3];
    import->remarks = arrays[4];
    bool texts_taken = taken;
    for (int i = 0; i < IMPORT_TEXTS && texts_taken; i++) {
        void *text = NULL;
        if (head->text_sizes[i] > 0) {
            texts_taken = take(a, head->text_sizes[i], 1, &text);
            import->texts[i] = text;
            import->text_sizes[i] = (size_t)head->text_sizes[i];
        }
    }
    return texts_taken && a->size == 0;
}

static bool is_name(const char name[IMPORT_NAME_SIZE])
{
    return memchr(name, '\0', IMPORT_NAME_SIZE) != NULL;
}

static bool is_finite(const import_matrix *m)
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            if (!isfinite(m->at[row][column])) {
                return false;
            }
        }
    }
    return true;
}

static bool are_parts_right(const import_job *import)
{
    for (int32_t i = 0; i < import->part_count; i++) {
        const import_part *part = &import->parts[i];
        if (!is_name(part->name) || part->above < -1 || part->above >= i) {
            return false;
        }
    }
    for (int32_t i = 0; i < import->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const int32_t part = import->triangles[i].corners[k].part;
            if (part < 0 || part >= import->part_count) {
                return false;
            }
        }
    }
    return true;
}

static bool are_clips_right(const import_job *import)
{
    for (int32_t i = 0; i < import->clip_count; i++) {
        const import_clip *clip = &import->clips[i];
        if (!is_name(clip->name) || clip->frame_count < 1 ||
            clip->frame_count > IMPORT_FRAMES_MAX || clip->first < 0 ||
            clip->first + (int64_t)clip->frame_count * import->part_count > import->matrix_count) {
            return false;
        }
    }
    return true;
}

/* Numbers come from the file, so these are faults of the model, not of the child. */
static bool are_matrices_finite(import_job *import)
{
    for (int32_t i = 0; i < import->part_count; i++) {
        if (!is_finite(&import->parts[i].bind)) {
            return import_fail(import, "the place of part \"%s\" is not a number",
                               import->parts[i].name);
        }
    }
    for (int32_t i = 0; i < import->matrix_count; i++) {
        if (!is_finite(&import->matrices[i])) {
            return import_fail(import, "an animation moves a part to what is not a number");
        }
    }
    return true;
}

bool import_receive(import_job *import, const void *data, size_t size)
{
    answer_head head;
    answer a = {data, size};
    if (size < sizeof head) {
        return import_fail(import, "the reader gave no answer");
    }
    memcpy(&head, data, sizeof head);
    a.bytes += sizeof head;
    a.size -= sizeof head;
    head.failure[sizeof head.failure - 1] = '\0';
    if (head.magic != ANSWER || head.part_count < 0 || head.part_count > IMPORT_PARTS_MAX ||
        head.triangle_count < 0 || head.triangle_count > IMPORT_TRIANGLES_MAX ||
        head.clip_count < 0 || head.matrix_count < 0 || head.remarks_size > REMARKS_MAX ||
        !take_all(import, &head, &a)) {
        return import_fail(import, "the reader's answer is damaged");
    }
    import->part_count = head.part_count;
    import->triangle_count = head.triangle_count;
    import->clip_count = head.clip_count;
    import->matrix_count = head.matrix_count;
    import->has_too_many_frames = head.has_too_many_frames != 0;
    memcpy(import->own_size, head.own_size, sizeof head.own_size);
    import->remarks_size = (size_t)head.remarks_size;
    if (head.was_read != 1) {
        return import_fail(import, "%s",
                           head.failure[0] != '\0' ? head.failure : "it cannot be read");
    }
    if (!are_parts_right(import) || !are_clips_right(import)) {
        return import_fail(import, "the reader's answer is damaged");
    }
    return are_matrices_finite(import);
}
