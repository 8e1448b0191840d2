//! Where pointers lead, and how far, in contracts
//! source: raddle
//! check: --kernel offsets --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel in_elements --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel in_a_loop --block 64 --grid 1 --property assert,race
//! expect: assert=proved race=proved
//! check: --kernel arrays --block 64 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel wrong_array --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel any_array --block 64 --grid 1 --property assert
//! expect: assert=unknown
//! check: --kernel called --block 64 --grid 1 --property assert
//! expect: assert=refuted
//! finding: assert line 57
//! why: Offsets are in bytes from the beginning of the array: 4 for the second `int`, which `in_elements` takes for 1. Each parameter leads into an array of its own, and so
//!   does each array in shared memory. A pointer that is read from memory leads anywhere. In `called` a function requires an offset of its argument.
__global__ void offsets(int *a) {
  int *p = a + 1 + threadIdx.x;
  __assert(__ptr_offset_bytes(p) == 4 + 4 * threadIdx.x);
  __assert(__ptr_offset_bytes(a) == 0);
  __assert(__ptr_offset(p) == 1 + threadIdx.x);
}

__global__ void in_elements(int *a) {
  int *p = a + 1;
  __assert(__ptr_offset_bytes(p) == 1);
}

__global__ void in_a_loop(int *a, int n) {
  for (int i = 0; i < n; i++) {
    int *p = &a[64 * i + threadIdx.x];
    __assert(__ptr_offset_bytes(p) % 4 == 0 && __ptr_offset(p) % 64 == threadIdx.x);
    *p = i;
  }
}

__global__ void arrays(int *a, int *b, int n) {
  __shared__ int s[64];
  __shared__ int t[64];
  s[threadIdx.x] = t[threadIdx.x] = n;
  int *p = s + n;
  __assert(__ptr_base(p) == __ptr_base(s) && __ptr_base(p) != __ptr_base(t));
  __assert(__ptr_base(a) != __ptr_base(b) && __ptr_base(a + n) == __ptr_base(a));
}

__global__ void wrong_array(int *a, int *b) { __assert(__ptr_base(a) == __ptr_base(b)); }

__global__ void any_array(int *a, int **b) {
  int *p = b[0];
  __assert(__ptr_base(a) == __ptr_base(p));
}

__device__ void clear(int *p) {
  __requires(__ptr_offset_bytes(p) % 8 == 0); // [A]
  p[0] = 0;
}

__global__ void called(int *a) { clear(a + threadIdx.x); }
