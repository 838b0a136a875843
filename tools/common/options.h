/* SPDX-License-Identifier: MIT */
/* Command-line options, the same way in every subcommand: --name value, --name=value, -n value;
 * "--" ends the options; --help and --version everywhere; unknown options are refused with the
 * nearest known one named; so are options that nothing would look at beside the others. */

#ifndef R3D_TOOLS_OPTIONS_H
#define R3D_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct command_option {
    const char *name; /* without dashes */
    char letter;      /* short form, or 0 */
    const char *
        value; /* what the value is called in the help, or NULL for a switch; a file that is written is
                          "OUT." and its ending */
    const char *help; /* one line */
    const char *with; /* beside what it is looked at, or NULL: always */
} command_option;

/* The words of `with`: "path" is option --path, "kind=icon,npc" option --kind with one of these values, "@1" the
 * first argument that is no option, "@1=build" that argument being build; "!" before a word: not so. "&" between
 * words: all of them; "|" between groups of these: any of them. Beside other things the option is refused:
 * tests/tools/options.py holds that options which are not refused change something. */

/* What a command says of itself. */
typedef struct command_help {
    const char *name;  /* "diff" */
    const char *usage; /* "EXPECTED ACTUAL [options]" */
    const char *text;  /* a paragraph; ends with a newline */
    const command_option *options;
    size_t option_count;
} command_help;

enum { R3D_OPTIONS_MAX = 64, R3D_POSITIONALS_KEPT = 2 };

typedef struct command_arguments {
    const command_help *help;
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
} command_arguments;

enum {
    R3D_ARGUMENT_POSITIONAL = -1, /* *out_value is the argument */
    R3D_ARGUMENT_END = -2,        /* no more arguments */
    R3D_ARGUMENT_EXIT = -3        /* --help or --version was answered, or an error was printed:
                                     return arguments_exit_code() */
};

void arguments_init(command_arguments *arguments, const command_help *help, int argc, char **argv);

/* Returns the index of the next option in help->options and its value (NULL for a switch), or one
 * of the numbers above. R3D_ARGUMENT_END comes only when every option that was given is looked at. */
int arguments_next(command_arguments *arguments, const char **out_value);

/* 0 after --help or --version, 2 after an error. */
int arguments_exit_code(const command_arguments *arguments);

/* Whether the path given to an option fits what is written there: options whose value is called "OUT.png" or the
 * like refuse endings of other known formats. Prints a usage error if not. For arguments_next. */
bool output_ending_fits(const command_help *help, int option, const char *path);

/* Whether every option that was given is looked at; prints a usage error if not. For arguments_next. */
bool arguments_check(const command_arguments *arguments);

/* Prints "retro3d NAME: message" and where help is to stderr; returns the exit code for wrong
 * usage. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int usage_error(const command_help *help, const char *format, ...);

/* Reads an option's value as a number in min..max; on failure prints a usage error and returns
 * false. */
bool option_i32(const command_help *help, int option, const char *value, int32_t min, int32_t max,
                int32_t *out_number);

/* Refuses outputs that name an input, that name one file twice, however they are spelled, or that
 * are "-". NULL entries are passed over. Prints a usage error and returns false if so. */
bool outputs_are_safe(const command_help *help, const char *const *outputs, size_t output_count,
                      const char *const *inputs, size_t input_count);

void print_version(void);

#endif
