//! Functions of OpenCL 2.0 that write, wait or order memory are not taken for pure ones
//! source: raddle
//! check: --std CL2.0 --pure-calls --block 64 --grid 1 --kernel stores
//! expect: race=refuted
//! finding: race line 19
//! check: --std CL2.0 --pure-calls --block 64 --grid 1 --kernel reduces
//! expect: deadlock=refuted divergence=refuted
//! check: --std CL2.0 --pure-calls --block 64 --grid 1 --kernel pipes
//! expect: race=unknown
//! check: --std CL2.0 --block 64 --grid 1 --kernel pipes
//! expect: race=unknown
//! check: --std CL2.0 --pure-calls --block 64 --grid 1 --kernel hands_over
//! expect: race=unknown
//! why: The plain load at [A] races with the atomic stores. Only three work-items of `reduces` reach the reduction. A pipe is written, and a block is
//!   handed over to be run as a kernel: neither is followed, and neither does nothing.

__kernel void stores(__global atomic_int *a, __global int *out) {
    atomic_store(a, 1);
    out[get_global_id(0)] = *(volatile __global int *)a; // [A]
}

__kernel void reduces(__global int *out) {
    int sum = 0;
    if (get_local_id(0) < 3)
        sum = work_group_reduce_add(1);
    out[get_global_id(0)] = sum;
}

__kernel void pipes(write_only pipe int p, __global int *out) {
    int value = get_local_id(0);
    out[get_global_id(0)] = write_pipe(p, &value);
}

__kernel void hands_over(__global int *out) {
    queue_t queue = get_default_queue();
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[0] = 1; });
}
