/* Random numbers in device code (the cuRAND library's device interface).
 *
 * A state is read and written as a whole by each call; what it holds, and what comes out, are functions of what it held
 * of which nothing is known. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

extern "C" __attribute__((device, const)) unsigned long long
__raddle_math_curand_seed(unsigned long long seed, unsigned long long sequence, unsigned long long offset, int word);
extern "C" __attribute__((device, const)) unsigned long long
__raddle_math_curand_next(unsigned long long, unsigned long long, unsigned long long, unsigned long long, unsigned long long,
                          unsigned long long, int what, unsigned long long parameter);

/* All generators have a state of this form, and are types of their own. */
struct __raddle_random {
  unsigned long long word[6];
  RADDLE_METHOD void seed(unsigned long long seed, unsigned long long sequence, unsigned long long offset) {
    word[0] = __raddle_math_curand_seed(seed, sequence, offset, 0);
    word[1] = __raddle_math_curand_seed(seed, sequence, offset, 1);
    word[2] = __raddle_math_curand_seed(seed, sequence, offset, 2);
    word[3] = __raddle_math_curand_seed(seed, sequence, offset, 3);
    word[4] = __raddle_math_curand_seed(seed, sequence, offset, 4);
    word[5] = __raddle_math_curand_seed(seed, sequence, offset, 5);
  }
  /* A step of some kind, which changes the state; its result, and up to four in place of one. */
  RADDLE_METHOD unsigned long long step(int kind, unsigned long long parameter, unsigned long long *more = 0) {
    const unsigned long long a = word[0], b = word[1], c = word[2], d = word[3], e = word[4], f = word[5];
#define RADDLE_NEXT(i) __raddle_math_curand_next(a, b, c, d, e, f, 16 * kind + i, parameter)
    word[0] = RADDLE_NEXT(0);
    word[1] = RADDLE_NEXT(1);
    word[2] = RADDLE_NEXT(2);
    word[3] = RADDLE_NEXT(3);
    word[4] = RADDLE_NEXT(4);
    word[5] = RADDLE_NEXT(5);
    if (more) {
      more[0] = RADDLE_NEXT(8);
      more[1] = RADDLE_NEXT(9);
      more[2] = RADDLE_NEXT(10);
      more[3] = RADDLE_NEXT(11);
    }
    return RADDLE_NEXT(7);
#undef RADDLE_NEXT
  }
};
struct curandStateXORWOW : __raddle_random {};
struct curandStateMRG32k3a : __raddle_random {};
struct curandStatePhilox4_32_10 : __raddle_random {};
struct curandStateMtgp32 : __raddle_random {};
struct curandStateSobol32 : __raddle_random {};
struct curandStateScrambledSobol32 : __raddle_random {};
struct curandStateSobol64 : __raddle_random {};
struct curandStateScrambledSobol64 : __raddle_random {};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
struct mtgp32_params_fast;
typedef mtgp32_params_fast mtgp32_params_fast_t;
/* Read by the generator, which is a state of its own. */
struct mtgp32_kernel_params { unsigned int pos_tbl[200], param_tbl[200][16], temper_tbl[200][16], single_temper_tbl[200][16]; };
typedef mtgp32_kernel_params mtgp32_kernel_params_t;

#define RADDLE_INIT(state)                                                                                             \
  RADDLE_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, state *s) { \
    s->seed(seed, sequence, offset);                                                                                   \
  }
RADDLE_INIT(curandStateXORWOW)
RADDLE_INIT(curandStateMRG32k3a)
RADDLE_INIT(curandStatePhilox4_32_10)
#undef RADDLE_INIT
/* Quasi-random generators begin with direction vectors, which are read. */
template <class T, class S> RADDLE_FN void __raddle_directions(const T *v, int n, unsigned long long c, unsigned long long offset, S *s) {
  unsigned long long all = c;
  for (int i = 0; i < n; i++) all = __raddle_math_curand_seed(all, v[i], offset, 8);
  s->seed(all, c, offset);
}
RADDLE_FN void curand_init(unsigned int *v, unsigned int offset, curandStateSobol32 *s) { __raddle_directions(v, 32, 0, offset, s); }
RADDLE_FN void curand_init(unsigned int *v, unsigned int c, unsigned int offset, curandStateScrambledSobol32 *s) {
  __raddle_directions(v, 32, c, offset, s);
}
RADDLE_FN void curand_init(unsigned long long *v, unsigned long long offset, curandStateSobol64 *s) {
  __raddle_directions(v, 64, 0, offset, s);
}
RADDLE_FN void curand_init(unsigned long long *v, unsigned long long c, unsigned long long offset, curandStateScrambledSobol64 *s) {
  __raddle_directions(v, 64, c, offset, s);
}

RADDLE_FN float __raddle_random_float(unsigned long long bits) { return __uint_as_float((unsigned int)bits); }
RADDLE_FN double __raddle_random_double(unsigned long long bits) { return __longlong_as_double((long long)bits); }
template <class S> RADDLE_FN unsigned int curand(S *s) { return (unsigned int)s->step(0, 0); }
RADDLE_FN unsigned long long curand(curandStateSobol64 *s) { return s->step(0, 0); }
RADDLE_FN unsigned long long curand(curandStateScrambledSobol64 *s) { return s->step(0, 0); }
template <class S> RADDLE_FN float curand_uniform(S *s) { return __raddle_random_float(s->step(1, 0)); }
template <class S> RADDLE_FN double curand_uniform_double(S *s) { return __raddle_random_double(s->step(2, 0)); }
template <class S> RADDLE_FN float curand_normal(S *s) { return __raddle_random_float(s->step(3, 0)); }
template <class S> RADDLE_FN double curand_normal_double(S *s) { return __raddle_random_double(s->step(4, 0)); }
template <class S> RADDLE_FN float curand_log_normal(S *s, float mean, float deviation) {
  return __raddle_random_float(s->step(5, (unsigned long long)__float_as_uint(mean) << 32 | __float_as_uint(deviation)));
}
template <class S> RADDLE_FN double curand_log_normal_double(S *s, double mean, double deviation) {
  (void)s->step(6, (unsigned long long)__double_as_longlong(mean));
  return __raddle_random_double(s->step(6, (unsigned long long)__double_as_longlong(deviation)));
}
template <class S> RADDLE_FN float2 curand_log_normal2(S *s, float mean, float deviation) {
  unsigned long long m[4];
  (void)s->step(17, (unsigned long long)__float_as_uint(mean) << 32 | __float_as_uint(deviation), m);
  return float2{__raddle_random_float(m[0]), __raddle_random_float(m[1])};
}
template <class S> RADDLE_FN float4 curand_log_normal4(S *s, float mean, float deviation) {
  unsigned long long m[4];
  (void)s->step(18, (unsigned long long)__float_as_uint(mean) << 32 | __float_as_uint(deviation), m);
  return float4{__raddle_random_float(m[0]), __raddle_random_float(m[1]), __raddle_random_float(m[2]), __raddle_random_float(m[3])};
}
template <class S> RADDLE_FN double2 curand_log_normal2_double(S *s, double mean, double deviation) {
  unsigned long long m[4];
  (void)s->step(19, (unsigned long long)__double_as_longlong(mean));
  (void)s->step(19, (unsigned long long)__double_as_longlong(deviation), m);
  return double2{__raddle_random_double(m[0]), __raddle_random_double(m[1])};
}
template <class S> RADDLE_FN double4 curand_log_normal4_double(S *s, double mean, double deviation) {
  unsigned long long m[4];
  (void)s->step(20, (unsigned long long)__double_as_longlong(mean));
  (void)s->step(20, (unsigned long long)__double_as_longlong(deviation), m);
  return double4{__raddle_random_double(m[0]), __raddle_random_double(m[1]), __raddle_random_double(m[2]), __raddle_random_double(m[3])};
}
/* The distribution is a table in memory that the library lays out, read here as unknown code would. */
extern "C" __attribute__((device)) unsigned int __raddle_opaque_curand_discrete(curandDiscreteDistribution_t, unsigned long long);
template <class S> RADDLE_FN unsigned int curand_discrete(S *s, curandDiscreteDistribution_t distribution) {
  return __raddle_opaque_curand_discrete(distribution, s->step(21, 0));
}
template <class S> RADDLE_FN uint4 curand_discrete4(S *s, curandDiscreteDistribution_t distribution) {
  unsigned long long m[4];
  (void)s->step(22, 0, m);
  return uint4{__raddle_opaque_curand_discrete(distribution, m[0]), __raddle_opaque_curand_discrete(distribution, m[1]),
               __raddle_opaque_curand_discrete(distribution, m[2]), __raddle_opaque_curand_discrete(distribution, m[3])};
}
template <class S> RADDLE_FN uint4 curand_poisson4(S *s, double lambda) {
  unsigned long long m[4];
  (void)s->step(23, (unsigned long long)__double_as_longlong(lambda), m);
  return uint4{(unsigned int)m[0], (unsigned int)m[1], (unsigned int)m[2], (unsigned int)m[3]};
}
template <class S> RADDLE_FN unsigned int curand_poisson(S *s, double lambda) {
  return (unsigned int)s->step(7, (unsigned long long)__double_as_longlong(lambda));
}
template <class S> RADDLE_FN void skipahead(unsigned long long n, S *s) { (void)s->step(8, n); }
template <class S> RADDLE_FN void skipahead_sequence(unsigned long long n, S *s) { (void)s->step(9, n); }
template <class S> RADDLE_FN void skipahead_subsequence(unsigned long long n, S *s) { (void)s->step(10, n); }
template <class S> RADDLE_FN uint4 curand4(S *s) {
  unsigned long long m[4];
  (void)s->step(11, 0, m);
  return uint4{(unsigned int)m[0], (unsigned int)m[1], (unsigned int)m[2], (unsigned int)m[3]};
}
#define RADDLE_RANDOM(name, kind, type, ...)                                                               \
  template <class S> RADDLE_FN type name(S *s) { unsigned long long m[4]; (void)s->step(kind, 0, m); return type{__VA_ARGS__}; }
#define RADDLE_FLOAT(i) __raddle_random_float(m[i])
#define RADDLE_DOUBLE(i) __raddle_random_double(m[i])
RADDLE_RANDOM(curand_uniform4, 12, float4, RADDLE_FLOAT(0), RADDLE_FLOAT(1), RADDLE_FLOAT(2), RADDLE_FLOAT(3))
RADDLE_RANDOM(curand_uniform2_double, 13, double2, RADDLE_DOUBLE(0), RADDLE_DOUBLE(1))
RADDLE_RANDOM(curand_normal2, 14, float2, RADDLE_FLOAT(0), RADDLE_FLOAT(1))
RADDLE_RANDOM(curand_normal4, 15, float4, RADDLE_FLOAT(0), RADDLE_FLOAT(1), RADDLE_FLOAT(2), RADDLE_FLOAT(3))
RADDLE_RANDOM(curand_normal2_double, 16, double2, RADDLE_DOUBLE(0), RADDLE_DOUBLE(1))
RADDLE_RANDOM(curand_uniform4_double, 24, double4, RADDLE_DOUBLE(0), RADDLE_DOUBLE(1), RADDLE_DOUBLE(2), RADDLE_DOUBLE(3))
RADDLE_RANDOM(curand_normal4_double, 25, double4, RADDLE_DOUBLE(0), RADDLE_DOUBLE(1), RADDLE_DOUBLE(2), RADDLE_DOUBLE(3))
RADDLE_RANDOM(curand_uniform2, 26, float2, RADDLE_FLOAT(0), RADDLE_FLOAT(1))
#undef RADDLE_RANDOM
#undef RADDLE_FLOAT
#undef RADDLE_DOUBLE
/* How a part of a block steps one generator together; the threads wait for each other in it. */
extern "C" __attribute__((device, convergent)) unsigned int __raddle_opaque_curand_mtgp32(curandStateMtgp32 *, int);
RADDLE_FN unsigned int curand_mtgp32_specific(curandStateMtgp32 *s, unsigned char, unsigned char) { return __raddle_opaque_curand_mtgp32(s, 0); }
RADDLE_FN float curand_mtgp32_single(curandStateMtgp32 *s) { return __uint_as_float(__raddle_opaque_curand_mtgp32(s, 1)); }
RADDLE_FN float curand_mtgp32_single_specific(curandStateMtgp32 *s, unsigned char, unsigned char) {
  return __uint_as_float(__raddle_opaque_curand_mtgp32(s, 2));
}
#include "raddle/no_inlining.h"
