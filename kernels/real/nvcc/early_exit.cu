// build: sm_80 -lineinfo
//! check: --block 128 --arg 2=96
//! expect: deadlock=refuted
//! why: The last warp has nothing to do and leaves; the others wait at a barrier that counts 128 threads, and an exited thread
//! why: does not arrive.
extern "C" __global__ void early_exit(const int* x, int* out, int n) {
    __shared__ int cell[128];
    int t = threadIdx.x;
    if (t >= n) return;
    cell[t] = x[t];
    __syncthreads();
    out[t] = cell[n - 1 - t];
}
