/* SPDX-License-Identifier: MIT */
/* The commands' work on several threads: each number is handed out once, progress is told in order and
 * its end once, and a system without threads does the same work. */

#include "cmocka_all.h"

#include <stdatomic.h>
#include <string.h>

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

#include "../../tools/common/jobs.h"

enum { ITEMS = 5000 };

typedef struct tally {
    atomic_int taken[ITEMS];
    atomic_int workers;
    size_t last_tick;
    int ticks;
    int ends;
    bool is_out_of_order;
} tally;

static void work(job_queue *queue, void *user)
{
    tally *t = user;
    atomic_fetch_add(&t->workers, 1);
    for (size_t i; (i = job_queue_next(queue)) < ITEMS;) {
        atomic_fetch_add(&t->taken[i], 1);
    }
}

static void tick(size_t done, void *user)
{
    tally *t = user;
    t->is_out_of_order = t->is_out_of_order || (t->ticks > 0 && done != t->last_tick + 1);
    t->last_tick = done;
    t->ticks++;
    t->ends += done == ITEMS ? 1 : 0;
}

static void expect_all_once(int32_t threads)
{
    static tally t;
    memset(&t, 0, sizeof t);
    job_queue_run(threads, ITEMS, work, tick, &t);
    for (int i = 0; i < ITEMS; i++) {
        assert_int_equal(atomic_load(&t.taken[i]), 1);
    }
    assert_false(t.is_out_of_order);
    assert_int_equal(t.ticks, ITEMS + 1);
    assert_int_equal(t.ends, 1);
    assert_in_range(atomic_load(&t.workers), 1, threads);
}

static void each_number_is_handed_out_once(void **state)
{
    (void)state;
    static const int32_t threads[] = {1, 2, 3, 8, JOBS_THREADS_MAX};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        expect_all_once(threads[i]);
    }
}

static void count_job(int32_t index, void *argument)
{
    atomic_int *counts = argument;
    atomic_fetch_add(&counts[index], 1);
}

static void a_runner_runs_every_job(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= 3; threads++) {
        atomic_int counts[40];
        memset(counts, 0, sizeof counts);
        job_runner runner;
        job_runner_start(&runner, threads);
        job_runner_run(&runner, 40, count_job, counts);
        assert_true(threads > 1 || runner.run == NULL);
        job_runner_end(&runner);
        assert_null(runner.run);
        for (int i = 0; i < 40; i++) {
            assert_int_equal(atomic_load(&counts[i]), 1);
        }
    }
}

/* Memory for no stack of a thread: the work is done all the same. */
static void a_system_without_threads_leaves_nothing_undone(void **state)
{
    (void)state;
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    struct rlimit tight = before;
    tight.rlim_cur = 1 << 20; /* less than the program has: nothing more can be mapped */
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    job_runner runner;
    job_runner_start(&runner, 8);
    r3d_run_jobs_fn run = runner.run;
    job_runner_end(&runner);
    expect_all_once(8);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_null(run);
#else
    print_message(
        "skipped: the memory of a process can be limited on Linux without sanitizers only\n");
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First: stacks of earlier threads are kept and would be used again. */
        cmocka_unit_test(a_system_without_threads_leaves_nothing_undone),
        cmocka_unit_test(each_number_is_handed_out_once),
        cmocka_unit_test(a_runner_runs_every_job),
    };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
