// What nvcc brings along by itself.
__device__ uint device(ushort s, int64_t i, uint32_t u, uint64_t w, size_t z) {
  float f = INFINITY + NAN; double d = M_PI; assert(i < INT_MAX);
  return (uint)(s + i + u + w + z + (unsigned long long)f + (unsigned long long)d + CHAR_BIT + UINT_MAX + (uint)sqrt(2.0f));
}
__global__ void k(uint *out) { out[0] = device(1, 2, 3, 4, 5); printf("%u\n", out[0]); void *p = malloc(3); memset(p, 0, 3); memcpy(p, out, 3); free(p); }
int main(int argc, char **argv) {
  uint *p = (uint *)malloc(4 * sizeof *p); memset(p, 0, 4); memcpy(p, p + 1, 4); printf("%f\n", sqrt(2.0) + sqrtf(3.0f) + fabs(1.0) + floor(2.0));
  k<<<1, 32>>>(p); assert(argc > 0); srand(time(NULL)); if (rand() > 3) exit(1); return atoi(argv[1]);
}
