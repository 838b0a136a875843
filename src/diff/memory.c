/* SPDX-License-Identifier: MIT */
// Allocation through the caller's hooks, error details, and text that grows.

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE // madvise
#endif

#include <stdlib.h>
#include <string.h>

#include "../io/large_alloc.h"
#include "diff_internal.h"

void *r3d_priv_diff_alloc(const r3d_allocator *allocator, size_t count, size_t item_size)
{
    if (item_size != 0 && count > SIZE_MAX / item_size) {
        return NULL;
    }
    size_t size = count * item_size;
    if (size == 0) {
        size = 1;
    }
    r3d_allocator hooks;
    return r3d_allocator_resolve(allocator, &hooks) == R3D_OK ? r3d_priv_large_alloc(&hooks, size)
                                                              : NULL;
}

void r3d_priv_diff_free(const r3d_allocator *allocator, void *memory)
{
    r3d_allocator hooks;
    if (memory != NULL && r3d_allocator_resolve(allocator, &hooks) == R3D_OK) {
        hooks.free(memory, hooks.user);
    }
}

r3d_result r3d_priv_diff_fail(r3d_error *out_error, r3d_result result, const char *file,
                              const char *format, ...)
{
    if (out_error == NULL) {
        return result;
    }
    memset(out_error, 0, sizeof *out_error);
    out_error->result = result;
    out_error->offset = -1;
    if (file != NULL) {
        // Cut at the front: the end of a path tells more.
        size_t length = strlen(file);
        size_t room = sizeof out_error->file - 1;
        const char *tail = length > room ? file + (length - room) : file;
        memcpy(out_error->file, tail, strlen(tail) + 1);
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out_error->message, sizeof out_error->message, format, arguments);
    va_end(arguments);
    return result;
}

static bool text_reserve(r3d_diff_text *text, size_t extra)
{
    if (text->result != R3D_OK) {
        return false;
    }
    if (extra < text->capacity && text->length < text->capacity - extra) {
        return true;
    }
    if (extra > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) {
        text->result = R3D_ERR_MEMORY;
        return false;
    }
    size_t capacity = (text->length + extra + 1) * 2;
    if (capacity < 256) {
        capacity = 256;
    }
    char *data = r3d_priv_diff_alloc(&text->allocator, capacity, 1);
    if (data == NULL) {
        text->result = R3D_ERR_MEMORY;
        return false;
    }
    if (text->length != 0) {
        memcpy(data, text->data, text->length);
    }
    data[text->length] = '\0';
    r3d_priv_diff_free(&text->allocator, text->data);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void r3d_priv_text_append(r3d_diff_text *text, const char *data, size_t length)
{
    if (!text_reserve(text, length)) {
        return;
    }
    if (length != 0) {
        memcpy(text->data + text->length, data, length);
    }
    text->length += length;
    text->data[text->length] = '\0';
}

void r3d_priv_text_puts(r3d_diff_text *text, const char *string)
{
    r3d_priv_text_append(text, string, strlen(string));
}

void r3d_priv_text_printf(r3d_diff_text *text, const char *format, ...)
{
    char small[512];
    va_list arguments;
    va_start(arguments, format);
    int needed = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (needed < 0) {
        text->result = R3D_ERR_STATE;
        return;
    }
    if ((size_t)needed < sizeof small) {
        r3d_priv_text_append(text, small, (size_t)needed);
        return;
    }
    if (!text_reserve(text, (size_t)needed)) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)needed + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)needed;
}

void r3d_diff_text_free(r3d_diff_text *text)
{
    if (text == NULL) {
        return;
    }
    r3d_priv_diff_free(&text->allocator, text->data);
    text->data = NULL;
    text->length = 0;
    text->capacity = 0;
    text->result = R3D_OK;
}
