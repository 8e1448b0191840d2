// A copy of a structure, and of a vector, into variables that nobody uses.
struct Cell {
  int value, weight;
};
__global__ void kernel(const Cell *cells, const float4 *vectors, int *out) {
  Cell unused = cells[threadIdx.x];       // KEEP ld GONE ld
  float4 as_unused = vectors[threadIdx.x]; // KEEP ld GONE ld
  out[0] = 1;
}
