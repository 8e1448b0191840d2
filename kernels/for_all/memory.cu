//! What is known of memory
//! source: raddle
//! check: --kernel same --block 64 --property divergence,race
//! expect: divergence=proved race=proved
//! check: --kernel same --block 64 --property divergence,race --memory equality
//! expect: divergence=proved race=proved
//! check: --kernel same --block 64 --property divergence,race --memory adversarial
//! expect: divergence=unknown race=unknown
//! check: --kernel own --block 64 --property race --memory adversarial --grid 1
//! expect: race=unknown
//! check: --kernel own --block 64 --property race
//! expect: race=refuted
//! check: --kernel own --block 64 --property race --grid 1
//! expect: race=proved
//! check: --kernel nobody --block 64 --property divergence,race
//! expect: divergence=proved race=proved
//! check: --kernel nobody --block 64 --property divergence,race --memory adversarial
//! expect: divergence=unknown race=unknown
//! check: --kernel one_value --block 64 --property race --memory adversarial --grid 1
//! expect: race=proved
//! check: --kernel parameters --block 64 --property divergence,race --memory adversarial
//! expect: divergence=proved race=proved
//! check: --kernel wrong --block 64 --property race --memory adversarial
//! expect: race=refuted
//! why: In `same` all threads find one value after the barrier, so that they reach the next one together; that is what equality of their memories tells. In `own` each thread
//!   finds what it wrote. If loads may give anything, neither is known, nor what all find where no thread writes (`nobody`). That all threads write one value that
//!   they have read at one place (`one_value`) one run shows, which has no such option. Parameters are what they are. A bug is one in any case.
__global__ void same(int *out, const int *in, int n) {
  __shared__ int rounds;
  if (threadIdx.x == 0) rounds = in[n];
  __syncthreads();
  for (int i = 0; i < rounds; i++) __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void own(int *out, int n) {
  __shared__ int at[64];
  for (int i = 0; i < n; i++) {
    at[threadIdx.x] = threadIdx.x;
    out[at[threadIdx.x]] = i + threadIdx.x;
  }
}

__global__ void one_value(int *out, const int *in, int i, int j) { out[i] = in[j]; }

__global__ void parameters(int *out, int n) {
  for (int i = 0; i < n; i++) __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void nobody(int *out, const int *in, int n) {
  for (int i = 0; i < in[n]; i++) __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void wrong(int *out, int n) { out[threadIdx.x / 2] = threadIdx.x; }
