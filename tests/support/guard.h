/* SPDX-License-Identifier: MIT */
/* Memory that ends exactly before a page that must not be touched, or begins exactly after one. */

#ifndef R3D_TESTS_GUARD_H
#define R3D_TESTS_GUARD_H

#include <stddef.h>

typedef struct guarded {
    void *memory; /* `size` bytes between two unmapped pages */
    void *mapping;
    size_t mapping_size;
} guarded;

typedef enum guard_side {
    GUARD_BEFORE, /* the first byte follows the page before at once */
    GUARD_AFTER   /* the page after follows the last byte at once */
} guard_side;

/* Ends the test on failure. The memory is zero. */
guarded guarded_alloc(size_t size, guard_side side);
void guarded_free(guarded *block);

#endif
