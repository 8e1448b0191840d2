//! Invariants that follow from several rounds of a loop
//! source: raddle
//! check: --kernel rotate --block 64 --grid 1 --property contract
//! expect: contract=unknown
//! check: --kernel rotate --block 64 --grid 1 --property contract --k-induction 2
//! expect: contract=unknown
//! check: --kernel rotate --block 64 --grid 1 --property contract,assert,race --k-induction 3
//! expect: contract=proved assert=proved race=proved
//! check: --kernel rotate --block 64 --grid 1 --property contract --k-induction 5
//! expect: contract=proved
//! check: --kernel starts_wrong --block 64 --grid 1 --property contract --k-induction 3
//! expect: contract=refuted
//! check: --kernel starts_wrong_for_some --block 64 --grid 1 --property contract,race --k-induction 3
//! expect: contract=refuted race=refuted
//! check: --kernel with_barriers --block 64 --grid 1 --property contract,race --k-induction 2
//! expect: contract=proved race=proved
//! check: --kernel with_barriers --block 64 --grid 1 --property contract,race
//! expect: contract=unknown race=unknown
//! check: --kernel in_the_middle --block 64 --grid 1 --property contract --k-induction 3
//! expect: contract=refuted
//! check: --kernel nested --block 64 --grid 1 --property contract --k-induction 3
//! expect: contract=proved
//! check: --kernel nested_wrong --block 64 --grid 1 --property contract --k-induction 3
//! expect: contract=unknown
//! check: --kernel others --block 64 --grid 1 --property contract --k-induction 3
//! expect: contract=unknown
//! check: --kernel rotate --block 64 --grid 1 --k-induction 17
//! expect-exit: 3
//! why: Three numbers take turns: that the first two differ follows from three rounds in which they do, not from fewer. In `starts_wrong` they are 1, 2, 1, so that
//!   it is false in the third round, and in `starts_wrong_for_some` that depends on an argument: with three rounds each step would do, but not
//!   the beginning. The numbers of `with_barriers` change places at a barrier. `in_the_middle` sets one of them anew in a round that is not one
//!   of the first. The loop of `nested` goes round in another, where the numbers continue;
//!   `nested_wrong` sets one anew. In `others` the numbers lie in memory that other threads change between the rounds.
__global__ void rotate(int *out, int n) {
  int a = 3 * threadIdx.x, b = a + 1, c = a + 2;
  for (int i = 0; i < n; i++) {
    __invariant(a != b);
    int first = a;
    a = b;
    b = c;
    c = first;
  }
  __assert(n < 0 || n >= 0);
  out[threadIdx.x] = a;
}

__global__ void starts_wrong(int *out) {
  int a = 1, b = 2, c = 1;
  for (int i = 0; i < 10; i++) {
    __invariant(a != b);
    int first = a;
    a = b;
    b = c;
    c = first;
  }
  out[threadIdx.x] = a;
}

__global__ void starts_wrong_for_some(int *out, int n, int last) {
  int a = threadIdx.x, b = a + 100, c = last == 12345 ? a : a + 200;
  for (int i = 0; i < n; i++) {
    __invariant(a != b);
    int first = a;
    a = b;
    b = c;
    c = first;
  }
  // Only thread 0 would write, if a were never b.
  if (a == b || threadIdx.x == 0) out[0] = threadIdx.x;
}

__global__ void with_barriers(int *out, int n, int one, int two) {
  __requires(one != two);
  int a = one, b = two;
  for (int i = 0; i < n; i++) {
    __invariant(a == one || a == two);
    __syncthreads();
    if (a != one && a != two) out[0] = threadIdx.x;
    int first = a;
    a = b;
    b = first;
  }
}

__global__ void in_the_middle(int *out, int n, int last) {
  int a = threadIdx.x, b = a + 100, c = a + 200;
  for (int i = 0; i < n; i++) {
    __invariant(a != b);
    if (last == 12345 && i == 20) c = b;
    int first = a;
    a = b;
    b = c;
    c = first;
  }
  out[threadIdx.x] = a;
}

__global__ void nested(int *out, int n, int m) {
  int a = 3 * threadIdx.x, b = a + 1, c = a + 2;
  for (int j = 0; j < m; j++) {
    __invariant(a != b && b != c && a != c);
    for (int i = 0; i < n; i++) {
      __invariant(a != b);
      int first = a;
      a = b;
      b = c;
      c = first;
    }
    a = 3 * threadIdx.x, b = a + 1, c = a + 2;
  }
  out[threadIdx.x] = a;
}

__global__ void nested_wrong(int *out, int n, int m, int last) {
  int a = 3 * threadIdx.x, b = a + 1, c = a + 2;
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++) {
      __invariant(a != b);
      int first = a;
      a = b;
      b = c;
      c = first;
    }
    a = 3 * threadIdx.x, b = a + 1, c = last == 12345 ? a : a + 2;
  }
  out[threadIdx.x] = a;
}

__global__ void others(int *out, int n, int last) {
  __shared__ int s[3];
  if (threadIdx.x < 3) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    __invariant(s[0] != s[1]);
    int next = threadIdx.x < 3 ? s[(threadIdx.x + 1) % 3] : 0;
    __syncthreads();
    if (threadIdx.x < 3) s[threadIdx.x] = last == 12345 ? 0 : next;
    __syncthreads();
  }
}
