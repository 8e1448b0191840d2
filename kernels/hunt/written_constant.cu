//! An array of constant memory that a kernel writes
//! source: raddle
//! check: --block 64 --grid 1 --kernel k
//! expect-exit: 3
//! check: --block 64 --grid 1 --kernel by_pointer --arg which=1
//! expect: race=refuted
//! finding: race line 21
//! check: --block 64 --grid 1 --kernel by_pointer
//! expect: race=refuted
//! why: A kernel cannot write constant memory: where it names the variable that it writes [A], that is an error. Through a pointer a compiler
//!   still makes a store. It is memory that threads share then, and all of them write the same two cells at [B].
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
