/* SPDX-License-Identifier: MIT */
/* retro3d import: a model of another format goes in, text meshes come out. */

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "import.h"
#include "options.h"

enum { OPTION_OUTPUT, OPTION_SKELETON, OPTION_ANIMATION, OPTION_SCALE, OPTION_SPLIT };

static const r3d_option options[] = {
    {"output", 'o', "OUT.mesh", "Where to write the mesh (required)"},
    {"skel", 0, "OUT.skel", "Write a skeleton: the model's rigid parts"},
    {"anim", 0, "OUT.anim", "Write the model's animations; needs --skel"},
    {"scale", 's', "N",
     "Our units in one of the model's (default 256; a person is about 200 high)"},
    {"split", 0, "N", "Cut edges longer than N units: small faces sort better (default: do not)"},
};

static const r3d_command_help help = {
    "import",
    "MODEL.glb|.obj|... -o OUT.mesh [options]",
    "Reads a model with Assimp and writes it as text: triangles, each in the packed colour that "
    "is\n"
    "nearest to that of the model's picture in its middle; a label for each rigid part; bases and "
    "frames\n"
    "(80 ms each) for the moves of the parts. Faces whose corners have the same normal are flat, "
    "others\n"
    "smooth. \"retro3d render\" draws the result.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the model cannot be read or is too large, 6 a file "
    "cannot be\n"
    "written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct import_options {
    const char *model;
    const char *output;
    const char *skeleton;
    const char *animation;
    int32_t scale;
    int32_t split; /* 0: no */
} import_options;

static int save_all(const import_options *o, const r3d_import *import)
{
    r3d_error error;
    r3d_mesh *mesh = r3d_import_mesh(import);
    if (mesh != NULL && o->split > 0) {
        r3d_mesh *split = r3d_import_split(mesh, o->split);
        r3d_mesh_destroy(mesh);
        mesh = split;
    }
    if (mesh == NULL) {
        return R3D_EXIT_INPUT;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    int32_t vertices = view.vertex_count;
    int32_t faces = view.face_count;
    r3d_result result = r3d_mesh_save_text(o->output, mesh, &error);
    r3d_mesh_destroy(mesh);
    if (result != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    if ((o->skeleton != NULL && !r3d_import_save_skeleton(import, o->skeleton)) ||
        (o->animation != NULL && !r3d_import_save_animation(import, o->animation))) {
        return R3D_EXIT_OUTPUT;
    }
    printf("%s: %ld vertices, %ld faces, %ld parts, %u animations\n", o->output, (long)vertices,
           (long)faces, (long)import->part_count, import->scene->mNumAnimations);
    return R3D_EXIT_OK;
}

int r3d_cmd_import(int argc, char **argv)
{
    r3d_arguments arguments;
    import_options o = {NULL, NULL, NULL, NULL, 256, 0};
    const char *value;
    r3d_arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = r3d_arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_OUTPUT:
            o.output = value;
            break;
        case OPTION_SKELETON:
            o.skeleton = value;
            break;
        case OPTION_ANIMATION:
            o.animation = value;
            break;
        case OPTION_SCALE:
            if (!r3d_option_i32(&help, option, value, 1, 100000, &o.scale)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case OPTION_SPLIT:
            if (!r3d_option_i32(&help, option, value, 2, 1000000, &o.split)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (o.model != NULL) {
                return r3d_usage_error(&help, "one model expected, \"%.100s\" is a second", value);
            }
            o.model = value;
            break;
        default:
            return r3d_arguments_exit_code(&arguments);
        }
    }
    if (o.model == NULL || o.output == NULL) {
        return r3d_usage_error(&help, o.model == NULL ? "no model given"
                                                      : "no output given, expected -o OUT.mesh");
    }
    if (o.animation != NULL && o.skeleton == NULL) {
        return r3d_usage_error(&help, "--anim needs --skel: its frames refer to the skeleton");
    }
    const char *const outputs[] = {o.output, o.skeleton, o.animation};
    if (!r3d_outputs_are_safe(&help, outputs, 3, &o.model, 1)) {
        return R3D_EXIT_USAGE;
    }
    r3d_import import;
    if (!r3d_import_open(&import, o.model, o.scale)) {
        return R3D_EXIT_INPUT;
    }
    int exit_code = save_all(&o, &import);
    r3d_import_close(&import);
    return exit_code;
}
