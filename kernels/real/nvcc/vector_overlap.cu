// build: sm_80 -lineinfo
//! check: --block 32
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: Each thread writes 16 bytes and reads 4 of its neighbour's, inside the vector and not at its start.
extern "C" __global__ void vector_overlap(const float4* x, float* out) {
    __shared__ float4 cell[33];
    int t = threadIdx.x;
    cell[t] = x[t];
    out[t] = reinterpret_cast<volatile float*>(cell)[4 * (t ^ 1) + 2];
}
