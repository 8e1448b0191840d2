//! Lanes that wait for each other where the rounds of loops depend on an argument: two threads are compared for all inputs
//! source: raddle
//! check: --block 64 --grid 1 --kernel all_lanes
//! expect: race=proved divergence=proved deadlock=proved barrier-reuse=proved
//! check: --block 64 --grid 1 --kernel shuffles
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 48 --grid 1 --kernel all_lanes
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel some_lanes
//! expect: race=unknown divergence=refuted
//! check: --block 64 --grid 1 --kernel half_of_them
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel ordered
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 --kernel of_another_warp
//! expect: race=refuted divergence=proved
//! check: --block 64 --grid 1 --kernel once_in_a_round
//! expect: race=refuted divergence=proved
//! check: --block 64 --grid 1 --kernel by_shuffle
//! expect: race=unknown divergence=proved
//! check: --block 128 --kernel rounds_of_each_warp --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 128 --grid 1 --kernel rounds_of_each_warp_unordered
//! expect: race=refuted divergence=proved deadlock=proved
//! check: --block 128 --grid 1 --kernel rounds_of_each_lane
//! expect: race=unknown divergence=refuted deadlock=refuted
//! check: --block 128 --grid 1 --kernel by_what_lanes_wrote
//! expect: race=unknown divergence=refuted deadlock=refuted
//! check: --block 64 --grid 1 --kernel ordered --warp-synchronous
//! expect: race=proved
//! why: In `all_lanes` and `shuffles` all lanes of a warp reach each wait, in each round, so none waits forever; nothing but barriers orders
//!   accesses there. With 48 threads the last warp is half of one. In `some_lanes` odd lanes wait for even ones, and the halves
//!   reach the barrier apart; in `half_of_them` the mask
//!   names some. `ordered` is free of races because of the wait; in lock-step it is not needed. `of_another_warp` reads what another warp writes, for which lanes do not wait; in `once_in_a_round` a
//!   lane may write in the next round what another one still reads. A shuffle makes lanes wait, but orders no memory (`by_shuffle`). In `rounds_of_each_warp` the warps go different numbers
//!   of rounds, the lanes of each the same, and add up what they have in a tree; one of its waits is missing in the variant. In `rounds_of_each_lane` each
//!   lane has a number of rounds of its own, and what lanes have written decides about the rounds of `by_what_lanes_wrote`: in both
//!   a lane may wait for one that has left the loop and waits at the barrier of the block, as a run shows.
__global__ void all_lanes(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        __syncwarp();
        __syncthreads();
        out[64 * i + t] = s[63 - t];
        __syncthreads();
    }
}

__global__ void shuffles(float *out, const float *in, int n) {
    __shared__ float s[2];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        float v = in[64 * i + t];
        if (v < 0) v = -v;
        for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
        if (t % 32 == 0) s[t / 32] = v;
        __syncthreads();
        if (t == 0) out[i] = s[0] + s[1];
        __syncthreads();
    }
}

__global__ void some_lanes(int *out, int n) {
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t & 1) __syncwarp();
        out[64 * i + t] = i;
        __syncthreads();
    }
}

__global__ void half_of_them(int *out, int n) {
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t % 32 < 16) __syncwarp(0xffff);
        out[64 * i + t] = i;
        __syncthreads();
    }
}

__global__ void ordered(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        __syncwarp();
        out[64 * i + t] = s[t ^ 1];
        __syncthreads();
    }
}

__global__ void of_another_warp(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        __syncwarp();
        out[64 * i + t] = s[t ^ 32];
        __syncthreads();
    }
}

__global__ void once_in_a_round(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        __syncwarp();
        out[64 * i + t] = s[t ^ 1];
    }
}

__global__ void by_shuffle(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        int other = __shfl_xor_sync(0xffffffff, i, 1);
        out[64 * i + t] = s[t ^ 1] + other;
        __syncthreads();
    }
}

__global__ void rounds_of_each_warp(int *out, const int *in, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    for (int i = warp; i < n; i += 4) {
        s[t] = in[32 * i + lane];
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            if (lane < d) s[t] += s[t + d];
            __syncwarp();
        }
        if (lane == 0) out[i] = s[t];
        __syncwarp();
    }
}

__global__ void rounds_of_each_warp_unordered(int *out, const int *in, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    for (int i = warp; i < n; i += 4) {
        s[t] = in[32 * i + lane];
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            if (lane < d) s[t] += s[t + d];
        }
        if (lane == 0) out[i] = s[t];
        __syncwarp();
    }
}

__global__ void rounds_of_each_lane(int *out, int n) {
    __shared__ int s[128];
    int t = threadIdx.x;
    for (int i = t; i < n; i += 4) {
        s[t] = i;
        __syncwarp();
        out[i] = s[t ^ 1];
        __syncwarp();
    }
    __syncthreads();
}

__global__ void by_what_lanes_wrote(int *out, const int *in) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    while (s[t ^ 1] > 0) {
        __syncwarp();
        s[t] = s[t] - 1;
        __syncwarp();
    }
    __syncthreads();
    out[t] = s[t];
}
