//! Only block 1 has a bug, and only block 0 is asked about
//! source: raddle
//! check: --kernel writes --block 5 --grid 2 --cta 0,0,0
//! expect: race=proved bounds=proved termination=proved
//! check: --kernel writes --block 5 --grid 2 --cta 1,0,0
//! expect: race=refuted
//! finding: race line 19
//! check: --kernel writes --block 5 --grid 2
//! expect: race=refuted
//! finding: race line 19
//! check: --kernel loops --block 5 --grid 2 --cta 0,0,0
//! expect: termination=proved
//! check: --kernel loops --block 5 --grid 2 --cta 1,0,0 --steps 100000
//! expect: termination=refuted
//! finding: termination line 24
//! why: With --cta every method is asked about that block alone: a bug of another one says nothing about it.
__global__ void writes(int *out) {
    __shared__ int cell[4];
    if (blockIdx.x == 1) cell[2] = threadIdx.x; // [A]
    out[blockIdx.x * 5 + threadIdx.x] = blockIdx.x;
}
__global__ void loops(int *out) {
    if (blockIdx.x == 1)
        for (unsigned i = 0; i != 7; i += 2) out[i] = 1; // [B]
}
