//! Kernels that do the same in every block, whichever it is
//! source: raddle
//! check: --kernel turned --block 64
//! expect: race=proved deadlock=proved divergence=proved
//! check: --kernel turned --block 64 --strict-benign
//! expect: race=refuted
//! check: --kernel turned --block 64 --memory adversarial
//! expect: race=unknown
//! check: --kernel counted --block 256
//! expect: race=proved deadlock=proved divergence=proved
//! check: --kernel total --block 128
//! expect: race=proved
//! check: --kernel one_or_other --block 64
//! expect: race=proved
//! check: --kernel twice --block 64
//! expect: race=refuted
//! check: --kernel in_rounds --block 64
//! expect: race=refuted
//! check: --kernel in_place --block 64
//! expect: race=refuted
//! check: --kernel numbered --block 64
//! expect: race=refuted
//! check: --kernel drawn --block 64
//! expect: race=refuted
//! check: --kernel timed --block 64
//! expect: race=unknown
//! check: --kernel on_a_processor --block 64
//! expect: race=unknown
//! check: --kernel through_a_table --block 64
//! expect: race=unknown
//! check: --kernel of_a_part --block 48
//! expect: race=unknown
//! check: --kernel found_there --block 64
//! expect: race=unknown
//! check: --kernel of_the_host --block 64
//! expect: race=unknown
//! check: --kernel on_two_sides --block 32
//! expect: race=refuted
//! check: --kernel one_after_the_other --block 32
//! expect: race=refuted
//! check: --kernel apart --block 32 --warp-synchronous
//! expect: race=refuted
//! check: --kernel in_step --block 64
//! expect: race=proved
//! why: In `turned` no block asks which one it is, and none reads what another one writes: each block writes what all others write, the equal values that
//!   the proof leaves out. The same through a loop that data decide on (`counted`), through shuffles of whole warps (`total`), and with two stores
//!   of which each thread takes one (`one_or_other`). `twice` writes 0 first and then another number, so a slow block destroys what a fast one has left;
//!   `in_rounds` likewise, round by round. `in_place` reads what other blocks write; `numbered` asks for its number. Tickets of `drawn`, the clock and the
//!   number of a multiprocessor may differ from block to block; the pointers that `through_a_table` reads may lead anywhere; and the lanes that are missing
//!   in the last warp of `of_a_part` give any number. Lanes that wait for each other
//!   at two places (`on_two_sides`, `one_after_the_other`) write one place twice, in order, in each block (and the two sides of a branch have no order even in lock-step, `apart`); `in_step` waits with whole warps. What the host may change between two volatile loads (`of_the_host`) need not be the same. `found_there` passes on what shared memory held before, which is another number in each block.
__global__ void turned(float *o, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void counted(const float *p, float *r) {
  __shared__ int total;
  int found = 0;
  for (int i = threadIdx.x; i < 1024; i += 256) {
    if (threadIdx.x == 0) total = p[i] > 1.0f;
    __syncthreads();
    int t = total;
    if (found < 3) {
      __syncthreads();
      found += t;
    }
    __syncthreads();
  }
  r[threadIdx.x] = found;
}

__global__ void total(float *o, const float *in) {
  float sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) o[threadIdx.x / 32] = sum;
}

__global__ void one_or_other(volatile float *o, int *over, int *under, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float turned = s[63 - threadIdx.x];
  if (turned > 0.0f) {
    o[threadIdx.x] = turned;
    over[threadIdx.x] = 1;
  } else {
    o[threadIdx.x] = in[64 + threadIdx.x];
    under[threadIdx.x] = 1;
  }
}

__global__ void twice(float *o, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  o[threadIdx.x] = 0.0f;
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void in_rounds(float *o, const float *in) {
  __shared__ float s[64];
  for (int round = 0; round < 4; round++) {
    s[threadIdx.x] = in[64 * round + threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void in_place(float *o) {
  __shared__ float s[64];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void numbered(float *o, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x] + blockIdx.x;
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void drawn(int *o, int *next) {
  __shared__ int s[64];
  s[threadIdx.x] = atomicAdd(next, 1);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void timed(long long *o) {
  __shared__ long long s[64];
  s[threadIdx.x] = clock64();
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void on_a_processor(unsigned *o) {
  __shared__ unsigned s[64];
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  s[threadIdx.x] = number;
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void through_a_table(float *const *rows, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  rows[0][threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void of_a_part(float *o, const float *in) {
  float sum = in[threadIdx.x];
  sum += __shfl_down_sync(0xffffffff, sum, 16);
  o[threadIdx.x] = sum;
}

__global__ void found_there(float *o) {
  __shared__ float s[64];
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void of_the_host(float *o, const volatile float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void on_two_sides(int *out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x % 16] = 1;
    __syncwarp();
  } else {
    __syncwarp();
    out[threadIdx.x % 16] = 2;
  }
}

__global__ void one_after_the_other(int *out) {
  if (threadIdx.x >= 16) __syncwarp();
  out[threadIdx.x % 16] = threadIdx.x;
  if (threadIdx.x < 16) __syncwarp();
}

__global__ void in_step(float *o, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  o[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void apart(volatile int *o, int *p) {
  if (threadIdx.x < 16) {
    o[threadIdx.x % 16] = 1;
    p[threadIdx.x] = 1;
  } else {
    p[threadIdx.x] = 1;
    o[threadIdx.x % 16] = 2;
  }
}
