/* SPDX-License-Identifier: MIT */
/* Beside what an option is looked at: the rules of command_option.with. */

#include "options.h"

#include <stdio.h>
#include <string.h>

enum { RULE_TEXT_MAX = 512 };

/* One word of a rule, without its "!". */
typedef struct rule_word {
    bool negated;
    bool is_positional;
    int index;          /* of the option, or of the positional argument */
    const char *values; /* "a,b" or NULL */
    size_t values_length;
} rule_word;

/* Reads a word and returns what follows it. */
static const char *read_word(const command_help *help, const char *at, rule_word *out)
{
    memset(out, 0, sizeof *out);
    out->negated = *at == '!';
    at += out->negated ? 1 : 0;
    size_t length = strcspn(at, "=&|");
    out->is_positional = *at == '@';
    out->index = -1;
    if (out->is_positional) {
        out->index = at[1] - '1';
    }
    for (size_t i = 0; i < help->option_count && !out->is_positional; i++) {
        if (strlen(help->options[i].name) == length &&
            memcmp(help->options[i].name, at, length) == 0) {
            out->index = (int)i;
        }
    }
    at += length;
    if (*at == '=') {
        out->values = at + 1;
        out->values_length = strcspn(out->values, "&|");
        at = out->values + out->values_length;
    }
    return at;
}

static bool is_one_of(const char *value, const char *values, size_t length)
{
    for (const char *at = values; at <= values + length;) {
        size_t size = strcspn(at, ",&|");
        if (strlen(value) == size && memcmp(value, at, size) == 0) {
            return true;
        }
        at += size + 1;
    }
    return false;
}

static bool word_holds(const command_arguments *arguments, const rule_word *word)
{
    const char *value = NULL;
    if (word->is_positional) {
        value = word->index >= 0 && word->index < R3D_POSITIONALS_KEPT
                    ? arguments->positional[word->index]
                    : NULL;
    } else if (word->index >= 0 && word->index < R3D_OPTIONS_MAX) {
        value = arguments->given[word->index];
    }
    bool holds = value != NULL &&
                 (word->values == NULL || is_one_of(value, word->values, word->values_length));
    return holds != word->negated;
}

static bool rule_holds(const command_arguments *arguments, const char *rule)
{
    bool group = true;
    for (const char *at = rule;;) {
        rule_word word;
        at = read_word(arguments->help, at, &word);
        group = group && word_holds(arguments, &word);
        if (*at != '&') {
            if (group || *at == '\0') {
                return group;
            }
            group = true;
        }
        at++;
    }
}

/* ---- the rule in words ---- */

typedef struct text {
    char data[RULE_TEXT_MAX];
    size_t used;
} text;

static void add(text *t, const char *words, size_t length)
{
    if (length < sizeof t->data - t->used) {
        memcpy(t->data + t->used, words, length);
        t->used += length;
        t->data[t->used] = '\0';
    }
}

static void puts_text(text *t, const char *words)
{
    add(t, words, strlen(words));
}

/* "a, b or c" of "a,b,c" */
static void add_values(text *t, const char *values, size_t length)
{
    const char *end = values + length;
    for (const char *at = values; at < end;) {
        size_t size = strcspn(at, ",&|");
        bool last = at + size >= end;
        puts_text(t, at == values ? "" : last ? " or " : ", ");
        add(t, at, size);
        at += size + 1;
    }
}

static void add_word(text *t, const command_help *help, const rule_word *word)
{
    puts_text(t, word->negated ? "without " : "with ");
    if (word->is_positional && word->values == NULL) {
        puts_text(t, word->index == 0 ? "an argument" : "a second argument");
    } else if (!word->is_positional && word->index >= 0) {
        puts_text(t, "--");
        puts_text(t, help->options[word->index].name);
        puts_text(t, word->values != NULL ? " " : "");
    }
    if (word->values != NULL) {
        add_values(t, word->values, word->values_length);
    }
}

static void describe_rule(const command_help *help, const char *rule, text *t)
{
    for (const char *at = rule;;) {
        rule_word word;
        at = read_word(help, at, &word);
        add_word(t, help, &word);
        if (*at == '\0') {
            return;
        }
        puts_text(t, *at == '&' ? " and " : ", or ");
        at++;
    }
}

bool arguments_check(const command_arguments *arguments)
{
    const command_help *help = arguments->help;
    for (size_t i = 0; i < help->option_count && i < R3D_OPTIONS_MAX; i++) {
        const command_option *option = &help->options[i];
        if (arguments->given[i] == NULL || option->with == NULL ||
            rule_holds(arguments, option->with)) {
            continue;
        }
        text words = {.used = 0};
        describe_rule(help, option->with, &words);
        (void)usage_error(help, "option --%s is looked at only %s", option->name, words.data);
        return false;
    }
    return true;
}
