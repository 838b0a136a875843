/* SPDX-License-Identifier: MIT */
// Text of others for people: names of files may hold anything.

#include <string.h>

#include <retro3d/text.h>

size_t r3d_text_next_character(const char *text, size_t size, uint32_t *out_code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = UINT32_MAX;
    size_t length = 1;
    if (text == NULL || size == 0) {
        return 0;
    }
    const uint8_t first = (uint8_t)text[0];
    if (first < 0x80) {
        code = first;
    } else if (first >= 0xc2 && first <= 0xf4) {
        const size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        uint32_t value = first & (0xffu >> (wanted + 1));
        size_t got = 1;
        while (got < wanted && got < size && ((uint8_t)text[got] & 0xc0) == 0x80) {
            value = value << 6 | ((uint8_t)text[got] & 0x3fu);
            got++;
        }
        // No shorter form of the same, no halves of UTF-16, nothing above Unicode.
        if (got == wanted && value >= least[wanted] && value <= 0x10ffff &&
            (value < 0xd800 || value > 0xdfff)) {
            code = value;
            length = wanted;
        }
    }
    if (out_code != NULL) {
        *out_code = code;
    }
    return length;
}

bool r3d_text_is_shown(uint32_t code)
{
    // Control characters; marks, embeddings, overrides and isolates of direction; separators of lines and
    // paragraphs; the byte order mark; annotations; tags.
    static const uint32_t hidden[][2] = {
        {0x0, 0x1f},      {0x7f, 0x9f},     {0x61c, 0x61c},     {0x200b, 0x200b},
        {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0xfeff, 0xfeff},
        {0xfff9, 0xfffb}, {0xd800, 0xdfff}, {0xe0000, 0xe007f}, {0x110000, UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (code >= hidden[i][0] && code <= hidden[i][1]) {
            return false;
        }
    }
    return true;
}

static size_t put_hex(uint32_t number, size_t digits, char *out)
{
    while (digits < 8 && number >> (4 * digits) != 0) {
        digits++;
    }
    for (size_t i = 0; i < digits; i++) {
        out[i] = "0123456789abcdef"[number >> (4 * (digits - 1 - i)) & 15];
    }
    return digits;
}

size_t r3d_text_show(const char *text, char *out_text, size_t size)
{
    size_t used = 0;
    size_t left = text != NULL ? strlen(text) : 0;
    if (out_text == NULL || size == 0) {
        return 0;
    }
    while (left != 0) {
        char shown[16];
        uint32_t code = 0;
        const size_t length = r3d_text_next_character(text, left, &code);
        size_t count = length;
        if (r3d_text_is_shown(code)) {
            memcpy(shown, text, length);
        } else if (code == UINT32_MAX || code < 0x80) {
            shown[0] = '\\';
            shown[1] = 'x';
            count = 2 + put_hex((uint8_t)text[0], 2, shown + 2);
        } else {
            shown[0] = '\\';
            shown[1] = 'u';
            shown[2] = '{';
            count = 3 + put_hex(code, 1, shown + 3);
            shown[count++] = '}';
        }
        if (count >= size - used) {
            break;
        }
        memcpy(out_text + used, shown, count);
        used += count;
        text += length;
        left -= length;
    }
    out_text[used] = '\0';
    return used;
}
