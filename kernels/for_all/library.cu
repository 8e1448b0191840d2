//! The kernels that every library has, for all inputs: right, and with one bug each
//! source: raddle
//! check: --kernel scan --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel scan --block 64 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel scan --block 64 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel scan --block 64 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel scan --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel reduce --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel reduce --block 64 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel reduce --block 64 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel reduce --block 64 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel reduce --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel transpose --block 16,16 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel transpose --block 16,16 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel transpose --block 16,16 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel transpose --block 16,16 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel transpose --block 16,16 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel matmul --block 16,16 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel matmul --block 16,16 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel matmul --block 16,16 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel matmul --block 16,16 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel matmul --block 16,16 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel stencil --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel stencil --block 64 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel stencil --block 64 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel stencil --block 64 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel stencil --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel bitonic --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel bitonic --block 64 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel bitonic --block 64 --grid 1 -D BUG=2 --arg n=64
//! expect: race=refuted divergence=proved
//! check: --kernel bitonic --block 64 --grid 1 -D BUG=3 --arg n=64
//! expect: race=refuted divergence=proved
//! check: --kernel bitonic --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel histogram --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel histogram --block 64 --grid 1 -D BUG=1
//! expect: race=refuted divergence=proved
//! check: --kernel histogram --block 64 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel histogram --block 64 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel histogram --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted deadlock=refuted
//! check: --kernel compaction --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --kernel compaction --block 64 --grid 1 -D BUG=2
//! expect: race=refuted divergence=proved
//! check: --kernel compaction --block 64 --grid 1 -D BUG=3
//! expect: race=refuted divergence=proved
//! check: --kernel compaction --block 64 --grid 1 -D BUG=4
//! expect: divergence=refuted
//! why: How many rounds there are is an argument. BUG 1 leaves a barrier out, 2 has an index that is off by one, 3 a wrong stride (of histogram and compaction: no atomic),
//!   4 a barrier that some threads do not reach. The places of a compaction come from a counter, and need no barrier; with BUG 2 two
//!   threads reach place 0, which is seen in a run that is given the results of atomics in its own order.
#ifndef BUG
#define BUG 0
#endif
#define OFF (BUG == 2)
#define WRONG (BUG == 3)
#define MEET(t) if (BUG != 1 && (BUG != 4 || (t) < 20)) __syncthreads()

__global__ void scan(int *data, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < n && d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        MEET(t);
        s[WRONG ? t / 2 : t] = s[OFF ? (t + 1) % 64 : t] + v;
        __syncthreads();
    }
    data[t] = s[t];
}

__global__ void reduce(int *out, const int *in, int n) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 64] = in[t + 64];
    __syncthreads();
    for (int d = 64; d > n && d > 0; d /= 2) {
        if (t < d + OFF) s[t] += s[t + (WRONG ? d / 2 : d)];
        MEET(t);
    }
    if (t == 0) out[0] = s[0];
}

__global__ void transpose(int *out, const int *in, int n) {
    __shared__ int s[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < n; k++) {
        s[y][x] = in[256 * k + 16 * y + x];
        if (x == 0) s[y][OFF ? 15 : 16] = 0;
        MEET(16 * y + x);
        out[256 * k + (WRONG ? 15 : 16) * y + x] = s[x][y];
        __syncthreads();
    }
}

__global__ void matmul(float *c, const float *a, const float *b, int n) {
    __shared__ float p[16][17], q[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        p[WRONG ? y / 2 : y][x] = a[256 * k + 16 * y + x];
        if (x == 0) p[y][OFF ? 15 : 16] = 0;
        q[y][x] = b[256 * k + 16 * y + x];
        MEET(16 * y + x);
        for (int j = 0; j < 16; j++) sum += p[y][j] * q[j][x];
        __syncthreads();
    }
    c[16 * y + x] = sum;
}

__global__ void stencil(int *out, const int *in, int n) {
    __shared__ int s[66];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[(WRONG ? t / 2 : t) + 1] = in[64 * k + t];
        if (t == 1) s[0] = in[64 * k + 64];
        if (t == 2) s[OFF ? 64 : 65] = in[64 * k + 65];
        MEET(t);
        out[64 * k + t] = s[t] + s[t + 1] + s[t + 2];
        __syncthreads();
    }
}

__global__ void bitonic(int *data, int n) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int k = 2; k <= 64 && k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int p = (WRONG ? t + j : t ^ j) + OFF;
            if (p > t) {
                int a = s[t], b = s[p];
                bool up = (t & k) == 0;
                s[t] = (a < b) == up ? a : b;
                s[p] = (a < b) == up ? b : a;
            }
            MEET(t);
        }
    }
    data[t] = s[t];
}

__global__ void histogram(int *out, const int *in, int n) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    MEET(t);
    for (int i = 0; i < n; i++) {
        int bin = in[64 * i + t] & 15;
        if (WRONG) bins[bin]++;
        else atomicAdd(&bins[bin], 1);
    }
    __syncthreads();
    if (t < 16) out[OFF && t > 0 ? t - 1 : t] = bins[t];
}

__global__ void compaction(int *out, int *count, const int *in, int n) {
    for (int i = 0; i < n; i++) {
        int v = in[64 * i + threadIdx.x];
        if (v > 0) {
            if (BUG == 4) __syncthreads();
            int at = WRONG ? (*count)++ : atomicAdd(count, 1);
            out[OFF && at > 0 ? at - 1 : at] = v;
        }
    }
}
