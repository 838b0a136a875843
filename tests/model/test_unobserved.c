/* SPDX-License-Identifier: MIT */
/* Every reference picture again, by every instruction set, as a client draws it that does not ask for the
 * order of the faces: only then are faces set up together. */

#include "cmocka_all.h"

#include <string.h>

#include "model_case.h"

#define ROOT R3D_TEST_SOURCE_DIR "/golden"

static void draw_all(r3d_isa isa)
{
    case_list list;
    int wrong = 0;
    assert_true(read_case_list(ROOT, &list));
    for (int i = 0; i < list.count; i++) {
        played_case played;
        if (!play_unobserved_case(ROOT, list.names[i], isa, &played) ||
            !picture_equals_reference(ROOT, list.names[i], &played)) {
            print_error("%s, %s\n", r3d_isa_name(isa), list.names[i]);
            wrong++;
        }
        release_case(&played);
    }
    assert_true(list.count >= 182);
    free_case_list(&list);
    assert_int_equal(wrong, 0);
}

static void references_are_drawn_without_an_observer(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            draw_all((r3d_isa)isa);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_drawn_without_an_observer),
    };
    return cmocka_run_group_tests_name("model/unobserved", tests, NULL, NULL);
}
