// All names of contracts, in CUDA.
__axiom(gridDim.x >= 1);
DECLARE_UF_BINARY(mixed, int, int, int);
struct pair { int *p; };
__device__ int half_of(int x) {
  __requires(x >= 0);
  __ensures(__return_val_int() >= 0);
  return x / 2;
}
__global__ void k(int *a, pair q, int n, unsigned int m) {
  __requires(__is_pow2(m) && __mod_pow2(n, 4) == 0);
  __global_requires(n > 0);
  __ensures(__old_int(n) == n);
  __requires_fresh_array(q.p);
  __candidate_requires(n == 3);
  __shared__ int s[64];
  for (int i = 0; __candidate_invariant(i == 3), __global_invariant(__implies(__enabled(), i >= 0)), __invariant(__no_read(a) || __read(a)), i < n; i++) {
    a[threadIdx.x] = i;
  }
  __function_wide_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == threadIdx.x) && __atomic_has_taken_value(a, 0, n));
  __barrier_invariant_1(s[threadIdx.x] == 0, threadIdx.x);
  __barrier_invariant_binary_1(__other_int(s[threadIdx.x]) != s[threadIdx.x] || n, threadIdx.x, threadIdx.x + 1);
  __read_permission(s[threadIdx.x]);
  __syncthreads();
  __assert(__forall(j, 0, 4, s[j] >= 0) || __exists(j, 0, 4, s[j] < 0));
  __global_assert(__ite(n > 0, n, 1) > 0);
  __assert(__uniform_int(n) && __all(n > 0) && !__distinct_bool(n > 0));
  __array_snapshot(s, s);
  __reads_from(a);
  __writes_to(a);
  __assume(__ptr_offset_bytes(a) == 0 && __ptr_base(a) != 0 && __accessed(a, 4) && __not_accessed(a));
  a[threadIdx.x] = __add_noovfl_int(n, half_of(n)) + __add(1, 2) + __max(n, 3) + (int)__add_noovfl_unsigned_int(m, 1u) + __uninterpreted_function_mixed(1, 2);
}
