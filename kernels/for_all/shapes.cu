//! Control flow that structured tools cannot take, with bounds and flags that are not given; each right and broken
//! source: raddle, after paper 000, section 1
//! check: --kernel fall_through --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel fall_through_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel short_circuit --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel short_circuit_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel do_while --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel do_while_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel break_continue --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel break_continue_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel early_return --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel early_return_divergent --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel with_goto --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel with_goto_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel nested --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel nested_racy --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel two_exits --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel two_exits_divergent --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! why: What decides (`n`, `m`) is one value for all threads, so that they take the same way together, whatever it is. In the right
//!   variants a barrier lies between each write to `s` and the next access by another thread; in the broken ones one is
//!   missing on some way (`_racy`: for some `n` another thread's word is accessed without a barrier between), or threads part
//!   at a condition of their own with a barrier after it (`_divergent`). After a deadlock nothing more is known.

__global__ void fall_through(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    switch (n) {
    case 0: s[t] += 1; // falls through
    case 1: s[t] += 2; break;
    case 2: __syncthreads(); s[63 - t] = n; break;
    default: __syncthreads();
    }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void fall_through_racy(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    switch (n) {
    case 0: s[t] += 1;
    case 1: s[t] += 2; break;
    case 2: s[63 - t] = n; break;
    default: __syncthreads();
    }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void short_circuit(int *o, const int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n && a[t] > 0 || n > 5) s[t] = 1;
    __syncthreads();
    if (n > 3 && n < 9 || n == 40) { o[blockIdx.x * 64 + t] = s[63 - t]; __syncthreads(); s[63 - t] = t; }
}
__global__ void short_circuit_racy(int *o, const int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n && a[t] > 0 || n > 5) s[t] = 1;
    __syncthreads();
    if (n > 3 && n < 9 || n == 40) { o[blockIdx.x * 64 + t] = s[63 - t]; s[t] = t; }
}
__global__ void do_while(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
    do {
        __syncthreads();
        int v = s[(t + 1) % 64];
        __syncthreads();
        s[t] = v;
    } while (++i < n);
    o[blockIdx.x * 64 + t] = s[t];
}
__global__ void do_while_racy(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
    do {
        __syncthreads();
        int v = s[(t + 1) % 64];
        s[t] = v;
    } while (++i < n);
    o[blockIdx.x * 64 + t] = s[t];
}
__global__ void break_continue(int *o, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (i == m) continue;
        if (i > 2 * m) break;
        int v = s[(t + i) & 63];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void break_continue_racy(int *o, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        int v = s[(t + i) & 63];
        __syncthreads();
        s[t] = v;
        if (i == m) continue;
        if (i > 2 * m) break;
        __syncthreads();
    }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void early_return(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (n < 0) return;
    s[t] = t;
    __syncthreads();
    if (n == 7) return;
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void early_return_divergent(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = t;
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[0];
}
__global__ void with_goto(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
again:
    __syncthreads();
    if (i >= n) goto out;
    if (i & 1) s[t] = i;
    else s[t ^ 1] = i;
    i++;
    goto again;
out:
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void with_goto_racy(int *o, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
again:
    if (i >= n) goto out;
    __syncthreads();
    if (i & 1) s[t] = i;
    else s[t ^ 1] = i;
    i++;
    goto again;
out:
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void nested(int *o, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++) {
            __syncthreads();
            int v = s[(t + j) & 63];
            __syncthreads();
            s[t] = v + i;
        }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void nested_racy(int *o, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < m; j++) {
            __syncthreads();
            int v = s[(t + j) & 63];
            __syncthreads();
            s[t] = v + i;
        }
        s[t ^ 1] = i;
    }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void two_exits(int *o, int n, int m) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
    while (true) {
        __syncthreads();
        if (i > n) break;
        s[t ^ 1] = i;
        __syncthreads();
        if (i > m) { s[t] = 0; break; }
        i += 3;
    }
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void two_exits_divergent(int *o, const int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, i = 0;
    s[t] = t;
    while (true) {
        __syncthreads();
        if (i > n) break;
        s[t] = i;
        if (a[t] > i) break;
        i += 3;
    }
    o[blockIdx.x * 64 + t] = s[t];
}
