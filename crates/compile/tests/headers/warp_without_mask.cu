// The collectives from before the masks; the assembler takes them up to sm_60 only.
__global__ void all(int *i, float *f, double *d) {
  *i = __shfl(*i, 1) + __shfl_up(*i, 1) + __shfl_down(*i, 1, 16) + __shfl_xor(*i, 3);
  *f = __shfl_down(*f, 8); *d = __shfl_xor(*d, 1);
  *i = __all(*i) + __any(*i) + (int)__ballot(*i);
}
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void halves(__half *a, __half2 *b, __nv_bfloat16 *c) { *a = __shfl(*a, 1) + __shfl_up(*a, 1); *b = __shfl_down(*b, 1); *c = __shfl_xor(*c, 2); }
