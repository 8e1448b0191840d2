//! What a barrier orders is what its fence flags name
//! source: raddle
//! check: --block 64 --grid 1 --kernel other_memory
//! expect: deadlock=proved divergence=proved race=refuted
//! finding: race line 21
//! check: --block 64 --grid 1 --kernel second_barrier
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel own_fence
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel atomics
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel rounds --arg n=3
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel rounds
//! expect: race=refuted
//! why: Nothing orders [A] with the next store: the barrier of `other_memory` orders local memory only, and one of `rounds` global memory only.
//!   In `second_barrier` another barrier orders it. The fence of `own_fence` may order it together with the barrier, which is not modelled.

__kernel void other_memory(__global int *p) {
    uint t = get_local_id(0);
    p[t] = t; // [A]
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 63)
        p[t + 1] = t;
}

__kernel void second_barrier(__global int *p) {
    uint t = get_local_id(0);
    p[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (t < 63)
        p[t + 1] = t;
}

__kernel void own_fence(__global int *p) {
    uint t = get_local_id(0);
    p[t] = t;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 63)
        p[t + 1] = t;
}

__kernel void atomics(__global int *p) {
    uint t = get_local_id(0);
    atomic_inc(&p[t]);
    barrier(0);
    atomic_inc(&p[63 - t]);
}

__kernel void rounds(__local int *p, int n) {
    uint t = get_local_id(0);
    p[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++) {
        int x = p[t ^ 1];
        barrier(CLK_GLOBAL_MEM_FENCE);
        p[t] = x + t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
