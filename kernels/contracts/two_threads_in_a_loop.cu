//! What two threads are to each other in a loop without barriers
//! source: raddle
//! check: --block 64 --grid 1 --kernel same_rounds
//! expect: contract=proved assert=proved race=proved
//! check: --block 64 --grid 1 --kernel own_number
//! expect: contract=unknown
//! check: --block 64 --grid 1 --kernel own_rounds
//! expect: contract=unknown
//! check: --block 64 --grid 1 --kernel skewed
//! expect: assert=unknown race=refuted
//! why: All threads go round equally often in `same_rounds`, and in the same round `i` is the same. In `own_number` it is the
//!   thread's number, and in `own_rounds` nothing says which rounds of two threads are the same. That two threads are in the same round
//!   is so for what is said of them: the accesses of `skewed` race in different rounds, and then nothing is said.

__global__ void same_rounds(int *out, int n) {
    for (int i = 0; __invariant(__uniform_int(i)), i < n; i++) {
        __assert(__uniform_int(2 * i));
        out[i * 64 + threadIdx.x] = i;
    }
}

__global__ void own_number(int *out, int n) {
    int at = threadIdx.x;
    for (int i = 0; __invariant(__uniform_int(at)), i < n; i++) at = out[64 * n + at];
    out[threadIdx.x] = at;
}

__global__ void own_rounds(int *out, int n) {
    for (int i = 0; __invariant(__uniform_int(i)), i < threadIdx.x; i++) out[i * 64 + threadIdx.x] = i;
}

__global__ void skewed(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __assert(__uniform_int(i));
        out[i + threadIdx.x] = i;
    }
}
