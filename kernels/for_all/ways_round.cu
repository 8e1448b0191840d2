//! Loops that advance in steps of different lengths
//! source: raddle
//! check: --kernel steps --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel other_steps --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel doubled --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel halves --block 64 --grid 1 --arg n=64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In `steps` a thread advances by 64 or by 192, so its places are its own number and a multiple of 64. In `other_steps` it may advance by 96 and
//!   reach another's places. In `doubled` the width is doubled once or twice in a round: a power of two, so that the threads whose lowest bits are
//!   0 have that many places each. In `halves` one half is read while the other is written.

__global__ void steps(int *a, const int *far, int n) {
    for (int i = threadIdx.x; i < n;) {
        a[i] += 1;
        if (far[i]) i += 192;
        else i += 64;
    }
}
__global__ void other_steps(int *a, const int *far, int n) {
    for (int i = threadIdx.x; i < n;) {
        a[i] += 1;
        if (far[i]) i += 96;
        else i += 64;
    }
}
__global__ void doubled(int *a, const int *fast) {
    __shared__ int s[64];
    int t = threadIdx.x, round = 0;
    s[t] = a[t];
    __syncthreads();
    for (unsigned width = 1; width < 64;) {
        if ((t & (width - 1)) == 0)
            for (unsigned j = 0; j < width; j++) s[t + j] += width;
        __syncthreads();
        width <<= fast[round] ? 2 : 1;
        round++;
    }
    a[t] = s[t];
}
__global__ void halves(int *a, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, now = 0;
    s[0][t] = a[t];
    __syncthreads();
    for (unsigned d = 1; d < n; d *= 2) {
        s[1 - now][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
        now = 1 - now;
        __syncthreads();
    }
    a[t] = s[now][t];
}
