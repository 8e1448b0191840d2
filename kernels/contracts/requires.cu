//! A precondition bounds the stride between the elements of neighbours
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 -D WEAK
//! expect: race=refuted divergence=proved
//! finding: race line 19
//! why: With a stride of at least one, threads write different elements: the product is too small to wrap around. With a
//!   stride of zero, which the weak precondition allows, all write the first element.

#ifdef WEAK
#define LEAST 0
#else
#define LEAST 1
#endif

__global__ void spread(int *out, int stride) {
    __requires(stride >= LEAST && stride < 16);
    out[threadIdx.x * stride] = threadIdx.x; // [A]
}
