/* The host's interface of cuBLAS, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "cuComplex.h"
#include "library_types.h"
#include "raddle/cublas_list.h"
const char *cublasGetStatusName(cublasStatus_t);
const char *cublasGetStatusString(cublasStatus_t);
