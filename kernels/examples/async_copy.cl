//! A row is copied to local memory asynchronously (OpenCL)
//! source: raddle
//! check: --block 64 --grid 4 --kernel scaled
//! expect: deadlock=proved divergence=proved race=proved
//! check: --block 64 --grid 4 --kernel without_barrier
//! expect: deadlock=proved divergence=proved race=proved assert=proved
//! check: --block 64 --grid 4 --kernel two_rows
//! expect: deadlock=proved divergence=proved race=proved assert=proved
//! check: --block 64 --grid 4 --kernel one_by_one
//! expect: deadlock=proved divergence=proved race=proved assert=proved
//! check: --block 64 --grid 4 --kernel too_early
//! expect: divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel own_element
//! expect: divergence=proved race=unknown
//! check: --block 64 --grid 4 --kernel not_together
//! expect: divergence=refuted
//! why: The copy is made at any time between the call and the wait, by an unknown work-item: `too_early` reads what is being copied, and so
//!   does `own_element`, where each work-item looks at its own element only. That the copy may come later no run shows, so these are
//!   not refuted. The wait makes what was copied visible to all, so no barrier is needed before it is read; one is needed before the next copy
//!   overwrites it. All work-items have to reach a copy together [A].

__kernel void scaled(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
}

__kernel void without_barrier(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
}

__kernel void two_rows(__global const float *in, __global const float *more, __global float *out) {
    __local float row[64], other[64];
    event_t copied[2];
    copied[0] = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    copied[1] = async_work_group_copy(other, more + 64 * get_group_id(0), 64, 0);
    wait_group_events(2, copied);
    out[get_global_id(0)] = row[get_local_id(0) ^ 1] + other[63 - get_local_id(0)];
}

__kernel void one_by_one(__global const float *in, __global float *out, int n) {
    __local float row[64];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        event_t copied = async_work_group_copy(row, in + 64 * i, 64, 0);
        wait_group_events(1, &copied);
        sum += row[get_local_id(0) ^ 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

__kernel void too_early(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    out[get_global_id(0)] = 2 * row[get_local_id(0) ^ 1];
    wait_group_events(1, &copied);
}

__kernel void own_element(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in + 64 * get_group_id(0), 64, 0);
    out[get_global_id(0)] = 2 * row[get_local_id(0)];
    wait_group_events(1, &copied);
}

__kernel void not_together(__global const float *in, __global float *out) {
    __local float row[64];
    if (get_local_id(0) < 32) {
        event_t copied = async_work_group_copy(row, in, 64, 0); // [A]
        wait_group_events(1, &copied);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = row[get_local_id(0)];
}
