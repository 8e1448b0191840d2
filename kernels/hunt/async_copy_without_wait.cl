//! No work-item waits for a copy, or not for this one
//! source: raddle
//! check: --block 64 --grid 4 --kernel no_wait
//! expect: deadlock=proved divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel waits_too_late
//! expect: deadlock=proved divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel other_event
//! expect: deadlock=proved divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel on_one_way
//! expect: race=unknown
//! check: --block 64 --grid 4 --kernel at_the_end
//! expect: race=unknown
//! check: --block 64 --grid 4 --kernel next_round
//! expect: race=unknown
//! check: --block 64 --grid 4 --kernel one_over_the_other
//! expect: divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel overwrites
//! expect: divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel wait_is_no_barrier
//! expect: divergence=proved race=refuted
//! finding: race line 108
//! check: --block 64 --grid 4 --kernel own_arguments
//! expect: assert=unknown
//! why: A barrier does not order a copy: only the wait for its event does. `other_event` waits for another copy, `on_one_way` in one of two cases, and
//!   `next_round` copies the next tile while it computes with this one, which is right and not followed. Two copies to one place may be made in any order; and nothing orders what was read from `row` in `overwrites` with
//!   the copy that overwrites it, although a wait for yet another copy stands between. At [A] nothing orders what other work-items
//!   wrote to memory that is not copied. The arguments of a copy have to be the same in all work-items.

__kernel void no_wait(__global const float *in, __global float *out) {
    __local float row[64];
    async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
}

__kernel void waits_too_late(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
    wait_group_events(1, &copied);
}

__kernel void other_event(__global const float *in, __global float *out) {
    __local float row[64], other[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    event_t open = async_work_group_copy(other, in + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = other[get_local_id(0) ^ 1] + row[get_local_id(0)];
    wait_group_events(1, &open);
}

__kernel void on_one_way(__global const float *in, __global float *out, int wait) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    if (wait)
        wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = row[get_local_id(0) ^ 1];
}

__kernel void at_the_end(__global float *out) {
    __local float row[64];
    row[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    async_work_group_copy(out + 64 * get_group_id(0), row, 64, 0);
}

__kernel void next_round(__global const float *in, __global float *out, int n) {
    __local float row[128];
    float sum = 0;
    event_t next = async_work_group_copy(row, in, 64, 0);
    for (int i = 1; i < n; i++) {
        wait_group_events(1, &next);
        next = async_work_group_copy(row + i % 2 * 64, in + 64 * i, 64, 0);
        sum += row[(i + 1) % 2 * 64 + (get_local_id(0) ^ 1)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    wait_group_events(1, &next);
    out[get_global_id(0)] = sum;
}

__kernel void one_over_the_other(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied[2];
    copied[0] = async_work_group_copy(row, in, 64, 0);
    copied[1] = async_work_group_copy(row, in + 64, 64, 0);
    wait_group_events(2, copied);
    out[get_global_id(0)] = row[get_local_id(0)];
}

__kernel void overwrites(__global const float *in, __global float *out) {
    __local float row[64], other[64];
    event_t copied = async_work_group_copy(row, in, 64, 0);
    wait_group_events(1, &copied);
    float x = row[get_local_id(0) ^ 1];
    copied = async_work_group_copy(other, in, 64, 0);
    wait_group_events(1, &copied);
    copied = async_work_group_copy(row, in + 64, 64, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = x + other[get_local_id(0)];
}

__kernel void wait_is_no_barrier(__global const float *in, __global float *out) {
    __local float row[64], own[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    own[get_local_id(0)] = 1; // [A]
    wait_group_events(1, &copied);
    out[get_global_id(0)] = row[get_local_id(0)] + own[get_local_id(0) ^ 1];
}

__kernel void own_arguments(__global const float *in, __global float *out) {
    __local float row[128];
    event_t copied = async_work_group_copy(row + get_local_id(0), in, 64, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = row[get_local_id(0)];
}
