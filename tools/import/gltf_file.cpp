/* SPDX-License-Identifier: MIT */
/* glTF files as TinyGLTF reads them: bytes in, numbers of accessors out, all of them checked. */

#include "gltf.hpp"

#include <cstring>

namespace r3d_import {

namespace {

enum { JSON_DEPTH_MAX = 256, ELEMENTS_MAX = 1 << 26 };
const int64_t file_size_max = 512 * 1024 * 1024;

std::string text(const char *format, unsigned long long a, unsigned long long b = 0)
{
    char line[256];
    (void)snprintf(line, sizeof line, format, a, b);
    return line;
}

/* The library goes down into lists and objects as deep as they are. */
void check_depth(const unsigned char *json, size_t size)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = json[i];
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > JSON_DEPTH_MAX) {
                throw Failure{
                    text("byte %llu of its JSON is nested more than %llu deep", i, JSON_DEPTH_MAX)};
            }
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
    }
}

/* ---- files that the model names ---- */

bool file_exists(const std::string &name, void *user)
{
    char path[4096];
    auto *import = static_cast<import_job *>(user);
    const import_place place = import_find_beside(import->path, name.c_str(), path, sizeof path);
    if (place == IMPORT_OUTSIDE) {
        import_remark(import, "file \"%.200s\" lies outside of the model's folder and is not read",
                      name.c_str());
    }
    return place == IMPORT_FOUND || place == IMPORT_FOUND_BY_NAME;
}

std::string keep_path(const std::string &name, void * /*user*/)
{
    return name;
}

bool read_file(std::vector<unsigned char> *out, std::string *error, const std::string &name,
               void *user)
{
    char path[4096];
    auto *import = static_cast<import_job *>(user);
    void *data = nullptr;
    size_t size = 0;
    r3d_error report;
    const import_place place = import_find_beside(import->path, name.c_str(), path, sizeof path);
    if (place == IMPORT_FOUND_BY_NAME) {
        import_remark(import,
                      "file \"%.200s\" lies outside of the model's folder; the one of that name "
                      "beside the model is read",
                      name.c_str());
    }
    if (r3d_file_read(path, file_size_max, nullptr, &data, &size, &report) != R3D_OK) {
        *error = report.message;
        return false;
    }
    const auto *bytes = static_cast<const unsigned char *>(data);
    out->assign(bytes, bytes + size);
    free(data);
    return true;
}

/* Keeps the bytes of a picture as they are. */
bool keep_picture(tinygltf::Image *image, const int /*number*/, std::string * /*error*/,
                  std::string * /*warning*/, int /*width*/, int /*height*/,
                  const unsigned char *bytes, int size, void * /*user*/)
{
    image->image.assign(bytes, bytes + size);
    image->as_is = true;
    return true;
}

std::string first_line(const std::string &lines)
{
    return lines.substr(0, lines.find('\n'));
}

} // namespace

File::File(import_job *job, const char *path) : import(job)
{
    load(path);
    load_pictures();
    load_looks();
}

File::~File()
{
    for (r3d_picture &picture : pictures_) {
        r3d_picture_free(&picture);
    }
}

void File::load(const char *path)
{
    void *data = nullptr;
    size_t size = 0;
    r3d_error report;
    if (r3d_file_read(path, file_size_max, nullptr, &data, &size, &report) != R3D_OK) {
        throw Failure{report.message};
    }
    const auto *start = static_cast<const unsigned char *>(data);
    bytes.assign(start, start + size);
    free(data);
    if (size >= 3 && memcmp(bytes.data(), "\xEF\xBB\xBF", 3) == 0) {
        bytes.erase(bytes.begin(), bytes.begin() + 3);
        size -= 3;
    }
    const bool is_binary = size >= 4 && memcmp(bytes.data(), "glTF", 4) == 0;
    if (is_binary && size >= 8 && bytes[4] == 1) {
        throw Failure{"version 1 of glTF is not read"};
    }
    check_depth(bytes.data() + (is_binary && size > 20 ? 20 : 0),
                is_binary && size > 20 ? size - 20 : size);
    tinygltf::TinyGLTF reader;
    const tinygltf::FsCallbacks files = {file_exists, keep_path, read_file, nullptr, import};
    reader.SetFsCallbacks(files);
    reader.SetImageLoader(keep_picture, nullptr);
    std::string error;
    std::string warning;
    const auto length = static_cast<unsigned int>(size);
    const bool was_read =
        is_binary ? reader.LoadBinaryFromMemory(&model, &error, &warning, bytes.data(), length, "",
                                                tinygltf::REQUIRE_VERSION)
                  : reader.LoadASCIIFromString(&model, &error, &warning,
                                               reinterpret_cast<const char *>(bytes.data()), length,
                                               "", tinygltf::REQUIRE_VERSION);
    if (!was_read) {
        throw Failure{error.empty() ? "it is no glTF" : first_line(error)};
    }
}

/* ---- accessors ---- */

const unsigned char *File::view(int number, size_t *out_size) const
{
    if (number < 0 || static_cast<size_t>(number) >= model.bufferViews.size()) {
        throw Failure{text("buffer view %llu is not there (of %llu)", static_cast<unsigned>(number),
                           model.bufferViews.size())};
    }
    const tinygltf::BufferView &v = model.bufferViews[static_cast<size_t>(number)];
    if (v.buffer < 0 || static_cast<size_t>(v.buffer) >= model.buffers.size()) {
        throw Failure{text("buffer view %llu has no buffer", static_cast<unsigned>(number))};
    }
    const std::vector<unsigned char> &data = model.buffers[static_cast<size_t>(v.buffer)].data;
    if (v.byteOffset > data.size() || v.byteLength > data.size() - v.byteOffset) {
        throw Failure{text("buffer view %llu lies outside of its buffer of %llu bytes",
                           static_cast<unsigned>(number), data.size())};
    }
    *out_size = v.byteLength;
    return data.data() + v.byteOffset;
}

/* The first of `count` elements of `width` bytes in a view, and how far they lie apart. */
const unsigned char *File::element(int number, size_t offset, size_t count, size_t width,
                                   size_t *out_stride) const
{
    size_t size = 0;
    const unsigned char *data = view(number, &size);
    const size_t stride = model.bufferViews[static_cast<size_t>(number)].byteStride;
    *out_stride = stride > 0 ? stride : width;
    if (*out_stride < width ||
        (count > 0 && (offset > size || width > size - offset ||
                       (count - 1) > (size - offset - width) / *out_stride))) {
        throw Failure{text("an accessor of %llu elements does not fit into buffer view %llu", count,
                           static_cast<unsigned>(number))};
    }
    return data + offset;
}

size_t File::count(int number) const
{
    if (number < 0 || static_cast<size_t>(number) >= model.accessors.size()) {
        throw Failure{text("accessor %llu is not there (of %llu)", static_cast<unsigned>(number),
                           model.accessors.size())};
    }
    const size_t elements = model.accessors[static_cast<size_t>(number)].count;
    if (elements > ELEMENTS_MAX) {
        throw Failure{text("accessor %llu has more than %llu elements",
                           static_cast<unsigned>(number), ELEMENTS_MAX)};
    }
    return elements;
}

namespace {

template <typename T> double number_at(const unsigned char *from)
{
    T value;
    memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
}

/* A component as a number; whole ones as shares of their greatest if they are normalised. */
double component(const unsigned char *from, int type, bool normalised)
{
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
        return normalised ? std::max(number_at<int8_t>(from) / 127, -1.0) : number_at<int8_t>(from);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return number_at<uint8_t>(from) / (normalised ? 255 : 1);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
        return normalised ? std::max(number_at<int16_t>(from) / 32767, -1.0)
                          : number_at<int16_t>(from);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return number_at<uint16_t>(from) / (normalised ? 65535 : 1);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        return number_at<uint32_t>(from);
    default:
        return number_at<float>(from);
    }
}

size_t component_size(int type)
{
    switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
        return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
        return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
        return 4;
    default:
        throw Failure{
            text("component type %llu of an accessor is unknown", static_cast<unsigned>(type))};
    }
}

} // namespace

std::vector<double> File::numbers(int number, int width) const
{
    const size_t elements = count(number);
    const tinygltf::Accessor &a = model.accessors[static_cast<size_t>(number)];
    const size_t size = component_size(a.componentType);
    const int own_width = tinygltf::GetNumComponentsInType(static_cast<uint32_t>(a.type));
    if (own_width != width) {
        throw Failure{text("accessor %llu has not %llu numbers an element",
                           static_cast<unsigned>(number), static_cast<unsigned>(width))};
    }
    const auto columns = static_cast<size_t>(width);
    std::vector<double> values(elements * columns, 0.0);
    size_t stride = 0;
    if (a.bufferView >= 0) {
        const unsigned char *from =
            element(a.bufferView, a.byteOffset, elements, size * columns, &stride);
        for (size_t i = 0; i < elements; i++) {
            for (size_t k = 0; k < columns; k++) {
                values[i * columns + k] =
                    component(from + i * stride + k * size, a.componentType, a.normalized);
            }
        }
    }
    if (a.sparse.isSparse) {
        const auto changed = static_cast<size_t>(std::max(a.sparse.count, 0));
        const size_t index_size = component_size(a.sparse.indices.componentType);
        size_t index_stride = 0;
        const unsigned char *where =
            element(a.sparse.indices.bufferView, static_cast<size_t>(a.sparse.indices.byteOffset),
                    changed, index_size, &index_stride);
        const unsigned char *what =
            element(a.sparse.values.bufferView, static_cast<size_t>(a.sparse.values.byteOffset),
                    changed, size * columns, &stride);
        for (size_t i = 0; i < changed; i++) {
            const double at =
                component(where + i * index_stride, a.sparse.indices.componentType, false);
            if (!(at >= 0 && at < static_cast<double>(elements))) {
                throw Failure{text("accessor %llu replaces an element that it has not",
                                   static_cast<unsigned>(number))};
            }
            for (size_t k = 0; k < columns; k++) {
                values[static_cast<size_t>(at) * columns + k] =
                    component(what + i * stride + k * size, a.componentType, a.normalized);
            }
        }
    }
    return values;
}

std::vector<uint32_t> File::indices(int number) const
{
    const std::vector<double> values = numbers(number, 1);
    std::vector<uint32_t> whole(values.size());
    for (size_t i = 0; i < values.size(); i++) {
        whole[i] = values[i] >= 0 && values[i] <= 4294967295.0 ? static_cast<uint32_t>(values[i])
                                                               : 0xFFFFFFFFu;
    }
    return whole;
}

void File::tell_left_out()
{
    std::string line;
    for (const std::string &what : left_out_) {
        line += (line.empty() ? "" : ", ") + what;
    }
    if (!line.empty()) {
        import_remark(import, "not read: %s", line.c_str());
    }
}

} // namespace r3d_import
