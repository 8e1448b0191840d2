//! An array of constant memory that a kernel writes
//! source: raddle
//! check: --block 64 --grid 1 --kernel k
//! expect: race=refuted deadlock=proved divergence=proved
//! finding: race line 15
//! check: --block 64 --grid 1 --kernel by_pointer --arg which=1
//! expect: race=refuted
//! finding: race line 22
//! check: --block 64 --grid 1 --kernel by_pointer
//! expect: race=refuted
//! why: PTX has no store to constant memory; a compiler makes one all the same, through a generic address. It is memory that threads
//!   share, and all of them write the same four cells at [A], or the same two at [B].
__constant__ int table[64];
__global__ void k(int *out) {
    table[threadIdx.x & 3] = threadIdx.x;  // [A]
    out[threadIdx.x] = table[0];
}

__constant__ int first[4], second[4];
__global__ void by_pointer(int *out, int which) {
    int *p = which > 0 ? first : second;
    for (int i = 0; i < 2; i++) *p++ = threadIdx.x;  // [B]
    out[threadIdx.x] = first[0];
}
