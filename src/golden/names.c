/* SPDX-License-Identifier: MIT */
// Names that a context has checked: one golden is checked once. Spec golden section 6.

#include <stdio.h>
#include <string.h>

#include "../base/memory.h"
#include "session_internal.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_but_for_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static r3d_result remember_name(r3d_golden *g, const char *name, const char *ending)
{
    r3d_priv_growing array = {g->checked, g->checked_count, g->checked_capacity};
    if (r3d_priv_reserve(&g->allocator, &array, array.count + 1, sizeof(char *),
                         R3D_PRIV_ANY_COUNT) != R3D_OK) {
        return R3D_ERR_MEMORY;
    }
    g->checked = array.items;
    g->checked_capacity = array.capacity;
    size_t length = strlen(name);
    size_t size = length + strlen(ending) + 1;
    char *copy = r3d_priv_alloc(&g->allocator, size, 1);
    if (copy == NULL) {
        return R3D_ERR_MEMORY;
    }
    // NOLINTNEXTLINE(bugprone-not-null-terminated-result): the end is written behind it
    memcpy(copy, name, length);
    memcpy(copy + length, ending, size - length);
    g->checked[g->checked_count++] = copy;
    return R3D_OK;
}

const char *r3d_priv_golden_claim_name(r3d_golden *golden, const char *name, const char *ending,
                                       bool shared)
{
    if (!r3d_golden_name_valid(name)) {
        return "not a valid name: use A-Z a-z 0-9 . _ - and /, at most 200 bytes, no empty part, "
               "no "
               "part \".\" or \"..\", no ending like .mask or .diff";
    }
    char file[R3D_PRIV_NAME_MAX + 16];
    snprintf(file, sizeof file, "%s%s", name, ending);
    for (size_t i = 0; i < golden->checked_count; i++) {
        if (strcmp(golden->checked[i], file) == 0) {
            return shared ? NULL
                          : "duplicate name: it was checked before and is not declared shared";
        }
        if (same_but_for_case(golden->checked[i], file)) {
            return "differs only by case from a name that was checked before";
        }
    }
    return remember_name(golden, name, ending) == R3D_OK ? NULL : "out of memory";
}
