//! Tickets of a counter in memory: places of one's own, one, two or three of them
//! source: raddle
//! check: --kernel two_at_once --block 64
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel two_at_once --block * --grid *
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel two_of_three --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel three_each --block 256
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel three_each --block * --grid *
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel four_of_three --block 256
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel columns --block 128
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel downwards --block 128 --grid *
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel half_a_ticket --block 64
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! check: --kernel of_the_block --block 64 --grid 2
//! expect: deadlock=proved race=refuted divergence=proved termination=proved
//! why: Two additions of 2 find numbers that differ by 2 at least, so `two_at_once` has both of its places for itself; `two_of_three` writes a third one,
//!   the first of the next thread. Three places at 3 * ticket are one's own while the product does not wrap around, which is assumed
//!   (small-counters); in `columns` the distance of two places of a thread is given. A counter may count down. Half of a ticket has two owners. Additions that are atomic
//!   within the block only race with those of another block.

__global__ void two_at_once(const int *in, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        int at = atomicAdd(count, 2);
        out[at] = in[i];
        out[at + 1] = i;
    }
}

__global__ void two_of_three(const int *in, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        int at = atomicAdd(count, 2);
        out[at] = in[i];
        out[at + 1] = i;
        out[at + 2] = n;
    }
}

__global__ void three_each(const float *in, float *points, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.0f) {
        float *point = points + atomicAdd(count, 1) * 3;
        point[0] = in[i];
        point[1] = 2 * in[i];
        point[2] = i;
    }
}

__global__ void four_of_three(const float *in, float *points, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.0f) {
        float *point = points + atomicAdd(count, 1) * 3;
        for (int part = 0; part < 4; part++) point[part] = in[i] * part;
    }
}

__global__ void columns(const int *in, int *out, unsigned *count, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] > 7) {
            unsigned at = atomicAdd(count, 1u);
            out[5 * at] = in[i];
            out[5 * at + 4] = i;
        }
    }
}

__global__ void downwards(int *stack, int *left, const int *in) {
    int at = atomicSub(left, 1) - 1;
    if (at >= 0) stack[at] = in[threadIdx.x];
}

__global__ void half_a_ticket(const int *in, int *out, int *count) {
    if (in[threadIdx.x] > 0) out[atomicAdd(count, 1) / 2] = threadIdx.x;
}

__global__ void of_the_block(int *out, int *count) {
    out[atomicAdd_block(count, 1)] = threadIdx.x + blockIdx.x * blockDim.x;
}
