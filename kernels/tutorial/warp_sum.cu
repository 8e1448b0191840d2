//! A warp adds 32 numbers, in shared memory and by shuffles
//! source: raddle
//! check: --kernel broken --block 32
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted bounds=proved termination=proved
//! finding: race line 20
//! finding: race line 21
//! check: --kernel broken --block 32 --warp-synchronous
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel fixed --block 32
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel shuffled --block 32
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! why: Lanes of a warp are independent threads: nothing orders the read at [A] and the write at [B] of two lanes,
//!   unless lanes run in lock-step. `__syncwarp()` orders them. Shuffles exchange registers and touch no memory.
__global__ void broken(const int *in, int *out) {
    __shared__ int sum[32];
    int lane = threadIdx.x, first = blockIdx.x * 32;
    sum[lane] = in[first + lane];
    for (int step = 16; step > 0; step /= 2) {
        int other = lane + step < 32 ? sum[lane + step] : 0; // [A]
        sum[lane] += other; // [B]
    }
    if (lane == 0)
        out[blockIdx.x] = sum[0];
}

__global__ void fixed(const int *in, int *out) {
    __shared__ int sum[32];
    int lane = threadIdx.x, first = blockIdx.x * 32;
    sum[lane] = in[first + lane];
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        int other = lane + step < 32 ? sum[lane + step] : 0;
        __syncwarp();
        sum[lane] += other;
        __syncwarp();
    }
    if (lane == 0)
        out[blockIdx.x] = sum[0];
}

__global__ void shuffled(const int *in, int *out) {
    int lane = threadIdx.x;
    int sum = in[blockIdx.x * 32 + lane];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        out[blockIdx.x] = sum;
}
