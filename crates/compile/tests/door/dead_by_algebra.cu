// Values that algebra knows without their operands. Instruction selection drops the loads, even at -O0, unless told
// to keep them.
__global__ void kernel(unsigned *out, const unsigned *a) {
  out[0] = a[1] * 0;         // KEEP 1 ld.u32 GONE ld
  out[1] = a[2] & 0;         // KEEP 1 ld.u32 GONE ld
  out[2] = a[3] ^ a[3];      // KEEP 2 ld.u32 GONE ld
  out[3] = a[4] % 1;         // KEEP 1 ld.u32 GONE ld
  out[4] = a[5] >= 0;        // KEEP 1 ld.u32 GONE ld
  out[5] = (short)(a[6] << 16); // KEEP 1 ld.u32 GONE ld
}
