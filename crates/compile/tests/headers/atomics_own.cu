// A source's own atomics win over those that devices had not always.
__device__ double atomicAdd(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, seen;
  do { seen = old; old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen))); } while (seen != old);
  return __longlong_as_double(old);
}
__device__ static float2 atomicAdd(float2 *address, float2 value) { value.x = atomicAdd(&address->x, value.x); return value; }
__device__ float atomicMax(float *address, float value) { return __int_as_float(atomicMax((int *)address, __float_as_int(value))); }
__global__ void all(double *d, float *f, float2 *g) { atomicAdd(d, 1.0); atomicAdd(d, 2); atomicAdd(d, 3.0f); atomicAdd(g, g[1]); atomicMax(f, 1.0f); atomicAdd(f, 1.0f); }
