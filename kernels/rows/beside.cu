//! A bug for sizes that the condition of another access excludes
//! source: raddle
//! check: --block 16,16 --kernel elsewhere
//! expect: race=refuted
//! finding: race line 19
//! check: --block 16,16 --kernel elsewhere --require columns<=pitch
//! expect: race=proved
//! check: --block 16,16 --kernel tiled
//! expect: race=proved
//! check: --block 16,16 --kernel tiled --require n*n<=4294967295 --strict-wrap
//! expect: race=proved bounds=proved termination=proved
//! check: --block 16,16 --kernel tiled --strict-benign
//! expect: race=proved
//! why: Rows overlap if `columns > pitch`: race is proved without them. But then `elsewhere` has a bug of its own, which the condition of its rows does not hide. In `tiled` the
//!   loop has no iterations if n + 15 wraps around; then all sums are 0, and what is written are equal values, which the condition of the rows excludes, too.
__global__ void elsewhere(float *o, const float *in, float *q, unsigned rows, unsigned columns, unsigned pitch) {
  unsigned r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
  if (r < rows && c < columns) o[r * pitch + c] = in[c];
  if (columns > pitch) q[0] = threadIdx.x;  // [A]
}

__global__ void tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float left[16][16], right[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0.0f;
  for (int m = 0; m < (n + 15) / 16; m++) {
    left[y][x] = row < n && m * 16 + x < n ? a[row * n + m * 16 + x] : 0.0f;
    right[y][x] = m * 16 + y < n && column < n ? b[(m * 16 + y) * n + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
