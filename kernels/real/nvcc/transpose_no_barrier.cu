// build: sm_80 -lineinfo
//! check: --block 16,16 --arg 2=16
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: Thread (x, y) reads tile[x][y], which thread (y, x) writes, with no barrier between; the kernel has none at all.
extern "C" __global__ void transpose_no_barrier(const double* in, double* out, int n) {
    __shared__ double tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
    out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
