/* SPDX-License-Identifier: MIT */

#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"

enum { FACE_KINDS = 4, OPERATIONS = 6 };

/* ---- what records say ---- */

static void add_opcodes(r3d_cache *cache, r3d_cache_kind kind, int32_t id, long *records)
{
    int32_t counts[R3D_CACHE_OPCODES];
    if (r3d_cache_count_opcodes(cache, kind, id, counts, NULL) != R3D_OK) {
        return;
    }
    for (int i = 0; i < R3D_CACHE_OPCODES; i++) {
        records[i] += counts[i] > 0 ? 1 : 0;
    }
}

/* "1:18" is opcode 1 in 18 records. */
static void print_opcodes(const long *records)
{
    printf("          opcodes");
    for (int i = 0; i < R3D_CACHE_OPCODES; i++) {
        if (records[i] > 0) {
            printf(" %d:%ld", i, records[i]);
        }
    }
    putchar('\n');
}

/* ---- what models and frames have ---- */

typedef struct model_features {
    long faces[FACE_KINDS];
    long hidden;
    long translucent;
    long with_priorities;
    long with_alphas;
    long with_face_labels;
    long with_vertex_labels;
    long with_planes;
} model_features;

static bool add_model(r3d_cache *cache, int32_t id, model_features *f)
{
    r3d_mesh *mesh = NULL;
    r3d_mesh_view view;
    if (r3d_cache_get_mesh(cache, id, &mesh, NULL) != R3D_OK) {
        return false;
    }
    r3d_mesh_get_view(mesh, &view);
    for (int32_t i = 0; i < view.face_count; i++) {
        const int32_t info = view.infos != NULL ? view.infos[i] : 0;
        f->hidden += info == R3D_FACE_HIDDEN ? 1 : 0;
        f->faces[info & (FACE_KINDS - 1)] += info != R3D_FACE_HIDDEN ? 1 : 0;
        f->translucent += view.alphas != NULL && view.alphas[i] != 0 ? 1 : 0;
    }
    f->with_priorities += view.priorities != NULL ? 1 : 0;
    f->with_alphas += view.alphas != NULL ? 1 : 0;
    f->with_face_labels += view.face_labels != NULL ? 1 : 0;
    f->with_vertex_labels += view.vertex_labels != NULL ? 1 : 0;
    f->with_planes += view.plane_count > 0 ? 1 : 0;
    r3d_mesh_destroy(mesh);
    return true;
}

static void print_model_features(const model_features *f)
{
    printf("          faces gouraud:%ld flat:%ld textured:%ld textured-flat:%ld hidden:%ld "
           "translucent:%ld\n",
           f->faces[R3D_FACE_GOURAUD], f->faces[R3D_FACE_FLAT], f->faces[R3D_FACE_TEXTURED],
           f->faces[R3D_FACE_TEXTURED_FLAT], f->hidden, f->translucent);
    printf("          models with priorities:%ld alphas:%ld face-labels:%ld vertex-labels:%ld "
           "planes:%ld\n",
           f->with_priorities, f->with_alphas, f->with_face_labels, f->with_vertex_labels,
           f->with_planes);
}

/* Operations by the type of their base; the last count is of types that the engine does not know. */
static bool add_frame(r3d_cache *cache, int32_t id, long operations[OPERATIONS])
{
    static const int32_t types[OPERATIONS - 1] = {R3D_BASE_ORIGIN, R3D_BASE_TRANSLATE,
                                                  R3D_BASE_ROTATE, R3D_BASE_SCALE, R3D_BASE_ALPHA};
    const r3d_frame *frame;
    if (r3d_cache_get_frame(cache, id, &frame, NULL) != R3D_OK) {
        return false;
    }
    for (int32_t i = 0; i < frame->op_count; i++) {
        const int32_t base = frame->ops[i].base;
        int type = 0;
        while (type < OPERATIONS - 1 &&
               (base >= frame->skeleton->base_count ||
                (int32_t)frame->skeleton->bases[base].type != types[type])) {
            type++;
        }
        operations[type]++;
    }
    return true;
}

/* ---- a whole cache ---- */

static bool is_readable(r3d_cache *cache, r3d_cache_kind kind, int32_t id)
{
    int32_t counts[R3D_CACHE_OPCODES];
    const r3d_skeleton *skeleton;
    const r3d_texels *texels;
    switch (kind) {
    case R3D_CACHE_SKELETONS:
        return r3d_cache_get_skeleton(cache, id, &skeleton, NULL) == R3D_OK;
    case R3D_CACHE_TEXTURES:
        return r3d_cache_get_texels(cache, id, &texels, NULL) == R3D_OK;
    default:
        return r3d_cache_count_opcodes(cache, kind, id, counts, NULL) == R3D_OK;
    }
}

static void print_entries(r3d_cache *cache, r3d_cache_kind kind)
{
    long records[R3D_CACHE_OPCODES] = {0};
    long operations[OPERATIONS] = {0};
    model_features features = {.hidden = 0};
    int32_t count = 0;
    long there = 0;
    long read = 0;
    (void)r3d_cache_count(cache, kind, &count, NULL);
    for (int32_t id = 0; id < count; id++) {
        if (!r3d_cache_contains(cache, kind, id)) {
            continue;
        }
        there++;
        switch (kind) {
        case R3D_CACHE_MODELS:
            read += add_model(cache, id, &features) ? 1 : 0;
            break;
        case R3D_CACHE_FRAMES:
            read += add_frame(cache, id, operations) ? 1 : 0;
            break;
        default:
            read += is_readable(cache, kind, id) ? 1 : 0;
            if (kind >= R3D_CACHE_OBJS) {
                add_opcodes(cache, kind, id, records);
            }
            break;
        }
    }
    printf("%-9s %ld of %ld read\n", r3d_cache_kind_name(kind), read, there);
    if (kind == R3D_CACHE_MODELS) {
        print_model_features(&features);
    } else if (kind == R3D_CACHE_FRAMES) {
        printf("          operations origin:%ld translate:%ld rotate:%ld scale:%ld alpha:%ld "
               "other:%ld\n",
               operations[0], operations[1], operations[2], operations[3], operations[4],
               operations[5]);
    } else if (kind >= R3D_CACHE_OBJS) {
        print_opcodes(records);
    }
}

static void print_pictures(const char *name, size_t drawn, size_t count, size_t blank)
{
    printf("          %s: %zu of %zu drawn, %zu of them show nothing\n", name, drawn, count, blank);
}

/* Draws all pictures of a card. */
static void print_drawn(r3d_cache *cache, card_drawer *drawer, card_kind card, uint32_t *pixels)
{
    row_choice choice = {.command = "info",
                         .kind = card,
                         .ids = {.all = true},
                         .amount = 1,
                         .seq = -1,
                         .frame = -1,
                         .rotation = -1};
    row_list list;
    size_t drawn = 0;
    size_t blank = 0;
    memset(&list, 0, sizeof list);
    if (row_list_choose(&list, cache, &choice)) {
        for (size_t i = 0; i < list.count; i++) {
            const card_row *row = &list.rows[i].row;
            int32_t width;
            int32_t height;
            uint32_t crc;
            int32_t nonzero;
            card_size(row, NULL, &width, &height);
            if (card_draw(drawer, row, NULL, pixels, NULL) == R3D_OK) {
                card_hash(pixels, width, height, &crc, &nonzero);
                drawn++;
                blank += nonzero == 0 ? 1 : 0;
            }
        }
        print_pictures(card_kind_name(card), drawn, list.count, blank);
    }
    row_list_free(&list);
}

void coverage_print(r3d_cache *cache)
{
    enum { PIXELS_MAX = 65536 }; /* of the largest card */
    card_drawer *drawer = NULL;
    r3d_error error;
    uint32_t *pixels = malloc(PIXELS_MAX * sizeof *pixels);
    if (pixels == NULL) {
        fprintf(stderr, "retro3d cache info: out of memory\n");
        return;
    }
    if (card_drawer_create(cache, NULL, NULL, &drawer, &error) != R3D_OK) {
        report_error(&error);
        free(pixels);
        return;
    }
    for (int kind = 0; kind < R3D_CACHE_KIND_COUNT; kind++) {
        int32_t count = 0;
        if (r3d_cache_count(cache, (r3d_cache_kind)kind, &count, NULL) != R3D_OK) {
            printf("%-9s none\n", r3d_cache_kind_name((r3d_cache_kind)kind));
            continue;
        }
        print_entries(cache, (r3d_cache_kind)kind);
        for (int card = 0; card < CARD_KIND_COUNT; card++) {
            if (cache_kind_of_card((card_kind)card) == (r3d_cache_kind)kind) {
                print_drawn(cache, drawer, (card_kind)card, pixels);
            }
        }
    }
    card_drawer_destroy(drawer);
    free(pixels);
}

/* ---- pictures that were drawn ---- */

void coverage_print_rows(r3d_cache *cache, const row_list *list)
{
    for (int card = 0; card < CARD_KIND_COUNT; card++) {
        const r3d_cache_kind kind = cache_kind_of_card((card_kind)card);
        long records[R3D_CACHE_OPCODES] = {0};
        model_features features = {.hidden = 0};
        size_t count = 0;
        size_t drawn = 0;
        size_t blank = 0;
        int32_t last = -1; /* rows of one thing follow each other */
        for (size_t i = 0; i < list->count; i++) {
            const render_row *row = &list->rows[i];
            if (row->row.kind != (card_kind)card) {
                continue;
            }
            count++;
            drawn += row->drawn ? 1 : 0;
            blank += row->drawn && row->actual.nonzero == 0 ? 1 : 0;
            if (row->row.id != last && row->row.id >= 0) {
                if (kind >= R3D_CACHE_OBJS) {
                    add_opcodes(cache, kind, row->row.id, records);
                } else if (kind == R3D_CACHE_MODELS) {
                    (void)add_model(cache, row->row.id, &features);
                }
            }
            last = row->row.id;
        }
        if (count == 0) {
            continue;
        }
        printf("%s\n", r3d_cache_kind_name(kind));
        print_pictures(card_kind_name((card_kind)card), drawn, count, blank);
        if (kind >= R3D_CACHE_OBJS) {
            print_opcodes(records);
        } else if (kind == R3D_CACHE_MODELS) {
            print_model_features(&features);
        }
    }
}
