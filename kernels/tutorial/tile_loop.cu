//! A block goes over an array tile by tile, without a barrier at the end of an iteration
//! source: raddle
//! check: --kernel broken --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted bounds=proved termination=proved
//! finding: race line 16
//! finding: race line 18
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! why: After the only barrier of an iteration, thread 0 may enter the next one and write its cell at [A] while
//!   thread 127 still reads it at [B]. This takes two tiles. A barrier after the read closes the iteration.
__global__ void broken(const float *in, float *out, int tiles) {
    __shared__ float tile[128];
    int t = threadIdx.x;
    float best = 0;
    for (int i = 0; i < tiles; i++) {
        tile[t] = in[i * 128 + t]; // [A]
        __syncthreads();
        best = fmaxf(best, tile[t] + tile[(t + 1) % 128]); // [B]
    }
    out[blockIdx.x * 128 + t] = best;
}

__global__ void fixed(const float *in, float *out, int tiles) {
    __shared__ float tile[128];
    int t = threadIdx.x;
    float best = 0;
    for (int i = 0; i < tiles; i++) {
        tile[t] = in[i * 128 + t];
        __syncthreads();
        best = fmaxf(best, tile[t] + tile[(t + 1) % 128]);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = best;
}
