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

/* Attributes of streams and of nodes of graphs have names of their own. (CUDA Runtime API, driver_types.h.) */
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode
