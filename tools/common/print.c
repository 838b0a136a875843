/* SPDX-License-Identifier: MIT */
#define R3D_PRINT_ITSELF
#include "print.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/text.h>

enum { PIECE_SIZE = 1024, SPEC_SIZE = 32 };

typedef struct printer {
    print_sink sink;
    void *user;
    int length;
} printer;

static void put(printer *p, const char *piece, size_t length)
{
    p->sink(piece, length, p->user);
    p->length += (int)length;
}

static void put_spaces(printer *p, size_t count)
{
    for (; count > 0; count--) {
        put(p, " ", 1);
    }
}

/* A conversion: "%-*.*lld" and the like, its stars replaced. */
typedef struct conversion {
    char flags[8];
    int width; /* -1: none */
    int precision;
    char size[3]; /* "", "l", "ll", "z" ... */
    char letter;
} conversion;

static const char *read_number(const char *at, va_list *arguments, int *out_number)
{
    if (*at == '*') {
        *out_number = va_arg(*arguments, int);
        return at + 1;
    }
    *out_number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        *out_number = *out_number * 10 + (*at - '0');
    }
    return at;
}

/* Reads what follows a percent sign and returns what follows that. */
static const char *read_conversion(const char *at, va_list *arguments, conversion *out)
{
    memset(out, 0, sizeof *out);
    out->width = -1;
    out->precision = -1;
    for (size_t i = 0; *at != '\0' && strchr("-+ #0", *at) != NULL; at++) {
        if (i + 1 < sizeof out->flags) {
            out->flags[i++] = *at;
        }
    }
    if (*at == '*' || (*at >= '1' && *at <= '9')) {
        at = read_number(at, arguments, &out->width);
        if (out->width < 0) { /* as printf: a minus is the flag */
            out->width = -out->width;
            memcpy(out->flags, "-", 2);
        }
    }
    if (*at == '.') {
        at = read_number(at + 1, arguments, &out->precision);
    }
    for (size_t i = 0; *at != '\0' && strchr("hlzjt", *at) != NULL && i < 2; at++) {
        out->size[i++] = *at;
    }
    out->letter = *at;
    return *at != '\0' ? at + 1 : at;
}

/* A precision does not cut a character of UTF-8: the bytes of those that are whole. */
static size_t whole(const char *text, size_t length)
{
    for (size_t back = 1; back < 4 && back <= length; back++) {
        unsigned char byte = (unsigned char)text[length - back];
        size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        if (byte < 0x80 || byte >= 0xc0) {
            return size > back ? length - back : length;
        }
    }
    return length;
}

static void put_string(printer *p, const conversion *c, const char *string)
{
    char fixed[PIECE_SIZE];
    char fixed_copy[PIECE_SIZE / 4];
    const char *text = string != NULL ? string : "(null)";
    size_t length = 0;
    while ((c->precision < 0 || length < (size_t)c->precision) && text[length] != '\0') {
        length++;
    }
    length = c->precision >= 0 && length == (size_t)c->precision ? whole(text, length) : length;
    /* Four bytes for each at most. */
    const size_t size_max = length * 4 + 1;
    char *larger = size_max > sizeof fixed ? malloc(size_max + length + 1) : NULL;
    const size_t room_shown = larger != NULL ? size_max : sizeof fixed;
    char *shown = larger != NULL ? larger : fixed;
    char *copy = larger != NULL ? larger + size_max : fixed_copy;
    length = larger != NULL || length < sizeof fixed_copy ? length : sizeof fixed_copy - 1;
    memcpy(copy, text, length); /* it need not end with a zero */
    copy[length] = '\0';
    size_t size = r3d_text_show(copy, shown, room_shown);
    size_t room = c->width > 0 && (size_t)c->width > size ? (size_t)c->width - size : 0;
    bool left = strchr(c->flags, '-') != NULL;
    put_spaces(p, left ? 0 : room);
    put(p, shown, size);
    put_spaces(p, left ? room : 0);
    free(larger);
}

static bool put_signed(printer *p, const conversion *c, const char *spec, va_list *arguments)
{
    char piece[PIECE_SIZE];
    int length;
    char size = c->size[0];
    /* NOLINTBEGIN(bugprone-branch-clone): the types are the same on some machines only */
    if (size == 'l' && c->size[1] == 'l') {
        length = snprintf(piece, sizeof piece, spec, c->width, c->precision,
                          va_arg(*arguments, long long));
    } else if (size == 'l') {
        length =
            snprintf(piece, sizeof piece, spec, c->width, c->precision, va_arg(*arguments, long));
    } else if (size == 'z' || size == 't') {
        length = snprintf(piece, sizeof piece, spec, c->width, c->precision,
                          va_arg(*arguments, ptrdiff_t));
    } else if (size == 'j') {
        length = snprintf(piece, sizeof piece, spec, c->width, c->precision,
                          va_arg(*arguments, intmax_t));
    } else {
        length =
            snprintf(piece, sizeof piece, spec, c->width, c->precision, va_arg(*arguments, int));
    }
    /* NOLINTEND(bugprone-branch-clone) */
    if (length > 0) {
        put(p, piece, strlen(piece));
    }
    return length >= 0;
}

static bool put_real(printer *p, const conversion *c, const char *spec, va_list *arguments)
{
    char piece[PIECE_SIZE];
    int length =
        snprintf(piece, sizeof piece, spec, c->width, c->precision, va_arg(*arguments, double));
    if (length > 0) {
        put(p, piece, strlen(piece));
    }
    return length >= 0;
}

static bool put_conversion(printer *p, const conversion *c, va_list *arguments)
{
    char spec[SPEC_SIZE];
    char letter[2] = {0};
    /* A width of 0 and a precision of -1 are none; a width must not stand for the flag 0. */
    snprintf(spec, sizeof spec, "%%%s*.*%s%c", c->flags, c->size, c->letter);
    conversion known = *c;
    known.width = c->width > 0 ? c->width : 0;
    switch (c->letter) {
    case '%':
        put(p, "%", 1);
        return true;
    case 's':
        put_string(p, c, va_arg(*arguments, const char *));
        return true;
    case 'c':
        letter[0] = (char)va_arg(*arguments, int);
        known.precision = -1;
        put_string(p, &known, letter);
        return true;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': /* signed and unsigned of one size are passed alike */
        return put_signed(p, &known, spec, arguments);
    case 'e':
    case 'f':
    case 'g':
        return put_real(p, &known, spec, arguments);
    case 'p':
        snprintf(spec, sizeof spec, "0x%llx",
                 (unsigned long long)(uintptr_t)va_arg(*arguments, void *));
        put(p, spec, strlen(spec));
        return true;
    default:
        return false;
    }
}

int print_format(const char *format, va_list arguments, print_sink sink, void *user)
{
    printer p = {sink, user, 0};
    va_list list;
    va_copy(list, arguments);
    bool known = true;
    for (const char *at = format; *at != '\0' && known;) {
        size_t literal = strcspn(at, "%");
        if (literal != 0) {
            put(&p, at, literal);
            at += literal;
            continue;
        }
        conversion c;
        at = read_conversion(at + 1, &list, &c);
        known = put_conversion(&p, &c, &list);
    }
    va_end(list);
    return known ? p.length : -1;
}

static void write_piece(const char *piece, size_t length, void *user)
{
    (void)fwrite(piece, 1, length, user);
}

int print_list(FILE *stream, const char *format, va_list arguments)
{
    if (stream != stdout && stream != stderr) {
        return vfprintf(stream, format, arguments);
    }
    return print_format(format, arguments, write_piece, stream);
}

int print_to(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = print_list(stream, format, arguments);
    va_end(arguments);
    return length;
}
