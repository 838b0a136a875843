/* SPDX-License-Identifier: MIT */
/* retro3d import: a model of another format goes in, text meshes come out. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/commands.h"
#include "import.h"
#include "../common/options.h"

enum { OPTION_OUTPUT, OPTION_SKELETON, OPTION_ANIMATION, OPTION_SCALE, OPTION_SPLIT };

static const command_option options[] = {
    {"output", 'o', "OUT.mesh", "Where to write the mesh (required)", NULL},
    {"skel", 0, "OUT.skel", "Write a skeleton: the model's rigid parts", NULL},
    {"anim", 0, "OUT.anim", "Write the model's animations; needs --skel", "skel"},
    {"scale", 's', "N", "Our units in one of the model's (default 256; of own exports 128)", NULL},
    {"split", 0, "auto|N", "Cut edges longer than N units, 0 for none (default auto, see above)",
     NULL},
};

static const command_help help = {
    "import",
    "MODEL.glb|.obj|... -o OUT.mesh [options]",
    "Reads a model (glTF, OBJ, and what Assimp reads) and writes it as text: triangles, each in "
    "the\n"
    "packed colour that is nearest to the model's in its middle, in every light; a label for each\n"
    "rigid part or joint; bases and frames (80 ms each) for their moves. Faces whose corners have "
    "the\n"
    "same normal are flat, others smooth. \"retro3d render\" draws the result. What \"retro3d "
    "cache\n"
    "extract\" wrote becomes what it was: colours, labels, frames.\n"
    "What is not read is told. Pictures are read from the model's folder and below only.\n"
    "The engine sorts whole faces by their middle, so a large face can cover a small one in front\n"
    "of it; small faces sort well. --split auto looks at the model from several sides and cuts as\n"
    "finely as it must; at most 262,144 faces can be cut.\n"
    "Examples:\n"
    "  retro3d import house.glb -o house.mesh\n"
    "  retro3d import hero.glb --scale 512 -o hero.mesh --skel hero.skel --anim hero.anim\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the model cannot be read or is too large, 6 a file\n"
    "cannot be written. After an error nothing is written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct import_options {
    const char *model;
    const char *output;
    const char *skeleton;
    const char *animation;
    int32_t scale;
    int32_t split; /* 0: no; SPLIT_AUTO */
} import_options;

enum { SPLIT_AUTO = -1, SPLIT_DEFAULT = -2, FILES = IMPORT_TEXTS };

/* The files that are made of a model. */
typedef struct products {
    char *text[FILES];
    size_t size[FILES];
    int32_t vertices;
    int32_t faces;
    int32_t uncut_faces;
    bool was_split_well; /* with --split auto */
    double faults;       /* share of wrong pixels then */
} products;

/* Cuts the mesh as the options say. NULL, with the reason told, on failure. */
static r3d_mesh *make_mesh(const import_options *o, const import_job *import, products *p)
{
    const bool own = import_is_own(import);
    r3d_mesh *mesh = own ? import_own_mesh(import, o->animation == NULL) : import_mesh(import);
    r3d_mesh *split = NULL;
    if (mesh == NULL || o->split == 0 || (o->split == SPLIT_DEFAULT && own)) {
        return mesh;
    }
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    p->uncut_faces = view.face_count;
    if (o->split < 0) {
        split = import_split_well(mesh, &p->faults);
        p->was_split_well = true;
    } else {
        split = import_split(mesh, o->split);
    }
    r3d_mesh_destroy(mesh);
    return split;
}

static bool encode_motion(const import_options *o, const import_job *import, products *p)
{
    const bool own = import_is_own(import);
    return (o->skeleton == NULL ||
            (own ? import_encode_own_skeleton(import, &p->text[1], &p->size[1])
                 : import_encode_skeleton(import, &p->text[1], &p->size[1]))) &&
           (o->animation == NULL ||
            (own ? import_encode_own_animation(import, &p->text[2], &p->size[2])
                 : import_encode_animation(import, &p->text[2], &p->size[2])));
}

static bool make_products(const import_options *o, const import_job *import, products *p)
{
    r3d_error error;
    r3d_mesh_view view;
    r3d_mesh *mesh = make_mesh(o, import, p);
    if (mesh == NULL) {
        return false;
    }
    r3d_mesh_get_view(mesh, &view);
    p->vertices = view.vertex_count;
    p->faces = view.face_count;
    r3d_result result = r3d_mesh_encode_text(mesh, NULL, &p->text[0], &p->size[0], &error);
    r3d_mesh_destroy(mesh);
    if (result != R3D_OK) {
        fprintf(stderr, "%s: %s\n", o->model, error.message);
        return false;
    }
    return encode_motion(o, import, p);
}

static int write_products(const import_options *o, const import_job *import, const products *p)
{
    r3d_file_content files[FILES];
    size_t count = 0;
    r3d_error error;
    const char *const paths[FILES] = {o->output, o->skeleton, o->animation};
    for (int i = 0; i < FILES; i++) {
        if (paths[i] != NULL) {
            const r3d_file_content file = {paths[i], p->text[i], p->size[i]};
            files[count++] = file;
        }
    }
    if (r3d_file_write_all(files, count, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_OUTPUT;
    }
    printf("%s: %ld vertices, %ld faces, %ld parts, %ld animations", o->output, (long)p->vertices,
           (long)p->faces, (long)import->part_count, (long)import->clip_count);
    if (p->was_split_well) {
        printf(", cut from %ld faces; %.2f %% of the pixels in a wrong order", (long)p->uncut_faces,
               p->faults * 100);
    }
    printf("\n");
    return R3D_EXIT_OK;
}

static int save_all(const import_options *o, const import_job *import)
{
    products p;
    memset(&p, 0, sizeof p);
    int exit_code = make_products(o, import, &p) ? write_products(o, import, &p) : R3D_EXIT_INPUT;
    for (int i = 0; i < FILES; i++) {
        free(p.text[i]);
    }
    return exit_code;
}

static bool parse_split(const char *value, int32_t *out_split)
{
    if (strcmp(value, "auto") == 0) {
        *out_split = SPLIT_AUTO;
        return true;
    }
    if (!option_i32(&help, OPTION_SPLIT, value, 0, 1000000, out_split)) {
        return false;
    }
    if (*out_split == 1) {
        (void)usage_error(&help, "option --split: \"1\", expected auto, 0, or 2..1000000");
        return false;
    }
    return true;
}

/* Tells what the reader had to say, with the name of the file before each line. */
static void tell_remarks(const import_job *import)
{
    for (const char *line = import->remarks; line != NULL && *line != '\0';) {
        char text[1024];
        const size_t length = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)(length < 1000 ? length : 1000), line);
        char clean[1024];
        import_clean_text(clean, sizeof clean, text);
        fprintf(stderr, "%s: %s\n", import->path, clean);
        line += length + (line[length] != '\0' ? 1 : 0);
    }
}

static int run(const import_options *o)
{
    const char *library = "";
    import_limits limits;
    import_job import;
    import_reader *reader = import_find_reader(o->model, &library);
    memset(&import, 0, sizeof import);
    import.path = o->model;
    if (reader == NULL) {
        fprintf(stderr, "%s: this build cannot read it, because %s when it was built\n", o->model,
                library);
        return R3D_EXIT_USAGE;
    }
    import_limits_init(&limits);
    int exit_code = R3D_EXIT_INPUT;
    if (import_read(&import, reader, o->model, &limits)) {
        import.scale = o->scale > 0             ? o->scale
                       : import_is_own(&import) ? IMPORT_OWN_SCALE
                                                : IMPORT_SCALE;
        tell_remarks(&import);
        exit_code = save_all(o, &import);
    } else {
        tell_remarks(&import);
        fprintf(stderr, "%s: %s\n", o->model, import.failure);
    }
    import_free(&import);
    return exit_code;
}

int cmd_import(int argc, char **argv)
{
    command_arguments arguments;
    import_options o = {NULL, NULL, NULL, NULL, 0, SPLIT_DEFAULT};
    const char *value;
    arguments_init(&arguments, &help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
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
            if (!option_i32(&help, option, value, 1, 100000, &o.scale)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case OPTION_SPLIT:
            if (!parse_split(value, &o.split)) {
                return R3D_EXIT_USAGE;
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (o.model != NULL) {
                return usage_error(&help, "one model expected, \"%.100s\" is a second", value);
            }
            o.model = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    if (o.model == NULL || o.output == NULL) {
        return usage_error(&help, o.model == NULL ? "no model given"
                                                  : "no output given, expected -o OUT.mesh");
    }
    const char *const outputs[] = {o.output, o.skeleton, o.animation};
    if (!outputs_are_safe(&help, outputs, 3, &o.model, 1)) {
        return R3D_EXIT_USAGE;
    }
    return run(&o);
}
