/* The host's interface of cuFFT, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "cuComplex.h"
#include "library_types.h"
#include "raddle/cufft_list.h"
