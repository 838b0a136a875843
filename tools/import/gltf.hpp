/* SPDX-License-Identifier: MIT */
/* What the parts of the reader of glTF share. */

#ifndef R3D_TOOLS_IMPORT_GLTF_HPP
#define R3D_TOOLS_IMPORT_GLTF_HPP

#include <set>
#include <string>
#include <vector>

#include <tiny_gltf.h>

#include "paint.h"
#include "rig.h"

namespace r3d_import {

/* A model that cannot be read, or not on. */
struct Failure {
    std::string reason;
};

/* The file as the library reads it, and what became of its parts. */
class File {
  public:
    File(import_job *import, const char *path);
    ~File();
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    /* Elements of an accessor, width() numbers each, normalised if the file says so. Throws Failure. */
    std::vector<double> numbers(int accessor, int width) const;
    std::vector<uint32_t> indices(int accessor) const;
    size_t count(int accessor) const;
    /* The bytes of a buffer view; throws Failure. */
    const unsigned char *view(int number, size_t *out_size) const;

    /* Looks of materials; number -1 is the default material. */
    struct Look {
        import_paint paint;
        int texture_set = -1; /* of the picture's coordinates; -1: no picture */
    };
    const Look &look(int material) const;

    /* Notes something that is not read; told in one line at the end. */
    void leave_out(const std::string &what)
    {
        left_out_.insert(what);
    }
    void tell_left_out();

    import_job *import;
    tinygltf::Model model;
    std::vector<unsigned char> bytes; /* of the file itself */

  private:
    const unsigned char *element(int view, size_t offset, size_t count, size_t width,
                                 size_t *out_stride) const;
    void load(const char *path);
    void load_pictures();
    void load_looks();
    void look_of(const tinygltf::Material &m, Look *out);
    void set_texture(int texture, const tinygltf::TextureInfo &info, Look *out);
    void transform(const tinygltf::Value &extension, Look *out);

    std::vector<r3d_picture> pictures_;
    std::vector<Look> looks_;
    std::set<std::string> left_out_;
};

/* If the file is one of our own exports and unchanged, takes what it was made of. */
void take_own_texts(File &file);

} // namespace r3d_import

#endif
