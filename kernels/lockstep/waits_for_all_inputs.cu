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
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel ordered --warp-synchronous
//! expect: race=proved
//! why: In `all_lanes` and `shuffles` all lanes of a warp come to each wait, in each round, so none waits for ever; nothing but barriers orders
//!   accesses there. With 48 threads the last warp is half of one. In `some_lanes` odd lanes wait for even ones, and the halves
//!   come to the barrier apart; in `half_of_them` the mask
//!   names some. `ordered` is free of races because of the wait, which is not taken to order anything where two threads are compared; in lock-step it
//!   is not needed.
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
