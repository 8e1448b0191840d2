// Expressions that need some bytes of a word only. Instruction selection reads and writes just those, even at -O0,
// unless told not to; what another thread does to the other bytes is then no race any more.
__global__ void kernel(unsigned *out, const unsigned *a) {
  out[0] = a[1] & 0xff;               // KEEP ld.u32 GONE ld.u32 GONE ld.global.u32
  out[1] = (a[2] >> 16) & 0xff;       // KEEP ld.u32 GONE ld.u32 GONE ld.global.u32
  out[2] = (unsigned char)a[3];       // KEEP ld.u32 GONE ld.u32 GONE ld.global.u32
  out[4] = (out[4] & ~0xffu) | 3;     // KEEP ld.u32 KEEP st.u32 GONE ld GONE st.global.u32
}
