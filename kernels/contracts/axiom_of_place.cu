//! An axiom leaves blocks out
//! source: raddle
//! check: --block 64 --grid 64
//! expect: race=proved
//! why: All threads of a block write one element, except in block 16; the axiom says that there is no other.

__axiom(blockIdx.x == 16);

__global__ void elsewhere(int *out) {
    if (blockIdx.x != 16)
        out[0] = threadIdx.x;
}
