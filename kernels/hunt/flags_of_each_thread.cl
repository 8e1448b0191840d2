//! Threads reach one barrier with different fence flags
//! source: raddle
//! check: --block 64 --grid 1 --kernel one_barrier
//! expect: deadlock=proved divergence=proved race=unknown
//! check: --block 64 --grid 1 --kernel given_flags
//! expect: deadlock=proved divergence=proved race=proved
//! check: --block 64 --grid 1 --kernel two_barriers
//! expect: divergence=refuted
//! why: In `one_barrier` all work-items reach the one barrier of the text, and what it orders for all of them is nothing. The flags
//!   of `given_flags` are known. In `two_barriers` half of the work-items reach another barrier of the text.

__kernel void one_barrier(__local int *p, __global int *out) {
    volatile uint flags = get_local_id(0) == 0 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
    p[get_local_id(0)] = 1;
    barrier(flags);
    out[get_local_id(0)] = p[get_local_id(0) ^ 1];
}

__kernel void given_flags(__local int *p, __global int *out) {
    uint flags = CLK_GLOBAL_MEM_FENCE;
    flags |= CLK_LOCAL_MEM_FENCE;
    p[get_local_id(0)] = 1;
    barrier(flags);
    out[get_local_id(0)] = p[get_local_id(0) ^ 1];
}

__kernel void two_barriers(__local int *p, __global int *out) {
    p[get_local_id(0)] = 1;
    if (get_local_id(0) < 32)
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0)] = p[get_local_id(0) ^ 1];
}
