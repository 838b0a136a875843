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
    size_t size = 0;
    r3d_allocator hooks;
    return r3d_priv_array_size(count, item_size, &size) &&
                   r3d_allocator_resolve(allocator, &hooks) == R3D_OK
               ? r3d_priv_large_alloc(&hooks, size)
               : NULL;
}

void r3d_priv_diff_free(const r3d_allocator *allocator, void *memory)
{
    r3d_allocator hooks;
    if (memory != NULL && r3d_allocator_resolve(allocator, &hooks) == R3D_OK) {
        hooks.free(memory, hooks.user);
    }
}

r3d_result r3d_priv_diff_reserve(const r3d_allocator *allocator, r3d_priv_growing *array,
                                 size_t capacity, size_t item_size, size_t most)
{
    r3d_allocator hooks;
    return r3d_allocator_resolve(allocator, &hooks) == R3D_OK
               ? r3d_priv_reserve_by(r3d_priv_large_alloc, &hooks, array, capacity, item_size, most)
               : R3D_ERR_MEMORY;
}

r3d_result r3d_priv_diff_fail(r3d_error *out_error, r3d_result result, const char *file,
                              const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    r3d_priv_error_vprintf(out_error, result, file, 0, -1, format, arguments);
    va_end(arguments);
    return result;
}

r3d_result r3d_diff_text_reserve(r3d_diff_text *text, size_t extra)
{
    if (text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (text->result != R3D_OK) {
        return text->result;
    }
    if (extra < text->capacity && text->length < text->capacity - extra) {
        return R3D_OK;
    }
    r3d_priv_growing bytes = {text->data, text->length, text->capacity};
    if (extra > SIZE_MAX - text->length - 1 ||
        r3d_priv_diff_reserve(&text->allocator, &bytes, text->length + extra + 1, 1,
                              R3D_PRIV_ANY_COUNT) != R3D_OK) {
        text->result = R3D_ERR_MEMORY;
        return text->result;
    }
    text->data = bytes.items;
    text->data[text->length] = '\0';
    text->capacity = bytes.capacity;
    return R3D_OK;
}

r3d_result r3d_diff_text_append(r3d_diff_text *text, const char *data, size_t length)
{
    if (data == NULL && length != 0) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result result = r3d_diff_text_reserve(text, length);
    if (result != R3D_OK) {
        return result;
    }
    if (length != 0) {
        memcpy(text->data + text->length, data, length);
    }
    text->length += length;
    text->data[text->length] = '\0';
    return R3D_OK;
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
