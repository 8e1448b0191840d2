/* A table of parameters, which only the host hands over. */
#pragma once
#include "curand_kernel.h"
extern mtgp32_params_fast *mtgp32dc_params_fast_11213;
