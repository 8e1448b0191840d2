//! Contracts that do something
//! source: raddle
//! check: --block 64 --kernel assigned
//! expect-exit: 3
//! check: --block 64 --kernel writes
//! expect-exit: 3
//! check: --block 64 --kernel for_another
//! expect-exit: 3
//! check: --block 64 --kernel compares
//! expect: race=proved
//! why: A contract is nothing for another compiler. `n = 1` sets n for what follows, and would prove another kernel's race freedom [A];
//!   a store in a contract happens nowhere else [B]; and what one contract sets is not there for another [C].
__global__ void assigned(int *out, int n) {
    __requires(n = 1);  // [A]
    out[threadIdx.x * n] = threadIdx.x;
}

__global__ void writes(int *out) {
    __assert((out[0] = threadIdx.x, 1));  // [B]
}

__global__ void for_another(int *out) {
    int x = 3;
    __assume(x = 5);  // [C]
    __assert(x == 5);
    out[threadIdx.x] = 0;
}

__global__ void compares(int *out, int n) {
    __requires(n == 1);
    out[threadIdx.x * n] = threadIdx.x;
}
