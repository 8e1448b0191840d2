/* The host's side of a .cu file: declared so that it compiles; none of it is verified or run. (CUDA Runtime API.) */
#pragma once
#include "host_types.h"

extern "C" {
/* What a launch `k<<<grid, block, shared, stream>>>()` is compiled to. */
__attribute__((nothrow)) cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
/* Launches what is configured: a launch by a call is compiled as if it were written `k<<<…>>>()`. */
__attribute__((nothrow)) cudaError_t __raddle_start(const void *kernel);

cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpyPeer(void *, int, const void *, int, size_t);
cudaError_t cudaMemcpyPeerAsync(void *, int, const void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset2D(void *, size_t, int, size_t, size_t);
cudaError_t cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaHostRegister(void *, size_t, unsigned int);
cudaError_t cudaHostUnregister(void *);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaChooseDevice(int *, const cudaDeviceProp *);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaDeviceGetPCIBusId(char *, int, int);
cudaError_t cudaDeviceGetStreamPriorityRange(int *, int *);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceGetLimit(size_t *, cudaLimit);
cudaError_t cudaThreadSetLimit(cudaLimit, size_t);
cudaError_t cudaSetDeviceFlags(unsigned int);
cudaError_t cudaGetDeviceFlags(unsigned int *);
cudaError_t cudaDeviceCanAccessPeer(int *, int, int);
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int);
cudaError_t cudaDeviceDisablePeerAccess(int);
cudaError_t cudaDeviceGetP2PAttribute(int *, cudaDeviceP2PAttr, int, int);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned int);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *, unsigned int, int);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *, unsigned int);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned int);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }

/* Templates where CUDA takes any pointer, symbol or kernel. */
template <class T> cudaError_t cudaMalloc(T **, size_t);
template <class T> cudaError_t cudaMallocHost(T **, size_t, unsigned int = 0);
template <class T> cudaError_t cudaHostAlloc(T **, size_t, unsigned int = 0);
template <class T, class U> cudaError_t cudaHostGetDevicePointer(T **, U *, unsigned int);
template <class T> cudaError_t cudaMallocManaged(T **, size_t, unsigned int = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T> cudaError_t cudaFreeAsync(T *, cudaStream_t);
template <class T> cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
template <class T> cudaError_t cudaMemPrefetchAsync(const T *, size_t, int, cudaStream_t = 0);
template <class T> cudaError_t cudaMemAdvise(const T *, size_t, cudaMemoryAdvise, int);
template <class T> cudaError_t cudaStreamAttachMemAsync(cudaStream_t, T *, size_t = 0, unsigned int = cudaMemAttachSingle);
template <class T> cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *, const T *);
template <class T> cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0);
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *, const T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0);
template <class P, class T> cudaError_t cudaGetSymbolAddress(P **, const T &);
template <class T> cudaError_t cudaGetSymbolSize(size_t *, const T &);
template <class T> cudaError_t cudaFuncSetAttribute(T, cudaFuncAttribute, int);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, T);
template <class T> cudaError_t cudaFuncSetCacheConfig(T, cudaFuncCache);
template <class T> cudaError_t cudaFuncSetSharedMemConfig(T, cudaSharedMemConfig);
#define RADDLE_LAUNCHES inline __attribute__((always_inline)) cudaError_t
#define RADDLE_LAUNCH(grid, block, shared, stream, kernel)                                                             \
  {                                                                                                                    \
    cudaError_t error = cudaConfigureCall(grid, block, shared, stream);                                                \
    return error ? error : __raddle_start((const void *)kernel);                                                      \
  }
template <class T> RADDLE_LAUNCHES cudaLaunchKernel(T kernel, dim3 grid, dim3 block, void **, size_t shared = 0, cudaStream_t stream = 0)
RADDLE_LAUNCH(grid, block, shared, stream, kernel)
template <class T> RADDLE_LAUNCHES cudaLaunchCooperativeKernel(T kernel, dim3 grid, dim3 block, void **, size_t shared = 0, cudaStream_t stream = 0)
RADDLE_LAUNCH(grid, block, shared, stream, kernel)
template <class T> cudaError_t cudaLaunch(T);
template <class T> cudaError_t cudaSetupArgument(T, size_t);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, size_t);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, T, int, size_t, unsigned int);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, T, size_t = 0, int = 0);
template <class T, class F> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, T, F, int = 0);
template <class T> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, T, int, int);
