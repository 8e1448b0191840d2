//! A kernel template, instantiated once
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The instance for N = 64 reverses through shared memory with a barrier in between.
template <int N> __global__ void reverse(int *data) {
    __shared__ int cell[N];
    cell[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = cell[N - 1 - threadIdx.x];
}

template __global__ void reverse<64>(int *);
