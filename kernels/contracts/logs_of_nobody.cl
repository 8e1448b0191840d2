//! Contracts for all threads, about logs of accesses
//! source: raddle
//! check: --block 64 --grid 2 --kernel nobody_reads
//! expect: assert=proved race=proved
//! check: --block 64 --grid 2 --kernel others_read
//! expect: assert=refuted
//! check: --block 64 --grid 2 --kernel others_have_read
//! expect: assert=refuted
//! check: --block 64 --grid 2 --kernel own_number
//! expect: assert=unknown
//! check: --block 64 --grid 2 --kernel global_only
//! expect: assert=proved
//! why: In nobody_reads no thread reads the array at all, and in global_only the kernel reads global memory only, so nothing is in those logs. In
//!   others_read half of the threads do, and in others_have_read they do before the others call a function that says that no thread has. In
//!   own_number the number of the thread is that of the thread that has read, which no method follows.

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

void others_idle(__local int *a) {
    __requires(!__read(a));
    __global_ensures(!__read(a));
}

__kernel void others_have_read(__local int *a, __global int *out) {
    if (get_local_id(0) % 2 == 1) out[get_global_id(0)] = a[get_local_id(0)];
    if (get_local_id(0) % 2 == 0) others_idle(a);
}

__kernel void own_number(__local int *a, __global int *out) {
    if (get_local_id(0) % 2 == 1) out[get_global_id(0)] = a[get_local_id(0)];
    if (get_local_id(0) % 2 == 0) __global_assert(__implies(__read(a), get_local_id(0) % 2 == 1));
}
