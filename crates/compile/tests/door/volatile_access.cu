// What the source calls volatile is volatile in PTX, and nothing else is.
__global__ void kernel(int *out, volatile int *flag, volatile float4 *wide) {
  out[0] = out[1];    // KEEP 1 ld.u32 KEEP 0 ld.volatile KEEP 0 st.volatile
  out[2] = flag[0];   // KEEP 1 ld.volatile.u32 KEEP 1 st.u32
  flag[1] = out[2];   // KEEP 1 ld.u32 KEEP 1 st.volatile.u32
  wide->y = out[3];   // KEEP 1 st.volatile.f32
  flag[2];            // KEEP 0 st
  int unused = flag[3]; // KEEP 1 ld.volatile.u32
}
