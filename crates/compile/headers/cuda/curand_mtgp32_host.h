/* The host prepares the generators that blocks share. */
#pragma once
#include "curand.h"
#include "curand_kernel.h"
#include "raddle/library.h"
RADDLE_LIBRARY(curandStatus_t, curandMakeMTGP32Constants) RADDLE_LIBRARY(curandStatus_t, curandMakeMTGP32KernelState)
