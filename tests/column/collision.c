/* SPDX-License-Identifier: MIT */
/* One path of golden/column/collision.txt a run: `column_collision PATH`. Each is walked in 1, 10
 * and 100 calls and held against the five rules of the README there. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "scene.h"

enum { MOVES_MAX = 4, SECTORS_MAX = 16 };

struct path {
    char id[64];
    char level[64];
    double x;
    double y;
    struct {
        int32_t sector;
        bool is_ceiling;
        double z;
    } sets[4];
    int32_t set_count;
    double moves[MOVES_MAX][2];
    int32_t move_count;
    double end[2];
    double tolerance;
    double feet;
    int32_t sectors[SECTORS_MAX];
    int32_t sector_count;
};

static const char *path_id;

static double next_number(void)
{
    const char *word = strtok(NULL, " \n");
    assert_non_null(word);
    return atof(word);
}

static bool parse_path(char *line, struct path *out)
{
    memset(out, 0, sizeof *out);
    const char *word = strtok(line, " \n");
    if (word == NULL || strcmp(word, "path") != 0) {
        return false;
    }
    snprintf(out->id, sizeof out->id, "%s", strtok(NULL, " \n"));
    snprintf(out->level, sizeof out->level, "%s", strtok(NULL, " \n"));
    while ((word = strtok(NULL, " \n")) != NULL) {
        if (strcmp(word, "start") == 0) {
            out->x = next_number();
            out->y = next_number();
        } else if (strcmp(word, "set") == 0) {
            out->sets[out->set_count].sector = (int32_t)next_number();
            out->sets[out->set_count].is_ceiling = strcmp(strtok(NULL, " \n"), "ceil") == 0;
            out->sets[out->set_count++].z = next_number();
        } else if (strcmp(word, "move") == 0) {
            out->moves[out->move_count][0] = next_number();
            out->moves[out->move_count++][1] = next_number();
        } else if (strcmp(word, "end") == 0) {
            out->end[0] = next_number();
            out->end[1] = next_number();
        } else if (strcmp(word, "tol") == 0) {
            out->tolerance = next_number();
        } else if (strcmp(word, "feet") == 0) {
            out->feet = next_number();
        } else if (strcmp(word, "sectors") == 0) {
            char *list = strtok(NULL, " \n");
            while (*list != '\0') {
                out->sectors[out->sector_count++] = (int32_t)strtol(list, &list, 10);
                list += *list == ',';
            }
        } else {
            fail_msg("unknown word %s", word);
        }
    }
    return true;
}

static struct path find_path(void)
{
    FILE *file = fopen(R3D_TEST_SOURCE_DIR "/golden/column/collision.txt", "r");
    assert_non_null(file);
    char line[512];
    struct path path;
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        found = parse_path(line, &path) && strcmp(path.id, path_id) == 0;
    }
    fclose(file);
    if (!found) {
        fail_msg("path %s is not in collision.txt", path_id);
    }
    return path;
}

/* ---- the rules, by a distance of the test's own ---- */

static bool blocks(const r3d_column_world *world, const r3d_column_level_wall *w, double feet,
                   const r3d_column_actor *actor)
{
    if (w->back.sector < 0) {
        return true;
    }
    const int32_t f = w->front.sector;
    const int32_t b = w->back.sector;
    return feet + actor->knee <
               fmax(r3d_column_world_get_floor(world, f), r3d_column_world_get_floor(world, b)) ||
           feet + actor->head >=
               fmin(r3d_column_world_get_ceiling(world, f), r3d_column_world_get_ceiling(world, b));
}

static double wall_distance(const r3d_column_level_vertex *a, const r3d_column_level_vertex *b,
                            double x, double y)
{
    const double dx = b->x - a->x;
    const double dy = b->y - a->y;
    const double q =
        fmin(1.0, fmax(0.0, ((x - a->x) * dx + (y - a->y) * dy) / (dx * dx + dy * dy)));
    return hypot(x - a->x - q * dx, y - a->y - q * dy);
}

static bool segments_cross(const r3d_column_level_vertex *a, const r3d_column_level_vertex *b,
                           double x0, double y0, double x1, double y1)
{
    const double s0 = (b->x - a->x) * (y0 - a->y) - (b->y - a->y) * (x0 - a->x);
    const double s1 = (b->x - a->x) * (y1 - a->y) - (b->y - a->y) * (x1 - a->x);
    const double ra = (x1 - x0) * (a->y - y0) - (y1 - y0) * (a->x - x0);
    const double rb = (x1 - x0) * (b->y - y0) - (y1 - y0) * (b->x - x0);
    return s0 * s1 < 0.0 && ra * rb < 0.0;
}

static void check_call(const scene *s, const r3d_column_actor *before,
                       const r3d_column_actor *after, double asked)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s->level);
    for (int32_t i = 0; i < desc->wall_count; i++) {
        const r3d_column_level_wall *w = &desc->walls[i];
        const r3d_column_level_vertex *a = &desc->vertices[w->a];
        const r3d_column_level_vertex *b = &desc->vertices[w->b];
        if (blocks(s->world, w, after->feet, after)) {
            const double d = wall_distance(a, b, after->x, after->y);
            if (d < after->radius - 0.02 - 1e-9) {
                fail_msg("%s: %.4f from wall %d at %.3f %.3f", path_id, d, i, after->x, after->y);
            }
            if (blocks(s->world, w, before->feet, before) &&
                segments_cross(a, b, before->x, before->y, after->x, after->y)) {
                fail_msg("%s: went through wall %d", path_id, i);
            }
        }
    }
    assert_true(hypot(after->x - before->x, after->y - before->y) <= asked + 0.02);
}

static void note_sector(int32_t *list, int32_t *count, int32_t sector)
{
    if (*count == 0 || list[*count - 1] != sector) {
        assert_true(*count < SECTORS_MAX);
        list[(*count)++] = sector;
    }
}

static void walk_path(const struct path *path, int32_t calls)
{
    scene s;
    scene_make(&s, load_level(path->level, false), NULL, 1, 1);
    for (int32_t i = 0; i < path->set_count; i++) {
        assert_int_equal(
            path->sets[i].is_ceiling
                ? r3d_column_world_set_ceiling(s.world, path->sets[i].sector, path->sets[i].z)
                : r3d_column_world_set_floor(s.world, path->sets[i].sector, path->sets[i].z),
            R3D_OK);
    }
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, path->x, path->y, &actor), R3D_OK);
    actor.snap = true;
    int32_t sectors[SECTORS_MAX];
    int32_t sector_count = 0;
    note_sector(sectors, &sector_count, r3d_column_level_find_sector(s.level, actor.x, actor.y));
    for (int32_t m = 0; m < path->move_count; m++) {
        const double dx = path->moves[m][0] / calls;
        const double dy = path->moves[m][1] / calls;
        for (int32_t i = 0; i < calls; i++) {
            const r3d_column_actor before = actor;
            assert_int_equal(r3d_column_actor_move(&actor, s.world, dx, dy), R3D_OK);
            check_call(&s, &before, &actor, hypot(dx, dy));
            note_sector(sectors, &sector_count,
                        r3d_column_level_find_sector(s.level, actor.x, actor.y));
        }
    }
    const bool is_strict = calls == 100 || strncmp(path->id, "tunnel-", 7) == 0;
    const double allowed = is_strict ? path->tolerance : 2.0 * path->tolerance + actor.radius / 8.0;
    const double off = hypot(actor.x - path->end[0], actor.y - path->end[1]);
    if (off > allowed) {
        fail_msg("%s in %d calls: ends at %.3f %.3f, %.3f away (feet %.1f)", path->id, calls,
                 actor.x, actor.y, off, actor.feet);
    }
    if (calls == 100) {
        assert_true(actor.feet == path->feet);
        assert_int_equal(sector_count, path->sector_count);
        for (int32_t i = 0; i < sector_count; i++) {
            assert_int_equal(sectors[i], path->sectors[i]);
        }
    }
    scene_free(&s);
}

static void path_ends_where_it_should_in_one_call(void **state)
{
    (void)state;
    const struct path path = find_path();
    walk_path(&path, 1);
}

static void path_ends_where_it_should_in_ten_calls(void **state)
{
    (void)state;
    const struct path path = find_path();
    walk_path(&path, 10);
}

static void path_ends_where_it_should_in_a_hundred_calls(void **state)
{
    (void)state;
    const struct path path = find_path();
    walk_path(&path, 100);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: column_collision PATH\n");
        return 2;
    }
    path_id = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_ends_where_it_should_in_one_call),
        cmocka_unit_test(path_ends_where_it_should_in_ten_calls),
        cmocka_unit_test(path_ends_where_it_should_in_a_hundred_calls),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
