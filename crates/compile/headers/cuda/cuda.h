/* The driver's interface, as far as a .cu file that also launches by it needs it to parse. */
#include "raddle/cuda.h"
#ifndef RADDLE_DRIVER_API_H
#define RADDLE_DRIVER_API_H
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_UNKNOWN = 999 } CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
extern "C" {
CUresult cuInit(unsigned int);
CUresult cuDeviceGet(CUdevice *, int);
CUresult cuCtxCreate(CUcontext *, unsigned int, CUdevice);
CUresult cuMemAlloc(CUdeviceptr *, size_t);
CUresult cuMemFree(CUdeviceptr);
CUresult cuMemcpyHtoD(CUdeviceptr, const void *, size_t);
CUresult cuMemcpyDtoH(void *, CUdeviceptr, size_t);
}
#endif
