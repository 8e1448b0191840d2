/* OpenCL C built-ins, written in OpenCL C and PTX, in front of every .cl file.
 *
 * Every function in here is `nodebug` and inlined by the front end even at -O0, so that its instructions bear the
 * line of the user's call. What is not defined here stays a call of its mangled name, which the verifier takes for
 * unknown code. Global offsets (clEnqueueNDRangeKernel's global_work_offset) are zero. */
#pragma clang system_header

#define RADDLE_FN static inline __attribute__((overloadable, always_inline, nodebug, unused))

/* A pointer as operand of inline assembly. */
#if __SIZEOF_POINTER__ == 8
#define RADDLE_PTR(p) "l"(p)
#else
#define RADDLE_PTR(p) "r"(p)
#endif

/* Pointers of which only the value tells where they lead. */
#if defined(__opencl_c_generic_address_space) || __OPENCL_C_VERSION__ == 200
#define RADDLE_GENERIC 1
#endif

/* What is stated of a call of a built-in function; the kinds are those of raddle.h. */
void __raddle_spec_begin(int kind);
void __raddle_spec_end(int kind, bool value);
#define RADDLE_STATED(kind, ...) (__raddle_spec_begin(kind), __raddle_spec_end(kind, __VA_ARGS__))

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#include "work_items.h"
#include "sync.h"
#include "atomics.h"
#include "integers.h"
#include "conversions.h"
#include "vectors.h"
#include "math.h"
#ifdef RADDLE_MORE
#include "more.h"
#endif

/* clang's inliner simplifies what it clones, at -O0 too. So the user's functions are inlined by the verifier only,
 * where it is tested that every access stays; the attribute becomes a harmless one. */
#define always_inline unused
#define __always_inline__ unused
