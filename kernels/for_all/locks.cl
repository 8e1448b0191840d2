//! Locks in OpenCL, whose fences name the memory that they order
//! source: raddle
//! check: --local-size 64 --kernel of_local_memory --within-cta
//! expect: race=unknown
//! check: --local-size 64 --kernel of_reads
//! expect: race=unknown
//! check: --local-size 64 --kernel of_a_work_group
//! expect: race=unknown
//! why: The first fences order local memory, and the sum lies in global memory; the second ones order reads only; the third ones order for a work-group only. They are
//!   compiled to fences of the whole device, which must not count.

__kernel void of_local_memory(__global int *lock, __global int *sum, __global const int *x) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {}
    mem_fence(CLK_LOCAL_MEM_FENCE);
    *sum += x[get_local_id(0)];
    mem_fence(CLK_LOCAL_MEM_FENCE);
    atomic_xchg(lock, 0);
}

__kernel void of_reads(__global int *lock, __global int *sum, __global const int *x) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {}
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    *sum += x[get_local_id(0)];
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
}

__kernel void of_a_work_group(__global int *lock, __global int *sum, __global const int *x) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {}
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *sum += x[get_local_id(0)];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
}
