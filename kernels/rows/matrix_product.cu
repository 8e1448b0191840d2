//! Naive matrix product: one thread for each element, all sizes free
//! source: raddle
//! check: --block 16,16
//! expect: race=proved divergence=proved deadlock=proved termination=proved
//! check: --block 16,16 --require n*m<=4294967295
//! expect: race=proved divergence=proved deadlock=proved termination=proved
//! check: --block 16,16 --strict-wrap
//! expect: race=unknown divergence=proved deadlock=proved
//! why: Two elements are one only if `row * m + col` wraps around, as for `n` = `m` = 65536. So race is proved provided that
//!   `n * m <= 4294967295`, which is the weakest such condition: products of 32 bits are not larger. With --strict-wrap that is not
//!   a proof, and no grid that a run can have shows the race.
__global__ void product(const float *a, const float *b, float *c, int n, int m, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < m) {
        float sum = 0;
        for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * m + col];
        c[row * m + col] = sum;
    }
}
