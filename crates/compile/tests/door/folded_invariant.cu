// Invariants that follow from the types or from what was assigned: an optimiser folds them to true, and with the
// condition goes what it was about. Here each is still computed from the variables.
__global__ void kernel(int *out, int n) {
  for (int i = 0; i < 10; i++) {
    __invariant(i >= 0); // KEEP not.b32 KEEP shr.u32 GONE not
    __invariant(i <= 10 && (i & 1) <= 1); // KEEP and.b32 GONE and
    out[i] = n;
  }
}
