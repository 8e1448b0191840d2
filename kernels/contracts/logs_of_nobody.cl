//! Contracts for all threads, about accesses that the kernel does not have
//! source: raddle
//! check: --block 64 --grid 2 --kernel nobody_reads
//! expect: assert=proved race=proved
//! check: --block 64 --grid 2 --kernel others_read
//! expect: assert=unknown
//! check: --block 64 --grid 2 --kernel global_only
//! expect: assert=proved
//! why: What a thread that is elsewhere has accessed is not followed. But in nobody_reads no thread reads the array at all, and in global_only
//!   the kernel reads global memory only, so nothing is in those logs. In others_read half of the threads do.

void reads_nothing(__local int *a) {
    __global_requires(!__read(a));
    __global_ensures(!__read(a));
}

__kernel void nobody_reads(__local int *a) {
    if (get_local_id(0) % 2 == 0) {
        reads_nothing(a);
        a[get_local_id(0)] = 1;
    }
}

__kernel void others_read(__local int *a, __global int *out) {
    if (get_local_id(0) % 2 == 1) out[get_global_id(0)] = a[get_local_id(0)];
    if (get_local_id(0) % 2 == 0) __global_assert(!__read(a));
}

__kernel void global_only(__local int *a, __global int *out) {
    if (get_local_id(0) % 2 == 1) out[get_global_id(0)] = out[get_global_id(0)] + 1;
    if (get_local_id(0) % 2 == 0) __global_assert(!__read(a));
}
