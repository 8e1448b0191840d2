// A store that the next one overwrites: it races with another thread's read all the same.
__global__ void kernel(int *out) {
  out[threadIdx.x / 2] = 1; // KEEP st.u32 GONE st
  out[threadIdx.x / 2] = 2; // KEEP st.u32
}
