//! Sub-groups have sizes that all work-items agree on, and functions that are unknown code
//! source: raddle
//! check: --block 64 --grid 1 --kernel per_size
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 --kernel first_lanes
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel sums
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel votes --property termination
//! expect: termination=unknown
//! why: The number of sub-groups is the same for all work-items, so the barrier in the loop is reached by all. Nothing says that only one work-item is the first of
//!   a sub-group [A]. A sum over a sub-group is unknown code, and so is a
//!   vote: it may have more than 32 bits.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void per_size(__global int *out, __local int *t) {
    for (uint n = 0; n < get_num_sub_groups(); n++) {
        t[get_local_id(0)] = (int)n;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = t[63 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void first_lanes(__global int *out) {
    if (get_sub_group_local_id() == 0) out[0] = (int)get_local_id(0); // [A]
}

__kernel void sums(__global float *out) {
    float s = sub_group_reduce_add(out[get_global_id(0)]);
    if (get_sub_group_local_id() == 0) out[get_global_id(0)] = s;
}

__kernel void votes(__global int *out) {
    uint4 vote = sub_group_ballot(1);
    while (vote.y != 0) out[get_global_id(0)] = 1;
}
