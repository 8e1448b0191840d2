// i + 1 > i for a signed i, and a square: an optimiser takes the one for true and the other for not negative, as C++ lets it, and so does the
// selection of instructions without optimisation. In PTX both wrap, and they do here.
__global__ void kernel(int *out, long long *wide, int i) {
  out[0] = i + 1 > i; // KEEP setp OPTIMISED 1 setp
  wide[0] = i * i; // KEEP cvt.s64.s32
}
