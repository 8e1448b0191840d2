//! Accesses to unknown places of shared arrays
//! source: raddle
//! check: --block 64 --kernel gather --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! check: --block 64 --kernel other_array --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! check: --block 64 --kernel loop --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! check: --block 64 --kernel gather_and_overwrite
//! expect: race=refuted
//! check: --block 64 --kernel scatter
//! expect: race=refuted
//! check: --block 64 --kernel plain_counts
//! expect: race=refuted
//! check: --block 64 --kernel two_widths
//! expect: race=refuted
//! check: --block 64 --kernel counts_and_reads
//! expect: race=refuted
//! check: --block 64 --kernel halfway
//! expect: race=refuted
//! why: An access to an unknown place of an array may meet every access to the array. It is harmless where barriers order
//!   it with all that conflict (gather, loop), where the others go to another array (other_array), and among atomics
//!   of one width. Plain accesses conflict with themselves (scatter, plain_counts), atomics of two widths may overlap
//!   in part (two_widths), and a wait of the lanes of one warp does not order the other warp (halfway: with index 0 everywhere).
__global__ void gather(const int *index, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    float x = s[index[t]];
    __syncthreads();
    s[t] = x;
    out[t] = s[t];
}

__global__ void other_array(const int *index, float *out) {
    __shared__ int counts[64];
    __shared__ float s[64];
    int t = threadIdx.x;
    counts[t] = 0;
    __syncthreads();
    atomicAdd(&counts[index[t]], 1);
    s[t] = t;
    __syncthreads();
    out[t] = s[63 - t] + counts[t];
}

__global__ void loop(const int *index, int *out, int n) {
    __shared__ int counts[64];
    int t = threadIdx.x;
    counts[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 64)
        atomicAdd(&counts[index[i]], 1);
    __syncthreads();
    out[t] = counts[t];
}

__global__ void gather_and_overwrite(const int *index, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    float x = s[index[t]];
    s[t] = x;
    out[t] = s[t];
}

__global__ void scatter(const int *index, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[index[t]] = t;
    __syncthreads();
    out[t] = s[t];
}

__global__ void plain_counts(const int *index, int *out) {
    __shared__ int counts[64];
    int t = threadIdx.x;
    counts[t] = 0;
    __syncthreads();
    counts[index[t]]++;
    __syncthreads();
    out[t] = counts[t];
}

__global__ void two_widths(const int *index, int *out) {
    __shared__ unsigned long long counts[64];
    int t = threadIdx.x;
    counts[t] = 0;
    __syncthreads();
    atomicAdd(&counts[index[t]], 1ull);
    atomicAdd((int *)counts + index[t], 1);
    __syncthreads();
    out[t] = counts[t];
}

__global__ void counts_and_reads(const int *index, int *out) {
    __shared__ int counts[64];
    int t = threadIdx.x;
    counts[t] = 0;
    __syncthreads();
    atomicAdd(&counts[index[t]], 1);
    out[t] = counts[t];
}

__global__ void halfway(const int *index, int *out) {
    __shared__ int counts[64];
    int t = threadIdx.x;
    counts[t] = 0;
    if (t < 32)
        __syncwarp();
    atomicAdd(&counts[index[t]], 1);
    __syncthreads();
    out[t] = counts[t];
}
