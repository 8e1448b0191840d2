/* Types and constants of the CUDA Runtime API that host code names. */
#pragma once
#include "vector_types.h"
#include "runtime_list.h"

/* Macros whose values are expressions. */
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)
