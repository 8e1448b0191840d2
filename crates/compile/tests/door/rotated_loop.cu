// The test of a loop is at its head, once, where an invariant belongs. An optimiser tests before the loop and again
// at its end.
__global__ void kernel(int *out, int n) {
#pragma nounroll
  for (int i = 0; i < n; i++) // KEEP 1 setp OPTIMISED 2 setp
    out[i] = i;
}
