/* Asynchronous copies of a thread. A copy takes place at any time until it is waited for, which no sequence of ordinary accesses says:
 * unknown code. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"
extern "C" __attribute__((device, convergent)) void __raddle_opaque_pipeline_copy(void *, const void *, size_t);
extern "C" __attribute__((device, convergent)) void __raddle_opaque_pipeline(int, size_t);
RADDLE_FN void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t = 0) { __raddle_opaque_pipeline_copy(to, from, bytes); }
RADDLE_FN void __pipeline_commit() { __raddle_opaque_pipeline(0, 0); }
RADDLE_FN void __pipeline_wait_prior(size_t n) { __raddle_opaque_pipeline(1, n); }
#include "raddle/no_inlining.h"
