//! Each block reverses its part of an array through shared memory
//! source: raddle
//! check: --kernel broken --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted bounds=proved termination=proved
//! finding: race line 14
//! finding: race line 15
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! why: Thread t writes its own cell at [A] and reads that of thread 127 - t at [B]. Only a barrier between the two
//!   lines orders them. Blocks work on disjoint parts of both arrays.
__global__ void broken(const int *in, int *out) {
    __shared__ int tile[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    tile[t] = in[first + t]; // [A]
    out[first + t] = tile[127 - t]; // [B]
}

__global__ void fixed(const int *in, int *out) {
    __shared__ int tile[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    tile[t] = in[first + t];
    __syncthreads();
    out[first + t] = tile[127 - t];
}
