/* The host's interface of cuSPARSE, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "cuComplex.h"
#include "library_types.h"
#include "raddle/cusparse_list.h"
const char *cusparseGetErrorName(cusparseStatus_t);
const char *cusparseGetErrorString(cusparseStatus_t);
