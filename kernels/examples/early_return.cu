//! Threads beyond the end return before a barrier: by the language a deadlock, and none on GPUs that do not wait for threads that have ended
//! source: raddle
//! check: --kernel halo --block 256
//! expect: deadlock=refuted divergence=refuted
//! finding: deadlock line 47
//! check: --kernel halo --block 256 --exited arrive
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel halo --block 256 --grid 2 --arg n=300 --exited arrive
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --kernel halo --block 250 --grid 2 --arg n=300 --exited arrive
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --kernel no_barrier_at_the_end --block 256 --exited arrive
//! expect: race=refuted deadlock=proved divergence=proved
//! finding: race line 57
//! check: --kernel no_barrier_at_the_end --block 256 --grid 1 --arg n=200 --exited arrive
//! expect: race=refuted deadlock=proved divergence=proved
//! check: --kernel one_half_waits --block 64 --exited arrive
//! expect: deadlock=refuted
//! check: --kernel before_it_ends --block 64 --exited arrive
//! expect: race=proved deadlock=proved divergence=proved
//! check: --kernel named --block 64 --exited arrive
//! expect: deadlock=refuted
//! check: --kernel in_rounds --block 64 --exited arrive
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --kernel in_rounds --block 64 --grid 1 --arg n=40 --exited arrive
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --kernel counted_later --block 64 --exited arrive
//! expect: deadlock=refuted
//! check: --kernel counted_later --block 64 --exited arrive --arg n=40
//! expect: deadlock=refuted
//! check: --kernel first_returns --block 64 --exited arrive
//! expect: deadlock=proved divergence=proved race=proved
//! check: --kernel broken_promise --block 64 --exited arrive --arg n=40
//! expect: assert=refuted
//! check: --kernel broken_promise --block 64 --exited arrive --property assert
//! expect: assert=refuted
//! why: With `--exited arrive` a thread that has returned arrives at each `__syncthreads()`, so the others pass [A], and what it wrote before is ordered before what they do
//!   after it (`before_it_ends`). All other bugs stay: the tile is written again at [B] while others read it, also in one block whose last threads have returned; half of a block that waits at another barrier than the
//!   other half (`one_half_waits`) waits forever; and a barrier that names 64 threads (`named`, `counted_later`) waits for
//!   64 threads that are there. In `first_returns` thread 0 has ended, so its warp does not wait for it at `__syncwarp()` either. A thread that breaks what it has asserted at a
//!   barrier invariant and ends (`broken_promise`) leaves the others without it.
__global__ void halo(float *out, const float *in, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = in[i];
  __syncthreads();  // [A]
  out[i] = tile[threadIdx.x] + tile[(threadIdx.x + 1) % blockDim.x];
}

__global__ void no_barrier_at_the_end(float *out, const float *in, int n) {
  __shared__ float tile[256];
  if (threadIdx.x >= n) return;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float next = tile[(threadIdx.x + 1) % 256];
  tile[threadIdx.x] = next;  // [B]
  out[blockIdx.x * 256 + threadIdx.x] = next;
}

__global__ void one_half_waits(int *out) {
  if (threadIdx.x < 32) {
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
  } else {
    asm volatile("bar.sync 1;");
    out[blockIdx.x * 64 + threadIdx.x] = 2;
  }
}

__global__ void before_it_ends(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 40) return;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void named(int *out) {
  if (threadIdx.x >= 32) return;
  asm volatile("bar.sync 1, 64;");
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void in_rounds(float *data, int n) {
  __shared__ float s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
  for (int round = 0; round < 4; round++) {
    __syncthreads();
    float next = s[(threadIdx.x + 1) % 64];
    __syncthreads();
    s[threadIdx.x] = next;
  }
  data[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

__global__ void counted_later(int *out, int n) {
  if (threadIdx.x >= n) return;
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  __syncthreads();
  asm volatile("bar.sync 1, 64;");
  out[blockIdx.x * 64 + threadIdx.x] = 2;
}

__global__ void first_returns(int *out) {
  if (threadIdx.x == 0) return;
  if (threadIdx.x < 32) __syncwarp();
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void broken_promise(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __barrier_invariant_1(s[t] == 1, (t + 1) % 64);
  if (t >= n) {
    s[t] = 0;
    return;
  }
  __syncthreads();
  __assert(s[(t + 1) % 64] == 1);
  out[blockIdx.x * 64 + t] = s[(t + 1) % 64];
}
