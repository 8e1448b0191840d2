//! What is proved if every access is within its object is not proved where one is shown to leave it
//! source: raddle
//! check: --kernel behind --block 64 --grid 1 --property race,bounds
//! expect: race=unknown bounds=refuted
//! check: --kernel all_behind --block 64 --grid 1 --property race,bounds
//! expect: race=unknown bounds=refuted
//! why: Two threads write one place past the array whenever they write at all.
__global__ void behind(int *o, int n) {
  __shared__ int s[64];
  if (n > 5)
    s[64 + threadIdx.x / 2 + (n & 7)] = threadIdx.x;
  o[threadIdx.x] = n;
}

__global__ void all_behind(int *o, int n) {
  __shared__ int s[64];
  for (int i = 0; i < n; i++)
    s[64 + i] = threadIdx.x;
  o[threadIdx.x] = n;
}
