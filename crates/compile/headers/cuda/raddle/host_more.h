/* Host code that few sources have: graphs, memory pools, launches with attributes, communication between processes. Declared so
 * that it compiles. (CUDA Runtime API.) */
#pragma once
#include "cuda.h"

template <class... More> cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, More...);
template <class... More> cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, More...);
template <class... Parameters, class... Arguments>
RADDLE_LAUNCHES cudaLaunchKernelEx(const cudaLaunchConfig_t *how, void (*kernel)(Parameters...), Arguments &&...)
RADDLE_LAUNCH(how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream, kernel)
template <class T> RADDLE_LAUNCHES cudaLaunchKernelExC(const cudaLaunchConfig_t *how, T kernel, void **)
RADDLE_LAUNCH(how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream, kernel)
