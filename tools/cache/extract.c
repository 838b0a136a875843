/* SPDX-License-Identifier: MIT */
/* retro3d cache extract: what a cache holds, as files. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/models.h>

#include "common.h"
#include "gltf.h"

enum { OPTION_KIND = R3D_CACHE_RULES_COUNT, OPTION_IDS, OPTION_OUTPUT };

enum { PATH_SIZE = 4096, NAME_SIZE = 64 };

/* What can be extracted, in the order of `what_names`. */
typedef enum what {
    WHAT_MESH = 0,
    WHAT_SKELETON = 1, /* with all frames that use it */
    WHAT_TEXTURE = 2,
    WHAT_MODEL_GLTF = 3,
    WHAT_NPC_GLTF = 4,
    WHAT_COUNT = 5
} what;

static const char *const what_names[WHAT_COUNT] = {"mesh", "skeleton", "texture", "gltf", "npc"};

static const command_option options[] = {
    R3D_CACHE_OPTIONS_OF_FILES("!kind|kind=mesh,skeleton,gltf,npc"),
    R3D_CACHE_OPTION_OF_RULES("!kind|kind=npc"),
    {"kind", 'k', "KIND", "mesh, skeleton, texture, gltf or npc (default: all of them)", NULL},
    {"ids", 0, "LIST", "Which: all (default) or a list like 1-50,77", NULL},
    {"output", 'o', "DIR", "Where to write (required)", NULL},
};

static const command_help help = {
    "cache extract",
    "ROOT -o DIR [options]",
    "Writes what a cache holds as files:\n"
    "  mesh      model-ID.mesh, the model as text\n"
    "  skeleton  skeleton-ID.skel and skeleton-ID.anim with all frames that use it\n"
    "  texture   texture-ID.png, holes transparent\n"
    "  gltf      model-ID.glb, the lit model as glTF 2.0\n"
    "  npc       npc-ID.glb, the character with its stand and walk sequences\n"
    "docs/formats.md describes the texts, docs/cache.md what glTF files keep of a model.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 something cannot be read (the rest is written), 6 "
    "output\n"
    "cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

/* What the arguments say. */
typedef struct request {
    cache_source source;
    const char *folder;
    what only; /* WHAT_COUNT: all */
    id_list ids;
} request;

/* Prints an error and tells the exit code that it means. */
static int failed(const r3d_error *error)
{
    report_error(error);
    return error->result == R3D_ERR_IO_WRITE ? R3D_EXIT_OUTPUT : R3D_EXIT_INPUT;
}

static bool make_path(const request *r, char out_path[PATH_SIZE], const char *kind, int32_t id,
                      const char *extension)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s-%ld.%s", kind, (long)id, extension);
    return join_path(out_path, PATH_SIZE, r->folder, name);
}

static int extract_mesh(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    r3d_mesh *mesh = NULL;
    r3d_error error;
    if (!make_path(r, path, "model", id, "mesh")) {
        return R3D_EXIT_OUTPUT;
    }
    r3d_result result = r3d_cache_get_mesh(cache, id, &mesh, &error);
    if (result == R3D_OK) {
        result = r3d_mesh_save_text(path, mesh, &error);
    }
    r3d_mesh_destroy(mesh);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

/* All frames of a skeleton. Frames that cannot be read are reported and left out. */
static int extract_frames(const request *r, r3d_cache *cache, int32_t skeleton)
{
    char path[PATH_SIZE];
    r3d_error error;
    int32_t count = 0;
    int exit_code = R3D_EXIT_OK;
    if (!make_path(r, path, "skeleton", skeleton, "anim")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_count(cache, R3D_CACHE_FRAMES, &count, &error) != R3D_OK) {
        return failed(&error);
    }
    r3d_numbered_frame *frames = calloc(count > 0 ? (size_t)count : 1, sizeof *frames);
    if (frames == NULL) {
        fprintf(stderr, "retro3d cache extract: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    r3d_animation animation;
    memset(&animation, 0, sizeof animation);
    for (int32_t id = 0; id < count; id++) {
        const r3d_frame *frame;
        if (r3d_cache_get_frame_skeleton(cache, id) != skeleton) {
            continue;
        }
        if (r3d_cache_get_frame(cache, id, &frame, &error) != R3D_OK) {
            exit_code = failed(&error);
            continue;
        }
        frames[animation.frame_count].id = id;
        frames[animation.frame_count++].frame = *frame;
    }
    animation.frames = frames;
    if (r3d_animation_save_text(path, &animation, &error) != R3D_OK) {
        exit_code = failed(&error);
    }
    free(frames);
    return exit_code;
}

static int extract_skeleton(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    const r3d_skeleton *skeleton;
    r3d_error error;
    if (!make_path(r, path, "skeleton", id, "skel")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_get_skeleton(cache, id, &skeleton, &error) != R3D_OK ||
        r3d_skeleton_save_text(path, skeleton, &error) != R3D_OK) {
        return failed(&error);
    }
    return extract_frames(r, cache, id);
}

static int extract_texture(const request *r, r3d_cache *cache, int32_t id)
{
    char path[PATH_SIZE];
    const r3d_image8 *image;
    r3d_error error;
    if (!make_path(r, path, "texture", id, "png")) {
        return R3D_EXIT_OUTPUT;
    }
    if (r3d_cache_get_texture(cache, id, &image, &error) != R3D_OK) {
        return failed(&error);
    }
    r3d_result result = gltf_save_texture(path, image, &error);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

static int extract_gltf(const request *r, r3d_cache *cache, int32_t id, bool npc)
{
    char path[PATH_SIZE];
    r3d_error error;
    if (!make_path(r, path, npc ? "npc" : "model", id, "glb")) {
        return R3D_EXIT_OUTPUT;
    }
    r3d_result result =
        npc ? gltf_save_npc(path, cache, id, &error) : gltf_save_model(path, cache, id, &error);
    return result == R3D_OK ? R3D_EXIT_OK : failed(&error);
}

static int extract_one(const request *r, r3d_cache *cache, what kind, int32_t id)
{
    switch (kind) {
    case WHAT_MESH:
        return extract_mesh(r, cache, id);
    case WHAT_SKELETON:
        return extract_skeleton(r, cache, id);
    case WHAT_TEXTURE:
        return extract_texture(r, cache, id);
    default:
        return extract_gltf(r, cache, id, kind == WHAT_NPC_GLTF);
    }
}

/* Whether there is nothing to see of a character, which is no damage. */
static bool has_no_model(r3d_cache *cache, int32_t id)
{
    const r3d_cache_npc *npc;
    return r3d_cache_get_npc(cache, id, &npc, NULL) == R3D_OK && npc->model_count == 0;
}

static int extract_kind(const request *r, r3d_cache *cache, what kind)
{
    static const r3d_cache_kind kinds[WHAT_COUNT] = {R3D_CACHE_MODELS, R3D_CACHE_SKELETONS,
                                                     R3D_CACHE_TEXTURES, R3D_CACHE_MODELS,
                                                     R3D_CACHE_NPCS};
    int exit_code = R3D_EXIT_OK;
    int32_t count = 0;
    r3d_error error;
    if (r3d_cache_count(cache, kinds[kind], &count, &error) != R3D_OK) {
        return failed(&error);
    }
    for (int32_t id = 0; id < count; id++) {
        if (!id_list_has(&r->ids, id) || !r3d_cache_contains(cache, kinds[kind], id)) {
            continue;
        }
        if (r->ids.all && kind == WHAT_NPC_GLTF && has_no_model(cache, id)) {
            continue;
        }
        int code = extract_one(r, cache, kind, id);
        exit_code = code != R3D_EXIT_OK ? code : exit_code;
        if (code == R3D_EXIT_OUTPUT) {
            return code;
        }
    }
    return exit_code;
}

static bool take_kind(request *r, const char *value)
{
    for (int kind = 0; kind < WHAT_COUNT; kind++) {
        if (strcmp(value, what_names[kind]) == 0) {
            r->only = (what)kind;
            return true;
        }
    }
    (void)usage_error(
        &help, "option --kind: \"%.40s\", expected mesh, skeleton, texture, gltf or npc", value);
    return false;
}

int cmd_cache_extract(int argc, char **argv)
{
    command_arguments arguments;
    request r = {.folder = NULL, .only = WHAT_COUNT, .ids = {.all = true}};
    const char *value;
    cache_source_init(&r.source);
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool valid = true;
        switch (option) {
        case OPTION_KIND:
            valid = take_kind(&r, value);
            break;
        case OPTION_IDS:
            valid = id_list_parse(&help, option, value, &r.ids);
            break;
        case OPTION_OUTPUT:
            r.folder = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            valid = cache_source_root(&r.source, &help, value);
            break;
        case R3D_ARGUMENT_EXIT:
            return arguments_exit_code(&arguments);
        default:
            valid = cache_source_option(&r.source, &help, option, value);
            break;
        }
        if (!valid) {
            return R3D_EXIT_USAGE;
        }
    }
    if (r.source.root == NULL) {
        return usage_error(&help, "no folder given");
    }
    if (r.folder == NULL) {
        return usage_error(&help, "no output given, expected -o DIR");
    }
    r.source.only_models =
        r.only == WHAT_MESH || r.only == WHAT_SKELETON || r.only == WHAT_MODEL_GLTF;
    int exit_code;
    r3d_cache *cache = cache_source_open(&r.source, &help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    exit_code = create_folder(r.folder) ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
    for (int kind = 0; kind < WHAT_COUNT && exit_code != R3D_EXIT_OUTPUT; kind++) {
        if (r.only == WHAT_COUNT || r.only == (what)kind) {
            int code = extract_kind(&r, cache, (what)kind);
            exit_code = code != R3D_EXIT_OK ? code : exit_code;
        }
    }
    r3d_cache_close(cache);
    return exit_code;
}
