/* SPDX-License-Identifier: MIT */
/* Materials and pictures of glTF. */

#include "gltf.hpp"

#include <cmath>
#include <cstring>

namespace r3d_import {

namespace {

const char *const transform_name = "KHR_texture_transform";
const char *const glossiness_name = "KHR_materials_pbrSpecularGlossiness";

double number_of(const tinygltf::Value &v, double otherwise)
{
    return v.IsNumber() ? v.GetNumberAsDouble() : otherwise;
}

const tinygltf::Value &member(const tinygltf::Value &v, const char *name)
{
    static const tinygltf::Value nothing;
    return v.IsObject() && v.Has(name) ? v.Get(name) : nothing;
}

double item(const tinygltf::Value &v, int i, double otherwise)
{
    return v.IsArray() && static_cast<size_t>(i) < v.ArrayLen() ? number_of(v.Get(i), otherwise)
                                                                : otherwise;
}

import_wrap wrap_of(int mode)
{
    return mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE     ? IMPORT_CLAMP
           : mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT ? IMPORT_MIRROR
                                                           : IMPORT_REPEAT;
}

} // namespace

void File::load_pictures()
{
    r3d_picture none;
    memset(&none, 0, sizeof none);
    pictures_.assign(model.images.size(), none);
    for (size_t i = 0; i < model.images.size(); i++) {
        const tinygltf::Image &image = model.images[i];
        const std::string name = !image.uri.empty()    ? image.uri
                                 : !image.name.empty() ? image.name
                                                       : std::to_string(i);
        if (!image.image.empty()) {
            (void)import_decode_picture(import, image.image.data(), image.image.size(),
                                        name.c_str(), &pictures_[i]);
        } else {
            (void)import_load_picture(import, name.c_str(), &pictures_[i]);
        }
    }
}

/* Changes where the picture lies: shift after turn after size, the turn counter-clockwise as seen on the
 * picture, whose v runs down. */
void File::transform(const tinygltf::Value &extension, Look *out)
{
    const tinygltf::Value &offset = member(extension, "offset");
    const tinygltf::Value &scale = member(extension, "scale");
    const double turn = number_of(member(extension, "rotation"), 0);
    const double su = item(scale, 0, 1);
    const double sv = item(scale, 1, 1);
    out->paint.map[0][0] = std::cos(turn) * su;
    out->paint.map[0][1] = std::sin(turn) * sv;
    out->paint.map[0][2] = item(offset, 0, 0);
    out->paint.map[1][0] = -std::sin(turn) * su;
    out->paint.map[1][1] = std::cos(turn) * sv;
    out->paint.map[1][2] = item(offset, 1, 0);
    const tinygltf::Value &set = member(extension, "texCoord");
    if (set.IsNumber()) {
        out->texture_set = set.GetNumberAsInt();
    }
}

void File::set_texture(int number, const tinygltf::TextureInfo &info, Look *out)
{
    if (number < 0 || static_cast<size_t>(number) >= model.textures.size()) {
        import_remark(import, "a material has texture %d of %d; its faces have its plain colour",
                      number, static_cast<int>(model.textures.size()));
        return;
    }
    const tinygltf::Texture &texture = model.textures[static_cast<size_t>(number)];
    if (texture.source < 0 || static_cast<size_t>(texture.source) >= pictures_.size()) {
        for (const auto &extension : texture.extensions) {
            leave_out("pictures of extension " + extension.first);
        }
        import_remark(
            import,
            "texture %d has no picture that can be read; its faces have the plain colour of "
            "their material",
            number);
        return;
    }
    const r3d_picture &picture = pictures_[static_cast<size_t>(texture.source)];
    if (picture.pixels == nullptr) {
        return; /* that was told when it was loaded */
    }
    out->paint.picture = &picture;
    out->texture_set = info.texCoord;
    if (texture.sampler >= 0 && static_cast<size_t>(texture.sampler) < model.samplers.size()) {
        const tinygltf::Sampler &sampler = model.samplers[static_cast<size_t>(texture.sampler)];
        out->paint.wrap[0] = wrap_of(sampler.wrapS);
        out->paint.wrap[1] = wrap_of(sampler.wrapT);
    }
    const auto extension = info.extensions.find(transform_name);
    if (extension != info.extensions.end()) {
        transform(extension->second, out);
    }
}

void File::look_of(const tinygltf::Material &m, Look *out)
{
    import_paint_init(&out->paint);
    out->paint.is_two_sided = m.doubleSided;
    out->paint.alpha = m.alphaMode == "MASK"    ? IMPORT_MASK
                       : m.alphaMode == "BLEND" ? IMPORT_BLEND
                                                : IMPORT_OPAQUE;
    out->paint.cutoff = m.alphaCutoff;
    for (const double channel : m.emissiveFactor) {
        if (channel > 0) {
            leave_out("emissive colours");
        }
    }
    const auto glossiness = m.extensions.find(glossiness_name);
    if (glossiness != m.extensions.end()) {
        const tinygltf::Value &factor = member(glossiness->second, "diffuseFactor");
        const tinygltf::Value &texture = member(glossiness->second, "diffuseTexture");
        for (int i = 0; i < 4; i++) {
            out->paint.factor[i] = item(factor, i, 1);
        }
        if (texture.IsObject()) {
            tinygltf::TextureInfo info;
            info.index = static_cast<int>(number_of(member(texture, "index"), -1));
            info.texCoord = static_cast<int>(number_of(member(texture, "texCoord"), 0));
            const tinygltf::Value &extension =
                member(member(texture, "extensions"), transform_name);
            if (extension.IsObject()) {
                info.extensions[transform_name] = extension;
            }
            set_texture(info.index, info, out);
        }
        return;
    }
    const tinygltf::PbrMetallicRoughness &pbr = m.pbrMetallicRoughness;
    for (size_t i = 0; i < 4 && i < pbr.baseColorFactor.size(); i++) {
        out->paint.factor[i] = pbr.baseColorFactor[i];
    }
    if (pbr.baseColorTexture.index >= 0) {
        set_texture(pbr.baseColorTexture.index, pbr.baseColorTexture, out);
    }
}

void File::load_looks()
{
    looks_.resize(model.materials.size() + 1);
    import_paint_init(&looks_[0].paint);
    for (size_t i = 0; i < model.materials.size(); i++) {
        look_of(model.materials[i], &looks_[i + 1]);
    }
}

const File::Look &File::look(int material) const
{
    return material >= 0 && static_cast<size_t>(material) + 1 < looks_.size()
               ? looks_[static_cast<size_t>(material) + 1]
               : looks_[0];
}

} // namespace r3d_import
