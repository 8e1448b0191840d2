// standard: CL2.0
// What only OpenCL 2.0 has beside its functions: variables of the program, generic pointers, blocks.
__global int count = 3;
__global atomic_int shared_count = ATOMIC_VAR_INIT(0);
static int twice(int *p) { return 2 * *p; }
__kernel void k(__global int *out, __local int *own, __global const float4 *f) {
  int here = 1;
  int *places[3] = {out, own, &here};
  own[get_local_id(0)] = 2;
  int (^add)(int) = ^(int x) { return x + 1; };
  out[get_global_id(0)] = twice(places[0]) + twice(places[1]) + twice(&here) + add(count) + atomic_load(&shared_count);
  float4 whole; int4 exponent;
  out[1] = (int)(fract(f[0], &whole) + frexp(f[1], &exponent) + whole).x + exponent.y;
}
