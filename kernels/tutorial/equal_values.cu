//! Several threads report a negative element in one cell
//! source: raddle
//! check: --kernel position --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted termination=proved
//! finding: race line 16
//! check: --kernel flag --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! check: --kernel maximum --block 128 --strict-benign
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! why: At [A] two threads with negative elements write different positions. At [B] all write 1, so whichever write
//!   is last, the cell holds 1: a benign race, an exception of the proof. Atomics do not race, and need no
//!   exception.
__global__ void position(const int *in, int *found) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (in[i] < 0)
        *found = i; // [A]
}

__global__ void flag(const int *in, int *found) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (in[i] < 0)
        *found = 1; // [B]
}

__global__ void maximum(const int *in, int *found) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (in[i] < 0)
        atomicMax(found, i);
}
