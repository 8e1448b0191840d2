// build: sm_80 -lineinfo
//! check: --block 256
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: The scan works in place with one barrier a round: in the first round thread 2 reads line[1] while thread 1 writes
//! why: it, in the same interval. A second barrier between all reads and all writes would fix it.
extern "C" __global__ void scan_in_place_racy(const int* x, int* out) {
    __shared__ int line[256];
    int t = threadIdx.x;
    line[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d) line[t] += line[t - d];
        __syncthreads();
    }
    out[t] = line[t];
}
