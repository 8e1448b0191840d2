// A mask over a loaded word: an optimiser loads the one byte that is left, and touches other bytes than the source.
__global__ void kernel(unsigned char *out, const unsigned *in) {
  out[0] = (unsigned char)(in[1] >> 8); // KEEP ld.u32 GONE ld.u32
}
