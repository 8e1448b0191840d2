//! A precondition on the command line bounds the stride between the elements of neighbours
//! source: raddle
//! check: --block 64 --grid 1 --require stride>=1&&stride<16
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 --require stride>=1 --require 16>stride
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 --require stride>=0&&stride<16
//! expect: race=refuted divergence=proved
//! finding: race line 19
//! check: --block 64 --grid 1
//! expect: race=refuted divergence=proved
//! check: --block 64 --grid 1 --require strid>=1
//! expect-exit: 3
//! check: --block 64 --grid 1 --require stride>=1&&
//! expect-exit: 3
//! why: With a stride of at least one, threads write different elements: the product is too small to wrap around. With a
//!   stride of zero all write the first element at [A]. A parameter that the kernel does not have is an error, and so is half an expression.
__global__ void spread(int *out, int stride) {
    out[threadIdx.x * stride] = threadIdx.x; // [A]
}
