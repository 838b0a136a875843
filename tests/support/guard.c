/* SPDX-License-Identifier: MIT */

#define _DEFAULT_SOURCE

#include "guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include "cmocka_all.h"

guarded guarded_alloc(size_t size, guard_side side)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (size + page - 1) / page * page;
    guarded block;
    block.mapping_size = inside + 2 * page;
    block.mapping = mmap(NULL, block.mapping_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(block.mapping != MAP_FAILED);
    unsigned char *first = (unsigned char *)block.mapping + page;
    assert_int_equal(mprotect(first, inside, PROT_READ | PROT_WRITE), 0);
    block.memory = side == GUARD_BEFORE ? first : first + (inside - size);
    return block;
}

void guarded_free(guarded *block)
{
    munmap(block->mapping, block->mapping_size);
    block->memory = NULL;
}
