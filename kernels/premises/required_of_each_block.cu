//! A requirement that no launch with two blocks meets
//! source: raddle
//! check: --kernel own --block 8 --grid 1
//! expect: race=refuted
//! finding: race line 17
//! check: --kernel own --block 8 --grid 2
//! expect: race=unknown
//! check: --kernel own --block 8 --grid 2 --arg n=0
//! expect: race=unknown
//! check: --kernel below --block 8 --grid 2
//! expect: race=refuted
//! finding: race line 21
//! why: The race at [A] is seen in block 0 with n = 0. With a second block, that is no launch: block 1 requires that n is 1.
//!   With n = 1 the launch of [B] meets what each block requires.
__global__ void own(int *out, int n) {
    __requires(n == (int)blockIdx.x);
    if (n == 0) out[0] = threadIdx.x; // [A]
}
__global__ void below(int *out, int n) {
    __requires(n <= (int)blockIdx.x + 1 && n > (int)blockIdx.x - 1);
    if (n == 1) out[blockIdx.x] = threadIdx.x; // [B]
}
