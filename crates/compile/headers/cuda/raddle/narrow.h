/* What half precision and bfloat16 share: a type, its vector of two, conversions, arithmetic and comparisons, as the PTX instructions
 * for the format (PTX ISA, "Half Precision Floating-Point Instructions"; CUDA math API for the names). Included once for each
 * format, with its names: RADDLE_H, RADDLE_H2 and their raw forms; RADDLE_PTX; RADDLE_TO(x) is `__x2half`, RADDLE_FROM(x) is `__half2x`;
 * RADDLE_MATH(f) is the pure function for f.
 *
 * All can be called by the host, where it only has to parse. */

#define RADDLE_16(out) "=" RADDLE_REG_H(out.__x)
#define RADDLE_32(in) "r"(__raddle_bits(in))

struct RADDLE_H;
struct __attribute__((aligned(2))) RADDLE_H_RAW { unsigned short x; };
struct __attribute__((aligned(4))) RADDLE_H2_RAW { unsigned short x, y; };
/* Conversions of numbers, by instruction. Only the bits are needed before the type is. */
#define RADDLE_BITS(mode, rnd)                                                                                         \
  RADDLE_BITS_OF(mode, rnd, float, "f32", RADDLE_REG_F) RADDLE_BITS_OF(mode, rnd, double, "f64", RADDLE_REG_D)         \
  RADDLE_BITS_OF(mode, rnd, short, "s16", RADDLE_REG_H) RADDLE_BITS_OF(mode, rnd, unsigned short, "u16", RADDLE_REG_H) \
  RADDLE_BITS_OF(mode, rnd, int, "s32", "r") RADDLE_BITS_OF(mode, rnd, unsigned int, "u32", "r")                       \
  RADDLE_BITS_OF(mode, rnd, long long, "s64", "l") RADDLE_BITS_OF(mode, rnd, unsigned long long, "u64", "l")
#define RADDLE_BITS_OF(mode, rnd, type, ptx, reg)                                                                      \
  RADDLE_HD_METHOD static unsigned short mode(type x) {                                                                \
    unsigned short r; asm("cvt." rnd "." RADDLE_PTX "." ptx " %0, %1;" : "=" RADDLE_REG_H(r) : reg(x)); return r;      \
  }
struct RADDLE_CONVERT { RADDLE_BITS(rn, "rn") RADDLE_BITS(rz, "rz") RADDLE_BITS(rd, "rm") RADDLE_BITS(ru, "rp") };
#undef RADDLE_BITS
#undef RADDLE_BITS_OF

RADDLE_HD float RADDLE_FROM(float)(RADDLE_H x);
struct __attribute__((aligned(2))) RADDLE_H {
  unsigned short __x;
  RADDLE_H() = default;
  RADDLE_HD_METHOD RADDLE_H(const RADDLE_H_RAW &raw) : __x(raw.x) {}
#define RADDLE_MADE_OF(type, as)                                                                                       \
  RADDLE_HD_METHOD RADDLE_H(type x) : __x(RADDLE_CONVERT::rn((as)x)) {}                                                \
  RADDLE_HD_METHOD RADDLE_H &operator=(type x) { __x = RADDLE_CONVERT::rn((as)x); return *this; }
  RADDLE_MADE_OF(float, float) RADDLE_MADE_OF(double, double) RADDLE_MADE_OF(short, short)
  RADDLE_MADE_OF(unsigned short, unsigned short) RADDLE_MADE_OF(int, int) RADDLE_MADE_OF(unsigned int, unsigned int)
  RADDLE_MADE_OF(long, long long) RADDLE_MADE_OF(unsigned long, unsigned long long) RADDLE_MADE_OF(long long, long long)
  RADDLE_MADE_OF(unsigned long long, unsigned long long)
#undef RADDLE_MADE_OF
  RADDLE_HD_METHOD operator RADDLE_H_RAW() const { return RADDLE_H_RAW{__x}; }
  RADDLE_HD_METHOD operator RADDLE_H_RAW() const volatile { return RADDLE_H_RAW{__x}; }
  RADDLE_HD_METHOD RADDLE_H &operator=(const RADDLE_H_RAW &raw) { __x = raw.x; return *this; }
  RADDLE_HD_METHOD volatile RADDLE_H &operator=(const RADDLE_H_RAW &raw) volatile { __x = raw.x; return *this; }
  RADDLE_HD_METHOD operator float() const { return RADDLE_FROM(float)(*this); }
};
struct __attribute__((aligned(4))) RADDLE_H2 {
  RADDLE_H x, y;
  RADDLE_H2() = default;
  RADDLE_HD_METHOD RADDLE_H2(const RADDLE_H &x, const RADDLE_H &y) : x(x), y(y) {}
  RADDLE_HD_METHOD RADDLE_H2(const RADDLE_H2_RAW &raw) { x.__x = raw.x; y.__x = raw.y; }
  RADDLE_HD_METHOD operator RADDLE_H2_RAW() const { return RADDLE_H2_RAW{x.__x, y.__x}; }
};

RADDLE_HD unsigned int __raddle_bits(RADDLE_H2 v) { return __builtin_bit_cast(unsigned int, v); }
RADDLE_HD RADDLE_H RADDLE_OF_BITS(unsigned short bits) { RADDLE_H r; r.__x = bits; return r; }
RADDLE_HD RADDLE_H2 RADDLE_OF_BITS(unsigned int bits) { return __builtin_bit_cast(RADDLE_H2, bits); }

/* Conversions with a rounding. */
#define RADDLE_OF(from, type, mode) RADDLE_HD RADDLE_H RADDLE_TO_R(from, mode)(type x) { return RADDLE_OF_BITS(RADDLE_CONVERT::mode(x)); }
#define RADDLE_ROUNDED(mode, rnd)                                                                                      \
  RADDLE_OF(float, float, mode) RADDLE_OF(short, short, mode) RADDLE_OF(ushort, unsigned short, mode)                  \
  RADDLE_OF(int, int, mode) RADDLE_OF(uint, unsigned int, mode) RADDLE_OF(ll, long long, mode)                         \
  RADDLE_OF(ull, unsigned long long, mode)                                                                             \
  RADDLE_INTO(short, short, mode, rnd, "s16", "=" RADDLE_REG_H) RADDLE_INTO(ushort, unsigned short, mode, rnd, "u16", "=" RADDLE_REG_H)\
  RADDLE_INTO(int, int, mode, rnd, "s32", "=r") RADDLE_INTO(uint, unsigned int, mode, rnd, "u32", "=r")                \
  RADDLE_INTO(ll, long long, mode, rnd, "s64", "=l") RADDLE_INTO(ull, unsigned long long, mode, rnd, "u64", "=l")
#define RADDLE_INTO(to, type, mode, rnd, ptx, reg)                                                                     \
  RADDLE_HD type RADDLE_FROM_R(to, mode)(RADDLE_H x) {                                                                 \
    type r; asm("cvt." rnd "i." ptx "." RADDLE_PTX " %0, %1;" : reg(r) : RADDLE_REG_H(x.__x)); return r;               \
  }
RADDLE_ROUNDED(rn, "rn")
RADDLE_ROUNDED(rz, "rz")
RADDLE_ROUNDED(rd, "rm")
RADDLE_ROUNDED(ru, "rp")
#undef RADDLE_ROUNDED
#undef RADDLE_INTO
#undef RADDLE_OF
RADDLE_HD RADDLE_H RADDLE_TO(float)(float x) { return RADDLE_OF_BITS(RADDLE_CONVERT::rn(x)); }
RADDLE_HD RADDLE_H RADDLE_TO(double)(double x) { return RADDLE_OF_BITS(RADDLE_CONVERT::rn(x)); }
RADDLE_HD float RADDLE_FROM(float)(RADDLE_H x) { return RADDLE_WIDE(x.__x); }
RADDLE_HD signed char RADDLE_FROM_R(char, rz)(RADDLE_H x) {
  const int i = RADDLE_FROM_R(int, rz)(x);
  return (signed char)(i < -128 ? -128 : i > 127 ? 127 : i);
}
RADDLE_HD unsigned char RADDLE_FROM_R(uchar, rz)(RADDLE_H x) {
  const int i = RADDLE_FROM_R(int, rz)(x);
  return (unsigned char)(i < 0 ? 0 : i > 255 ? 255 : i);
}

/* Pairs. */
RADDLE_HD RADDLE_H2 RADDLE_MAKE2(RADDLE_H x, RADDLE_H y) { return RADDLE_H2(x, y); }
RADDLE_HD float __low2float(RADDLE_H2 v) { return RADDLE_FROM(float)(v.x); }
RADDLE_HD float __high2float(RADDLE_H2 v) { return RADDLE_FROM(float)(v.y); }
RADDLE_HD RADDLE_H2 __lowhigh2highlow(RADDLE_H2 v) { return RADDLE_H2(v.y, v.x); }

/* Arithmetic, on one number and on two. */
#define RADDLE_OP1(name, bits)                                                                                         \
  RADDLE_HD RADDLE_H name(RADDLE_H a) { a.__x = (unsigned short)(a.__x bits##u); return a; }                           \
  RADDLE_HD RADDLE_H2 name##2(RADDLE_H2 a) { return RADDLE_H2(name(a.x), name(a.y)); }
#define RADDLE_OP2_AS(name, name2, instruction)                                                                        \
  RADDLE_HD RADDLE_H name(RADDLE_H a, RADDLE_H b) {                                                                    \
    RADDLE_H r; asm(instruction "." RADDLE_PTX " %0, %1, %2;" : RADDLE_16(r) : RADDLE_REG_H(a.__x), RADDLE_REG_H(b.__x)); return r;\
  }                                                                                                                    \
  RADDLE_HD RADDLE_H2 name2(RADDLE_H2 a, RADDLE_H2 b) {                                                                \
    unsigned int r;                                                                                                    \
    asm(instruction "." RADDLE_PTX "x2 %0, %1, %2;" : "=r"(r) : RADDLE_32(a), RADDLE_32(b));                           \
    return RADDLE_OF_BITS(r);                                                                                          \
  }
#define RADDLE_OP3_AS(name, name2, instruction)                                                                        \
  RADDLE_HD RADDLE_H name(RADDLE_H a, RADDLE_H b, RADDLE_H c) {                                                        \
    RADDLE_H r;                                                                                                        \
    asm(instruction "." RADDLE_PTX " %0, %1, %2, %3;" : RADDLE_16(r) : RADDLE_REG_H(a.__x), RADDLE_REG_H(b.__x), RADDLE_REG_H(c.__x));\
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_HD RADDLE_H2 name2(RADDLE_H2 a, RADDLE_H2 b, RADDLE_H2 c) {                                                   \
    unsigned int r;                                                                                                    \
    asm(instruction "." RADDLE_PTX "x2 %0, %1, %2, %3;" : "=r"(r) : RADDLE_32(a), RADDLE_32(b), RADDLE_32(c));         \
    return RADDLE_OF_BITS(r);                                                                                          \
  }
RADDLE_OP2_AS(__hadd, __hadd2, "add.rn") RADDLE_OP2_AS(__hsub, __hsub2, "sub.rn") RADDLE_OP2_AS(__hmul, __hmul2, "mul.rn")
RADDLE_OP2_AS(__hadd_rn, __hadd2_rn, "add.rn") RADDLE_OP2_AS(__hsub_rn, __hsub2_rn, "sub.rn") RADDLE_OP2_AS(__hmul_rn, __hmul2_rn, "mul.rn")
RADDLE_OP2_AS(__hadd_sat, __hadd2_sat, "add.rn.sat") RADDLE_OP2_AS(__hsub_sat, __hsub2_sat, "sub.rn.sat")
RADDLE_OP2_AS(__hmul_sat, __hmul2_sat, "mul.rn.sat")
RADDLE_OP2_AS(__hmin, __hmin2, "min") RADDLE_OP2_AS(__hmax, __hmax2, "max")
RADDLE_OP2_AS(__hmin_nan, __hmin2_nan, "min.NaN") RADDLE_OP2_AS(__hmax_nan, __hmax2_nan, "max.NaN")
RADDLE_OP3_AS(__hfma, __hfma2, "fma.rn") RADDLE_OP3_AS(__hfma_sat, __hfma2_sat, "fma.rn.sat") RADDLE_OP3_AS(__hfma_relu, __hfma2_relu, "fma.rn.relu")
RADDLE_OP1(__hneg, ^0x8000) RADDLE_OP1(__habs, &0x7fff)
#undef RADDLE_OP1
#undef RADDLE_OP2_AS
#undef RADDLE_OP3_AS
/* Of operands of these formats, a quotient or a root that is first rounded to float is rounded as if once. */
RADDLE_HD RADDLE_H __hdiv(RADDLE_H a, RADDLE_H b) { return RADDLE_TO(float)(RADDLE_FROM(float)(a) / RADDLE_FROM(float)(b)); }
RADDLE_HD RADDLE_H2 __h2div(RADDLE_H2 a, RADDLE_H2 b) { return RADDLE_H2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

/* Functions of one number. */
#define RADDLE_EACH(name) RADDLE_HD RADDLE_H2 h2##name(RADDLE_H2 a) { return RADDLE_H2(h##name(a.x), h##name(a.y)); }
#define RADDLE_WHOLE(name, mode)                                                                                       \
  RADDLE_HD RADDLE_H h##name(RADDLE_H a) {                                                                             \
    RADDLE_H r; asm("cvt." mode "." RADDLE_PTX "." RADDLE_PTX " %0, %1;" : RADDLE_16(r) : RADDLE_REG_H(a.__x)); return r;\
  }                                                                                                                    \
  RADDLE_EACH(name)
RADDLE_WHOLE(floor, "rmi") RADDLE_WHOLE(ceil, "rpi") RADDLE_WHOLE(trunc, "rzi") RADDLE_WHOLE(rint, "rni")
#undef RADDLE_WHOLE
RADDLE_HD RADDLE_H hsqrt(RADDLE_H a) { return RADDLE_TO(float)(sqrtf(RADDLE_FROM(float)(a))); }
RADDLE_EACH(sqrt)
RADDLE_HD RADDLE_H hrcp(RADDLE_H a) { return RADDLE_TO(float)(1.0f / RADDLE_FROM(float)(a)); }
RADDLE_EACH(rcp)
/* Of the others nothing is known but that they are functions. */
#define RADDLE_UNKNOWN(name)                                                                                           \
  extern "C" __attribute__((host, device, const)) float RADDLE_MATH(name)(float);                                      \
  RADDLE_HD RADDLE_H h##name(RADDLE_H a) { return RADDLE_TO(float)(RADDLE_MATH(name)(RADDLE_FROM(float)(a))); }        \
  RADDLE_EACH(name)
RADDLE_UNKNOWN(rsqrt) RADDLE_UNKNOWN(exp) RADDLE_UNKNOWN(exp2) RADDLE_UNKNOWN(exp10) RADDLE_UNKNOWN(log) RADDLE_UNKNOWN(log2)
RADDLE_UNKNOWN(log10) RADDLE_UNKNOWN(sin) RADDLE_UNKNOWN(cos) RADDLE_UNKNOWN(tanh)
#undef RADDLE_UNKNOWN
#undef RADDLE_EACH
extern "C" __attribute__((host, device, const)) float RADDLE_MATH(complex)(float, float, float, float, float, float, int);
RADDLE_HD RADDLE_H RADDLE_COMPLEX_PART(RADDLE_H2 a, RADDLE_H2 b, RADDLE_H2 c, int part) {
  return RADDLE_TO(float)(RADDLE_MATH(complex)(__low2float(a), __high2float(a), __low2float(b), __high2float(b), __low2float(c), __high2float(c), part));
}
RADDLE_HD RADDLE_H2 __hcmadd(RADDLE_H2 a, RADDLE_H2 b, RADDLE_H2 c) {
  return RADDLE_H2(RADDLE_COMPLEX_PART(a, b, c, 0), RADDLE_COMPLEX_PART(a, b, c, 1));
}

RADDLE_HD bool __hisnan(RADDLE_H a) { return __builtin_isnan(RADDLE_FROM(float)(a)); }
RADDLE_HD int __hisinf(RADDLE_H a) { return __builtin_isinf(RADDLE_FROM(float)(a)) ? (a.__x >> 15 ? -1 : 1) : 0; }
RADDLE_HD RADDLE_H2 __hisnan2(RADDLE_H2 a) { return RADDLE_H2(RADDLE_H(__hisnan(a.x) ? 1.0f : 0.0f), RADDLE_H(__hisnan(a.y) ? 1.0f : 0.0f)); }

/* Comparisons: false where one is no number, but for the names that end in u, which are true there. */
#define RADDLE_RELATION(name, condition)                                                                               \
  RADDLE_HD bool __h##name(RADDLE_H l, RADDLE_H r) {                                                                   \
    const float a = RADDLE_FROM(float)(l), b = RADDLE_FROM(float)(r);                                                  \
    return condition;                                                                                                  \
  }                                                                                                                    \
  RADDLE_HD RADDLE_H2 __h##name##2(RADDLE_H2 l, RADDLE_H2 r) {                                                         \
    return RADDLE_H2(RADDLE_H(__h##name(l.x, r.x) ? 1.0f : 0.0f), RADDLE_H(__h##name(l.y, r.y) ? 1.0f : 0.0f));        \
  }                                                                                                                    \
  RADDLE_HD unsigned int __h##name##2_mask(RADDLE_H2 l, RADDLE_H2 r) {                                                 \
    return (__h##name(l.x, r.x) ? 0xffffu : 0) | (__h##name(l.y, r.y) ? 0xffff0000u : 0);                              \
  }                                                                                                                    \
  RADDLE_HD bool __hb##name##2(RADDLE_H2 l, RADDLE_H2 r) { return __h##name(l.x, r.x) && __h##name(l.y, r.y); }
#define RADDLE_COMPARE(name, op)                                                                                       \
  RADDLE_RELATION(name, a op b) RADDLE_RELATION(name##u, a op b || __builtin_isunordered(a, b))                        \
  RADDLE_HD bool operator op(RADDLE_H l, RADDLE_H r) { return __h##name(l, r); }                                       \
  RADDLE_HD bool operator op(RADDLE_H2 l, RADDLE_H2 r) { return __hb##name##2(l, r); }
RADDLE_COMPARE(eq, ==)
RADDLE_COMPARE(lt, <)
RADDLE_COMPARE(le, <=)
RADDLE_COMPARE(gt, >)
RADDLE_COMPARE(ge, >=)
RADDLE_RELATION(ne, a < b || a > b)
RADDLE_RELATION(neu, a != b)
RADDLE_HD bool operator!=(RADDLE_H l, RADDLE_H r) { return __hneu(l, r); }
RADDLE_HD bool operator!=(RADDLE_H2 l, RADDLE_H2 r) { return __hbneu2(l, r); }
#undef RADDLE_COMPARE
#undef RADDLE_RELATION

#define RADDLE_OPERATOR(op, name, name2)                                                                               \
  RADDLE_HD RADDLE_H operator op(RADDLE_H a, RADDLE_H b) { return name(a, b); }                                        \
  RADDLE_HD RADDLE_H &operator op##=(RADDLE_H &a, RADDLE_H b) { return a = name(a, b); }                               \
  RADDLE_HD RADDLE_H2 operator op(RADDLE_H2 a, RADDLE_H2 b) { return name2(a, b); }                                    \
  RADDLE_HD RADDLE_H2 &operator op##=(RADDLE_H2 &a, RADDLE_H2 b) { return a = name2(a, b); }
RADDLE_OPERATOR(+, __hadd, __hadd2)
RADDLE_OPERATOR(-, __hsub, __hsub2)
RADDLE_OPERATOR(*, __hmul, __hmul2)
RADDLE_OPERATOR(/, __hdiv, __h2div)
#undef RADDLE_OPERATOR
RADDLE_HD RADDLE_H operator+(RADDLE_H a) { return a; }
RADDLE_HD RADDLE_H2 operator+(RADDLE_H2 a) { return a; }
RADDLE_HD RADDLE_H operator-(RADDLE_H a) { return __hneg(a); }
RADDLE_HD RADDLE_H2 operator-(RADDLE_H2 a) { return __hneg2(a); }
#define RADDLE_STEP(H, op, one)                                                                                        \
  RADDLE_HD H &operator op(H &a) { return a = a one; }                                                                 \
  RADDLE_HD H operator op(H &a, int) { const H old = a; a = a one; return old; }
RADDLE_STEP(RADDLE_H, ++, +RADDLE_H(1.0f))
RADDLE_STEP(RADDLE_H, --, -RADDLE_H(1.0f))
RADDLE_STEP(RADDLE_H2, ++, +RADDLE_H2(RADDLE_H(1.0f), RADDLE_H(1.0f)))
RADDLE_STEP(RADDLE_H2, --, -RADDLE_H2(RADDLE_H(1.0f), RADDLE_H(1.0f)))
#undef RADDLE_STEP

RADDLE_FN RADDLE_H atomicAdd(RADDLE_H *address, RADDLE_H value) {
  RADDLE_H old;
  asm volatile("atom.add.noftz." RADDLE_PTX " %0, [%1], %2;" : RADDLE_16(old) : RADDLE_PTR(address), "h"(value.__x) : "memory");
  return old;
}
RADDLE_FN RADDLE_H2 atomicAdd(RADDLE_H2 *address, RADDLE_H2 value) {
  unsigned int old;
  asm volatile("atom.add.noftz." RADDLE_PTX "x2 %0, [%1], %2;" : "=r"(old) : RADDLE_PTR(address), RADDLE_32(value) : "memory");
  return RADDLE_OF_BITS(old);
}
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  RADDLE_FN RADDLE_H name##_sync(unsigned int mask, RADDLE_H v, lane_type lane, int width = 32) {                      \
    return RADDLE_OF_BITS((unsigned short)name##_sync(mask, (unsigned int)v.__x, lane, width));                        \
  }                                                                                                                    \
  RADDLE_FN RADDLE_H2 name##_sync(unsigned int mask, RADDLE_H2 v, lane_type lane, int width = 32) {                    \
    return RADDLE_OF_BITS(name##_sync(mask, __raddle_bits(v), lane, width));                                           \
  }                                                                                                                    \
  RADDLE_FN RADDLE_H name(RADDLE_H v, lane_type lane, int width = 32) {                                                \
    return RADDLE_OF_BITS((unsigned short)name((unsigned int)v.__x, lane, width));                                     \
  }                                                                                                                    \
  RADDLE_FN RADDLE_H2 name(RADDLE_H2 v, lane_type lane, int width = 32) {                                              \
    return RADDLE_OF_BITS(name(__raddle_bits(v), lane, width));                                                        \
  }
RADDLE_SHUFFLE(__shfl, int)
RADDLE_SHUFFLE(__shfl_up, unsigned int)
RADDLE_SHUFFLE(__shfl_down, unsigned int)
RADDLE_SHUFFLE(__shfl_xor, int)
#undef RADDLE_SHUFFLE
#undef RADDLE_16
#undef RADDLE_32
