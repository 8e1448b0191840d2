// build: sm_80 -lineinfo
//! check: --block 256 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: A round reads one half of line and writes the other, each thread its own cell there; the barrier at its end stands
//! why: between these reads and the next round's writes of the same half.
extern "C" __global__ void scan_double_buffer(const int* x, int* out) {
    __shared__ int line[2][256];
    int t = threadIdx.x, now = 0;
    line[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        line[1 - now][t] = line[now][t] + (t >= d ? line[now][t - d] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[t] = line[now][t];
}
