//! Scans, reductions and a sort whose number of steps is a parameter
//! source: raddle
//! check: --kernel scan_hs --block 256 --property deadlock,barrier-reuse,divergence,race
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel reduce0 --block 256
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel reduce1 --block 256
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel bitonic --block 256 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel scan_bl --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In each step threads access words that no other thread writes in this step: the counters of the loops are powers of two (closed
//!   forms: doubling and halving, together), and a barrier lies between the steps. How many steps there are decides `size`, which is
//!   one value for all threads.

#define B 256
// Hillis and Steele, two buffers.
__global__ void scan_hs(int *d, int size) {
  __shared__ int s[2][B];
  int t = threadIdx.x, in = 0;
  s[0][t] = d[blockIdx.x * B + t];
  __syncthreads();
  for (int k = 1; k < size; k *= 2) {
    int v = s[in][t];
    if (t >= k) v += s[in][t - k];
    s[1 - in][t] = v;
    in = 1 - in;
    __syncthreads();
  }
  d[blockIdx.x * B + t] = s[in][t];
}
// Blelloch, in place.
__global__ void scan_bl(int *d) {
  __shared__ int s[B];
  int t = threadIdx.x, o = 1;
  s[2 * t] = d[2 * t]; s[2 * t + 1] = d[2 * t + 1];
  for (int n = B / 2; n > 0; n >>= 1) {
    __syncthreads();
    if (t < n) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; s[b] += s[a]; }
    o *= 2;
  }
  if (t == 0) s[B - 1] = 0;
  for (int n = 1; n < B; n *= 2) {
    o >>= 1;
    __syncthreads();
    if (t < n) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; int x = s[a]; s[a] = s[b]; s[b] += x; }
  }
  __syncthreads();
  d[2 * t] = s[2 * t]; d[2 * t + 1] = s[2 * t + 1];
}
__global__ void reduce0(int *d, int size) {
  __shared__ int s[B];
  int t = threadIdx.x;
  s[t] = d[blockIdx.x * B + t];
  __syncthreads();
  for (int k = 1; k < size; k *= 2) {
    if (t % (2 * k) == 0 && t + k < B) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) d[blockIdx.x * B] = s[0];
}
__global__ void reduce1(int *d, unsigned size) {
  __shared__ int s[B];
  int t = threadIdx.x;
  s[t] = d[blockIdx.x * B + t];
  __syncthreads();
  for (unsigned k = 1; k < size && k < B; k *= 2) {
    int i = 2 * k * t;
    if (i + k < B) s[i] += s[i + k];
    __syncthreads();
  }
  if (t == 0) d[blockIdx.x * B] = s[0];
}
__global__ void bitonic(int *v, int size) {
  __shared__ int s[B];
  int t = threadIdx.x;
  s[t] = v[t];
  __syncthreads();
  for (int k = 2; k <= size && k <= B; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int x = t ^ j;
      if (x > t) {
        if ((t & k) == 0 ? s[t] > s[x] : s[t] < s[x]) { int y = s[t]; s[t] = s[x]; s[x] = y; }
      }
      __syncthreads();
    }
  v[t] = s[t];
}
