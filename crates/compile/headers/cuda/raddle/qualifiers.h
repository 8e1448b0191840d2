/* Qualifiers of the language, and what a file may ask about its compiler. */
#pragma once

#define __CUDACC__ 1
/* -DCUDA_VERSION=12040 sets another version; the other macros then follow it. */
#define CUDA_VERSION 13000
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION 13000
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
/* Other headers ask by these whether CUDA's have been read. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* Managed memory is device memory that the host may touch as well. */
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define CUDARTAPI
#define CUDART_CB

/* Only a hint, and one not to be taken: see no_inlining.h. */
#define __forceinline__ inline

/* Addresses in inline assembly: a pointer as operand, as result, and their type. */
#if __SIZEOF_POINTER__ == 8
#define RADDLE_PTR(p) "l"(p)
#define RADDLE_PTR_OUT(p) "=l"(p)
#define RADDLE_ADDRESS "u64"
#else
#define RADDLE_PTR(p) "r"(p)
#define RADDLE_PTR_OUT(p) "=r"(p)
#define RADDLE_ADDRESS "u32"
#endif

/* Operands of inline assembly in functions that the host may call: never run there, but compiled. */
#ifdef __CUDA_ARCH__
#define RADDLE_REG_H "h"
#define RADDLE_REG_F "f"
#define RADDLE_REG_D "d"
#else
#define RADDLE_REG_H "r"
#define RADDLE_REG_F "x"
#define RADDLE_REG_D "x"
#endif

/* This header's own functions. */
#define RADDLE_FN static __attribute__((device)) inline __attribute__((always_inline, nodebug, unused))
#define RADDLE_METHOD __attribute__((device, always_inline, nodebug)) inline
/* The same, callable from host code too. */
#define RADDLE_HD static __attribute__((host, device)) inline __attribute__((always_inline, nodebug, unused))
#define RADDLE_HD_METHOD __attribute__((host, device, always_inline, nodebug)) inline
