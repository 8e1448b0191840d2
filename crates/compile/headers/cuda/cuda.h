/* The driver's interface, as far as a .cu file that also launches by it needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/driver_list.h"
extern "C" {
CUresult cuGetErrorName(CUresult, const char **);
CUresult cuGetErrorString(CUresult, const char **);
}
