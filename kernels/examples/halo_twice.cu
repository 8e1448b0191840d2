//! Several lanes compute the same cell of a halo
//! source: raddle
//! check: --block 32 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 32 -D OWN
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 37
//! check: --block 32 -D TWICE
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 34
//! check: --block 32 -D ROUNDS
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 37
//! why: Four lanes write each cell of the edge at [B], unordered, and all compute it in the same way from the same cells of the tile: it does not
//!   matter who is last. With a summand of each lane's own it does. So it does where a cell is written twice, at [A] and at [B], or
//!   anew in each round: a lane's second write may come before another lane's first one.
__global__ void halo(float *out, const float *in) {
    __shared__ float tile[64], edge[8];
    int t = threadIdx.x, cell = t & 7;
    tile[t] = in[t];
    tile[t + 32] = in[t + 32];
    __syncthreads();
    int round = 0;
#ifdef ROUNDS
    for (; round < 4; round++)
#endif
    {
        float sum = tile[cell + round] * 0.5f + tile[cell + 32] * 0.25f;
#ifdef OWN
        sum += tile[t];
#endif
#ifdef TWICE
        sum += 1.0f;
        edge[cell] = sum; // [A]
        sum *= 2.0f;
#endif
        edge[cell] = sum; // [B]
    }
    __syncthreads();
    out[t] = edge[cell];
}
