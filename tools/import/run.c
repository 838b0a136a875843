/* SPDX-License-Identifier: MIT */
/* retro3d import: runs the program retro3d-import, which lies beside this one. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

#include "../common/commands.h"

enum { PATH_SIZE = 4096 };

static const char program[] = "retro3d-import";

/* Where this program was started from, with a separator at the end; "" when that is not known: then
 * the search path finds the other one as it found this one. */
static void find_folder(char *out)
{
    out[0] = '\0';
#if defined(__linux__)
    ssize_t length = readlink("/proc/self/exe", out, PATH_SIZE - sizeof program);
    out[length < 0 ? 0 : length] = '\0';
    char *separator = strrchr(out, '/');
    if (separator != NULL) {
        separator[1] = '\0';
    }
#endif
}

int cmd_import(int argc, char **argv)
{
    char path[PATH_SIZE];
    (void)argc;
    find_folder(path);
    memcpy(path + strlen(path), program, sizeof program);
    (void)fflush(stdout);
#if defined(_WIN32)
    intptr_t status = _spawnvp(_P_WAIT, path, (const char *const *)argv);
    if (status >= 0) {
        return (int)status;
    }
#else
    execvp(path, argv);
#endif
    fprintf(stderr, "retro3d import: cannot run %.300s: %s\n", path, strerror(errno));
    return R3D_EXIT_INPUT;
}
