// Two branches that store to one cell: an optimiser merges them into one store of a selected value.
__global__ void kernel(int *out, int n) {
  if (n > 3) // KEEP bra GONE bra
    out[0] = 5; // KEEP st.u32
  else
    out[0] = 6; // KEEP st.u32
}
