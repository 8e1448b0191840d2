//! One store of a warp, whose lanes are known to different degrees
//! source: raddle
//! check: --block 32 --kernel one_lane
//! expect: race=refuted
//! check: --block 32 --kernel one_lane --warp-synchronous
//! expect: race=refuted
//! check: --block 32 --kernel two_stores --warp-synchronous --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! why: The last lane may write what another lane writes by the same instruction. A warp in lock-step orders its instructions, and
//!   not the lanes of one (one_lane). Two instructions are ordered (two_stores).
__global__ void one_lane(const int *index, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    int i = t < 31 ? t : index[t];
    s[i] = t;
    __syncthreads();
    out[t] = s[t];
}

__global__ void two_stores(const int *index, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    if (t == 31)
        s[index[t]] = 0;
    __syncthreads();
    out[t] = s[t];
}
