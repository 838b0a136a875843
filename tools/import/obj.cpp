/* SPDX-License-Identifier: MIT */
/* Wavefront OBJ. tinyobjloader reads the lines of places, faces and materials; what it does not keep is found
 * here: colours behind the places, several material files in a line, names with spaces, polygons of any size. */

#include <algorithm>
#include <cstring>
#include <map>
#include <new>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <tiny_obj_loader.h>

#include "paint.h"
#include "polygon.h"

namespace {

const int64_t file_size_max = 512 * 1024 * 1024;

struct Failure {
    std::string reason;
};

std::string read_whole(const std::string &path)
{
    void *data = nullptr;
    size_t size = 0;
    r3d_error report;
    if (r3d_file_read(path.c_str(), file_size_max, nullptr, &data, &size, &report) != R3D_OK) {
        throw Failure{report.message};
    }
    std::string text(static_cast<const char *>(data), size);
    free(data);
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) {
        text.erase(0, 3);
    }
    return text;
}

std::string trimmed(const std::string &text)
{
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/* A line's first word, and the rest. */
std::string first_word(const std::string &line, std::string *rest)
{
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    *rest = trimmed(line.substr(end));
    return line.substr(0, end);
}

/* The next line; one that ends with a backslash goes on in the next. */
bool next_line(const std::string &text, size_t *at, std::string *out, size_t *line_number)
{
    out->clear();
    if (*at >= text.size()) {
        return false;
    }
    for (bool goes_on = true; goes_on && *at < text.size();) {
        size_t end = text.find_first_of("\r\n", *at);
        end = std::min(end, text.size());
        std::string part = text.substr(*at, end - *at);
        *at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
        ++*line_number;
        goes_on = !part.empty() && part.back() == '\\';
        if (goes_on) {
            part.back() = ' ';
        }
        *out += part;
    }
    *out = trimmed(*out);
    return true;
}

bool is_number(const std::string &word)
{
    char *end = nullptr;
    (void)strtod(word.c_str(), &end);
    return !word.empty() && *end == '\0';
}

/* The options before a picture's name with all three numbers of -o, -s and -t, which the library takes even
 * where one or two are there: the name would be taken for a number. */
std::string full_options(const std::string &line)
{
    std::string options;
    std::string rest = line;
    while (!rest.empty() && rest[0] == '-') {
        std::string after;
        const std::string option = first_word(rest, &after);
        const bool has_numbers = option == "-o" || option == "-s" || option == "-t";
        const int most = has_numbers ? 3 : option == "-mm" ? 2 : 1;
        options += option + " ";
        for (int i = 0; i < most; i++) {
            std::string next;
            const std::string word = first_word(after, &next);
            const bool is_there = !word.empty() && (!has_numbers || is_number(word));
            options += (is_there ? word : option == "-s" ? "1" : "0") + std::string(" ");
            after = is_there ? next : after;
        }
        rest = after;
    }
    return options + rest;
}

class Reader {
  public:
    Reader(import_job *import, const char *path) : import_(import), path_(path)
    {
    }
    ~Reader();
    Reader(const Reader &) = delete;
    Reader &operator=(const Reader &) = delete;
    void read();

  private:
    void sort_lines(const std::string &text);
    void note_color(const std::string &numbers);
    void add_materials(const std::string &names);
    bool add_material_file(const std::string &name);
    void add_material(const tinyobj::material_t &material, bool has_color);
    void add_face(const tinyobj::index_t *indices, int count);
    void add_triangle(const int32_t corners[3]);
    size_t resolve(int index, size_t count, const char *what) const;

    static void take_place(void *user, float x, float y, float z, float w);
    static void take_normal(void *user, float x, float y, float z);
    static void take_texture_place(void *user, float x, float y, float z);
    static void take_face(void *user, tinyobj::index_t *indices, int count);
    static void take_material(void *user, const char *name, int number);

    /* What one corner of the face at hand refers to; -1: nothing. */
    struct Corner {
        size_t place;
        int64_t texture_place;
        int64_t normal;
    };

    import_job *import_;
    const char *path_;
    std::string kept_;               /* lines for the library */
    std::vector<size_t> face_lines_; /* their numbers in the file */
    std::vector<bool> face_smooth_;  /* in a smoothing group */
    std::vector<float> places_, normals_, texture_places_;
    std::vector<float> colors_; /* behind the places; empty if there are none */
    size_t place_count_ = 0;
    size_t faces_ = 0;
    std::map<std::string, import_paint> paints_;
    std::map<std::string, r3d_picture> pictures_;
    import_paint plain_{};
    const import_paint *paint_ = nullptr;
    std::set<std::string> left_out_;
    std::vector<Corner> face_;
};

Reader::~Reader()
{
    for (auto &picture : pictures_) {
        r3d_picture_free(&picture.second);
    }
}

/* ---- materials ---- */

void Reader::add_material(const tinyobj::material_t &material, bool has_color)
{
    import_paint paint;
    import_paint_init(&paint);
    paint.is_linear = false;
    const std::string &name = material.diffuse_texname;
    if (!name.empty()) {
        auto found = pictures_.find(name);
        if (found == pictures_.end()) {
            r3d_picture picture;
            memset(&picture, 0, sizeof picture);
            (void)import_load_picture(import_, name.c_str(), &picture);
            found = pictures_.emplace(name, picture).first;
        }
        if (found->second.pixels != nullptr) {
            const tinyobj::texture_option_t &option = material.diffuse_texopt;
            paint.picture = &found->second;
            paint.wrap[0] = option.clamp ? IMPORT_CLAMP : IMPORT_REPEAT;
            paint.wrap[1] = paint.wrap[0];
            /* v runs up, the rows of a picture down */
            paint.map[0][0] = option.scale[0];
            paint.map[0][2] = option.origin_offset[0];
            paint.map[1][1] = -option.scale[1];
            paint.map[1][2] = 1 - option.origin_offset[1];
        }
    }
    for (int i = 0; i < 3; i++) {
        paint.factor[i] = has_color                  ? material.diffuse[i]
                          : paint.picture != nullptr ? 1
                                                     : plain_.factor[i];
    }
    paint.factor[3] = material.dissolve;
    paint.alpha =
        material.dissolve < 1 || !material.alpha_texname.empty() ? IMPORT_BLEND : IMPORT_OPAQUE;
    if (!material.alpha_texname.empty() && material.alpha_texname != name) {
        left_out_.insert("pictures of alpha (map_d)");
    }
    paints_[material.name] = paint;
}

/* Materials of a file, one by one, so that a missing Kd can be told from one that says 0.6. */
bool Reader::add_material_file(const std::string &name)
{
    char path[4096];
    const import_place place = import_find_beside(path_, name.c_str(), path, sizeof path);
    if (place == IMPORT_OUTSIDE || place == IMPORT_MISSING) {
        return false;
    }
    if (place == IMPORT_FOUND_BY_NAME) {
        import_remark(import_,
                      "material file \"%.200s\" lies outside of the model's folder; the one of "
                      "that name beside the "
                      "model is read",
                      name.c_str());
    }
    const std::string text = read_whole(path);
    std::string line;
    std::string rest;
    std::string block;
    bool has_color = false;
    const auto end_block = [&]() {
        if (block.empty()) {
            return;
        }
        std::istringstream stream(block);
        std::map<std::string, int> names;
        std::vector<tinyobj::material_t> materials;
        std::string warning;
        std::string error;
        tinyobj::LoadMtl(&names, &materials, &stream, &warning, &error);
        for (const tinyobj::material_t &material : materials) {
            add_material(material, has_color);
        }
        block.clear();
        has_color = false;
    };
    size_t at = 0;
    size_t number = 0;
    while (next_line(text, &at, &line, &number)) {
        const std::string word = first_word(line, &rest);
        if (word == "newmtl") {
            end_block();
        }
        has_color = has_color || word == "Kd";
        const bool is_map = word.compare(0, 4, "map_") == 0;
        block += (is_map ? word + " " + full_options(rest) : line) + "\n";
    }
    end_block();
    return true;
}

/* A name with spaces, or several names. */
void Reader::add_materials(const std::string &names)
{
    if (add_material_file(names)) {
        return;
    }
    std::istringstream words(names);
    std::string name;
    while (words >> name) {
        if (!add_material_file(name)) {
            char path[4096];
            const bool outside =
                import_find_beside(path_, name.c_str(), path, sizeof path) == IMPORT_OUTSIDE;
            import_remark(
                import_, "the material file \"%.200s\" %s; what it colours becomes grey",
                name.c_str(),
                outside
                    ? "lies outside of the model's folder and is not read (put it beside the model)"
                    : "cannot be opened");
        }
    }
}

/* ---- lines ---- */

/* Places may have a weight, three channels of colour, or both. */
void Reader::note_color(const std::string &numbers)
{
    double values[8];
    int count = 0;
    const char *from = numbers.c_str();
    for (char *end = nullptr; count < 8; count++, from = end) {
        values[count] = strtod(from, &end);
        if (end == from) {
            break;
        }
    }
    const int first = count == 6 ? 3 : count >= 7 ? 4 : -1;
    if (first >= 0) {
        colors_.resize(place_count_ * 3, 1.0F);
        for (int i = 0; i < 3; i++) {
            colors_.push_back(static_cast<float>(values[first + i]));
        }
    }
    place_count_++;
}

/* Keeps the lines that the library is to read, and looks after the others. */
void Reader::sort_lines(const std::string &text)
{
    static const std::set<std::string> silent = {
        "o",        "g",      "vp",     "mg",         "bevel",     "lod",   "c_interp",
        "d_interp", "usemap", "maplib", "shadow_obj", "trace_obj", "ctech", "stech"};
    std::string line;
    std::string rest;
    bool smooth = false;
    size_t at = 0;
    size_t number = 0;
    while (next_line(text, &at, &line, &number)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        const std::string word = first_word(line, &rest);
        if (word == "v") {
            note_color(rest);
        } else if (word == "f") {
            face_lines_.push_back(number);
            face_smooth_.push_back(smooth);
        } else if (word == "s") {
            smooth = rest != "off" && rest != "0";
            continue;
        } else if (word == "mtllib") {
            add_materials(rest);
            continue;
        } else if (word != "vt" && word != "vn" && word != "usemtl") {
            if (word == "l" || word == "p") {
                left_out_.insert("points and lines");
            } else if (silent.count(word) == 0) {
                left_out_.insert("lines that begin with \"" + word.substr(0, 20) + "\"");
            }
            continue;
        }
        kept_ += line + "\n";
    }
    if (!colors_.empty()) {
        colors_.resize(place_count_ * 3, 1.0F);
    }
}

void Reader::take_place(void *user, float x, float y, float z, float /*w*/)
{
    std::vector<float> &places = static_cast<Reader *>(user)->places_;
    places.insert(places.end(), {x, y, z});
}

void Reader::take_normal(void *user, float x, float y, float z)
{
    std::vector<float> &normals = static_cast<Reader *>(user)->normals_;
    normals.insert(normals.end(), {x, y, z});
}

void Reader::take_texture_place(void *user, float x, float y, float /*z*/)
{
    std::vector<float> &places = static_cast<Reader *>(user)->texture_places_;
    places.insert(places.end(), {x, y});
}

void Reader::take_material(void *user, const char *name, int /*number*/)
{
    auto *reader = static_cast<Reader *>(user);
    const auto found = reader->paints_.find(trimmed(name));
    if (found == reader->paints_.end()) {
        if (!reader->paints_.empty()) { /* else a missing file was told */
            import_remark(
                reader->import_,
                "material \"%.100s\" is in no material file; what it colours becomes grey", name);
        }
        reader->paint_ = &reader->plain_;
    } else {
        reader->paint_ = &found->second;
    }
}

/* ---- faces ---- */

/* An index from 1 on, or from -1 back, as one from 0 on. */
size_t Reader::resolve(int index, size_t count, const char *what) const
{
    const int64_t at =
        index > 0 ? static_cast<int64_t>(index) - 1 : static_cast<int64_t>(count) + index;
    if (index == 0 || at < 0 || at >= static_cast<int64_t>(count)) {
        throw Failure{"line " + std::to_string(face_lines_[faces_]) + ": the face has " + what +
                      " " + std::to_string(index) + ", expected 1.." + std::to_string(count)};
    }
    return static_cast<size_t>(at);
}

void Reader::add_triangle(const int32_t corners[3])
{
    import_triangle triangle;
    double uv[3][2];
    double colors[3][4];
    bool has_uv = true;
    bool has_normals = true;
    memset(&triangle, 0, sizeof triangle);
    for (int k = 0; k < 3; k++) {
        const Corner &corner = face_[static_cast<size_t>(corners[k])];
        has_uv = has_uv && corner.texture_place >= 0;
        has_normals = has_normals && corner.normal >= 0;
        memcpy(triangle.corners[k].place, &places_[corner.place * 3],
               sizeof triangle.corners[k].place);
        for (size_t i = 0; i < 2 && has_uv; i++) {
            uv[k][i] = texture_places_[static_cast<size_t>(corner.texture_place) * 2 + i];
        }
        if (has_normals) {
            memcpy(triangle.corners[k].normal, &normals_[static_cast<size_t>(corner.normal) * 3],
                   sizeof triangle.corners[k].normal);
        }
        for (size_t i = 0; i < 4 && !colors_.empty(); i++) {
            colors[k][i] = i < 3 ? colors_[corner.place * 3 + i] : 1;
        }
    }
    if (has_normals) {
        const auto dot = [&](int a, int b) {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += static_cast<double>(triangle.corners[a].normal[i]) *
                       triangle.corners[b].normal[i];
            }
            return sum;
        };
        triangle.smooth = dot(0, 1) > 0.995 && dot(1, 2) > 0.995 ? 0 : 1;
    } else {
        triangle.smooth = face_smooth_[faces_] ? 1 : 0;
        for (import_corner &corner : triangle.corners) {
            memset(corner.normal, 0, sizeof corner.normal);
        }
    }
    if (import_paint_face(paint_, has_uv ? uv : nullptr, colors_.empty() ? nullptr : colors,
                          &triangle) &&
        !import_add_triangle(import_, &triangle)) {
        throw Failure{""};
    }
}

void Reader::add_face(const tinyobj::index_t *indices, int count)
{
    if (faces_ >= face_lines_.size()) {
        throw Failure{"it has more faces than lines of faces"};
    }
    if (count > POLYGON_CORNERS_MAX) {
        throw Failure{"line " + std::to_string(face_lines_[faces_]) + ": the face has " +
                      std::to_string(count) + " corners, expected at most " +
                      std::to_string(POLYGON_CORNERS_MAX)};
    }
    face_.clear();
    std::vector<double> places;
    for (int i = 0; i < count; i++) {
        Corner corner = {resolve(indices[i].vertex_index, places_.size() / 3, "vertex"), -1, -1};
        if (indices[i].texcoord_index != 0) {
            corner.texture_place = static_cast<int64_t>(resolve(
                indices[i].texcoord_index, texture_places_.size() / 2, "texture coordinate"));
        }
        if (indices[i].normal_index != 0) {
            corner.normal = static_cast<int64_t>(
                resolve(indices[i].normal_index, normals_.size() / 3, "normal"));
        }
        face_.push_back(corner);
        places.insert(places.end(), &places_[corner.place * 3], &places_[corner.place * 3] + 3);
    }
    if (count >= 3) {
        std::vector<int32_t> corners(static_cast<size_t>(count - 2) * 3);
        polygon_cut(reinterpret_cast<const double(*)[3]>(places.data()), count, corners.data());
        for (size_t i = 0; i < corners.size(); i += 3) {
            add_triangle(&corners[i]);
        }
    }
    faces_++;
}

void Reader::take_face(void *user, tinyobj::index_t *indices, int count)
{
    static_cast<Reader *>(user)->add_face(indices, count);
}

void Reader::read()
{
    const import_matrix identity = matrix_identity();
    import_paint_init(&plain_);
    plain_.is_linear = false;
    for (int i = 0; i < 3; i++) {
        plain_.factor[i] = 128 / 255.0;
    }
    sort_lines(read_whole(path_));
    import_paint white = plain_; /* colours behind the places need no material */
    for (int i = 0; i < 3 && !colors_.empty(); i++) {
        white.factor[i] = 1;
    }
    plain_ = white;
    paint_ = &plain_;
    if (!import_add_part(import_, "", -1, &identity)) {
        throw Failure{""};
    }
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = take_place;
    callbacks.normal_cb = take_normal;
    callbacks.texcoord_cb = take_texture_place;
    callbacks.index_cb = take_face;
    callbacks.usemtl_cb = take_material;
    std::istringstream stream(kept_);
    std::string warning;
    std::string error;
    if (!tinyobj::LoadObjWithCallback(stream, callbacks, this, nullptr, &warning, &error)) {
        throw Failure{error};
    }
    std::string line;
    for (const std::string &what : left_out_) {
        line += (line.empty() ? "" : ", ") + what;
    }
    if (!line.empty()) {
        import_remark(import_, "not read: %s", line.c_str());
    }
}

} // namespace

bool import_read_obj(import_job *import, const char *path)
{
    try {
        Reader(import, path).read();
        return true;
    } catch (const Failure &failure) {
        return import_fail(import, "%s", failure.reason.c_str());
    } catch (const std::bad_alloc &) {
        return import_fail(import, "it needs more memory than a reader may have");
    } catch (const std::exception &problem) {
        return import_fail(import, "%s", problem.what());
    }
}
