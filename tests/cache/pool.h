/* SPDX-License-Identifier: MIT */
/* Large blocks of memory that are used again. Having them from the system each time would be most
 * of the time of a test that opens a cache a hundred thousand times. */

#ifndef R3D_TESTS_CACHE_POOL_H
#define R3D_TESTS_CACHE_POOL_H

#include <stddef.h>

/* Memory with anything in it. Never NULL. A block of the pool is given only for its very size, so
 * that AddressSanitizer sees what passes its end. */
void *pool_take(size_t size);

/* Releases what pool_take has given; NULL is accepted. AddressSanitizer sees who still uses it. */
void pool_give(void *memory);

size_t pool_size_of(const void *memory);

/* Returns everything that nobody uses to the system. */
void pool_end(void);

#endif
