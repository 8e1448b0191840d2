// Waiting for a flag that is not volatile: an optimiser reads it once, and the loop becomes an endless one or none.
__global__ void kernel(int *flag) {
  while (*flag == 0) // KEEP ld.u32 KEEP bra GONE bra
    ;
}
