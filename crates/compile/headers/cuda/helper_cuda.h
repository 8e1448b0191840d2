/* A header of the SDK's samples, for the host: its checks of return values. */
#pragma once
#include "raddle/cuda.h"
template <class T> inline void __raddle_checked(T) {}
#define checkCudaErrors(e) __raddle_checked(e)
#define getLastCudaError(message) ((void)(message))
#define CUDA_SAFE_CALL(e) __raddle_checked(e)
#define CUT_CHECK_ERROR(message) ((void)(message))
inline int findCudaDevice(int, const char **) { return 0; }
