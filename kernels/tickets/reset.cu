//! Counters in shared memory that are reset: tickets differ from one reset to the next
//! source: raddle
//! check: --kernel compact --block 64
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel compact --block *
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel no_barrier --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel each_round --block 64
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel each_round_racy --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel kept_too_long --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel by_digit --block 128
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel reset_by_some --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel reset_atomically --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! why: `compact` resets its counter before a barrier, and never again: all tickets differ, also those that are used after the next barrier. `no_barrier` leaves out the
//!   barrier. `each_round` resets it in each round, with barriers on both sides; without the second one (`each_round_racy`) a reset races with additions of
//!   the round before. `kept_too_long` uses at its end tickets of different rounds, which may be equal. `by_digit` has four counters. Some threads reset a counter while others
//!   add to it (`reset_by_some`): a race; an atomic reset is none, and gives two threads one number.

__global__ void compact(const int *in, int *out, int *start) {
    __shared__ int count, base;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int x = in[blockIdx.x * blockDim.x + threadIdx.x], at = -1;
    if (x > 0) at = atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) base = start[blockIdx.x];
    __syncthreads();
    __shared__ int kept[1024];
    if (x > 0) kept[at] = x;
    __syncthreads();
    if (threadIdx.x < count) out[blockIdx.x * blockDim.x + threadIdx.x] = kept[threadIdx.x] + base;
}

__global__ void no_barrier(const int *in, int *out) {
    __shared__ int count, kept[64];
    if (threadIdx.x == 0) count = 0;
    int x = in[threadIdx.x];
    if (x > 0) kept[atomicAdd(&count, 1)] = x;
    __syncthreads();
    if (threadIdx.x < count) out[threadIdx.x] = kept[threadIdx.x];
}

__global__ void each_round(const int *in, int *out, int rounds) {
    __shared__ int count, kept[64];
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        int x = in[round * 64 + threadIdx.x];
        if (x > 0) kept[atomicAdd(&count, 1)] = x;
        __syncthreads();
        if (blockIdx.x == 0 && threadIdx.x < count) out[round * 64 + threadIdx.x] = kept[threadIdx.x];
        __syncthreads();
    }
}

__global__ void each_round_racy(const int *in, int *out) {
    __shared__ int count, kept[256];
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        int x = in[round * 64 + threadIdx.x];
        if (x > 0) kept[atomicAdd(&count, 1)] = x;
    }
    __syncthreads();
    if (blockIdx.x == 0) out[threadIdx.x] = kept[threadIdx.x];
}

__global__ void reset_by_some(const int *in, int *out) {
    __shared__ int count, kept[64];
    count = 0;
    __syncthreads();
    if (in[threadIdx.x] == 7) {
        count = 0;
    } else {
        kept[atomicAdd(&count, 1)] = threadIdx.x;
    }
    __syncthreads();
    if (blockIdx.x == 0) out[threadIdx.x] = kept[threadIdx.x];
}

__global__ void kept_too_long(const int *in, int *out) {
    __shared__ int count;
    int at = threadIdx.x + 64;
    for (int round = 0; round < 2; round++) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        if (in[threadIdx.x] == round) at = atomicAdd(&count, 1);
        __syncthreads();
    }
    if (blockIdx.x == 0) out[at] = threadIdx.x;
}

__global__ void by_digit(const int *in, int *out) {
    __shared__ int counts[4], kept[4 * 128];
    if (threadIdx.x < 4) counts[threadIdx.x] = 0;
    __syncthreads();
    int x = in[blockIdx.x * 128 + threadIdx.x];
    int at = atomicAdd(&counts[x & 3], 1);
    if (at < 128) kept[(x & 3) * 128 + at] = x;
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = kept[threadIdx.x] + counts[threadIdx.x & 3];
}

__global__ void reset_atomically(const int *in, int *out) {
    __shared__ int count, kept[128];
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0) {
        atomicExch(&count, 0);
    } else {
        kept[atomicAdd(&count, 1)] = threadIdx.x;
    }
    __syncthreads();
    if (blockIdx.x == 0) out[threadIdx.x] = kept[threadIdx.x];
}
