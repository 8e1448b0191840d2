// Two neighbouring stores: an optimiser writes both cells with one vector store.
__global__ void kernel(float2 *out, float v) {
  out[threadIdx.x].x = v; // KEEP st.f32
  out[threadIdx.x].y = v; // KEEP st.f32 GONE st.f32
}
