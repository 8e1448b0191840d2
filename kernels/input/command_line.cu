//! A correct kernel asked for with wrong options
//! source: raddle (bad input)
//! check: --block 64 --arg scale=2 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 0
//! expect-exit: 3
//! check: --block 2147483648
//! expect-exit: 3
//! check: --block sixty-four
//! expect-exit: 3
//! check: --block 64 --grid 0
//! expect-exit: 3
//! check: --block 64 --arg colour=2
//! expect-exit: 3
//! check: --block 64 --arg 9=2
//! expect-exit: 3
//! check: --block 64 --arg scale=two
//! expect-exit: 3
//! check: --block 64 --grid 4 --cta 7,0,0
//! expect-exit: 3
//! check: --block 64 --property beauty
//! expect-exit: 3
//! check: --block 64 --no-such-option
//! expect-exit: 3
//! check:
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved bounds=unknown
//! why: A block has at least one thread, and fewer than 2^31; a parameter must exist by name or index and its value must be a
//!   number; the chosen CTA must lie in the grid. Each mistake is an error that says what is wrong. A launch that
//!   was not given is no error: what is proved then is proved for every block size.
__global__ void scaled(int *out, int scale) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x * scale;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
