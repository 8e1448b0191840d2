//! Histogram of bytes in shared memory: the data choose the bin
//! source: raddle
//! check: --kernel plain --block 256
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted termination=proved
//! finding: race line 19
//! check: --kernel narrow --block 256
//! expect: deadlock=proved barrier-reuse=proved divergence=proved bounds=refuted termination=proved
//! finding: bounds line 30
//! check: --kernel fixed --block 256
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! why: Two threads with equal bytes read and write one bin at [A]. A byte of 64 or more leaves the 64 bins at [B];
//!   after such an access nothing is claimed about races. A byte is less than 256, so 256 bins suffice for every
//!   input, and atomic updates of one bin do not race.
__global__ void plain(const unsigned char *data, int *total) {
    __shared__ int bins[256];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    bins[data[blockIdx.x * 256 + t]] += 1; // [A]
    __syncthreads();
    atomicAdd(&total[t], bins[t]);
}

__global__ void narrow(const unsigned char *data, int *total) {
    __shared__ int bins[64];
    int t = threadIdx.x;
    if (t < 64)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[data[blockIdx.x * 256 + t]], 1); // [B]
    __syncthreads();
    if (t < 64)
        atomicAdd(&total[t], bins[t]);
}

__global__ void fixed(const unsigned char *data, int *total) {
    __shared__ int bins[256];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[data[blockIdx.x * 256 + t]], 1);
    __syncthreads();
    atomicAdd(&total[t], bins[t]);
}
