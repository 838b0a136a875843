/* SPDX-License-Identifier: MIT */
/* See json_read.h. */

#include "json_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

typedef struct reader {
    const char *at;
    const char *end;
    int depth;
} reader;

static json *read_value(reader *r);

static void skip_blanks(reader *r)
{
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) {
        r->at++;
    }
}

static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (r->at < r->end && *r->at == c) {
        r->at++;
        return true;
    }
    return false;
}

static bool take_word(reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
        return false;
    }
    r->at += length;
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool read_unit(reader *r, uint32_t *out_unit)
{
    *out_unit = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = r->at < r->end ? hex_digit(*r->at++) : -1;
        if (digit < 0) {
            return false;
        }
        *out_unit = *out_unit * 16 + (uint32_t)digit;
    }
    return true;
}

/* Reads what follows "\u", a pair of halves too. Half a pair is no character, and a zero would end the string. */
static bool read_code(reader *r, uint32_t *out_code)
{
    uint32_t low = 0;
    if (!read_unit(r, out_code)) {
        return false;
    }
    if (*out_code >= 0xd800 && *out_code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' &&
        r->at[1] == 'u') {
        reader ahead = *r;
        ahead.at += 2;
        if (read_unit(&ahead, &low) && low >= 0xdc00 && low < 0xe000) {
            *out_code = 0x10000 + ((*out_code - 0xd800) << 10) + (low - 0xdc00);
            *r = ahead;
        }
    }
    if (*out_code == 0 || (*out_code >= 0xd800 && *out_code < 0xe000)) {
        *out_code = 0xfffd;
    }
    return true;
}

static size_t put_utf8(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6) {
        out[i] = (char)(0x80 | (code & 0x3f));
    }
    out[0] = (char)(marks[length] | code);
    return length;
}

/* Appends what a backslash begins, at most as many bytes as it has; false when it is wrong. */
static bool read_escape(reader *r, char *string, size_t *length)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    uint32_t code;
    if (r->at == r->end) {
        return false;
    }
    const char c = *r->at++;
    if (c == 'u') {
        if (!read_code(r, &code)) {
            return false;
        }
        *length += put_utf8(code, string + *length);
        return true;
    }
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    if (found != NULL) {
        string[(*length)++] = to[found - from];
    }
    return found != NULL;
}

static char *read_string(reader *r)
{
    if (!take(r, '"')) {
        return NULL;
    }
    /* No string is longer than its text. */
    const char *quote = r->at;
    while (quote < r->end && *quote != '"') {
        quote += *quote == '\\' && quote + 1 < r->end ? 2 : 1;
    }
    char *string = malloc((size_t)(quote - r->at) + 1);
    size_t length = 0;
    while (string != NULL && r->at < r->end && *r->at != '"') {
        const char c = *r->at++;
        if (c == '\\' ? !read_escape(r, string, &length) : (unsigned char)c < 32) {
            free(string);
            return NULL;
        }
        if (c != '\\') {
            string[length++] = c;
        }
    }
    if (string == NULL || !take(r, '"')) {
        free(string);
        return NULL;
    }
    string[length] = '\0';
    return string;
}

/* Reads the members of an array or object behind its bracket. */
static bool read_members(reader *r, json *value, char closing)
{
    json **end = &value->first;
    if (take(r, closing)) {
        return true;
    }
    do {
        char *key = NULL;
        if (value->kind == JSON_OBJECT) {
            key = read_string(r);
            if (key == NULL || !take(r, ':')) {
                free(key);
                return false;
            }
        }
        json *member = read_value(r);
        if (member == NULL) {
            free(key);
            return false;
        }
        member->key = key;
        *end = member;
        end = &member->next;
    } while (take(r, ','));
    return take(r, closing);
}

static bool read_number(reader *r, json *value)
{
    char digits[64];
    size_t length = 0;
    while (r->at < r->end && length < sizeof digits - 1 &&
           (strchr("+-.eE", *r->at) != NULL || (*r->at >= '0' && *r->at <= '9')) &&
           *r->at != '\0') {
        digits[length++] = *r->at++;
    }
    digits[length] = '\0';
    char *end;
    value->number = strtod(digits, &end);
    return length != 0 && *end == '\0';
}

static bool fill_value(reader *r, json *value)
{
    if (take(r, '{')) {
        value->kind = JSON_OBJECT;
        return read_members(r, value, '}');
    }
    if (take(r, '[')) {
        value->kind = JSON_ARRAY;
        return read_members(r, value, ']');
    }
    if (r->at < r->end && *r->at == '"') {
        value->kind = JSON_STRING;
        value->string = read_string(r);
        return value->string != NULL;
    }
    if (take_word(r, "true")) {
        value->kind = JSON_BOOL;
        value->truth = true;
        return true;
    }
    if (take_word(r, "false")) {
        value->kind = JSON_BOOL;
        return true;
    }
    if (take_word(r, "null")) {
        return true;
    }
    value->kind = JSON_NUMBER;
    return read_number(r, value);
}

static json *read_value(reader *r)
{
    if (r->depth == DEPTH_MAX) {
        return NULL;
    }
    json *value = calloc(1, sizeof *value);
    if (value == NULL) {
        return NULL;
    }
    r->depth++;
    skip_blanks(r);
    bool good = fill_value(r, value);
    r->depth--;
    if (!good) {
        json_free(value);
        return NULL;
    }
    return value;
}

json *json_read(const char *text, size_t size)
{
    reader r = {text, text + size, 0};
    json *value = read_value(&r);
    skip_blanks(&r);
    if (value != NULL && r.at != r.end) {
        json_free(value);
        return NULL;
    }
    return value;
}

void json_free(json *value)
{
    /* Along the list by a loop: only depth costs stack. */
    while (value != NULL) {
        json *next = value->next;
        json_free(value->first);
        free(value->string);
        free(value->key);
        free(value);
        value = next;
    }
}

const json *json_get(const json *object, const char *key)
{
    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    for (const json *member = object->first; member != NULL; member = member->next) {
        if (strcmp(member->key, key) == 0) {
            return member;
        }
    }
    return NULL;
}

const char *json_get_string(const json *object, const char *key)
{
    const json *member = json_get(object, key);
    return member != NULL && member->kind == JSON_STRING ? member->string : "";
}

double json_get_number(const json *object, const char *key)
{
    const json *member = json_get(object, key);
    return member != NULL && member->kind == JSON_NUMBER ? member->number : 0.0;
}

bool json_get_bool(const json *object, const char *key)
{
    const json *member = json_get(object, key);
    return member != NULL && member->kind == JSON_BOOL && member->truth;
}

size_t json_count(const json *array)
{
    size_t count = 0;
    for (const json *entry = array != NULL ? array->first : NULL; entry != NULL;
         entry = entry->next) {
        count++;
    }
    return count;
}

const json *json_at(const json *array, size_t index)
{
    const json *entry = array != NULL ? array->first : NULL;
    while (entry != NULL && index-- != 0) {
        entry = entry->next;
    }
    return entry;
}
