/* SPDX-License-Identifier: MIT */
/* retro3d cache list and info: what a cache holds. */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "coverage.h"
#include "kinds.h"

enum {
    OPTION_KIND = R3D_CACHE_FILES_COUNT,
    OPTION_IDS,
    OPTION_CHECK = R3D_CACHE_RULES_COUNT,
    OPTION_COVERAGE
};

/* ---- list ---- */

static const command_option list_options[] = {
    R3D_CACHE_OPTIONS_OF_FILES("!kind|kind=model,frame,skeleton,mesh,gltf"),
    {"kind", 'k', "KIND", "Only this kind, see below", NULL},
    {"ids", 0, "LIST", "Only these: all (default) or a list like 1-50,77", NULL},
};

static const command_help list_help = {
    "cache list",
    "ROOT [options]",
    "Prints a line for each thing in a cache: kind, id, name and what describes it, separated by\n"
    "tabs. A thing that is damaged has the reason instead. A note has the name of what it stands\n"
    "for. Of worn only items are listed that a man or a woman can put on.\n" R3D_CACHE_KINDS_HELP
    "Exit codes: 0 done, 2 wrong usage, 3 the cache or something in it cannot be read.\n",
    list_options,
    sizeof list_options / sizeof list_options[0],
};

/* Prints a text that may hold anything, as one field. */
static void print_text(const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        putchar(c < 0x20 || (c >= 0x7F && c < 0xA0) ? ' ' : c);
    }
}

static void print_error_field(const r3d_error *error)
{
    printf("\terror: %s", error->file);
    if (error->offset >= 0) {
        printf(", byte %lld", (long long)error->offset);
    }
    printf(": %s", error->message);
}

/* Anything that a cache holds. */
typedef union thing {
    r3d_mesh *mesh;
    const r3d_frame *frame;
    const r3d_skeleton *skeleton;
    const r3d_image8 *texture;
    const r3d_cache_obj *obj;
    const r3d_cache_npc *npc;
    const r3d_cache_loc *loc;
    const r3d_cache_idk *idk;
    const r3d_cache_seq *seq;
    const r3d_cache_spot *spot;
} thing;

static r3d_result get(r3d_cache *cache, r3d_cache_kind kind, int32_t id, thing *out,
                      r3d_error *error)
{
    switch (kind) {
    case R3D_CACHE_MODELS:
        return r3d_cache_get_mesh(cache, id, &out->mesh, error);
    case R3D_CACHE_FRAMES:
        return r3d_cache_get_frame(cache, id, &out->frame, error);
    case R3D_CACHE_SKELETONS:
        return r3d_cache_get_skeleton(cache, id, &out->skeleton, error);
    case R3D_CACHE_TEXTURES:
        return r3d_cache_get_texture(cache, id, &out->texture, error);
    case R3D_CACHE_OBJS:
        return r3d_cache_get_obj(cache, id, &out->obj, error);
    case R3D_CACHE_NPCS:
        return r3d_cache_get_npc(cache, id, &out->npc, error);
    case R3D_CACHE_LOCS:
        return r3d_cache_get_loc(cache, id, &out->loc, error);
    case R3D_CACHE_IDKS:
        return r3d_cache_get_idk(cache, id, &out->idk, error);
    case R3D_CACHE_SEQS:
        return r3d_cache_get_seq(cache, id, &out->seq, error);
    default:
        return r3d_cache_get_spot(cache, id, &out->spot, error);
    }
}

static void release(r3d_cache_kind kind, thing *t)
{
    if (kind == R3D_CACHE_MODELS) {
        r3d_mesh_destroy(t->mesh);
    }
}

static void describe_mesh(const r3d_mesh *mesh)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    printf("\t\tvertices %ld faces %ld planes %ld%s%s%s%s%s", (long)view.vertex_count,
           (long)view.face_count, (long)view.plane_count, view.infos != NULL ? " infos" : "",
           view.priorities != NULL ? " priorities" : "", view.alphas != NULL ? " alphas" : "",
           view.face_labels != NULL ? " face-labels" : "",
           view.vertex_labels != NULL ? " vertex-labels" : "");
}

/* A name and three numbers. */
static void print_fields(const char *name, const char *format, int32_t a, int32_t b, int32_t c)
{
    putchar('\t');
    print_text(name);
    putchar('\t');
    printf(format, (long)a, (long)b, (long)c);
}

static void describe(r3d_cache *cache, r3d_cache_kind kind, int32_t id, const thing *t)
{
    const char *name = "";
    switch (kind) {
    case R3D_CACHE_MODELS:
        describe_mesh(t->mesh);
        break;
    case R3D_CACHE_FRAMES:
        print_fields("", "operations %ld delay %ld skeleton %ld", t->frame->op_count,
                     t->frame->delay, r3d_cache_get_frame_skeleton(cache, id));
        break;
    case R3D_CACHE_SKELETONS:
        printf("\t\tbases %ld", (long)t->skeleton->base_count);
        break;
    case R3D_CACHE_TEXTURES:
        print_fields("", "width %ld height %ld colours %ld", t->texture->frame.width,
                     t->texture->frame.height, t->texture->palette_count);
        break;
    case R3D_CACHE_OBJS:
        (void)r3d_cache_get_obj_name(cache, id, &name,
                                     NULL); /* "" if what it stands for is damaged */
        print_fields(name, "model %ld zoom %ld note %ld", t->obj->model, t->obj->look.zoom,
                     t->obj->note_item);
        break;
    case R3D_CACHE_NPCS:
        print_fields(t->npc->name, "models %ld stand %ld walk %ld", t->npc->model_count,
                     t->npc->stand_seq, t->npc->walk_seq);
        break;
    case R3D_CACHE_LOCS:
        print_fields(t->loc->name, "models %ld seq %ld width %ld", t->loc->model_count, t->loc->seq,
                     t->loc->width);
        break;
    case R3D_CACHE_IDKS:
        print_fields("", "part %ld models %ld disabled %ld", t->idk->body_part, t->idk->model_count,
                     t->idk->disabled ? 1 : 0);
        break;
    case R3D_CACHE_SEQS:
        print_fields("", "steps %ld first-frame %ld mask %ld", t->seq->step_count,
                     t->seq->steps[0].frame, t->seq->mask_count);
        break;
    default:
        print_fields("", "model %ld seq %ld orientation %ld", t->spot->model, t->spot->seq,
                     t->spot->orientation);
        break;
    }
}

/* Whether somebody can put an item on; also one that is damaged, so that the reason is seen. */
static bool is_worn(r3d_cache *cache, int32_t id)
{
    const r3d_cache_obj *obj;
    return r3d_cache_get_obj(cache, id, &obj, NULL) != R3D_OK || obj->wear[0][0] >= 0 ||
           obj->wear[1][0] >= 0;
}

/* worn  Only items that can be put on. */
static int list_kind(r3d_cache *cache, r3d_cache_kind kind, bool worn, const id_list *ids,
                     int32_t *listed)
{
    int32_t count = 0;
    r3d_error error;
    int exit_code = R3D_EXIT_OK;
    if (r3d_cache_count(cache, kind, &count, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    for (int32_t id = 0; id < count; id++) {
        thing t;
        if (!id_list_has(ids, id) || !r3d_cache_contains(cache, kind, id) ||
            (worn && !is_worn(cache, id))) {
            continue;
        }
        (*listed)++;
        printf("%s\t%ld", r3d_cache_kind_name(kind), (long)id);
        if (get(cache, kind, id, &t, &error) == R3D_OK) {
            describe(cache, kind, id, &t);
            release(kind, &t);
        } else {
            print_error_field(&error);
            exit_code = R3D_EXIT_INPUT;
        }
        putchar('\n');
    }
    return exit_code;
}

static int list(r3d_cache *cache, const cache_word *only, const id_list *ids)
{
    int exit_code = R3D_EXIT_OK;
    int32_t listed = 0;
    for (int kind = 0; kind < R3D_CACHE_KIND_COUNT; kind++) {
        if (only == NULL || only->kind == (r3d_cache_kind)kind) {
            const bool worn = only != NULL && only->card == CARD_WORN;
            int code = list_kind(cache, (r3d_cache_kind)kind, worn, ids, &listed);
            exit_code = code != R3D_EXIT_OK ? code : exit_code;
        }
    }
    if (only != NULL && exit_code == R3D_EXIT_OK) {
        fflush(stdout);
        return id_list_is_within(ids, cache, only->kind, "list") ? R3D_EXIT_OK : R3D_EXIT_INPUT;
    }
    if (listed == 0 && exit_code == R3D_EXIT_OK && !ids->all) {
        fprintf(stderr, "retro3d cache list: nothing in the cache has such an id\n");
        return R3D_EXIT_INPUT;
    }
    return exit_code;
}

int cmd_cache_list(int argc, char **argv)
{
    command_arguments arguments;
    cache_source source;
    id_list ids = {.all = true};
    const cache_word *only = NULL;
    const char *value;
    cache_source_init(&source);
    arguments_init(&arguments, &list_help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool valid = true;
        switch (option) {
        case OPTION_KIND:
            only = cache_word_parse(&list_help, option, value);
            valid = only != NULL;
            break;
        case OPTION_IDS:
            valid = id_list_parse(&list_help, option, value, &ids);
            break;
        case R3D_ARGUMENT_POSITIONAL:
            valid = cache_source_root(&source, &list_help, value);
            break;
        case R3D_ARGUMENT_EXIT:
            return arguments_exit_code(&arguments);
        default:
            valid = cache_source_option(&source, &list_help, option, value);
            break;
        }
        if (!valid) {
            return R3D_EXIT_USAGE;
        }
    }
    if (source.root == NULL) {
        return usage_error(&list_help, "no folder given");
    }
    source.only_models = only != NULL && only->kind <= R3D_CACHE_SKELETONS;
    int exit_code;
    r3d_cache *cache = cache_source_open(&source, &list_help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    exit_code = list(cache, only, &ids);
    r3d_cache_close(cache);
    return exit_code;
}

/* ---- info ---- */

static const command_option info_options[] = {
    R3D_CACHE_OPTIONS_OF_FILES(NULL),
    R3D_CACHE_OPTION_OF_RULES(NULL),
    {"check", 0, NULL, "Load everything and print what is wrong", NULL},
    {"coverage", 0, NULL,
     "Print what is used of what records, models and frames can say, and what is drawn", NULL},
};

static const command_help info_help = {
    "cache info",
    "ROOT [options]",
    "Describes a cache: how its files lie, which rules hold, how many things of each kind it has,\n"
    "and the entries of its archives. With --check everything in it is decoded. With --coverage\n"
    "everything is drawn, too: for each kind how many can be read and drawn, and which opcodes of\n"
    "records (1:18 is opcode 1 in 18 records), faces and arrays of models and operations of "
    "frames\n"
    "there are.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the cache or something in it cannot be read.\n",
    info_options,
    sizeof info_options / sizeof info_options[0],
};

static void print_archive(const cache_source *source, const char *name)
{
    char path[4096];
    r3d_archive *archive = NULL;
    r3d_archive_options options = {.struct_size = sizeof(r3d_archive_options),
                                   .strict = source->desc.strict};
    r3d_error error;
    if (!join_path(path, sizeof path, source->root, name)) {
        return;
    }
    if (r3d_archive_open(path, &options, &archive, &error) != R3D_OK) {
        report_error(&error);
        return;
    }
    printf("archive %s: %ld entries, compressed %s\n", name, (long)r3d_archive_count(archive),
           r3d_archive_is_whole(archive) ? "as a whole" : "one by one");
    for (int32_t i = 0; i < r3d_archive_count(archive); i++) {
        r3d_archive_entry entry;
        if (r3d_archive_get_entry(archive, i, &entry) == R3D_OK) {
            printf("  %08lx  %8ld  %8ld  at %-8lld %s\n", (unsigned long)entry.hash,
                   (long)entry.size, (long)entry.stored_size, (long long)entry.offset,
                   entry.name != NULL ? entry.name : "?");
        }
    }
    r3d_archive_close(archive);
}

/* Loads one thing, and of a texture all that drawing needs. */
static r3d_result load(r3d_cache *cache, r3d_cache_kind kind, int32_t id, r3d_error *error)
{
    thing t;
    const r3d_texels *texels;
    if (kind == R3D_CACHE_TEXTURES) {
        return r3d_cache_get_texels(cache, id, &texels, error);
    }
    r3d_result result = get(cache, kind, id, &t, error);
    if (result == R3D_OK) {
        release(kind, &t);
    }
    return result;
}

static int print_kind(r3d_cache *cache, r3d_cache_kind kind, bool check)
{
    int32_t count = 0;
    int32_t there = 0;
    int32_t damaged = 0;
    r3d_error error;
    if (r3d_cache_count(cache, kind, &count, &error) != R3D_OK) {
        printf("%-9s none\n", r3d_cache_kind_name(kind));
        fflush(stdout);
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    for (int32_t id = 0; id < count; id++) {
        if (!r3d_cache_contains(cache, kind, id)) {
            continue;
        }
        there++;
        if (check && load(cache, kind, id, &error) != R3D_OK) {
            damaged++;
            report_error(&error);
        }
    }
    printf("%-9s %ld", r3d_cache_kind_name(kind), (long)there);
    if (check) {
        printf(", %ld damaged", (long)damaged);
    }
    putchar('\n');
    return damaged > 0 ? R3D_EXIT_INPUT : R3D_EXIT_OK;
}

static int print_info(const cache_source *source, r3d_cache *cache, bool check)
{
    r3d_cache_rules rules;
    r3d_cache_rules_init(&rules);
    r3d_cache_get_rules(cache, &rules);
    bool is_store = r3d_cache_get_layout(cache) == R3D_CACHE_STORE;
    printf("layout    %s\n", is_store ? "store" : "archives");
    printf("rules     notes %s, planes %s, pose alpha %s, black %s\n",
           rules.notes == R3D_NOTE_SCALED ? "scaled" : "zoomed",
           rules.planes == R3D_PLANES_KEPT ? "kept" : "rebased",
           rules.alpha == R3D_POSE_ALPHA_ALWAYS ? "always" : "if flagged",
           rules.black == R3D_BLACK_IS_HOLE ? "is a hole" : "kept");
    int exit_code = R3D_EXIT_OK;
    for (int kind = 0; kind < R3D_CACHE_KIND_COUNT; kind++) {
        int code = print_kind(cache, (r3d_cache_kind)kind, check);
        exit_code = code != R3D_EXIT_OK ? code : exit_code;
    }
    if (!is_store) {
        print_archive(source,
                      source->desc.models_name != NULL ? source->desc.models_name : "models");
        print_archive(source, "textures");
        print_archive(source, "config");
    }
    return exit_code;
}

int cmd_cache_info(int argc, char **argv)
{
    command_arguments arguments;
    cache_source source;
    bool check = false;
    bool coverage = false;
    const char *value;
    cache_source_init(&source);
    arguments_init(&arguments, &info_help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        bool valid = true;
        switch (option) {
        case OPTION_CHECK:
            check = true;
            break;
        case OPTION_COVERAGE:
            coverage = true;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            valid = cache_source_root(&source, &info_help, value);
            break;
        case R3D_ARGUMENT_EXIT:
            return arguments_exit_code(&arguments);
        default:
            valid = cache_source_option(&source, &info_help, option, value);
            break;
        }
        if (!valid) {
            return R3D_EXIT_USAGE;
        }
    }
    if (source.root == NULL) {
        return usage_error(&info_help, "no folder given");
    }
    int exit_code;
    r3d_cache *cache = cache_source_open(&source, &info_help, &exit_code);
    if (cache == NULL) {
        return exit_code;
    }
    exit_code = print_info(&source, cache, check);
    if (coverage) {
        printf("coverage\n");
        coverage_print(cache);
    }
    r3d_cache_close(cache);
    return exit_code;
}
