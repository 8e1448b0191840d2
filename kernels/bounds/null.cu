//! Accesses at the null pointer
//! source: raddle
//! check: --block 64 --grid 1 --kernel always
//! expect: bounds=refuted
//! finding: bounds line 17
//! check: --block 64 --grid 1 --kernel for_one_number
//! expect: bounds=refuted
//! finding: bounds line 23
//! check: --block 64 --grid 1 --kernel never
//! expect: bounds=proved race=proved
//! check: --block 64 --grid 1 --kernel never -D UNGUARDED
//! expect: bounds=refuted
//! why: Nothing lies at the first 4096 addresses. Where a kernel accesses what is no pointer, the property `bounds` is asked, whoever asks.
//!   Thread 0 reads there [A]; a run with n = 3 reaches [B]; `never` gets there only in a thread that no block has.
__global__ void always(int *out) {
    int *nothing = 0;
    out[threadIdx.x] = nothing[threadIdx.x];  // [A]
}

__global__ void for_one_number(int *out, int n) {
    int *p = 0;
    if (n == 3)
        *p = n;  // [B]
    out[threadIdx.x] = n;
}

__global__ void never(int *out) {
#ifndef UNGUARDED
    if (threadIdx.x >= 64)
#endif
        *(int *)16 = 1;
    out[threadIdx.x] = 1;
}
