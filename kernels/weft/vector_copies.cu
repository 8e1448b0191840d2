//! Vectors of four numbers and a structure, copied by each thread for itself
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 -D BROKEN
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! finding: race line 23
//! why: Without the barrier, thread 0 reads the vector of thread 63 while that writes it at [A]. With or without it, which barrier
//!   threads reach depends on their warp alone: `v` and `w` are no memory, though the compiler writes the second half of a vector at
//!   an address with `or`.
struct Pair {
    int first, second;
    float weight;
};

__global__ void copy(const float4 *in, float4 *out, Pair *pairs) {
    __shared__ float4 tile[64];
    int t = threadIdx.x;
    Pair w = pairs[t];
    w.first += t / 32;
    pairs[t] = w;
    float4 v = in[t];
    tile[t] = v; // [A]
#ifndef BROKEN
    __syncthreads();
#endif
    v = tile[63 - t];
    v.x += v.y;
    if (t / 32 == 0) {
        __syncwarp();
    }
    out[t] = v;
}
