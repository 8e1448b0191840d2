//! The tree without barriers in its last warp, as it was written before 2017
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 22
//! check: --block 128 --warp-synchronous --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The last five steps trust that a warp runs in lock-step. Since threads of a warp are scheduled
//!   independently, lane t reads part[t + d] at [A] while lane t + d may be writing it. Under --warp-synchronous
//!   every step's reads come before its writes and steps follow each other, so the old kernel is proved under that
//!   named assumption.
__global__ void reduce(const float *in, float *out) {
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    if (t < 64)
        part[t] += part[t + 64];
    __syncthreads();
    if (t < 32) {
        for (int d = 32; d > 0; d /= 2)
            part[t] += part[t + d]; // [A]
        if (t == 0)
            out[0] = part[0];
    }
}
