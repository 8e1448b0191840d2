// A loop that never ends and does nothing. C++ lets an optimiser assume that there is none.
__global__ void kernel(int *out, int n) {
  unsigned i = 0;
  while (n != 0) // KEEP bra GONE bra
    i += 2;
  out[0] = 1;
}
