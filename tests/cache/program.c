/* SPDX-License-Identifier: MIT */

#define _POSIX_C_SOURCE 200809L

#include "program.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "cmocka_all.h"
#include "forge.h"

char output[OUTPUT_MAX];

int run(const char *format, const char *a, const char *b)
{
    char arguments[4096];
    char command[8192];
    snprintf(arguments, sizeof arguments, format, a, b);
    snprintf(command, sizeof command, "cd '%s' && '%s' cache %s 2>&1", R3D_TEST_BINARY_DIR,
             R3D_TEST_PROGRAM, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t size = fread(output, 1, sizeof output - 1, pipe);
    output[size] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

void expect_in_output(const char *text)
{
    if (strstr(output, text) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", text, output);
    }
}

bool same_files(const char *a, const char *b)
{
    forge_bytes x = forge_read_file(a);
    forge_bytes y = forge_read_file(b);
    bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
    forge_free(&x);
    forge_free(&y);
    return same;
}
