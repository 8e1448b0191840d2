/* Host stub, used where the machine has no C library headers. */
#pragma once
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))

#define RADDLE_HOST1(name) extern "C" double name(double); extern "C" float name##f(float); float name(float);
#define RADDLE_HOST2(name)                                                                                             \
  extern "C" double name(double, double); extern "C" float name##f(float, float); float name(float, float);
RADDLE_HOST1(sin)
RADDLE_HOST1(cos)
RADDLE_HOST1(tan)
RADDLE_HOST1(asin)
RADDLE_HOST1(acos)
RADDLE_HOST1(atan)
RADDLE_HOST1(sinh)
RADDLE_HOST1(cosh)
RADDLE_HOST1(tanh)
RADDLE_HOST1(asinh)
RADDLE_HOST1(acosh)
RADDLE_HOST1(atanh)
RADDLE_HOST1(exp)
RADDLE_HOST1(exp2)
RADDLE_HOST1(expm1)
RADDLE_HOST1(log)
RADDLE_HOST1(log2)
RADDLE_HOST1(log10)
RADDLE_HOST1(log1p)
RADDLE_HOST1(cbrt)
RADDLE_HOST1(erf)
RADDLE_HOST1(erfc)
RADDLE_HOST1(tgamma)
RADDLE_HOST1(lgamma)
RADDLE_HOST1(sqrt)
RADDLE_HOST1(floor)
RADDLE_HOST1(ceil)
RADDLE_HOST1(trunc)
RADDLE_HOST1(round)
RADDLE_HOST1(rint)
RADDLE_HOST1(nearbyint)
RADDLE_HOST1(fabs)
RADDLE_HOST2(pow)
RADDLE_HOST2(atan2)
RADDLE_HOST2(fmod)
RADDLE_HOST2(remainder)
RADDLE_HOST2(hypot)
RADDLE_HOST2(fdim)
RADDLE_HOST2(fmin)
RADDLE_HOST2(fmax)
RADDLE_HOST2(copysign)
RADDLE_HOST2(nextafter)
#undef RADDLE_HOST1
#undef RADDLE_HOST2
extern "C" double fma(double, double, double);
extern "C" float fmaf(float, float, float);
extern "C" double ldexp(double, int);
extern "C" double frexp(double, int *);
extern "C" double modf(double, double *);
bool isnan(float);
bool isnan(double);
bool isinf(float);
bool isinf(double);
bool isfinite(float);
bool isfinite(double);
float abs(float);
double abs(double);
