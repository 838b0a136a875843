/* SPDX-License-Identifier: MIT */
// Functions that read options structs are called with those of other versions of the headers: shorter ones, at
// the end of a page with nothing behind it, and longer ones. Who reads and what is made from the headers;
// each call is in a process of its own.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "api_null.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <retro3d/base.h>

#include "init_calls.h"

enum { SECONDS = 20, RESULT = 100, SOMETHING = 99, DIED = -1, ROOM = 4096, STEP = sizeof(void *) };

static int faults;
static int calls;

static const init_call *struct_of(const char *type)
{
    for (size_t i = 0; i < init_call_count; i++) {
        if (strcmp(init_calls[i].type, type) == 0) {
            return &init_calls[i];
        }
    }
    return NULL;
}

/* `size` bytes that end where the memory ends; reading one more kills. */
static unsigned char *at_the_end(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *memory =
        mmap(NULL, ROOM + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + ROOM, page, PROT_NONE) != 0) {
        perror("mmap");
        exit(2);
    }
    return memory + ROOM - size;
}

static const unsigned char *with_size(unsigned char *object, size_t size)
{
    const uint32_t struct_size = (uint32_t)size;
    memcpy(object, &struct_size, sizeof struct_size);
    return object;
}

/* The first `given` bytes of an object in a struct of `size` bytes, defaults or zeros behind them. */
static const unsigned char *resized(const init_call *s, const void *object, size_t given,
                                    size_t size)
{
    unsigned char whole[ROOM];
    unsigned char *copy = at_the_end(size);
    s->whole(whole);
    memcpy(whole, object, given < s->size ? given : s->size);
    memset(copy, 0, size);
    memcpy(copy, whole, size < s->size ? size : s->size);
    return with_size(copy, size);
}

/* What a function says when the object of a type is `object`. */
static int outcome_with(const api_function *function, const char *type, const void *object)
{
    fflush(stdout);
    calls++;
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        api_put(type, object);
        const api_outcome outcome = function->call(API_NONE_NULL, 1);
        _exit(function->kind == API_RESULT ? RESULT - (int)outcome.number
              : outcome.pointer != NULL || (function->kind == API_NUMBER && outcome.number < 0)
                  ? SOMETHING
                  : 0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fork");
        exit(2);
    }
    return WIFSIGNALED(status) ? DIED : WEXITSTATUS(status);
}

static void expect(const api_function *function, const init_call *s, size_t size, const char *what,
                   int actual, int expected)
{
    if (actual != expected || actual == DIED) {
        printf("%s: %s of %zu bytes (we have %zu), %s: %s, result %d instead of %d\n",
               function->name, s->type, size, s->size, what, actual == DIED ? "dies" : "lives",
               RESULT - actual, RESULT - expected);
        faults++;
    }
}

static void check(const api_function *function, const init_call *s)
{
    enum { REFUSED = RESULT - R3D_ERR_ARGUMENT };
    const void *object = api_object(s->type, 0);
    unsigned char whole[ROOM];
    const int good = outcome_with(function, s->type, resized(s, object, s->size, s->size));
    if (good == DIED || (function->kind == API_RESULT && good == REFUSED)) {
        printf("%s: %s of our size: result %d, nothing is known of others\n", function->name,
               s->type, RESULT - good);
        faults++;
        return;
    }
    for (size_t size = STEP; size < s->size; size += STEP) {
        /* As if the rest had been given with its defaults. */
        const int equal = outcome_with(function, s->type, resized(s, object, size, s->size));
        expect(function, s, size, "shorter",
               outcome_with(function, s->type, resized(s, object, size, size)), equal);
    }
    if (function->kind != API_RESULT) {
        return;
    }
    const size_t longer = s->size + 2 * STEP;
    const unsigned char *more = resized(s, object, s->size, longer);
    expect(function, s, longer, "zeros behind ours", outcome_with(function, s->type, more), good);
    memcpy(whole, more, longer);
    whole[longer - 1] = 1;
    expect(function, s, longer, "not zero behind ours", outcome_with(function, s->type, whole),
           REFUSED);
    memcpy(whole, object, s->size);
    expect(function, s, 0, "no size", outcome_with(function, s->type, with_size(whole, 0)),
           REFUSED);
    expect(function, s, s->size - 1, "an odd size",
           outcome_with(function, s->type, with_size(whole, s->size - 1)), REFUSED);
    /* Structs that this one points to are of versions of their own. */
    for (size_t i = 0; i < nested_struct_count; i++) {
        const nested_struct *nested = &nested_structs[i];
        const init_call *inner = struct_of(nested->inner);
        if (strcmp(nested->outer, s->type) != 0 || inner == NULL) {
            continue;
        }
        unsigned char defaults[ROOM];
        inner->whole(defaults);
        memcpy(whole, object, s->size);
        for (size_t size = STEP; size <= inner->size + STEP; size += STEP) {
            const unsigned char *part = resized(inner, defaults, inner->size, size);
            memcpy(whole + nested->offset, &part, sizeof part);
            expect(function, inner, size, nested->member,
                   outcome_with(function, s->type, with_size(whole, s->size)), good);
        }
        memset(defaults + inner->size, 1, STEP);
        const unsigned char *part = with_size(defaults, inner->size + STEP);
        memcpy(whole + nested->offset, &part, sizeof part);
        expect(function, inner, inner->size + STEP, nested->member,
               outcome_with(function, s->type, whole), REFUSED);
    }
}

int main(int count, char **arguments)
{
    const char *only = count > 1 ? arguments[1] : NULL;
    int readers = 0;
    api_make_objects();
    for (size_t i = 0; i < api_function_count; i++) {
        const api_function *function = &api_functions[i];
        for (int p = 0; p < function->parameter_count; p++) {
            const init_call *s = struct_of(function->types[p]);
            if (s != NULL && (only == NULL || strcmp(only, function->name) == 0)) {
                check(function, s);
                readers++;
            }
        }
    }
    printf("%d functions read structs that grow, %d calls, %d faults\n", readers, calls, faults);
    return faults == 0 && (only != NULL || readers > 40) ? 0 : 1;
}
