/* Nothing of the host's interface is needed. */
#pragma once
#include "curand_kernel.h"
typedef struct curandGenerator_st *curandGenerator_t;
typedef int curandStatus_t;
