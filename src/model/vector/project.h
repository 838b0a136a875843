/* SPDX-License-Identifier: MIT */
/* The projection of ../project.c for any instruction set. Before this file is included:
 *   KERNEL                attributes of every function: its instruction set, static, always inline
 *   LANES                 32-bit numbers a register
 *   LANES_PARTIAL         if defined, the last vertices are done with lanes left over: _first
 *                         functions take how many lanes count
 *   lanes, lanes_*        see x86/vertices_avx2.c
 *   divisors              what dividing by z needs, from divisors_of(z) */

#ifndef R3D_SRC_MODEL_VECTOR_PROJECT_H
#define R3D_SRC_MODEL_VECTOR_PROJECT_H

/* r3d_priv_rotate */
KERNEL void turn_lanes(const r3d_priv_rotation *r, lanes *a, lanes *b)
{
    if (r->active) {
        lanes sine = lanes_all(r->sine);
        lanes cosine = lanes_all(r->cosine);
        lanes turned = lanes_sra16(lanes_sub(lanes_mul(*a, cosine), lanes_mul(*b, sine)));
        *b = lanes_sra16(lanes_add(lanes_mul(*a, sine), lanes_mul(*b, cosine)));
        *a = turned;
    }
}

/* Where the arrays are, by value: as far as the compiler knows, a number that is stored could
 * change a member of what was passed. */
typedef struct vertex_arrays {
    const int32_t *x;
    const int32_t *y;
    const int32_t *z;
    r3d_priv_vertex_scratch out;
} vertex_arrays;

/* The first n vertices of a block, 1..LANES. Returns false if one has no position. */
KERNEL bool project_block(const r3d_priv_projection *p, const vertex_arrays *v, int32_t i,
                          int32_t n, bool stores_camera)
{
    lanes x = lanes_load_first(v->x + i, n);
    lanes y = lanes_load_first(v->y + i, n);
    lanes z = lanes_load_first(v->z + i, n);
    turn_lanes(&p->roll, &y, &x);
    turn_lanes(&p->pitch, &y, &z);
    turn_lanes(&p->yaw, &z, &x);
    x = lanes_add(x, lanes_all(p->move.x));
    y = lanes_add(y, lanes_all(p->move.y));
    z = lanes_add(z, lanes_all(p->move.z));
    turn_lanes(&p->camera_yaw, &z, &x);
    turn_lanes(&p->camera_pitch, &y, &z);
    if (p->has_near_plane ? lanes_any_below(z, R3D_DRAW_NEAR_Z, n) : lanes_any_zero(z, n)) {
        return false;
    }
    divisors d = divisors_of(z, n);
    lanes screen_x = divide(lanes_times_512(x), &d);
    lanes screen_y = divide(lanes_times_512(y), &d);
    lanes_store_first(v->out.depth + i, lanes_sub(z, lanes_all(p->middle_z)), n);
    lanes_store_first(v->out.screen_x + i, lanes_add(screen_x, lanes_all(p->center_x)), n);
    lanes_store_first(v->out.screen_y + i, lanes_add(screen_y, lanes_all(p->center_y)), n);
    if (stores_camera) {
        lanes_store_first(v->out.camera_x + i, x, n);
        lanes_store_first(v->out.camera_y + i, y, n);
        lanes_store_first(v->out.camera_z + i, z, n);
    }
    return true;
}

KERNEL int32_t project_vertices(const r3d_priv_projection *projection, const r3d_mesh_view *mesh,
                                const r3d_priv_vertex_scratch *out, int32_t first, int32_t count,
                                bool stores_camera)
{
    const r3d_priv_projection p = *projection;
    const vertex_arrays v = {mesh->x, mesh->y, mesh->z, *out};
    int32_t i = first;
    for (; count - i >= LANES; i += LANES) {
        if (!project_block(&p, &v, i, LANES, stores_camera)) {
            return i;
        }
    }
#ifdef LANES_PARTIAL
    if (i < count && project_block(&p, &v, i, count - i, stores_camera)) {
        i = count;
    }
#endif
    return i;
}

#endif
