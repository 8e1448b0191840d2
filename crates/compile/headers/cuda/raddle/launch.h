/* Launches by device code, and the part of the Runtime API that device code may call (programming guide, "CUDA Dynamic Parallelism"): unknown
 * code. The compiler's driver writes `k<<<grid, block>>>(a)` in device code as `__raddle_launch(grid, block)(a)`. */
#pragma once
#include "host_api.h"

/* It is handed what each argument points to, and each argument itself, which may hold pointers: all of that may change. */
extern "C" __attribute__((device, convergent)) int __raddle_opaque_launch(const void *);
template <class T> RADDLE_FN int __raddle_given(T *const &argument) { return __raddle_opaque_launch((const void *)argument); }
template <class T> RADDLE_FN int __raddle_given(const T &argument) { return __raddle_opaque_launch(&argument); }
struct __raddle_launched {
  template <class... T> RADDLE_METHOD void operator()(T... arguments) const {
    (void)__raddle_opaque_launch(nullptr);
    ((void)__raddle_given(arguments), ...);
  }
};
template <class... T> RADDLE_FN __raddle_launched __raddle_launch(T... sizes) {
  ((void)__raddle_given(sizes), ...);
  return __raddle_launched();
}

#define RADDLE_ON_DEVICE(name)                                                                                         \
  template <class... T> RADDLE_FN cudaError_t name(T... arguments) {                                                   \
    ((void)__raddle_given(arguments), ...);                                                                            \
    return (cudaError_t)__raddle_opaque_launch(nullptr);                                                               \
  }
RADDLE_ON_DEVICE(cudaDeviceGetAttribute) RADDLE_ON_DEVICE(cudaDeviceGetLimit) RADDLE_ON_DEVICE(cudaDeviceGetCacheConfig)
RADDLE_ON_DEVICE(cudaDeviceGetSharedMemConfig) RADDLE_ON_DEVICE(cudaDeviceSynchronize) RADDLE_ON_DEVICE(cudaGetLastError)
RADDLE_ON_DEVICE(cudaPeekAtLastError) RADDLE_ON_DEVICE(cudaGetDeviceCount) RADDLE_ON_DEVICE(cudaGetDevice)
RADDLE_ON_DEVICE(cudaStreamCreateWithFlags) RADDLE_ON_DEVICE(cudaStreamDestroy) RADDLE_ON_DEVICE(cudaStreamWaitEvent)
RADDLE_ON_DEVICE(cudaEventCreateWithFlags) RADDLE_ON_DEVICE(cudaEventRecord) RADDLE_ON_DEVICE(cudaEventDestroy)
RADDLE_ON_DEVICE(cudaFuncGetAttributes) RADDLE_ON_DEVICE(cudaMalloc) RADDLE_ON_DEVICE(cudaFree) RADDLE_ON_DEVICE(cudaMemcpyAsync)
RADDLE_ON_DEVICE(cudaMemcpy2DAsync) RADDLE_ON_DEVICE(cudaMemcpy3DAsync) RADDLE_ON_DEVICE(cudaMemsetAsync) RADDLE_ON_DEVICE(cudaMemset2DAsync)
RADDLE_ON_DEVICE(cudaMemset3DAsync) RADDLE_ON_DEVICE(cudaRuntimeGetVersion) RADDLE_ON_DEVICE(cudaGraphLaunch)
RADDLE_ON_DEVICE(cudaGraphSetConditional) RADDLE_ON_DEVICE(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
#undef RADDLE_ON_DEVICE
extern "C" __attribute__((device, convergent)) const char *__raddle_opaque_error_text(int);
template <class E> RADDLE_FN const char *cudaGetErrorString(E error) { return __raddle_opaque_error_text(error); }
template <class E> RADDLE_FN const char *cudaGetErrorName(E error) { return __raddle_opaque_error_text(error); }
