//! A contract about two threads in a loop that does not keep them together
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=unknown race=proved
//! why: Each thread makes as many rounds as its own number says, so two of them are in different rounds at a time, and there is no
//!   other thread to compare with.

__global__ void apart(int *out) {
    int sum = 0;
    for (int i = 0; __invariant(__uniform_int(i)), i < threadIdx.x; i++) sum += i;
    out[threadIdx.x] = sum;
}
