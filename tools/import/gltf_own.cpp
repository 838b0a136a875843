/* SPDX-License-Identifier: MIT */
/* Our own exports hold what they were made of, because glTF cannot say it: packed colours, priorities,
 * textures by number, operations of frames. It is believed while the file is as it was written. */

#include "gltf.hpp"

#include <algorithm>
#include <cstring>

namespace r3d_import {

namespace {

const char *const mark = "\"retro3d\":{\"checksum\":\"";
const size_t digits = 16;

/* FNV-1a of all bytes, with zeros for the digits of the sum itself. */
std::string checksum(const std::vector<unsigned char> &bytes, size_t at)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < bytes.size(); i++) {
        const unsigned char byte = i >= at && i < at + digits ? '0' : bytes[i];
        hash = (hash ^ byte) * 1099511628211u;
    }
    char text[digits + 1];
    (void)snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

} // namespace

void take_own_texts(File &file)
{
    static const char *const names[IMPORT_TEXTS] = {"mesh", "skeleton", "animation"};
    const tinygltf::Value &extras = file.model.extras;
    if (!extras.IsObject() || !extras.Has("retro3d") || !extras.Get("retro3d").IsObject()) {
        return;
    }
    const size_t length = strlen(mark);
    const auto found = std::search(file.bytes.begin(), file.bytes.end(), mark, mark + length);
    const size_t at = static_cast<size_t>(found - file.bytes.begin()) + length;
    if (at + digits > file.bytes.size() ||
        checksum(file.bytes, at) !=
            std::string(file.bytes.begin() + static_cast<ptrdiff_t>(at),
                        file.bytes.begin() + static_cast<ptrdiff_t>(at + digits))) {
        import_remark(
            file.import,
            "the file was changed after retro3d cache extract wrote it: its colours are those "
            "of its lighting, its frames those of its keys");
        return;
    }
    const tinygltf::Value &own = extras.Get("retro3d");
    for (int i = 0;
         i < 2 && own.Has("size") && own.Get("size").IsArray() && own.Get("size").ArrayLen() == 2;
         i++) {
        file.import->own_size[i] = own.Get("size").Get(i).GetNumberAsInt();
    }
    for (int i = 0; i < IMPORT_TEXTS; i++) {
        if (own.Has(names[i]) && own.Get(names[i]).IsInt()) {
            size_t size = 0;
            const unsigned char *text = file.view(own.Get(names[i]).GetNumberAsInt(), &size);
            if (!import_set_text(file.import, i, text, size)) {
                throw Failure{""};
            }
        }
    }
}

} // namespace r3d_import
