// i + 1 > i for a signed i: an optimiser takes it for true, as C++ lets it. In PTX the addition wraps.
__global__ void kernel(int *out, int i) {
  out[0] = i + 1 > i; // KEEP setp GONE setp
}
