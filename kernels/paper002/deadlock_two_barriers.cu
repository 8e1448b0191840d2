//! Threads of one warp go to two different barriers
//! source: paper 002, section 2.2.1, second kernel
//! check: --block 64 --arg i=0
//! expect: divergence=refuted
//! finding: divergence line 17
//! check: --block 64 --arg i=1 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=refuted
//! why: For i = 0 thread 0 goes to [B] and all others to [A]. The barriers are not the same in the text (B1), and
//!   the aligned barrier is executed by part of warp 0. Whether a machine lets them meet is undefined, so nothing
//!   more is claimed. For i = 1 all threads are at [A]. When i is not given, i = 0 is found, and a run with it shows it.
__global__ void two_barriers(int *out, int i) {
    __shared__ int v[64];
    if (threadIdx.x + i > 0) {
        v[threadIdx.x] = i;
        __syncthreads(); // [A]
    } else {
        v[threadIdx.x] = -i;
        __syncthreads(); // [B]
    }
    out[threadIdx.x] = v[threadIdx.x ^ 1];
}
