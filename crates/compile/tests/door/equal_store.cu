// A store of the value that was just loaded: no change of memory in one thread, a lost update among many.
__global__ void kernel(int *p) {
  int v = p[0];
  p[0] = v; // KEEP st.u32 GONE st
}
