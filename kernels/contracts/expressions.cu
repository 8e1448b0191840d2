//! Expressions of contracts that other tools know
//! source: raddle
//! check: --kernel numbers --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel not_a_power --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel choices --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel sums --block 64 --grid 1 --property assert,race
//! expect: assert=proved race=proved
//! check: --kernel wrapping --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel functions --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel another_value --block 64 --grid 1 --property assert
//! expect: assert=unknown
//! check: --kernel everywhere --block 64 --grid 1 --property assert,contract
//! expect: assert=proved contract=proved
//! check: --kernel everywhere_wrong --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel ranges --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel ranges_wrong --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel ranges_of_memory --block 64 --grid 1 --property assert,race
//! expect: assert=proved race=proved
//! check: --kernel ranges_of_threads --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel long_range --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel long_range_of_memory --block 64 --grid 1 --property assert
//! expect: assert=unknown
//! check: --kernel given_range --block 64 --grid 1 --property race
//! expect: race=proved
//! check: --kernel assumed_too_little --block 64 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel nothing_said --block 64 --grid 1 --property race
//! expect: race=proved
//! why: `__mod_pow2` is a remainder where the divisor is a power of two. A sum of `__add_noovfl_int` is assumed not to overflow, and one of `__add` is not. Of a function
//!   that is not interpreted it is known that equal arguments give equal values, and no more. Contracts with `global` in their names are the same
//!   for a thread that is here. `__forall` and `__exists` range over integers: a range that is
//!   given is walked whole, and of a long one is known what invariants of loops tell.
DECLARE_UF_BINARY(f, int, int, int);

__global__ void numbers(unsigned n, unsigned m) {
  __requires(m > 0 && __is_pow2(m));
  __assert(__mod_pow2(n, m) == n % m);
  __assert(__is_pow2(64) && __is_pow2(1) && __is_pow2(0) && !__is_pow2(12));
}

__global__ void not_a_power(unsigned n, unsigned m) {
  __requires(m > 0);
  __assert(__mod_pow2(n, m) == n % m);
}

__global__ void choices(int a, int b) {
  __assert(__ite(a < b, a, b) <= a && __ite(a < b, a, b) <= b);
  __assert(__max(a, b) >= a && __max(a, b) >= b && (__max(a, b) == a || __max(a, b) == b));
  __assert(__implies(a > b, __max(a, b) == a));
}

__global__ void sums(int *out, int n) {
  __requires(n >= 0);
  int at = __add_noovfl_int(n, (int)threadIdx.x);
  __assert(at >= n);
  out[at] = n;
}

__global__ void wrapping(int n) {
  __requires(n >= 0);
  int at = __add(n, (int)threadIdx.x);
  __assert(at >= n);
}

__global__ void functions(int a, int b) {
  __assert(__implies(a == b, __uninterpreted_function_f(a, 3) == f(b, 3)));
}

__global__ void another_value(int a, int b) {
  __assert(__implies(a != b, __uninterpreted_function_f(a, 3) != __uninterpreted_function_f(b, 3)));
}

__global__ void everywhere(int *out, int n) {
  __global_requires(n > 0);
  __global_ensures(n >= 1);
  for (int i = 0; i < n; i++) {
    __global_invariant(i >= 0 && i < n);
    __global_assert(i < n);
    out[threadIdx.x] = i;
  }
}

__global__ void everywhere_wrong(int n) {
  __global_requires(n > 0);
  __global_assert(n > 1);
}

__global__ void ranges(int n) {
  __requires(n > 2 && n < 8);
  __assert(__forall(i, 0, 8, i < n || i >= 3));
  __assert(__exists(i, 0, 8, i == n));
  __assert(__forall(i, 5, 5, false) && !__exists(i, 5, 5, true));
}

__global__ void ranges_wrong(int n) {
  __requires(n > 2 && n < 8);
  __assert(__forall(i, 0, 8, i != n));
}

__global__ void ranges_of_memory(int *out, const int *in) {
  int own[4];
  for (int k = 0; k < 4; k++) own[k] = k * k;
  out[threadIdx.x] = 7;
  __assert(__forall(i, 0, 4, __exists(j, 0, 10, i * i == j)));
  __assert(__forall(i, 0, 3, in[i] == in[i]));
  out[threadIdx.x] = own[3];
}

// In each round of a loop, and what follows is a function of the range.
__global__ void ranges_of_threads(int n) {
  for (int k = 0; k < n; k++) {
    __assert(__exists(i, 0, 64, i == threadIdx.x));
    __assert(!__forall(i, 0, 64, i == threadIdx.x));
  }
}

__global__ void long_range(int n) { __assert(__forall(i, 0, n, i >= 0)); }

__global__ void long_range_of_memory(const int *in, int n) {
  __requires(__forall(i, 0, n, in[i] == 0));
  __assert(__forall(i, 0, n, in[i] == 0));
}

__global__ void given_range(int *out, const int *in) {
  __requires(__forall(i, 0, 4, in[i] >= 4 * i && in[i] < 4 * i + 4));
  if (threadIdx.x < 4) out[in[threadIdx.x]] = threadIdx.x;
}

__global__ void assumed_too_little(int *out, const int *in) {
  __requires(__forall(i, 0, 3, in[i] >= 4 * i && in[i] < 4 * i + 4));
  if (threadIdx.x < 4) out[in[threadIdx.x]] = threadIdx.x;
}

__global__ void nothing_said(int *out, int *other) {
  __requires_fresh_array(other);
  __read_permission(other[threadIdx.x]);
  out[threadIdx.x] = other[threadIdx.x];
}
