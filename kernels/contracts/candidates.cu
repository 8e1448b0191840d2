//! Invariants that may fail
//! source: raddle
//! check: --kernel hints --block 64 --grid 1
//! expect: race=proved
//! check: --kernel hints --block 64 --grid 1 --property contract
//! expect: contract=proved
//! check: --kernel without --block 64 --grid 1
//! expect: race=unknown
//! check: --kernel wrong_hint --block 64 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel stated --block 64 --grid 1 --property race,contract
//! expect: race=proved contract=refuted
//! check: --kernel stated --block 64 --grid 1 --invariants-as-candidates
//! expect: race=proved
//! check: --kernel stated --block 64 --grid 1 --property race,contract --invariants-as-candidates
//! expect: race=proved contract=proved
//! check: --kernel both --block 64 --grid 1 --property contract --invariants-as-candidates
//! expect: contract=refuted
//! check: --kernel carried --block 64 --grid 1 --property race
//! expect: race=proved
//! why: A candidate is used where it is proved, and nothing is said of it where it is not: in `hints` the last six bits of `at` stay, and it is not always 3. A candidate that is false
//!   must not help (`wrong_hint`, where the first two rounds already show the race). With `--invariants-as-candidates` the source's own invariants are such; its other contracts are not, so the
//!   postcondition of `both` is refuted. In `carried` a candidate needs another one that is true, and one that is false must not stop them.
__global__ void hints(int *out, const int *in, int n) {
  int at = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __candidate_invariant(at == 3);
    __candidate_invariant((at & 63) == threadIdx.x);
    out[at & 63] = threadIdx.x;
    at ^= in[i] & ~63;
  }
}

__global__ void without(int *out, const int *in, int n) {
  int at = threadIdx.x;
  for (int i = 0; i < n; i++) {
    out[at & 63] = threadIdx.x;
    at ^= in[i] & ~63;
  }
}

__global__ void wrong_hint(int *out, const int *in, int n) {
  int at = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __candidate_invariant((at & 63) == threadIdx.x);
    out[at & 63] = threadIdx.x;
    at ^= in[i] & ~31;
  }
}

__global__ void stated(int *out, const int *in, int n) {
  int at = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __invariant(at == threadIdx.x);
    __invariant((at & 63) == threadIdx.x);
    out[at & 63] = threadIdx.x;
    at ^= in[i] & ~63;
  }
}

__global__ void both(int *out, int n) {
  __ensures(n > 3);
  for (int i = 0; i < n; i++) {
    __invariant(i == 0);
    out[threadIdx.x] = i;
  }
}

__global__ void carried(int *out, const int *in, int n) {
  int a = 0, b = 0;
  for (int i = 0; i < n; i++) {
    __candidate_invariant(a == (int)threadIdx.x);
    __candidate_invariant(a >= 0 && a < 16);
    __candidate_invariant(b >= 0 && b < 16);
    out[16 * threadIdx.x + a] = i;
    a = b;
    b = in[i] & 15;
  }
}
