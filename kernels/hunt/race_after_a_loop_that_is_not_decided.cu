//! A race after a loop of which it is not known whether it always ends
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=unknown race=refuted
//! finding: race line 11
//! why: Whether the loop ends for every n is Collatz's question; for n = 1 it does, and then all threads write o[0].

__global__ void collatz(int *o, int n) {
    unsigned x = n;
    while (x > 1) x = x & 1 ? 3 * x + 1 : x / 2;
    o[0] = threadIdx.x;
}
