//! What nothing has written may be any value
//! source: raddle
//! check: --block 64 --grid 1 --kernel variable
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel in_one_branch
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel whatever_it_is
//! expect: assert=proved race=proved
//! check: --block 64 --grid 1 --kernel structure
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel never_read
//! expect: race=proved
//! check: --block 64 --grid 4 --cta all --kernel counter
//! expect: race=refuted
//! check: --block 64 --grid 4 --cta all --kernel counter_of_one_group --within-cta
//! expect: race=proved
//! why: A run with values for what nothing has written refutes what depends on them: `x` need not be 0, nor the same for two
//!   threads. The counter of `counter` is never set, so two CTAs may count from the same number. `never_read` writes what it reads
//!   first. Within one group the numbers are different, whatever the first is.

struct two {
    short x, y;
};

__global__ void variable(int *out) {
    int x;
    __assert(x == 0);
    out[threadIdx.x] = 1;
}

__global__ void in_one_branch(int *out, int n) {
    int x;
    if (n > 5) x = 7;
    __assert(n <= 5 || x == 7);
    __assert(n != 3 || x == 7);
    out[threadIdx.x] = 1;
}

__global__ void whatever_it_is(int *out) {
    unsigned x;
    __assert(x % 8 < 8);
    out[threadIdx.x] = 1;
}

__global__ void structure(struct two *out) {
    struct two fresh;
    out[42] = fresh;
}

__global__ void never_read(int *out) {
    int x[2];
    x[0] = threadIdx.x;
    x[1] = x[0] + 1;
    out[x[1]] = x[0];
}

__global__ void counter(int *out) {
    __shared__ unsigned next;
    unsigned here = atomicAdd(&next, 1);
    out[here] = blockIdx.x;
}

__global__ void counter_of_one_group(int *out) {
    __shared__ unsigned next;
    unsigned here = atomicAdd(&next, 1);
    out[here] = threadIdx.x;
}
