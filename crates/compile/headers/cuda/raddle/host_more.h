/* Host code that few sources have: graphs, memory pools, launches with attributes, communication between processes. Declared so
 * that it compiles. (CUDA Runtime API.) */
#pragma once
#include "cuda.h"

template <class... More> cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, More...);
template <class... More> cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, More...);
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(Parameters...), Arguments...);
template <class T> cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, T, void **);
