// A loop of single stores: an optimiser turns it into wide stores of a constant.
__global__ void kernel(unsigned char *out) {
  unsigned char local_copy[16];
  for (int i = 0; i < 16; i++) local_copy[i] = 0;
  for (int i = 0; i < 16; i++) // KEEP bra GONE bra
    out[i] = local_copy[i];    // KEEP st.u8
}
