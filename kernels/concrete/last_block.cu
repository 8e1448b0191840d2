//! What the last block reads that nothing orders
//! source: raddle (as in sums that the last block finishes)
//! check: --block 64 --grid 4 --kernel sum_all
//! expect: race=refuted
//! finding: race line 19
//! check: --block 64 --kernel sum_all
//! expect: race=refuted
//! check: --block 64 --grid 4 --kernel sum_all -D FENCE
//! expect: race=unknown
//! check: --block 64 --grid 3 --kernel in_a_list
//! expect: race=refuted
//! why: The block that counts last reads what the others have written [A], and without a fence nothing orders that after the writes. In `in_a_list` blocks take
//!   places of a list by turns, and a place too many is taken by two of them [B].

__device__ unsigned done_blocks;
__global__ void sum_all(const float *in, float *part, float *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; // [A]
#ifdef FENCE
        __threadfence();
#endif
        last = atomicInc(&done_blocks, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
#ifdef FENCE
        __threadfence();
#endif
        float s = 0.0f;
        for (unsigned i = 0; i < gridDim.x; i++) s += part[i];
        *out = s;
    }
}

__device__ unsigned next_place;
__global__ void in_a_list(int *list) {
    if (threadIdx.x != 0) return;
    unsigned place = atomicAdd(&next_place, 1);
    list[place / 2] = blockIdx.x; // [B]
}
