/* SPDX-License-Identifier: MIT */
/* Command-line options, the same way in every subcommand: --name value, --name=value, -n value;
 * "--" ends the options; --help and --version everywhere; unknown options are refused with the
 * nearest known one named; so are options that nothing would look at beside the others. */

#ifndef R3D_TOOLS_OPTIONS_H
#define R3D_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct r3d_option {
    const char *name;  /* without dashes */
    char letter;       /* short form, or 0 */
    const char *value; /* what the value is called in the help, or NULL for a switch */
    const char *help;  /* one line */
    const char *with;  /* beside what it is looked at, or NULL: always */
} r3d_option;

/* The words of `with`: "path" is option --path, "kind=icon,npc" option --kind with one of these values, "@1" the
 * first argument that is no option, "@1=build" that argument being build; "!" before a word: not so. "&" between
 * words: all of them; "|" between groups of these: any of them. Beside other things the option is refused:
 * tests/tools/options.py holds that options which are not refused change something. */

/* What a command says of itself. */
typedef struct r3d_command_help {
    const char *name;  /* "diff" */
    const char *usage; /* "EXPECTED ACTUAL [options]" */
    const char *text;  /* a paragraph; ends with a newline */
    const r3d_option *options;
    size_t option_count;
} r3d_command_help;

enum { R3D_OPTIONS_MAX = 64, R3D_POSITIONALS_KEPT = 2 };

typedef struct r3d_arguments {
    const r3d_command_help *help;
    int argc;
    char **argv;
    int next;
    const char *letters; /* rest of a group of short switches, or NULL */
    bool options_ended;
    bool takes_numbers; /* set it after init: "-1" is an argument, not an option */
    bool failed;
    const char
        *given[R3D_OPTIONS_MAX]; /* the value of each option, "" of a switch, NULL: not given */
    const char *positional[R3D_POSITIONALS_KEPT]; /* the first ones */
} r3d_arguments;

enum {
    R3D_ARGUMENT_POSITIONAL = -1, /* *out_value is the argument */
    R3D_ARGUMENT_END = -2,        /* no more arguments */
    R3D_ARGUMENT_EXIT = -3        /* --help or --version was answered, or an error was printed:
                                     return r3d_arguments_exit_code() */
};

void r3d_arguments_init(r3d_arguments *arguments, const r3d_command_help *help, int argc,
                        char **argv);

/* Returns the index of the next option in help->options and its value (NULL for a switch), or one
 * of the numbers above. R3D_ARGUMENT_END comes only when every option that was given is looked at. */
int r3d_arguments_next(r3d_arguments *arguments, const char **out_value);

/* 0 after --help or --version, 2 after an error. */
int r3d_arguments_exit_code(const r3d_arguments *arguments);

/* Whether every option that was given is looked at; prints a usage error if not. For r3d_arguments_next. */
bool r3d_arguments_check(const r3d_arguments *arguments);

/* Prints "retro3d NAME: message" and where help is to stderr; returns the exit code for wrong
 * usage. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int r3d_usage_error(const r3d_command_help *help, const char *format, ...);

/* Reads an option's value as a number in min..max; on failure prints a usage error and returns
 * false. */
bool r3d_option_i32(const r3d_command_help *help, int option, const char *value, int32_t min,
                    int32_t max, int32_t *out_number);

/* Refuses outputs that name an input, that name one file twice, however they are spelled, or that
 * are "-". NULL entries are passed over. Prints a usage error and returns false if so. */
bool r3d_outputs_are_safe(const r3d_command_help *help, const char *const *outputs,
                          size_t output_count, const char *const *inputs, size_t input_count);

void r3d_print_version(void);

#endif
