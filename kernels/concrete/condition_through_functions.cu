//! Conditions through functions that are known up to an error
//! source: raddle
//! check: --block 64 --kernel sure
//! expect: race=refuted
//! finding: race line 18
//! check: --block 64 --kernel wave
//! expect: race=refuted
//! finding: race line 24
//! check: --block 64 --kernel exactly
//! expect: race=unknown
//! why: Several threads can be sure enough [A], or on one side of a wave [B]. In `exactly` the branch is taken only if a result of the function is one
//!   number to the last bit [C], which another device need not compute: no run shows that.

__global__ void sure(const float *score, int *winner, float limit, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 1.0f / (1.0f + expf(-score[i]));
    if (p > limit) *winner = i; // [A]
}

__global__ void wave(const float *phase, int *last, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (sinf(phase[i]) + cosf(phase[i]) > 0.5f) *last = i; // [B]
}

__global__ void exactly(const float *score, int *winner, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && expf(score[i] * 0.0f) == 1.0f) *winner = i; // [C]
}
