//! The number that is added to a counter is an argument
//! source: raddle
//! check: --block 64 --arg step=2
//! expect: race=proved
//! check: --block 64 --arg step=0
//! expect: race=refuted
//! finding: race line 12
//! why: With 2 no two threads get one number; with 0 all get the first one [A].
__global__ void take(int *queue, int *next, int step) {
    int place = atomicAdd(next, step);

    queue[place] = threadIdx.x; // [A]
}
