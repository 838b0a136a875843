/* SPDX-License-Identifier: MIT */
/* glTF: nodes, skins, triangles and animations. Places of skinned vertices are those of their joints, whatever
 * the place of their node; the joint of the greatest weight gives the label. */

#include "gltf.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <new>
#include <stdexcept>

namespace r3d_import {

namespace {

const int joints_max = 8; /* of one vertex: two sets of four */

/* One corner of the model, before it has a place in the world. */
struct Joints {
    std::vector<double> numbers; /* into the skin's joints */
    std::vector<double> weights;
};

class Reader {
  public:
    explicit Reader(File &file) : file_(file), model_(file.model)
    {
    }
    void read();

  private:
    void check_extensions();
    void make_nodes();
    void add_tree(int root);
    void mark_parts();
    void add_meshes();
    void add_primitive(const tinygltf::Primitive &p, int32_t node, int skin);
    std::vector<import_corner> corners_of(const tinygltf::Primitive &p, int32_t node, int skin);
    void place_skinned(const Joints &joints, size_t vertex, int skin, const double local[3],
                       import_corner *out);
    const std::vector<import_matrix> &skin_places(int skin);
    void make_clips();
    void add_channel(const tinygltf::Animation &animation,
                     const tinygltf::AnimationChannel &channel, std::vector<rig_channel> *out,
                     double *seconds);

    File &file_;
    const tinygltf::Model &model_;
    std::vector<int32_t> rig_number_; /* of the file's nodes; -1: not in the tree */
    std::vector<int> file_number_;    /* of the rig's nodes */
    std::vector<bool> is_shown_;      /* of the rig's nodes: in the scene that is read */
    std::vector<rig_node> nodes_;
    std::vector<import_matrix> places_;
    std::vector<std::vector<import_matrix>> skin_places_;
    std::deque<std::vector<double>> numbers_; /* of keys */
    std::vector<std::vector<rig_channel>> channels_;
    std::vector<rig_clip> clips_;
    int64_t holes_ = 0;
};

[[noreturn]] void fail(const std::string &reason)
{
    throw Failure{reason};
}

/* ---- extensions ---- */

void Reader::check_extensions()
{
    static const char *const known[] = {"KHR_texture_transform", "KHR_mesh_quantization",
                                        "KHR_materials_unlit",
                                        "KHR_materials_pbrSpecularGlossiness"};
    const auto is_known = [](const std::string &name) {
        return std::any_of(std::begin(known), std::end(known),
                           [&](const char *k) { return name == k; });
    };
    for (const std::string &name : model_.extensionsRequired) {
        if (!is_known(name)) {
            fail("it needs extension " + name + ", which is not read");
        }
    }
    for (const std::string &name : model_.extensionsUsed) {
        if (!is_known(name)) {
            file_.leave_out("extension " + name);
        }
    }
    if (!model_.cameras.empty()) {
        file_.leave_out("cameras");
    }
    if (model_.scenes.size() > 1) {
        file_.leave_out("all scenes but one");
    }
}

/* ---- nodes ---- */

void set_place(const tinygltf::Node &node, rig_node *out)
{
    rig_node_init(out);
    out->name = node.name.c_str();
    if (node.matrix.size() == 16) {
        out->has_matrix = true;
        for (size_t row = 0; row < 3; row++) {
            for (size_t column = 0; column < 4; column++) {
                out->matrix.at[row][column] = node.matrix[column * 4 + row];
            }
            out->shift[row] = node.matrix[12 + row];
        }
    }
    for (size_t i = 0; i < 3 && node.translation.size() == 3; i++) {
        out->shift[i] = node.translation[i];
    }
    for (size_t i = 0; i < 4 && node.rotation.size() == 4; i++) {
        out->turn[i] = node.rotation[i];
    }
    for (size_t i = 0; i < 3 && node.scale.size() == 3; i++) {
        out->size[i] = node.scale[i];
    }
}

/* Adds a node and all below it, depth first. */
void Reader::add_tree(int root)
{
    struct Step {
        int node;
        int32_t parent;
        int depth;
    };
    std::vector<Step> steps = {{root, -1, 0}};
    while (!steps.empty()) {
        const Step step = steps.back();
        steps.pop_back();
        if (step.node < 0 || static_cast<size_t>(step.node) >= model_.nodes.size()) {
            fail("node " + std::to_string(step.node) + " is not there (of " +
                 std::to_string(model_.nodes.size()) + ")");
        }
        if (step.depth > IMPORT_DEPTH_MAX) {
            fail("nodes are nested more than " + std::to_string(IMPORT_DEPTH_MAX) + " deep");
        }
        const auto number = static_cast<size_t>(step.node);
        if (rig_number_[number] >= 0) {
            fail("node " + std::to_string(step.node) + " is below itself, or below two nodes");
        }
        if (nodes_.size() >= RIG_NODES_MAX) {
            fail("more than " + std::to_string(RIG_NODES_MAX) + " nodes");
        }
        const tinygltf::Node &node = model_.nodes[number];
        rig_node made;
        set_place(node, &made);
        made.parent = step.parent;
        rig_number_[number] = static_cast<int32_t>(nodes_.size());
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
            steps.push_back({*child, rig_number_[number], step.depth + 1});
        }
        nodes_.push_back(made);
        file_number_.push_back(step.node);
    }
}

/* The scene that the file shows first, then what is in none, because joints may be there. */
void Reader::make_nodes()
{
    rig_number_.assign(model_.nodes.size(), -1);
    std::vector<bool> is_child(model_.nodes.size(), false);
    for (const tinygltf::Node &node : model_.nodes) {
        for (const int child : node.children) {
            if (child >= 0 && static_cast<size_t>(child) < is_child.size()) {
                is_child[static_cast<size_t>(child)] = true;
            }
        }
    }
    if (!model_.scenes.empty()) {
        const auto scene = static_cast<size_t>(model_.defaultScene);
        for (const int root : model_.scenes[scene < model_.scenes.size() ? scene : 0].nodes) {
            add_tree(root);
        }
    }
    const size_t shown = nodes_.size();
    for (size_t i = 0; i < model_.nodes.size(); i++) {
        if (rig_number_[i] < 0 && !is_child[i]) {
            add_tree(static_cast<int>(i));
        }
    }
    is_shown_.assign(nodes_.size(), model_.scenes.empty());
    std::fill(is_shown_.begin(), is_shown_.begin() + static_cast<ptrdiff_t>(shown), true);
}

void Reader::mark_parts()
{
    for (size_t i = 0; i < nodes_.size(); i++) {
        const tinygltf::Node &node = model_.nodes[static_cast<size_t>(file_number_[i])];
        if (node.mesh < 0 || !is_shown_[i]) {
            continue;
        }
        if (static_cast<size_t>(node.mesh) >= model_.meshes.size()) {
            fail("mesh " + std::to_string(node.mesh) + " is not there (of " +
                 std::to_string(model_.meshes.size()) + ")");
        }
        if (node.skin < 0) {
            nodes_[i].is_part = true;
            continue;
        }
        if (static_cast<size_t>(node.skin) >= model_.skins.size()) {
            fail("skin " + std::to_string(node.skin) + " is not there (of " +
                 std::to_string(model_.skins.size()) + ")");
        }
        for (const int joint : model_.skins[static_cast<size_t>(node.skin)].joints) {
            if (joint < 0 || static_cast<size_t>(joint) >= rig_number_.size() ||
                rig_number_[static_cast<size_t>(joint)] < 0) {
                fail("joint " + std::to_string(joint) + " is no node");
            }
            nodes_[static_cast<size_t>(rig_number_[static_cast<size_t>(joint)])].is_part = true;
        }
    }
}

/* ---- triangles ---- */

/* What each joint of a skin does to the vertices when nothing is animated. */
const std::vector<import_matrix> &Reader::skin_places(int number)
{
    std::vector<import_matrix> &places = skin_places_[static_cast<size_t>(number)];
    const tinygltf::Skin &skin = model_.skins[static_cast<size_t>(number)];
    if (!places.empty()) {
        return places;
    }
    std::vector<double> inverse;
    if (skin.inverseBindMatrices >= 0) {
        inverse = file_.numbers(skin.inverseBindMatrices, 16);
        if (inverse.size() < skin.joints.size() * 16) {
            fail("a skin has fewer bind matrices than joints");
        }
    }
    for (size_t j = 0; j < skin.joints.size(); j++) {
        const int32_t node = rig_number_[static_cast<size_t>(skin.joints[j])];
        import_matrix bind = matrix_identity();
        for (size_t k = 0; k < 12 && !inverse.empty(); k++) {
            bind.at[k % 3][k / 3] = inverse[j * 16 + k / 3 * 4 + k % 3];
        }
        places.push_back(matrix_multiply(&places_[static_cast<size_t>(node)], &bind));
    }
    return places;
}

void Reader::place_skinned(const Joints &joints, size_t vertex, int skin, const double local[3],
                           import_corner *out)
{
    const std::vector<import_matrix> &places = skin_places(skin);
    const double *numbers = &joints.numbers[vertex * joints_max];
    const double *weights = &joints.weights[vertex * joints_max];
    double sum = 0;
    double place[3] = {0, 0, 0};
    int strongest = -1;
    for (int k = 0; k < joints_max; k++) {
        if (!(weights[k] > 0)) {
            continue;
        }
        if (!(numbers[k] >= 0 && numbers[k] < static_cast<double>(places.size()))) {
            fail("a vertex has joint " + std::to_string(static_cast<long long>(numbers[k])) +
                 " of " + std::to_string(places.size()));
        }
        double moved[3];
        matrix_apply(&places[static_cast<size_t>(numbers[k])], local, moved);
        for (int i = 0; i < 3; i++) {
            place[i] += weights[k] * moved[i];
        }
        sum += weights[k];
        strongest = strongest < 0 || weights[k] > weights[strongest] ? k : strongest;
    }
    if (strongest < 0) {
        fail("a vertex of a skin has no weights");
    }
    for (int i = 0; i < 3; i++) {
        out->place[i] = static_cast<float>(place[i] / sum);
    }
    const int joint =
        model_.skins[static_cast<size_t>(skin)].joints[static_cast<size_t>(numbers[strongest])];
    out->part = nodes_[static_cast<size_t>(rig_number_[static_cast<size_t>(joint)])].part;
}

int attribute(const tinygltf::Primitive &p, const std::string &name)
{
    const auto found = p.attributes.find(name);
    return found != p.attributes.end() ? found->second : -1;
}

/* Joints and weights of all vertices, both sets side by side. */
Joints joints_of(const File &file, const tinygltf::Primitive &p, size_t count)
{
    Joints all;
    all.numbers.assign(count * joints_max, 0);
    all.weights.assign(count * joints_max, 0);
    for (int set = 0; set < 2; set++) {
        const int joints = attribute(p, "JOINTS_" + std::to_string(set));
        const int weights = attribute(p, "WEIGHTS_" + std::to_string(set));
        if (joints < 0 || weights < 0) {
            if (set == 0) {
                fail("a mesh with a skin has no joints or weights");
            }
            break;
        }
        const std::vector<double> numbers = file.numbers(joints, 4);
        const std::vector<double> shares = file.numbers(weights, 4);
        if (numbers.size() < count * 4 || shares.size() < count * 4) {
            fail("a mesh has fewer joints or weights than vertices");
        }
        for (size_t i = 0; i < count * 4; i++) {
            all.numbers[i / 4 * joints_max + static_cast<size_t>(set) * 4 + i % 4] = numbers[i];
            all.weights[i / 4 * joints_max + static_cast<size_t>(set) * 4 + i % 4] = shares[i];
        }
    }
    return all;
}

std::vector<import_corner> Reader::corners_of(const tinygltf::Primitive &p, int32_t node, int skin)
{
    const std::vector<double> places = file_.numbers(attribute(p, "POSITION"), 3);
    const size_t count = places.size() / 3;
    std::vector<import_corner> corners(count);
    std::vector<double> normals;
    if (attribute(p, "NORMAL") >= 0) {
        normals = file_.numbers(attribute(p, "NORMAL"), 3);
        if (normals.size() < places.size()) {
            fail("a mesh has fewer normals than vertices");
        }
    }
    Joints joints;
    if (skin >= 0) {
        joints = joints_of(file_, p, count);
    }
    for (size_t i = 0; i < count; i++) {
        import_corner *corner = &corners[i];
        memset(corner, 0, sizeof *corner);
        for (size_t k = 0; k < 3 && !normals.empty(); k++) {
            corner->normal[k] = static_cast<float>(normals[i * 3 + k]);
        }
        if (skin >= 0) {
            place_skinned(joints, i, skin, &places[i * 3], corner);
            continue;
        }
        double moved[3];
        matrix_apply(&places_[static_cast<size_t>(node)], &places[i * 3], moved);
        for (size_t k = 0; k < 3; k++) {
            corner->place[k] = static_cast<float>(moved[k]);
        }
        corner->part = nodes_[static_cast<size_t>(node)].part;
    }
    return corners;
}

/* The corners of triangles in the order of lists, strips or fans. */
std::vector<uint32_t> triangles_of(const std::vector<uint32_t> &order, int mode)
{
    if (mode == TINYGLTF_MODE_TRIANGLES || mode < 0) {
        return std::vector<uint32_t>(order.begin(),
                                     order.end() - static_cast<ptrdiff_t>(order.size() % 3));
    }
    std::vector<uint32_t> list;
    for (size_t i = 0; i + 2 < order.size(); i++) {
        const bool fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
        list.push_back(order[fan ? 0 : i]);
        list.push_back(order[fan || i % 2 == 0 ? i + 1 : i + 2]);
        list.push_back(order[fan || i % 2 == 0 ? i + 2 : i + 1]);
    }
    return list;
}

bool is_smooth(const import_corner corners[3])
{
    const auto dot = [](const import_corner &a, const import_corner &b) {
        return static_cast<double>(a.normal[0]) * b.normal[0] +
               static_cast<double>(a.normal[1]) * b.normal[1] +
               static_cast<double>(a.normal[2]) * b.normal[2];
    };
    const double flat_cosine = 0.995;
    return !(dot(corners[0], corners[1]) > flat_cosine &&
             dot(corners[1], corners[2]) > flat_cosine);
}

void Reader::add_primitive(const tinygltf::Primitive &p, int32_t node, int skin)
{
    if (p.extensions.count("KHR_draco_mesh_compression") > 0 && attribute(p, "POSITION") < 0) {
        fail("it needs extension KHR_draco_mesh_compression, which is not read");
    }
    if (attribute(p, "POSITION") < 0) {
        file_.leave_out("meshes without places");
        return;
    }
    if (p.mode >= 0 && p.mode < TINYGLTF_MODE_TRIANGLES) {
        file_.leave_out("points and lines");
        return;
    }
    if (!p.targets.empty()) {
        file_.leave_out("morph targets");
    }
    const std::vector<import_corner> corners = corners_of(p, node, skin);
    std::vector<uint32_t> order;
    if (p.indices >= 0) {
        order = file_.indices(p.indices);
    } else {
        order.resize(corners.size());
        for (size_t i = 0; i < order.size(); i++) {
            order[i] = static_cast<uint32_t>(i);
        }
    }
    const File::Look &look = file_.look(p.material);
    std::vector<double> uv;
    std::vector<double> colors;
    size_t channels = 4;
    if (look.texture_set >= 0) {
        const int set = attribute(p, "TEXCOORD_" + std::to_string(look.texture_set));
        if (set >= 0) {
            uv = file_.numbers(set, 2);
        } else {
            import_remark(
                file_.import,
                "a mesh has no texture coordinates %d; its faces have the plain colour of their "
                "material",
                look.texture_set);
        }
    }
    if (attribute(p, "COLOR_0") >= 0) {
        const int number = attribute(p, "COLOR_0");
        (void)file_.count(number);
        channels = model_.accessors[static_cast<size_t>(number)].type == TINYGLTF_TYPE_VEC3 ? 3 : 4;
        colors = file_.numbers(number, static_cast<int>(channels));
    }
    if ((!uv.empty() && uv.size() < corners.size() * 2) ||
        (!colors.empty() && colors.size() < corners.size() * channels)) {
        fail("a mesh has fewer colours or texture coordinates than vertices");
    }
    const bool has_normals = attribute(p, "NORMAL") >= 0;
    const std::vector<uint32_t> list = triangles_of(order, p.mode);
    const bool mirrored = skin < 0 && matrix_determinant(&places_[static_cast<size_t>(node)]) < 0;
    for (size_t t = 0; t + 2 < list.size(); t += 3) {
        import_triangle triangle;
        double face_uv[3][2];
        double face_colors[3][4];
        memset(&triangle, 0, sizeof triangle);
        for (size_t k = 0; k < 3; k++) {
            const uint32_t vertex =
                list[t + (mirrored && k > 0 ? 3 - k : k)]; /* a mirrored part turns inside out */
            if (vertex >= corners.size()) {
                fail("a face has vertex " + std::to_string(vertex) + " of " +
                     std::to_string(corners.size()));
            }
            triangle.corners[k] = corners[vertex];
            for (size_t i = 0; i < 2 && !uv.empty(); i++) {
                face_uv[k][i] = uv[vertex * 2 + i];
            }
            for (size_t i = 0; i < 4 && !colors.empty(); i++) {
                face_colors[k][i] = i < channels ? colors[vertex * channels + i] : 1;
            }
        }
        triangle.smooth = has_normals && is_smooth(triangle.corners) ? 1 : 0;
        if (!import_paint_face(&look.paint, uv.empty() ? nullptr : face_uv,
                               colors.empty() ? nullptr : face_colors, &triangle)) {
            holes_++;
        } else if (!import_add_triangle(file_.import, &triangle)) {
            fail("");
        }
    }
}

void Reader::add_meshes()
{
    for (size_t i = 0; i < nodes_.size(); i++) {
        const tinygltf::Node &node = model_.nodes[static_cast<size_t>(file_number_[i])];
        if (node.mesh < 0 || !is_shown_[i]) {
            continue;
        }
        for (const tinygltf::Primitive &p :
             model_.meshes[static_cast<size_t>(node.mesh)].primitives) {
            add_primitive(p, static_cast<int32_t>(i), node.skin);
        }
    }
    if (holes_ > 0) {
        import_remark(file_.import,
                      "%lld faces that their material hides (alphaMode MASK) are left out",
                      static_cast<long long>(holes_));
    }
}

/* ---- animations ---- */

void Reader::add_channel(const tinygltf::Animation &animation,
                         const tinygltf::AnimationChannel &channel, std::vector<rig_channel> *out,
                         double *seconds)
{
    if (channel.target_node < 0) {
        return; /* of an extension */
    }
    if (static_cast<size_t>(channel.target_node) >= rig_number_.size() || channel.sampler < 0 ||
        static_cast<size_t>(channel.sampler) >= animation.samplers.size()) {
        fail("a channel of animation \"" + animation.name + "\" has no node or no sampler");
    }
    rig_channel made;
    memset(&made, 0, sizeof made);
    made.node = rig_number_[static_cast<size_t>(channel.target_node)];
    if (channel.target_path == "translation") {
        made.target = RIG_SHIFT;
    } else if (channel.target_path == "rotation") {
        made.target = RIG_TURN;
    } else if (channel.target_path == "scale") {
        made.target = RIG_SIZE;
    } else {
        file_.leave_out("animations of " + channel.target_path);
        return;
    }
    if (made.node < 0) {
        return; /* nothing that is shown */
    }
    const tinygltf::AnimationSampler &sampler =
        animation.samplers[static_cast<size_t>(channel.sampler)];
    made.interpolation = sampler.interpolation == "STEP"          ? RIG_STEP
                         : sampler.interpolation == "CUBICSPLINE" ? RIG_CUBIC
                                                                  : RIG_LINEAR;
    const int width = made.target == RIG_TURN ? 4 : 3;
    numbers_.push_back(file_.numbers(sampler.input, 1));
    made.times = numbers_.back().data();
    made.key_count = static_cast<int32_t>(numbers_.back().size());
    const std::vector<double> &times = numbers_.back();
    if (times.empty() || !std::is_sorted(times.begin(), times.end())) {
        fail("the keys of animation \"" + animation.name + "\" are not in their order");
    }
    *seconds = std::max(*seconds, times.back());
    numbers_.push_back(file_.numbers(sampler.output, width));
    made.values = numbers_.back().data();
    if (numbers_.back().size() <
        times.size() * static_cast<size_t>(width) * (made.interpolation == RIG_CUBIC ? 3 : 1)) {
        fail("animation \"" + animation.name + "\" has fewer values than keys");
    }
    out->push_back(made);
}

void Reader::make_clips()
{
    channels_.resize(model_.animations.size());
    for (size_t i = 0; i < model_.animations.size(); i++) {
        const tinygltf::Animation &animation = model_.animations[i];
        rig_clip clip;
        memset(&clip, 0, sizeof clip);
        clip.name = animation.name.c_str();
        for (const tinygltf::AnimationChannel &channel : animation.channels) {
            add_channel(animation, channel, &channels_[i], &clip.seconds);
        }
        std::stable_sort(
            channels_[i].begin(), channels_[i].end(),
            [](const rig_channel &a, const rig_channel &b) { return a.node < b.node; });
        if (!(clip.seconds >= 0 && clip.seconds < 1e6)) {
            fail("animation \"" + animation.name + "\" has no time");
        }
        clip.channels = channels_[i].data();
        clip.channel_count = static_cast<int32_t>(channels_[i].size());
        clips_.push_back(clip);
    }
}

void Reader::read()
{
    check_extensions();
    make_nodes();
    mark_parts();
    rig r;
    memset(&r, 0, sizeof r);
    r.nodes = nodes_.data();
    r.node_count = static_cast<int32_t>(nodes_.size());
    places_.resize(nodes_.size());
    rig_places(&r, nullptr, 0, places_.data());
    if (!rig_add_parts(file_.import, &r, places_.data())) {
        fail("");
    }
    skin_places_.resize(model_.skins.size());
    add_meshes();
    make_clips();
    r.clips = clips_.data();
    r.clip_count = static_cast<int32_t>(clips_.size());
    if (!rig_add_clips(file_.import, &r)) {
        fail("");
    }
    file_.tell_left_out();
}

} // namespace

} // namespace r3d_import

bool import_read_gltf(import_job *import, const char *path)
{
    try {
        r3d_import::File file(import, path);
        r3d_import::take_own_texts(file);
        r3d_import::Reader(file).read();
        return true;
    } catch (const r3d_import::Failure &failure) {
        return import_fail(import, "%s", failure.reason.c_str());
    } catch (const std::bad_alloc &) {
        return import_fail(import, "it needs more memory than a reader may have");
    } catch (const std::exception &problem) {
        return import_fail(import, "%s", problem.what());
    }
}
