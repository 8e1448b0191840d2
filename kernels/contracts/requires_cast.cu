//! A precondition about a part of a parameter
//! source: raddle
//! check: --block 64 --kernel lower_part
//! expect: race=proved
//! check: --block 64 --kernel other_part
//! expect: race=refuted
//! why: `(int) n` is the lower half of `n`: the precondition stands at the head of the kernel [A], and says that neighbours write one element apart. Of the
//!   upper half it says nothing [B].
__global__ void lower_part(int *out, long n) {
    __requires((int)n == 1);  // [A]
    out[threadIdx.x * (int)n] = threadIdx.x;
}

__global__ void other_part(int *out, long n) {
    __requires((int)n == 1);
    out[threadIdx.x * (int)(n >> 32)] = threadIdx.x;  // [B]
}
