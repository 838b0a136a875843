/* SPDX-License-Identifier: MIT */
/* The child process that reads: it has limits of time and memory, and what it sends through a pipe is
 * checked. Whatever a hostile file does to a reader, the program ends with a reason. */

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* setrlimit and its names, kill */
#endif

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "import.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SHADOW_MEMORY
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SHADOW_MEMORY
#endif

static const int64_t mebibyte = 1024 * 1024;

void import_limits_init(import_limits *limits)
{
    limits->seconds = 30;
    limits->memory = 2048 * mebibyte - 1; /* also a 32-bit system can count it */
    limits->answer = 256 * mebibyte;
}

static void set_limit(int what, int64_t value)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0) {
        return;
    }
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > (rlim_t)value) {
        limit.rlim_cur = (rlim_t)value;
    }
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > (rlim_t)value) {
        limit.rlim_max = (rlim_t)value;
    }
    (void)setrlimit(what, &limit);
}

/* Never returns. */
static void be_child(import_reader *reader, const char *path, const import_limits *limits,
                     int descriptor)
{
    import_job import;
#if !defined(HAS_SHADOW_MEMORY) /* sanitizers reserve terabytes that they never use */
    set_limit(RLIMIT_AS, limits->memory);
#endif
    set_limit(RLIMIT_CPU, limits->seconds);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, 0); /* it only sends */
    memset(&import, 0, sizeof import);
    import.path = path;
    const bool was_read = reader(&import, path);
    _exit(import_send(&import, was_read, descriptor) ? 0 : 1);
}

/* ---- what the child sends ---- */

typedef struct inbox {
    char *bytes;
    size_t size;
    size_t room;
} inbox;

typedef enum inbox_end { INBOX_ENDED, INBOX_LATE, INBOX_FULL, INBOX_NO_MEMORY } inbox_end;

static int64_t now_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool make_room(inbox *b)
{
    if (b->room - b->size >= 65536) {
        return true;
    }
    const size_t room = b->room * 2 + 131072;
    char *more = realloc(b->bytes, room);
    if (more == NULL) {
        return false;
    }
    b->bytes = more;
    b->room = room;
    return true;
}

static inbox_end receive(inbox *b, int descriptor, const import_limits *limits)
{
    const int64_t end = now_milliseconds() + (int64_t)limits->seconds * 1000;
    for (;;) {
        const int64_t left = end - now_milliseconds();
        struct pollfd wait = {descriptor, POLLIN, 0};
        if (left <= 0) {
            return INBOX_LATE;
        }
        const int ready = poll(&wait, 1, (int)(left < INT_MAX ? left : INT_MAX));
        if (ready <= 0) {
            continue; /* the clock is looked at above */
        }
        if (!make_room(b)) {
            return INBOX_NO_MEMORY;
        }
        const ssize_t got = read(descriptor, b->bytes + b->size, b->room - b->size);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return INBOX_ENDED;
        }
        b->size += got > 0 ? (size_t)got : 0;
        if ((int64_t)b->size > limits->answer) {
            return INBOX_FULL;
        }
    }
}

/* Why there is no answer, from how the child ended. */
static bool explain_end(import_job *import, int status, const import_limits *limits)
{
    const long mebibytes = (long)((limits->memory + mebibyte / 2) / mebibyte);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        return import_fail(import, "it was not read within %ld seconds", (long)limits->seconds);
    }
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGABRT || WTERMSIG(status) == SIGKILL)) {
        return import_fail(import,
                           "its reader gave up (signal %d); it may need more than %ld MiB of "
                           "memory, or is damaged",
                           WTERMSIG(status), mebibytes);
    }
    if (WIFSIGNALED(status)) {
        return import_fail(
            import, "its reader crashed (signal %d): the file is damaged, or made to do that",
            WTERMSIG(status));
    }
    return import_fail(import, "its reader ended without an answer");
}

static bool judge(import_job *import, inbox_end end, int status, const inbox *b,
                  const import_limits *limits)
{
    switch (end) {
    case INBOX_LATE:
        return import_fail(import, "it was not read within %ld seconds", (long)limits->seconds);
    case INBOX_FULL:
        return import_fail(import, "more than %ld MiB would come of it",
                           (long)(limits->answer / mebibyte));
    case INBOX_NO_MEMORY:
        return import_fail(import, "out of memory");
    default:
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            return explain_end(import, status, limits);
        }
        return import_receive(import, b->bytes, b->size);
    }
}

bool import_read(import_job *import, import_reader *reader, const char *path,
                 const import_limits *limits)
{
    int ends[2];
    inbox b = {NULL, 0, 0};
    int status = 0;
    if (pipe(ends) != 0) {
        return import_fail(import, "no pipe to a reader: %s", strerror(errno));
    }
    (void)fflush(stdout);
    (void)fflush(stderr);
    const pid_t child = fork();
    if (child < 0) {
        const int reason = errno;
        (void)close(ends[0]);
        (void)close(ends[1]);
        return import_fail(import, "no process to read it: %s", strerror(reason));
    }
    if (child == 0) {
        (void)close(ends[0]);
        be_child(reader, path, limits, ends[1]);
    }
    (void)close(ends[1]);
    const inbox_end end = receive(&b, ends[0], limits);
    (void)close(ends[0]);
    if (end != INBOX_ENDED) {
        (void)kill(child, SIGKILL);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const bool was_read = judge(import, end, status, &b, limits);
    free(b.bytes);
    return was_read;
}
