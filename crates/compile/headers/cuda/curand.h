/* The host's interface of cuRAND, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
typedef struct curandGenerator_st *curandGenerator_t;
#include "raddle/curand_list.h"
