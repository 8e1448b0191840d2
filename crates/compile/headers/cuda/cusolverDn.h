/* The host's interface of cuSOLVER, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "cublas_v2.h"
#include "cusparse.h"
#include "raddle/cusolver_list.h"
