// The same in OpenCL, where `inline` alone would leave no body at all.
inline void peek(__local int *p) {
  int dead = *p; // KEEP ld.shared.u32 GONE ld
}
inline __attribute__((always_inline)) void peek_too(__local int *p) {
  int dead = *p; // KEEP ld.shared.u32 GONE ld
}
__kernel void kernel_cl(__global int *out, __local int *s) {
  s[get_local_id(0)] = 1;
  peek(&s[get_local_id(0) ^ 1]);
  peek_too(&s[get_local_id(0) ^ 2]);
  out[get_local_id(0)] = s[get_local_id(0)];
}
