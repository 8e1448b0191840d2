//! A load that is misaligned comes before a barrier that not all threads reach
//! source: raddle
//! check: --kernel records --block 64 --arg step=257 --arg n=40
//! expect: deadlock=unknown divergence=unknown race=unknown
//! check: --kernel records --block 64 --arg step=32 --arg n=40
//! expect: deadlock=refuted divergence=refuted
//! check: --kernel records --block 64
//! expect: deadlock=refuted divergence=refuted
//! check: --kernel halves --block 64 --arg step=6
//! expect: race=unknown
//! check: --kernel halves --block 64 --arg step=4
//! expect: race=refuted
//! why: A GPU stops the launch at a misaligned access, so what a run finds after one is no bug. Inputs that are chosen must not lead there.
__global__ void records(const char *bytes, int step, int n, float *out) {
    float value = *(const float *)(bytes + threadIdx.x * step);
    if (threadIdx.x >= n) return;
    __syncthreads(); // [A]
    out[threadIdx.x] = value;
}
__global__ void halves(char *bytes, int step) {
    *(int *)(bytes + (threadIdx.x / 2) * step) = threadIdx.x; // [B]
}
