// Every warp collective of every type, with and without a mask.
template <class T> __device__ T shuffles(T v, int n) {
  v = __shfl_sync(0xffffffff, v, n); v = __shfl_sync(0xffffffff, v, n, 16);
  v = __shfl_up_sync(0xffffffff, v, 1); v = __shfl_down_sync(0xffffffff, v, 2, 8); v = __shfl_xor_sync(0xffffffff, v, 4);
  return v;
}
template <class T> __device__ unsigned matches(T v) {
  int all;
  return __match_any_sync(0xffffffff, v) + __match_all_sync(0xffffffff, v, &all) + all;
}
__global__ void all(int *i, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d, long *w, unsigned long *x) {
  *i = shuffles(*i, 1); *u = shuffles(*u, 2); *l = shuffles(*l, 3); *ul = shuffles(*ul, 4);
  *f = shuffles(*f, 5); *d = shuffles(*d, 6); *w = shuffles(*w, 7); *x = shuffles(*x, 8);
  *u = matches(*i) + matches(*u) + matches(*l) + matches(*ul) + matches(*f) + matches(*d) + matches(*w) + matches(*x);
  *i = __all_sync(~0u, *i) + __any_sync(~0u, *i) + __uni_sync(~0u, *i);
  *u = __ballot_sync(~0u, *i) + __activemask();
  *i = __reduce_add_sync(~0u, *i) + __reduce_min_sync(~0u, *i) + __reduce_max_sync(~0u, *i);
  *u = __reduce_add_sync(~0u, *u) + __reduce_min_sync(~0u, *u) + __reduce_max_sync(~0u, *u);
  *u = __reduce_and_sync(~0u, *u) | __reduce_or_sync(~0u, *u) | __reduce_xor_sync(~0u, *u);
  __syncwarp(); __syncwarp(0xff);
}
