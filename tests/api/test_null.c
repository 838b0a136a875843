/* SPDX-License-Identifier: MIT */
// Calls every public function with each of its pointers NULL in turn, and with all of them NULL, in a
// process of its own: no function dies, and what it returns follows docs/conventions.md section 3.
#define _POSIX_C_SOURCE 200809L
#include "api_null.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <retro3d/base.h>

enum { FINE = 0, WRONG = 90, SECONDS = 20 };

static bool is_required(const api_function *function, int which)
{
    if (function->releases || which == API_NONE_NULL) {
        return false;
    }
    return which == API_ALL_NULL ? (function->pointers & ~function->optional) != 0
                                 : (function->optional >> which & 1) == 0;
}

// What a function returns that was given a NULL which is not optional.
static bool follows_rule(const api_function *function, api_outcome outcome)
{
    switch (function->kind) {
    case API_RESULT:
        return outcome.number == R3D_ERR_ARGUMENT;
    case API_POINTER:
        return outcome.pointer == NULL || function->names_null;
    case API_NUMBER:
        return outcome.number == 0 || function->names_null;
    case API_NOTHING:
        break;
    }
    return true;
}

// Not called whole: these need more than one valid object of each type, or one that is not made here.
static bool is_refused_whole(const char *name)
{
    static const char *const names[] = {
        "r3d_mesh_share_normals",         "r3d_script_case_explain",  "r3d_file_write_all",
        "r3d_layers_stack_prepare",       "r3d_layers_pool_drop",     "r3d_layers_track_value",
        "r3d_perspective_triangle_weigh", "r3d_layers_player_destroy"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

// Returns the exit status of the child that makes the call.
static int run(const api_function *function, int which, int number)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        const api_outcome outcome = function->call(which, number);
        if (which == API_NONE_NULL) {
            _exit(function->kind == API_RESULT && outcome.number == R3D_ERR_ARGUMENT ? WRONG
                                                                                     : FINE);
        }
        // With numbers 0 an array may be empty, and then needs no pointer.
        // What may be NULL is not refused.
        if (which >= 0 && number == 1 && !is_required(function, which) &&
            function->kind == API_RESULT && outcome.number == R3D_ERR_ARGUMENT &&
            !is_refused_whole(function->name)) {
            printf("    optional, but refused\n");
            fflush(stdout);
            _exit(WRONG);
        }
        const bool strict = is_required(function, which) &&
                            (number == 1 || (which == API_ALL_NULL && !function->may_be_empty));
        if (strict && !follows_rule(function, outcome)) {
            printf("    returned %g\n", outcome.number);
            fflush(stdout);
            _exit(WRONG);
        }
        _exit(FINE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fork");
        exit(2);
    }
    return status;
}

static int complain(const api_function *function, int which, int number, int status)
{
    const char *what = which == API_ALL_NULL    ? "all pointers"
                       : which == API_NONE_NULL ? "nothing"
                                                : function->parameters[which];
    printf("%s: %s NULL, numbers %d: ", function->name, what, number);
    if (WIFSIGNALED(status)) {
        printf("%s\n", strsignal(WTERMSIG(status)));
    } else {
        printf(WEXITSTATUS(status) == WRONG ? "not what the rule says\n" : "exit status %d\n",
               WEXITSTATUS(status));
    }
    return 1;
}

int main(int count, char **arguments)
{
    const char *only = count > 1 ? arguments[1] : NULL;
    api_make_objects();
    int calls = 0;
    int faults = 0;
    for (size_t i = 0; i < api_function_count; i++) {
        const api_function *function = &api_functions[i];
        if (only != NULL && strcmp(only, function->name) != 0) {
            continue;
        }
        for (int number = 0; number < 2; number++) {
            for (int which = API_ALL_NULL; which < 32; which++) {
                if (which >= 0 && (function->pointers >> which & 1) == 0) {
                    continue;
                }
                const int status = run(function, which, number);
                calls++;
                faults += status == 0 ? 0 : complain(function, which, number, status);
            }
        }
        // Whether the checks are reached at all.
        const int whole = is_refused_whole(function->name) ? 0 : run(function, API_NONE_NULL, 1);
        calls++;
        faults += whole == 0 ? 0 : complain(function, API_NONE_NULL, 1, whole);
    }
    printf("%zu functions, %d calls, %d faults\n", api_function_count, calls, faults);
    return faults == 0 && calls > 0 ? 0 : 1;
}
