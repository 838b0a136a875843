/* SPDX-License-Identifier: MIT */
/* Text to commands. Source: golden/raster/README.md, "Script format". */

#include <retro3d/script.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/text.h>

#include "../base/desc.h"
#include "script_internal.h"

#include "../base/memory.h"

typedef struct script_parser {
    r3d_script *script;
    size_t command_capacity;
    size_t value_capacity;
    int32_t line;
    const char *path;
    r3d_error *error; /* never NULL; written by a failure only */
} script_parser;

/* ---- memory ---- */

/* Makes room for `needed` elements. */
static r3d_result grow(const r3d_allocator *allocator, void **array, size_t *capacity,
                       size_t needed, size_t used, size_t element_size)
{
    r3d_priv_growing list = {*array, used, *capacity};
    const r3d_result result =
        r3d_priv_reserve(allocator, &list, needed, element_size, R3D_PRIV_ANY_COUNT);
    *array = list.items;
    *capacity = list.capacity;
    return result;
}

/* ---- errors ---- */

r3d_result r3d_priv_refuse_call(r3d_error *out_error, r3d_result result, const char *path)
{
    return r3d_priv_error_fill(out_error, result, path, 0, -1, r3d_result_string(result));
}

static r3d_result fail(script_parser *p, r3d_result result, const char *format, ...)
    R3D_PRIV_PRINTF(3, 4);

static r3d_result fail(script_parser *p, r3d_result result, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)r3d_priv_error_vprintf(p->error, result, p->path, p->line, -1, format, list);
    va_end(list);
    return result;
}

/* ---- one line ---- */

/* Cuts the next word out of a line in place, or returns NULL at its end. */
static char *next_word(char **cursor)
{
    char *word = *cursor;
    while (*word == ' ' || *word == '\t') {
        word++;
    }
    if (*word == '\0') {
        return NULL;
    }
    char *end = word;
    while (*end != '\0' && *end != ' ' && *end != '\t') {
        end++;
    }
    *cursor = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

/* The part of a word that an error message shows. */
enum { SHOWN = 40 };

static r3d_result parse_value(script_parser *p, const r3d_script_command *spec,
                              const r3d_script_arg *arg, char *word, r3d_script_value *out_value)
{
    size_t length = strlen(word);
    switch (arg->kind) {
    case R3D_SCRIPT_ARG_INT: {
        int32_t value;
        r3d_result result = r3d_text_to_i32(word, length, &value);
        if (result == R3D_ERR_RANGE) {
            return fail(p, result, "%s: %s is %.*s, expected a signed 32-bit number", spec->name,
                        arg->name, SHOWN, word);
        }
        if (result != R3D_OK) {
            return fail(p, result, "%s: %s is \"%.*s\", expected a decimal or 0x number",
                        spec->name, arg->name, SHOWN, word);
        }
        if (value < arg->min || value > arg->max) {
            return fail(p, R3D_ERR_RANGE, "%s: %s is %ld, expected %ld..%ld", spec->name, arg->name,
                        (long)value, (long)arg->min, (long)arg->max);
        }
        out_value->i = value;
        return R3D_OK;
    }
    case R3D_SCRIPT_ARG_DECIMAL:
        if (r3d_text_to_double(word, length, &out_value->d) != R3D_OK) {
            return fail(p, R3D_ERR_FORMAT_SYNTAX,
                        "%s: %s is \"%.*s\", expected a decimal fraction such as 0.8", spec->name,
                        arg->name, SHOWN, word);
        }
        return R3D_OK;
    case R3D_SCRIPT_ARG_FILE:
    case R3D_SCRIPT_ARG_WORD:
    case R3D_SCRIPT_ARG_NONE:
        break;
    }
    out_value->text = (uint32_t)(word - p->script->text);
    return R3D_OK;
}

/* Describes how many fields a command takes, for an error message. */
static const char *expected_fields(const r3d_script_command *spec, size_t most, char *buffer,
                                   size_t size)
{
    if (spec->repeated > 0) {
        snprintf(buffer, size, "%u and then groups of %u", (unsigned)(most - spec->repeated),
                 (unsigned)spec->repeated);
    } else if (spec->optional > 0) {
        snprintf(buffer, size, "%u to %u", (unsigned)(most - spec->optional), (unsigned)most);
    } else {
        snprintf(buffer, size, "%u", (unsigned)most);
    }
    return buffer;
}

static bool takes_words(const r3d_script_command *spec, const char *words)
{
    for (size_t index = 0;; index++) {
        words += strspn(words, " \t");
        const size_t length = strcspn(words, " \t");
        if (length == 0) {
            return true;
        }
        if (!r3d_script_command_takes(spec, index, words, length)) {
            return false;
        }
        words += length;
    }
}

/* Of the commands with the name of `spec` the first that takes the words; `spec` itself if none does. */
static const r3d_script_command *choose_command(const r3d_script *script,
                                                const r3d_script_command *spec, const char *words)
{
    const r3d_script_command *candidate = spec;
    while (candidate != NULL && !takes_words(candidate, words)) {
        candidate =
            r3d_script_find_next_command(script->rooms + r3d_priv_room_count,
                                         script->room_count - r3d_priv_room_count, candidate);
    }
    return candidate != NULL ? candidate : spec;
}

static r3d_result parse_command(script_parser *p, char *line)
{
    r3d_script *script = p->script;
    char *cursor = line;
    char *name = next_word(&cursor);
    if (name == NULL) {
        return R3D_OK;
    }
    const char *nearest = NULL;
    const r3d_script_command *spec =
        r3d_priv_find_command(script->rooms, script->room_count, name, &nearest);
    if (spec == NULL && nearest != NULL) {
        return fail(p, R3D_ERR_FORMAT_SYNTAX, "unknown command \"%.*s\", did you mean \"%s\"?",
                    SHOWN, name, nearest);
    }
    if (spec == NULL) {
        return fail(p, R3D_ERR_FORMAT_SYNTAX, "unknown command \"%.*s\"", SHOWN, name);
    }
    spec = choose_command(script, spec, cursor);

    size_t most = 0;
    while (most < R3D_SCRIPT_ARGS_MAX && spec->args[most].kind != R3D_SCRIPT_ARG_NONE) {
        most++;
    }
    size_t first_value = script->value_count;
    size_t count = 0;
    bool too_many = false;
    for (char *word; (word = next_word(&cursor)) != NULL; count++) {
        size_t index = count;
        if (index >= most && spec->repeated > 0) {
            index = most - spec->repeated + (count - most) % spec->repeated;
        }
        if (index >= most) {
            too_many = true; /* go on counting */
            continue;
        }
        r3d_script_value value;
        r3d_result result = parse_value(p, spec, &spec->args[index], word, &value);
        if (result == R3D_OK) {
            void *values = script->values;
            result = grow(&script->allocator, &values, &p->value_capacity, script->value_count + 1,
                          script->value_count, sizeof value);
            script->values = values;
            if (result != R3D_OK) {
                return fail(p, result, "out of memory");
            }
        }
        if (result != R3D_OK) {
            return result;
        }
        script->values[script->value_count++] = value;
    }
    size_t least = most - spec->optional - spec->repeated;
    bool whole_groups = spec->repeated == 0 || (count - least) % spec->repeated == 0;
    if (too_many || count < least || !whole_groups) {
        char fields[48];
        return fail(p, R3D_ERR_FORMAT_COUNT, "%s: %lu fields, expected %s", spec->name,
                    (unsigned long)count, expected_fields(spec, most, fields, sizeof fields));
    }

    void *commands = script->commands;
    r3d_result result =
        grow(&script->allocator, &commands, &p->command_capacity, script->command_count + 1,
             script->command_count, sizeof *script->commands);
    script->commands = commands;
    if (result != R3D_OK) {
        return fail(p, result, "out of memory");
    }
    r3d_priv_command *command = &script->commands[script->command_count++];
    command->spec = spec;
    command->line = p->line;
    command->value_count = (uint32_t)count;
    command->first_value = first_value;
    return R3D_OK;
}

/* Ends a line before its comment and refuses bytes that are not text. `length` does not count the
 * line's end. */
static r3d_result prepare_line(script_parser *p, char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r') {
        length--;
    }
    if (length > R3D_SCRIPT_LINE_BYTES_MAX) {
        return fail(p, R3D_ERR_LIMIT, "line of %lu bytes, expected at most %d",
                    (unsigned long)length, R3D_SCRIPT_LINE_BYTES_MAX);
    }
    line[length] = '\0';
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        if ((c < 0x20 && c != '\t') || c == 0x7F) {
            return fail(p, R3D_ERR_FORMAT_SYNTAX, "byte 0x%02X in column %lu, expected text", c,
                        (unsigned long)(i + 1));
        }
    }
    char *comment = strchr(line, '#');
    if (comment != NULL) {
        *comment = '\0';
    }
    return R3D_OK;
}

static r3d_result parse_text(script_parser *p, char *text, size_t size)
{
    static const char byte_order_mark[3] = {'\xEF', '\xBB', '\xBF'};
    bool has_mark = size >= sizeof byte_order_mark &&
                    memcmp(text, byte_order_mark, sizeof byte_order_mark) == 0;
    size_t at = has_mark ? sizeof byte_order_mark : 0;
    while (at < size) {
        char *line = text + at;
        const char *line_end = memchr(line, '\n', size - at);
        size_t length = line_end != NULL ? (size_t)(line_end - line) : size - at;
        p->line++;
        r3d_result result = prepare_line(p, line, length);
        if (result == R3D_OK) {
            result = parse_command(p, line);
        }
        if (result != R3D_OK) {
            return result;
        }
        at += length + 1;
    }
    return R3D_OK;
}

/* ---- public functions ---- */

static char *copy_bytes(const r3d_allocator *allocator, const char *bytes, size_t size)
{
    char *copy = allocator->alloc(size + 1, allocator->user);
    if (copy != NULL) {
        memcpy(copy, bytes, size);
        copy[size] = '\0';
    }
    return copy;
}

void r3d_script_load_options_init_sized(r3d_script_load_options *options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(options, struct_size);
}

/* Reads options; NULL means the defaults. *out_hooks is what the script allocates with. */
static r3d_result read_options(const r3d_script_load_options *options, r3d_script_load_options *out,
                               r3d_allocator *out_hooks)
{
    r3d_script_load_options_init(out);
    r3d_result result = options != NULL ? r3d_priv_desc_read(out, sizeof *out, options) : R3D_OK;
    if (result == R3D_OK && out->room_count > R3D_SCRIPT_ROOMS_MAX - r3d_priv_room_count) {
        result = R3D_ERR_LIMIT;
    }
    if (result == R3D_OK && out->rooms == NULL && out->room_count > 0) {
        result = R3D_ERR_ARGUMENT;
    }
    for (size_t i = 0; result == R3D_OK && i < out->room_count; i++) {
        result = out->rooms[i] != NULL ? R3D_OK : R3D_ERR_ARGUMENT;
    }
    return result == R3D_OK ? r3d_allocator_resolve(&out->allocator, out_hooks) : result;
}

/* The rooms of the library and then the given ones. */
static void take_rooms(r3d_script *script, const r3d_script_load_options *options)
{
    for (size_t i = 0; i < r3d_priv_room_count; i++) {
        script->rooms[script->room_count++] = r3d_priv_rooms[i];
    }
    for (size_t i = 0; i < options->room_count; i++) {
        script->rooms[script->room_count++] = options->rooms[i];
    }
}

r3d_result r3d_script_parse_with(const char *text, size_t size, const char *path,
                                 const r3d_script_load_options *options, r3d_script **out_script,
                                 r3d_error *out_error)
{
    if (out_script == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_script = NULL;
    r3d_error ignored;
    r3d_allocator hooks;
    r3d_script_load_options given;
    script_parser p = {NULL, 0, 0, 0, path, out_error != NULL ? out_error : &ignored};
    r3d_result read = read_options(options, &given, &hooks);
    if ((text == NULL && size > 0) || path == NULL || read != R3D_OK) {
        return r3d_priv_refuse_call(out_error, read != R3D_OK ? read : R3D_ERR_ARGUMENT, path);
    }
    if (size > R3D_SCRIPT_FILE_BYTES_MAX) {
        return fail(&p, R3D_ERR_LIMIT, "%lu bytes, expected at most %d", (unsigned long)size,
                    R3D_SCRIPT_FILE_BYTES_MAX);
    }
    r3d_script *script = hooks.alloc(sizeof *script, hooks.user);
    if (script == NULL) {
        return fail(&p, R3D_ERR_MEMORY, "out of memory");
    }
    memset(script, 0, sizeof *script);
    script->allocator = hooks;
    if (given.files != NULL) {
        script->files = *given.files;
    }
    take_rooms(script, &given);
    p.script = script;
    script->path = copy_bytes(&hooks, path, strlen(path));
    script->text = copy_bytes(&hooks, text != NULL ? text : "", size);
    r3d_result result = script->path == NULL || script->text == NULL
                            ? fail(&p, R3D_ERR_MEMORY, "out of memory")
                            : parse_text(&p, script->text, size);
    if (result != R3D_OK) {
        r3d_script_destroy(script);
        return result;
    }
    *out_script = script;
    return R3D_OK;
}

r3d_result r3d_script_load_with(const char *path, const r3d_script_load_options *options,
                                r3d_script **out_script, r3d_error *out_error)
{
    if (out_script == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_script = NULL;
    r3d_allocator hooks;
    r3d_script_load_options given;
    r3d_result result = read_options(options, &given, &hooks);
    if (path == NULL || result != R3D_OK) {
        return r3d_priv_refuse_call(out_error, result != R3D_OK ? result : R3D_ERR_ARGUMENT, path);
    }
    void *data = NULL;
    size_t size = 0;
    result = r3d_file_read_from(given.files, path, R3D_SCRIPT_FILE_BYTES_MAX, &hooks, &data, &size,
                                out_error);
    if (result == R3D_OK) {
        result = r3d_script_parse_with(data, size, path, &given, out_script, out_error);
        hooks.free(data, hooks.user);
    }
    return result;
}

/* Options of which only the allocator is given. */
static r3d_script_load_options with_allocator(const r3d_allocator *allocator)
{
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    if (allocator != NULL) {
        options.allocator = *allocator;
    }
    return options;
}

r3d_result r3d_script_parse(const char *text, size_t size, const char *path,
                            const r3d_allocator *allocator, r3d_script **out_script,
                            r3d_error *out_error)
{
    const r3d_script_load_options options = with_allocator(allocator);
    return r3d_script_parse_with(text, size, path, &options, out_script, out_error);
}

r3d_result r3d_script_load(const char *path, const r3d_allocator *allocator,
                           r3d_script **out_script, r3d_error *out_error)
{
    const r3d_script_load_options options = with_allocator(allocator);
    return r3d_script_load_with(path, &options, out_script, out_error);
}

void r3d_script_destroy(r3d_script *script)
{
    if (script == NULL) {
        return;
    }
    r3d_allocator hooks = script->allocator;
    hooks.free(script->path, hooks.user);
    hooks.free(script->text, hooks.user);
    hooks.free(script->commands, hooks.user);
    hooks.free(script->values, hooks.user);
    hooks.free(script, hooks.user);
}

size_t r3d_script_command_count(const r3d_script *script)
{
    if (script == NULL) {
        return 0;
    }
    return script->command_count;
}

int32_t r3d_script_command_line(const r3d_script *script, size_t index)
{
    if (script == NULL) {
        return 0;
    }
    return index < script->command_count ? script->commands[index].line : 0;
}

const char *r3d_script_command_name(const r3d_script *script, size_t index)
{
    if (script == NULL) {
        return NULL;
    }
    return index < script->command_count ? script->commands[index].spec->name : NULL;
}

/* The word of one of a command's FILE arguments; NULL if it has no more. */
static const char *file_word(const r3d_script *script, const r3d_priv_command *command,
                             int32_t number)
{
    const r3d_script_arg *args = command->spec->args;
    for (uint32_t i = 0; i < command->value_count && i < R3D_SCRIPT_ARGS_MAX; i++) {
        if (args[i].kind == R3D_SCRIPT_ARG_NONE) {
            break; /* the rest repeats, and no file does */
        }
        if (args[i].kind == R3D_SCRIPT_ARG_FILE && number-- == 0) {
            return script->text + script->values[command->first_value + i].text;
        }
    }
    return NULL;
}

size_t r3d_priv_script_folder_length(const r3d_script *script)
{
    const char *slash = strrchr(script->path, '/');
    return slash != NULL ? (size_t)(slash - script->path) + 1 : 0;
}

r3d_result r3d_script_command_file(const r3d_script *script, size_t index, int32_t number,
                                   char *out_path, size_t size)
{
    if (script == NULL || out_path == NULL || size == 0) {
        return R3D_ERR_ARGUMENT;
    }
    out_path[0] = '\0';
    if (index >= script->command_count || number < 0) {
        return R3D_ERR_RANGE;
    }
    const char *word = file_word(script, &script->commands[index], number);
    if (word == NULL) {
        return R3D_OK;
    }
    const size_t folder_length = r3d_priv_script_folder_length(script);
    const size_t word_size = strlen(word) + 1;
    if (folder_length + word_size > size) {
        return R3D_ERR_LIMIT;
    }
    memcpy(out_path, script->path, folder_length);
    memcpy(out_path + folder_length, word, word_size);
    return R3D_OK;
}
