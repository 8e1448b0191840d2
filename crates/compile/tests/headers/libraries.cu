// Headers of libraries for the host, and other names of headers: they have to parse.
#include <crt/device_functions.h>
#include <crt/host_defines.h>
#include <cublas.h>
#include <cublas_v2.h>
#include <cuda_fp16.hpp>
#include <cuda_bf16.hpp>
#include <cuda_fp8.h>
#include <cuda_occupancy.h>
#include <cuda_pipeline.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nvml.h>
__global__ void k(float *f, __half *h, unsigned char *c) {
  __shared__ float s[32];
  __nv_fp8_e4m3 a(f[0]); __nv_fp8_e5m2 b(h[0]); f[1] = (float)a + (float)b; c[0] = a.__x; h[1] = __half(__nv_cvt_fp8_to_halfraw(c[1], __NV_E4M3));
  __pipeline_memcpy_async(s, f, 16); __pipeline_commit(); __pipeline_wait_prior(0); f[2] = s[0];
}
void host(float *f, float one) {
  cublasHandle_t handle; cublasCreate(&handle); cublasSetStream(handle, 0);
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 1, 2, 3, &one, f, 1, f, 2, &one, f, 3) != CUBLAS_STATUS_SUCCESS) return;
  cufftHandle plan; cufftPlan1d(&plan, 8, CUFFT_C2C, 1); cufftComplex z; cufftExecC2C(plan, &z, &z, CUFFT_FORWARD);
  cusparseHandle_t sparse; cusparseCreate(&sparse); cusolverDnHandle_t solver; cusolverDnCreate(&solver); nvmlInit();
  size_t bytes; cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, nullptr, nullptr, &one, nullptr, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
}
