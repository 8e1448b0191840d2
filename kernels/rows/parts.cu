//! Tensors: an element's number is taken apart by several sizes, from the smallest part on or from the largest, and put together with pitches
//! source: raddle
//! check: --block 256 --kernel whole
//! expect: race=proved
//! check: --block 256 --kernel whole --strict-wrap
//! expect: race=unknown
//! check: --block 256 --kernel padded
//! expect: race=proved
//! check: --block 256 --kernel padded --require pitch<w --require w>=2 --require h>=2
//! expect: race=refuted
//! finding: race line 30
//! check: --block 64 --kernel planes
//! expect: race=proved
//! check: --block 64 --kernel overlapping
//! expect: race=refuted
//! finding: race line 44
//! check: --block 256 --kernel other_order
//! expect: race=proved
//! check: --block 128 --kernel scaled
//! expect: race=proved
//! why: `x % w, x / w % h, x / (w * h) % c, x / (c * h * w)` are the parts of x, and `planes` has those of `at - plane * (n * m)`. Each part lies within the pitch of the next one, which
//!   is the condition. In `other_order` `at / rows / columns` is `at / columns / rows`. In `overlapping` all rows begin at one place. The branch in `scaled` is on what is read, and both ways meet before the access.
#define PARTS \
  int x = blockIdx.x * blockDim.x + threadIdx.x; \
  if (x >= n * c * h * w) return; \
  int column = x % w, row = x / w % h, channel = x / (w * h) % c, image = x / (c * h * w);
__global__ void whole(const float *in, float *out, int n, int c, int h, int w) { PARTS
  out[((image * c + channel) * h + row) * w + column] = in[x]; }
__global__ void padded(const float *in, float *out, int n, int c, int h, int w, int pitch) { PARTS
  out[((image * c + channel) * h + row) * pitch + column] = in[x]; }  // [A]

__global__ void planes(const float *in, char *out, long long total, long long n, long long m, long long of_column, long long of_row,
                       long long of_plane) {
  long long at = (long long)blockDim.x * blockIdx.x + threadIdx.x;
  if (at >= total) return;
  long long plane = at / (n * m), row = (at - plane * n * m) / n, column = at - plane * n * m - row * n;
  *(float *)(out + column * of_column + row * of_row + plane * of_plane) = in[at];
}

__global__ void overlapping(const float *in, float *out, int total, int n, int m) {
  int at = blockDim.x * blockIdx.x + threadIdx.x;
  if (at >= total || n < 2 || m < 2 || total < 64) return;
  int plane = at / (n * m), row = (at - plane * n * m) / n, column = at - plane * n * m - row * n;
  out[plane * n * m + column] = in[at] + row;  // [B]
}

__global__ void scaled(float *out, const float *by, unsigned n, unsigned heads, unsigned size) {
  unsigned packs = size / 4, at = blockIdx.x * 128 + threadIdx.x;
  if (at >= n * heads * packs) return;
  unsigned row = at / packs, pack = at % packs, token = row / heads, head = row % heads;
  float factor = by[token * heads + head];
  factor = isinf(factor) ? -1.0f : factor;
  out[token * heads * size + head * size + pack * 4] = factor;
}

__global__ void other_order(float *out, const float *in, int planes, int rows, int columns) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= planes * rows * columns) return;
  int plane = at / rows / columns, row = at / columns % rows, column = at % columns;
  out[plane * (rows * columns) + row * columns + column] = in[at];
}
