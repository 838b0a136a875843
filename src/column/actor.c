/* SPDX-License-Identifier: MIT */
/* Walking, sliding, climbing, falling and flying. Source: spec column section 11. */

#include "actor_internal.h"

#include "numbers.h"

enum {
    STEPS_PER_RADIUS =
        8, /* The specification allows 4; 8 keeps the sag of a chord below the slack. */
    PUSHES_MAX = 64,
    ROUNDS_MAX = 4
};

static const double far_away = 1e30;

struct point {
    double x;
    double y;
};

/* Tells whether a wall stops the actor; for walkers and for flying eyes. */
typedef bool (*blocking_rule)(const r3d_column_actor *actor, const r3d_column_world *world,
                              int32_t wall);

/* ---- walls ---- */

static struct point closest_on_wall(const r3d_column_level *level, int32_t wall, struct point p)
{
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, wall, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, wall, 1);
    const double dx = b->x - a->x;
    const double dy = b->y - a->y;
    double q = ((p.x - a->x) * dx + (p.y - a->y) * dy) / (dx * dx + dy * dy);
    q = q < 0.0 ? 0.0 : q > 1.0 ? 1.0 : q;
    const struct point c = {a->x + q * dx, a->y + q * dy};
    return c;
}

static double distance(struct point a, struct point b)
{
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    return r3d_priv_column_sqrt(dx * dx + dy * dy);
}

/* Twice the area of the triangle: its sign tells on which side of the wall a point lies. */
static double side_of_wall(const r3d_column_level *level, int32_t wall, struct point p)
{
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, wall, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, wall, 1);
    return (b->x - a->x) * (p.y - a->y) - (b->y - a->y) * (p.x - a->x);
}

bool r3d_column_actor_is_blocked_by(const r3d_column_actor *actor, const r3d_column_world *world,
                                    int32_t wall)
{
    if (world == NULL || actor == NULL) {
        return false;
    }
    if (wall < 0 || wall >= world->level->desc.wall_count) {
        return false;
    }
    const r3d_column_level_wall *w = &world->level->desc.walls[wall];
    if (w->back.sector == R3D_COLUMN_NONE || (w->flags & R3D_COLUMN_WALL_BLOCKS) != 0) {
        return true;
    }
    const int32_t front = w->front.sector;
    const int32_t back = w->back.sector;
    return actor->feet + actor->knee <
               r3d_priv_column_max(world->floors[front], world->floors[back]) ||
           actor->feet + actor->head >=
               r3d_priv_column_min(world->ceilings[front], world->ceilings[back]);
}

/* A flying eye passes where there is room for it at any height; it is then brought into that room.
 */
static bool blocks_flight(const r3d_column_actor *actor, const r3d_column_world *world,
                          int32_t wall)
{
    (void)actor;
    const r3d_column_level_wall *w = &world->level->desc.walls[wall];
    if (w->back.sector == R3D_COLUMN_NONE || (w->flags & R3D_COLUMN_WALL_BLOCKS) != 0) {
        return true;
    }
    const int32_t front = w->front.sector;
    const int32_t back = w->back.sector;
    return r3d_priv_column_max(world->floors[front], world->floors[back]) + 1.0 >
           r3d_priv_column_min(world->ceilings[front], world->ceilings[back]) - 1.0;
}

/* ---- what a disc touches ---- */

/* Calls `visit` for each wall in the blocks of a box; a wall may come several times. */
typedef void (*wall_visitor)(int32_t wall, void *user);

static void each_wall(const r3d_column_level *level, struct point low, struct point high,
                      wall_visitor visit, void *user)
{
    const struct r3d_priv_column_block_range range =
        r3d_priv_column_blocks_of_box(level, low.x, low.y, high.x, high.y);
    for (int32_t row = range.first_row; row <= range.last_row; row++) {
        for (int32_t column = range.first_column; column <= range.last_column; column++) {
            const int32_t block = row * level->blocks.columns + column;
            for (int32_t i = level->block_offsets[block]; i < level->block_offsets[block + 1];
                 i++) {
                if (r3d_priv_column_wall_is_touched(level, level->block_walls[i])) {
                    visit(level->block_walls[i], user);
                }
            }
        }
    }
}

static void each_wall_near(const r3d_column_level *level, struct point p, double reach,
                           wall_visitor visit, void *user)
{
    const struct point low = {p.x - reach, p.y - reach};
    const struct point high = {p.x + reach, p.y + reach};
    each_wall(level, low, high, visit, user);
}

struct touching {
    const r3d_column_world *world;
    const r3d_column_actor *actor;
    blocking_rule blocks;
    int32_t sector;
    struct r3d_priv_column_touched found;
};

static void touch_sector(struct touching *t, int32_t sector)
{
    t->found.floor = r3d_priv_column_max(t->found.floor, t->world->floors[sector]);
    t->found.ceiling = r3d_priv_column_min(t->found.ceiling, t->world->ceilings[sector]);
    t->found.has_sector = t->found.has_sector || sector == t->sector;
}

static void touch_wall(int32_t wall, void *user)
{
    struct touching *t = user;
    const r3d_column_level_wall *w = &t->world->level->desc.walls[wall];
    if (w->back.sector == R3D_COLUMN_NONE) {
        return;
    }
    const struct point p = {t->actor->x, t->actor->y};
    if (distance(p, closest_on_wall(t->world->level, wall, p)) >= t->actor->radius ||
        t->blocks(t->actor, t->world, wall)) {
        return;
    }
    touch_sector(t, w->front.sector);
    touch_sector(t, w->back.sector);
}

static struct r3d_priv_column_touched touch_actor(const r3d_column_world *world,
                                                  const r3d_column_actor *actor, int32_t sector,
                                                  blocking_rule blocks)
{
    struct touching t = {world, actor, blocks, sector, {-far_away, far_away, false}};
    const int32_t own = r3d_column_level_find_sector(world->level, actor->x, actor->y);
    if (own >= 0) {
        touch_sector(&t, own);
    }
    const struct point p = {actor->x, actor->y};
    each_wall_near(world->level, p, actor->radius, touch_wall, &t);
    return t.found;
}

struct r3d_priv_column_touched r3d_priv_column_touch(const r3d_column_world *world,
                                                     const r3d_column_actor *actor, int32_t sector)
{
    return touch_actor(world, actor, sector, r3d_column_actor_is_blocked_by);
}

double r3d_column_actor_support(const r3d_column_actor *actor, const r3d_column_world *world)
{
    if (world == NULL || actor == NULL) {
        return 0;
    }
    const double floor = r3d_priv_column_touch(world, actor, R3D_COLUMN_NONE).floor;
    return floor <= -far_away ? actor->feet : floor;
}

struct clearing {
    const r3d_column_world *world;
    const r3d_column_actor *actor;
    double nearest;
};

static void measure_wall(int32_t wall, void *user)
{
    struct clearing *c = user;
    const struct point p = {c->actor->x, c->actor->y};
    const double d = distance(p, closest_on_wall(c->world->level, wall, p));
    if (d < c->nearest && r3d_column_actor_is_blocked_by(c->actor, c->world, wall)) {
        c->nearest = d;
    }
}

double r3d_column_actor_clearance(const r3d_column_actor *actor, const r3d_column_world *world)
{
    if (world == NULL || actor == NULL) {
        return 0;
    }
    struct clearing c = {world, actor, far_away};
    const struct point p = {actor->x, actor->y};
    each_wall_near(world->level, p, 2.0 * actor->radius, measure_wall, &c);
    return c.nearest;
}

/* ---- pushing out ---- */

/* The wall that a disc at `to` is deepest in. A wall that was nearer than the radius when the step
 * began counts with its distance then: it may not come nearer, but nobody is thrown out of it. */
struct actor_search {
    const r3d_column_world *world;
    const r3d_column_actor *actor;
    blocking_rule blocks;
    struct point from;
    struct point to;
    double depth;
    double keep; /* Distance to keep from the wall found. */
    int32_t wall;
};

static void compare_wall(int32_t wall, void *user)
{
    struct actor_search *s = user;
    const r3d_column_level *level = s->world->level;
    const double radius = s->actor->radius;
    const double now = distance(s->to, closest_on_wall(level, wall, s->to));
    const bool crossed =
        side_of_wall(level, wall, s->from) * side_of_wall(level, wall, s->to) < 0.0;
    if ((now >= radius && !crossed) || !s->blocks(s->actor, s->world, wall)) {
        return;
    }
    const double before = distance(s->from, closest_on_wall(level, wall, s->from));
    const double keep = before < radius - r3d_priv_column_slack ? before : radius;
    double depth = keep - now;
    if (crossed && before < radius && now < radius) {
        /* Past the line next to it: only deep when the way led through the wall itself. */
        const double a = side_of_wall(level, wall, s->from);
        const double b = side_of_wall(level, wall, s->to);
        const double f = a / (a - b);
        const struct point meeting = {s->from.x + f * (s->to.x - s->from.x),
                                      s->from.y + f * (s->to.y - s->from.y)};
        if (distance(meeting, closest_on_wall(level, wall, meeting)) < 1e-6) {
            depth = keep + now;
        }
    }
    if (depth > s->depth) {
        s->depth = depth;
        s->keep = keep;
        s->wall = wall;
    }
}

static void find_deepest(struct actor_search *s, double reach)
{
    s->depth = 0.0;
    s->wall = -1;
    const struct point low = {r3d_priv_column_min(s->from.x, s->to.x) - reach,
                              r3d_priv_column_min(s->from.y, s->to.y) - reach};
    const struct point high = {r3d_priv_column_max(s->from.x, s->to.x) + reach,
                               r3d_priv_column_max(s->from.y, s->to.y) + reach};
    each_wall(s->world->level, low, high, compare_wall, s);
}

/* Moves `to` straight away from the wall found, to the side that the step began on. */
static void push_actor(struct actor_search *s)
{
    const r3d_column_level *level = s->world->level;
    const struct point c = closest_on_wall(level, s->wall, s->to);
    double nx = s->to.x - c.x;
    double ny = s->to.y - c.y;
    const double length = r3d_priv_column_sqrt(nx * nx + ny * ny);
    const bool turned = s->depth > s->keep; /* see compare_wall: the step led through the wall */
    if (length < 1e-9 || turned) {
        const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, s->wall, 0);
        const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, s->wall, 1);
        const double wall_length = level->wall_length[s->wall];
        const double sign = side_of_wall(level, s->wall, s->from) < 0.0 ? -1.0 : 1.0;
        nx = -(b->y - a->y) / wall_length * sign;
        ny = (b->x - a->x) / wall_length * sign;
    } else {
        nx /= length;
        ny /= length;
    }
    s->to.x = c.x + nx * s->keep;
    s->to.y = c.y + ny * s->keep;
}

static bool push_out(struct actor_search *s)
{
    for (int32_t i = 0; i < PUSHES_MAX; i++) {
        find_deepest(s, s->actor->radius);
        if (s->wall < 0 || s->depth <= 1e-9) {
            return true;
        }
        push_actor(s);
    }
    find_deepest(s, s->actor->radius);
    return s->wall < 0 || s->depth <= r3d_priv_column_slack * 0.5;
}

/* One step of at most a fraction of the radius. Returns false when nothing moved. */
static bool step_actor(const r3d_column_world *world, r3d_column_actor *actor, blocking_rule blocks,
                       double dx, double dy)
{
    struct actor_search s;
    s.world = world;
    s.actor = actor;
    s.blocks = blocks;
    s.from.x = actor->x;
    s.from.y = actor->y;
    s.to.x = actor->x + dx;
    s.to.y = actor->y + dy;
    const double asked = r3d_priv_column_sqrt(dx * dx + dy * dy);
    for (int32_t round = 0; round < ROUNDS_MAX; round++) {
        if (!push_out(&s)) {
            return false; /* a wedge: stay */
        }
        const double gone = distance(s.from, s.to);
        if (gone <= asked + 1e-9) {
            break;
        }
        /* Round a vertex the way is a little longer than asked for. */
        s.to.x = s.from.x + (s.to.x - s.from.x) * asked / gone;
        s.to.y = s.from.y + (s.to.y - s.from.y) * asked / gone;
    }
    find_deepest(&s, actor->radius);
    if (s.wall >= 0 && s.depth > r3d_priv_column_slack) {
        return false;
    }
    const bool moved = s.to.x != actor->x || s.to.y != actor->y;
    actor->x = s.to.x;
    actor->y = s.to.y;
    return moved;
}

/* ---- heights ---- */

static void settle(const r3d_column_world *world, r3d_column_actor *actor)
{
    const double target = r3d_column_actor_support(actor, world);
    if (actor->snap) {
        actor->feet = target;
        actor->eye_z = target + actor->eye;
        actor->speed = 0.0;
    } else if (target > actor->feet) {
        actor->feet = target; /* climbing: the eye follows in the ticks */
    }
}

void r3d_column_actor_tick(r3d_column_actor *actor, const r3d_column_world *world)
{
    if (world == NULL || actor == NULL) {
        return;
    }
    const double target = r3d_column_actor_support(actor, world);
    const double goal = target + actor->eye;
    if (actor->eye_z <= goal) {
        actor->speed = 0.0;
        actor->eye_z = (actor->eye_z + goal) / 2.0;
        if (goal - actor->eye_z < 0.25) {
            actor->eye_z = goal;
        }
        actor->feet = target;
        return;
    }
    actor->speed += actor->gravity;
    actor->eye_z -= actor->speed;
    if (actor->eye_z <= goal) {
        actor->eye_z = goal;
        actor->speed = 0.0;
    }
    actor->feet = actor->eye_z - actor->eye;
}

r3d_result r3d_column_actor_advance(r3d_column_actor *actor, const r3d_column_world *world,
                                    double seconds)
{
    if (world == NULL || actor == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const double longest = 3600.0;
    if (!(seconds >= 0.0 && seconds <= longest) || !(actor->tick_rest <= longest)) {
        return R3D_ERR_RANGE;
    }
    const double tick = 1.0 / (double)R3D_COLUMN_WORLD_TICKS_PER_SECOND;
    actor->tick_rest += seconds;
    /* Sums of many small steps fall short of a whole tick by rounding only. */
    while (actor->tick_rest >= tick - 1e-9) {
        actor->tick_rest -= tick;
        r3d_column_actor_tick(actor, world);
    }
    return R3D_OK;
}

/* ---- calls ---- */

r3d_result r3d_column_actor_init(const r3d_column_world *world, double x, double y,
                                 r3d_column_actor *out_actor)
{
    if (world == NULL || out_actor == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const double limit = (double)R3D_COLUMN_COORDINATE_MAX;
    if (!(x >= -limit && x <= limit && y >= -limit && y <= limit)) {
        return R3D_ERR_RANGE;
    }
    const r3d_column_level_desc *desc = &world->level->desc;
    r3d_column_actor actor = {x,
                              y,
                              0.0,
                              0.0,
                              0.0,
                              desc->actor_radius,
                              desc->actor_knee,
                              desc->actor_eye,
                              desc->actor_head,
                              1.0,
                              0.0,
                              false};
    const int32_t sector = r3d_column_level_find_sector(world->level, x, y);
    actor.feet = sector < 0 ? 0.0 : world->floors[sector];
    actor.eye_z = actor.feet + actor.eye;
    *out_actor = actor;
    return R3D_OK;
}

static bool is_sane_actor(const r3d_column_actor *actor)
{
    const double limit = 2.0 * (double)R3D_COLUMN_COORDINATE_MAX;
    return actor->x >= -limit && actor->x <= limit && actor->y >= -limit && actor->y <= limit &&
           actor->radius >= r3d_priv_column_actor_radius_min && actor->radius <= limit &&
           r3d_priv_column_is_finite(actor->feet) && r3d_priv_column_is_finite(actor->eye_z) &&
           r3d_priv_column_is_finite(actor->knee) && r3d_priv_column_is_finite(actor->head) &&
           r3d_priv_column_is_finite(actor->eye);
}

/* Cuts a displacement into steps. */
static r3d_result count_steps(const r3d_column_actor *actor, double dx, double dy,
                              double *out_steps)
{
    const double limit = (double)R3D_COLUMN_COORDINATE_MAX;
    if (!(dx >= -limit && dx <= limit && dy >= -limit && dy <= limit) || !is_sane_actor(actor)) {
        return R3D_ERR_RANGE;
    }
    const double length = r3d_priv_column_sqrt(dx * dx + dy * dy);
    if (length > (double)R3D_COLUMN_ACTOR_RADII_MAX * actor->radius) {
        return R3D_ERR_LIMIT;
    }
    const double count = length * (double)STEPS_PER_RADIUS / actor->radius;
    *out_steps = -r3d_priv_column_floor(-r3d_priv_column_max(count, 1.0));
    return R3D_OK;
}

r3d_result r3d_column_actor_move(r3d_column_actor *actor, const r3d_column_world *world, double dx,
                                 double dy)
{
    if (world == NULL || actor == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    double steps = 0.0;
    const r3d_result result = count_steps(actor, dx, dy, &steps);
    if (result != R3D_OK) {
        return result;
    }
    settle(world, actor);
    // NOLINTNEXTLINE(cert-flp30-c): whole numbers, exact; there may be more than an int32_t counts
    for (double i = 0.0; i < steps; i += 1.0) {
        const double feet = actor->feet;
        const bool moved =
            step_actor(world, actor, r3d_column_actor_is_blocked_by, dx / steps, dy / steps);
        settle(world, actor);
        if (!moved && actor->feet == feet) {
            break; /* the next step would be the same */
        }
    }
    return R3D_OK;
}

r3d_result r3d_column_actor_fly(r3d_column_actor *actor, const r3d_column_world *world, double dx,
                                double dy, double dz)
{
    if (world == NULL || actor == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const double limit = (double)R3D_COLUMN_COORDINATE_MAX;
    if (!(dz >= -limit && dz <= limit)) {
        return R3D_ERR_RANGE;
    }
    double steps = 0.0;
    const r3d_result result = count_steps(actor, dx, dy, &steps);
    if (result != R3D_OK) {
        return result;
    }
    // NOLINTNEXTLINE(cert-flp30-c): whole numbers, exact; there may be more than an int32_t counts
    for (double i = 0.0; i < steps; i += 1.0) {
        const r3d_column_actor before = *actor;
        const bool moved = step_actor(world, actor, blocks_flight, dx / steps, dy / steps);
        struct r3d_priv_column_touched room =
            touch_actor(world, actor, R3D_COLUMN_NONE, blocks_flight);
        if (room.floor + 1.0 > room.ceiling - 1.0) {
            /* Two openings at different heights at once: no height fits both. */
            *actor = before;
            room = touch_actor(world, actor, R3D_COLUMN_NONE, blocks_flight);
        }
        double z = actor->eye_z + dz / steps;
        z = z > room.ceiling - 1.0 ? room.ceiling - 1.0 : z;
        z = z < room.floor + 1.0 ? room.floor + 1.0 : z;
        const bool rose = z != actor->eye_z;
        actor->eye_z = z;
        actor->feet = z - actor->eye;
        actor->speed = 0.0;
        if (!moved && !rose) {
            break;
        }
    }
    return R3D_OK;
}
