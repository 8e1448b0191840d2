//! Counters in memory that wrap around by what one thread, or the threads of the launch once each, add to them
//! source: raddle
//! check: --kernel far_steps --block 1 --grid 1 --property termination
//! expect: termination=unknown
//! check: --kernel to_the_last --block 1 --grid 1 --property termination
//! expect: termination=refuted
//! check: --kernel up_to --block 64 --grid 1 --property termination
//! expect: termination=proved
//! check: --kernel up_to --block 64 --grid 1 --property termination --strict-wrap
//! expect: termination=unknown
//! check: --kernel below --block 64 --grid 1 --property termination
//! expect: termination=proved
//! check: --kernel twice --block 64 --grid 1 --property termination
//! expect: termination=unknown
//! check: --kernel sixteen_values --block 64 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel sixteen_values --block 16 --grid 1 --property race
//! expect: race=proved
//! why: The assumption that no counter wraps around is about what others add. In `far_steps` the second or third addition of one thread makes a number below the
//!   bound of a number near it; in `to_the_last` and in `up_to` with the largest `n`, which the condition excludes and no run shows, every number is below the bound; in `twice` what is added after the comparison is too much. Of
//!   16 values 64 threads do not get one each.
__global__ void far_steps(int *c) {
  while (atomicAdd(c, 1 << 30) < 2000000000) {
  }
}

__global__ void to_the_last(int *c) {
  while (atomicAdd(c, 1) <= 0x7fffffff) {
  }
}

__global__ void up_to(int *c, int n) {
  while (atomicAdd(c, 1) <= n) {
  }
}

__global__ void below(int *c, int n) {
  while (atomicAdd(c, 1) < n) {
  }
}

__global__ void twice(int *c) {
  while (atomicAdd(c, 1) < 2000000000)
    atomicAdd(c, 0x7fffffff);
}

__global__ void sixteen_values(int *o, unsigned *c) {
  unsigned at = atomicAdd(c, 1u << 28);
  o[(at >> 28) | (at << 4)] = threadIdx.x;
}
