//! Bugs that depend on values without a closed form: rounds that are followed one after the other find them
//! source: raddle
//! check: --kernel powers --block 64
//! expect: race=unknown
//! check: --kernel powers --block 64 --find-bugs 6
//! expect: race=refuted
//! finding: race line 26
//! check: --kernel powers --block 64 --find-bugs 5
//! expect: race=unknown
//! check: --kernel spread --block 64 --find-bugs 8
//! expect: race=refuted
//! check: --kernel steps --block 64 --find-bugs 8
//! expect: race=refuted
//! finding: race line 47
//! check: --kernel right --block 64 --find-bugs 4 --grid 1
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! check: --kernel right --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In `powers` the variable `a` is 1, 3, 10, 30, 91, 273, 820: after six rounds all threads write one word [A], and after five they do not. In
//!   `spread` an even `a` sends two threads to one word. `steps` leaves out its barrier where `n` takes seven steps to 1, as 3 does [B].
//!   Rounds of `right` that are followed prove nothing.
__global__ void powers(int *o, int n) {
    __shared__ int s[64];
    int a = 1;
    for (int i = 0; i < n; i++) a = a * 3 + (i & 1);
    if (a == 820) s[0] = threadIdx.x; // [A]
    __syncthreads();
    o[threadIdx.x] = s[0];
}
__global__ void spread(int *o, int n) {
    __shared__ int s[64];
    int a = 1;
    for (int i = 0; i < n; i++) a = a * 7 + 1;
    s[(threadIdx.x * a) & 63] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
__global__ void steps(int *o, unsigned n) {
    __shared__ int s[64];
    unsigned a = n, steps = 0;
    while (a != 1 && steps < 20) {
        a = a % 2 ? 3 * a + 1 : a / 2;
        steps++;
    }
    s[threadIdx.x] = a;
    if (steps != 7) __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x]; // [B]
}
__global__ void right(int *o, int n) {
    __shared__ int s[64];
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = i;
        __syncthreads();
        o[threadIdx.x] += s[63 - threadIdx.x];
        __syncthreads();
    }
}
