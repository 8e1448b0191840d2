//! Barriers after conditions on a parameter that is not given
//! source: raddle
//! check: --block 64 --kernel smooth --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --kernel two_flags --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --kernel same_flag_twice --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved
//! check: --block 64 --kernel only_with
//! expect: deadlock=proved race=refuted
//! check: --block 64 --kernel some_threads
//! expect: deadlock=refuted
//! check: --block 64 --kernel rare
//! expect: race=refuted deadlock=proved
//! check: --block 64 --kernel rounds --grid 1
//! expect: race=proved deadlock=proved
//! check: --block 64 --kernel flag_in_memory --grid 1
//! expect: race=proved deadlock=proved
//! check: --block 64 --kernel by_thread
//! expect: race=unknown deadlock=refuted
//! why: The condition is one for all threads, so both cases are looked at: what is proved in both is proved (smooth,
//!   two_flags), and equal conditions go the same way (same_flag_twice). A failure in one case is a bug if some value of
//!   the parameter leads there: 0 for only_with, 1 for some_threads; for rare none of the values that are tried does, so it
//!   stays unknown. A loop has too many cases (rounds), a flag in memory may change (flag_in_memory), and a
//!   condition that differs between threads is no case of the launch (by_thread).
__global__ void smooth(const float *in, float *out, int twice) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float x = s[t] + s[63 - t];
    if (twice) {
        __syncthreads();
        s[t] = x;
        __syncthreads();
        x = s[t] + s[63 - t];
    }
    out[t] = x;
}

__global__ void two_flags(const float *in, float *out, int before, int after) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float x = in[t];
    if (before != 0) {
        s[t] = x;
        __syncthreads();
        x = s[63 - t];
        __syncthreads();
    }
    if (after > 3) {
        s[t] = x;
        __syncthreads();
        x = s[(t + 1) % 64];
    }
    out[t] = x;
}

__global__ void same_flag_twice(const float *in, float *out, int paired) {
    __shared__ float s[32];
    int t = threadIdx.x;
    if (t < 32) {
        if (paired) {
            s[t] = in[t];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        if (paired) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[t] = s[t - 32];
        }
    }
}

__global__ void only_with(float *out, int safe) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (safe)
        __syncthreads();
    out[t] = s[63 - t];
}

__global__ void some_threads(float *out, int early) {
    int t = threadIdx.x;
    if (early) {
        if (t < 32)
            return;
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[t] = t;
}

__global__ void rare(float *out, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (n != 12345)
        __syncthreads();
    out[t] = s[63 - t];
}

__global__ void rounds(float *out, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        float x = s[63 - t];
        __syncthreads();
        s[t] = x;
    }
    out[t] = s[t];
}

__global__ void flag_in_memory(const int *flag, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (*flag)
        __syncthreads();
    out[t] = s[t];
}

__global__ void by_thread(float *out, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t < n)
        __syncthreads();
    out[t] = s[t];
}
