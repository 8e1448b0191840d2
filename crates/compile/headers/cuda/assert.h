/* assert in device code, as nvcc compiles it: a failing assertion calls __assertfail, which does not return. */
#include "raddle/cuda.h"

#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __raddle_assert_fail(#e, __FILE__, __LINE__, __builtin_FUNCTION()))
#endif
