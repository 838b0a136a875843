/* SPDX-License-Identifier: MIT */

#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/text.h>

#include "commands.h"

enum { NAMES_MAX = 128 };

void arguments_init(command_arguments *arguments, const command_help *help, int argc, char **argv)
{
    memset(arguments, 0, sizeof *arguments);
    arguments->help = help;
    arguments->argc = argc;
    arguments->argv = argv;
    arguments->next = 1;
}

int arguments_exit_code(const command_arguments *arguments)
{
    return arguments->failed ? R3D_EXIT_USAGE : R3D_EXIT_OK;
}

void print_version(void)
{
    printf("retro3d %s\n", r3d_version_string());
}

static void print_help(const command_help *help)
{
    printf("usage: retro3d %s ", help->name);
    fputs(help->usage, stdout); /* of several lines */
    fputs("\n\n", stdout);
    fputs(help->text, stdout);
    fputs("\n", stdout);
    for (size_t i = 0; i < help->option_count; i++) {
        const command_option *option = &help->options[i];
        char left[64];
        char letter[8] = "    ";
        if (option->letter != 0) {
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        }
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name,
                 option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
        printf("  %-28s %s\n", left, option->help);
    }
    printf("  %-28s %s\n  %-28s %s\n", "-h, --help", "Print this text", "    --version",
           "Print the version");
}

int usage_error(const command_help *help, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "retro3d %s: ", help->name);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n(\"retro3d %s --help\" lists what it understands)\n", help->name);
    va_end(list);
    return R3D_EXIT_USAGE;
}

static int find_long(const command_help *help, const char *name, size_t length)
{
    for (size_t i = 0; i < help->option_count; i++) {
        if (strlen(help->options[i].name) == length &&
            memcmp(help->options[i].name, name, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int fail(command_arguments *arguments)
{
    arguments->failed = true;
    return R3D_ARGUMENT_EXIT;
}

static int unknown_option(command_arguments *arguments, const char *name, size_t length)
{
    const command_help *help = arguments->help;
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < help->option_count && count < NAMES_MAX - 2; i++) {
        names[count++] = help->options[i].name;
    }
    names[count++] = "help";
    names[count++] = "version";
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    const char *nearest = r3d_text_nearest(word, names, count);
    if (nearest != NULL) {
        (void)usage_error(help, "unknown option --%s, did you mean --%s?", word, nearest);
    } else {
        (void)usage_error(help, "unknown option --%s", word);
    }
    return fail(arguments);
}

/* The value of an option that stands in the next argument. */
static int take_value(command_arguments *arguments, int option, const char **out_value)
{
    if (arguments->next >= arguments->argc) {
        (void)usage_error(arguments->help, "option --%s needs a value %s",
                          arguments->help->options[option].name,
                          arguments->help->options[option].value);
        return fail(arguments);
    }
    *out_value = arguments->argv[arguments->next++];
    return option;
}

static int next_long(command_arguments *arguments, const char *name, const char **out_value)
{
    const command_help *help = arguments->help;
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (equals != NULL && (strncmp(name, "help=", 5) == 0 || strncmp(name, "version=", 8) == 0)) {
        (void)usage_error(help, "option --%.*s takes no value", (int)length, name);
        return fail(arguments);
    }
    if (strcmp(name, "help") == 0) {
        print_help(help);
        return R3D_ARGUMENT_EXIT;
    }
    if (strcmp(name, "version") == 0) {
        print_version();
        return R3D_ARGUMENT_EXIT;
    }
    int option = find_long(help, name, length);
    if (option < 0) {
        return unknown_option(arguments, name, length);
    }
    if (help->options[option].value == NULL) {
        if (equals != NULL) {
            (void)usage_error(help, "option --%s takes no value", help->options[option].name);
            return fail(arguments);
        }
        return option;
    }
    if (equals != NULL) {
        *out_value = equals + 1;
        return option;
    }
    return take_value(arguments, option, out_value);
}

static int next_letter(command_arguments *arguments, const char **out_value)
{
    const command_help *help = arguments->help;
    char letter = *arguments->letters++;
    const char *rest = arguments->letters;
    if (*rest == '\0') {
        arguments->letters = NULL;
    }
    if (letter == 'h') {
        print_help(help);
        return R3D_ARGUMENT_EXIT;
    }
    for (size_t i = 0; i < help->option_count; i++) {
        if (help->options[i].letter != letter) {
            continue;
        }
        if (help->options[i].value == NULL) {
            return (int)i;
        }
        arguments->letters = NULL;
        if (*rest != '\0') {
            *out_value = rest;
            return (int)i;
        }
        return take_value(arguments, (int)i, out_value);
    }
    (void)usage_error(help, "unknown option -%c", letter);
    return fail(arguments);
}

/* A negative number that stands for itself. */
static bool is_number(const command_arguments *arguments, const char *word)
{
    int32_t number;
    return arguments->takes_numbers &&
           r3d_text_to_i32(word, strlen(word), &number) != R3D_ERR_FORMAT_SYNTAX;
}

static int next(command_arguments *arguments, const char **out_value)
{
    *out_value = NULL;
    if (arguments->letters != NULL) {
        return next_letter(arguments, out_value);
    }
    if (arguments->next >= arguments->argc) {
        return R3D_ARGUMENT_END;
    }
    const char *word = arguments->argv[arguments->next++];
    if (arguments->options_ended || word[0] != '-' || word[1] == '\0' ||
        is_number(arguments, word)) {
        *out_value = word; /* "-" alone names a stream */
        return R3D_ARGUMENT_POSITIONAL;
    }
    if (word[1] != '-') {
        arguments->letters = word + 1;
        return next_letter(arguments, out_value);
    }
    if (word[2] == '\0') {
        arguments->options_ended = true;
        return next(arguments, out_value);
    }
    return next_long(arguments, word + 2, out_value);
}

int arguments_next(command_arguments *arguments, const char **out_value)
{
    int option = next(arguments, out_value);
    if (option >= 0 && option < R3D_OPTIONS_MAX) {
        arguments->given[option] = *out_value != NULL ? *out_value : "";
        if (!output_ending_fits(arguments->help, option, *out_value)) {
            return fail(arguments);
        }
    } else if (option == R3D_ARGUMENT_POSITIONAL) {
        for (int i = 0; i < R3D_POSITIONALS_KEPT; i++) {
            if (arguments->positional[i] == NULL) {
                arguments->positional[i] = *out_value;
                break;
            }
        }
    } else if (option == R3D_ARGUMENT_END && !arguments_check(arguments)) {
        return fail(arguments);
    }
    return option;
}

bool option_i32(const command_help *help, int option, const char *value, int32_t min, int32_t max,
                int32_t *out_number)
{
    int32_t number;
    if (r3d_text_to_i32(value, strlen(value), &number) != R3D_OK || number < min || number > max) {
        (void)usage_error(help, "option --%s: \"%.40s\", expected a number %ld..%ld",
                          help->options[option].name, value, (long)min, (long)max);
        return false;
    }
    *out_number = number;
    return true;
}

bool outputs_are_safe(const command_help *help, const char *const *outputs, size_t output_count,
                      const char *const *inputs, size_t input_count)
{
    for (size_t i = 0; i < output_count; i++) {
        if (outputs[i] != NULL && strcmp(outputs[i], "-") == 0) {
            (void)usage_error(help, "the output \"-\" is not a file; standard output is not "
                                    "written to (\"./-\" is a file of that name)");
            return false;
        }
        for (size_t j = 0; j < input_count; j++) {
            if (r3d_file_is_same(outputs[i], inputs[j])) {
                (void)usage_error(help, "the output %.200s would overwrite an input", outputs[i]);
                return false;
            }
        }
        for (size_t j = 0; j < i; j++) {
            if (r3d_file_is_same(outputs[i], outputs[j])) {
                (void)usage_error(help, "two outputs cannot both be written to %.200s", outputs[i]);
                return false;
            }
        }
    }
    return true;
}
