// A load of one cell in a loop whose body does not write it: an optimiser reads once, in front of the loop, and in
// front of the barrier-free iteration in which another thread writes it.
__global__ void kernel(int *__restrict__ out, const int *__restrict__ in, int n) {
  for (int i = 0; i < n; i++) // KEEP setp
    out[i] = in[0]; // KEEP ld.u32 GONE ld
}
