// Writes to a shared array that nobody reads: two threads write different values to one cell.
__global__ void kernel() {
  __shared__ int s[64];
  s[threadIdx.x / 2] = threadIdx.x; // KEEP st.u32 GONE st
}
