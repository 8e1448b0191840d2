/* Integer functions (OpenCL C specification, "Integer Functions"), scalars and vectors. */

/* f(gentype) for scalar and vectors of one element type. */
#define RADDLE_WIDTHS(X, t) X(t) X(t##2) X(t##3) X(t##4) X(t##8) X(t##16)
#define RADDLE_INTEGERS(X)                                                                                             \
  RADDLE_WIDTHS(X, char) RADDLE_WIDTHS(X, uchar) RADDLE_WIDTHS(X, short) RADDLE_WIDTHS(X, ushort)                      \
  RADDLE_WIDTHS(X, int) RADDLE_WIDTHS(X, uint) RADDLE_WIDTHS(X, long) RADDLE_WIDTHS(X, ulong)

#define RADDLE_MINMAX(t)                                                                                               \
  RADDLE_FN t min(t x, t y) { return __builtin_elementwise_min(x, y); }                                                \
  RADDLE_FN t max(t x, t y) { return __builtin_elementwise_max(x, y); }                                                \
  RADDLE_FN t clamp(t x, t low, t high) {                                                                              \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);                                         \
  }                                                                                                                    \
  RADDLE_FN t hadd(t x, t y) { return (x >> (t)1) + (y >> (t)1) + (x & y & (t)1); }                                    \
  RADDLE_FN t rhadd(t x, t y) { return (x >> (t)1) + (y >> (t)1) + ((x | y) & (t)1); }
RADDLE_INTEGERS(RADDLE_MINMAX)
#undef RADDLE_MINMAX

/* A scalar of 8 or 16 bits is an int before it is added, so it is clamped by hand. */
#define RADDLE_SATURATED(t)                                                                                            \
  RADDLE_FN t add_sat(t x, t y) { return __builtin_elementwise_add_sat(x, y); }                                        \
  RADDLE_FN t sub_sat(t x, t y) { return __builtin_elementwise_sub_sat(x, y); }
#define RADDLE_SATURATED_VECTORS(t)                                                                                    \
  RADDLE_SATURATED(t##2) RADDLE_SATURATED(t##3) RADDLE_SATURATED(t##4) RADDLE_SATURATED(t##8) RADDLE_SATURATED(t##16)
#define RADDLE_CLAMPED(t, least, most)                                                                                 \
  RADDLE_FN t add_sat(t x, t y) { int sum = (int)x + (int)y; return (t)(sum < least ? least : sum > most ? most : sum); }  \
  RADDLE_FN t sub_sat(t x, t y) { int sum = (int)x - (int)y; return (t)(sum < least ? least : sum > most ? most : sum); }
RADDLE_CLAMPED(char, -128, 127) RADDLE_CLAMPED(uchar, 0, 255)
RADDLE_CLAMPED(short, -32768, 32767) RADDLE_CLAMPED(ushort, 0, 65535)
RADDLE_SATURATED(int) RADDLE_SATURATED(uint) RADDLE_SATURATED(long) RADDLE_SATURATED(ulong)
RADDLE_SATURATED_VECTORS(char) RADDLE_SATURATED_VECTORS(uchar) RADDLE_SATURATED_VECTORS(short)
RADDLE_SATURATED_VECTORS(ushort) RADDLE_SATURATED_VECTORS(int) RADDLE_SATURATED_VECTORS(uint)
RADDLE_SATURATED_VECTORS(long) RADDLE_SATURATED_VECTORS(ulong)
#undef RADDLE_SATURATED
#undef RADDLE_SATURATED_VECTORS
#undef RADDLE_CLAMPED

/* A vector with a scalar second operand. */
#define RADDLE_SCALAR(t, n)                                                                                            \
  RADDLE_FN t##n min(t##n x, t y) { return __builtin_elementwise_min(x, (t##n)y); }                                    \
  RADDLE_FN t##n max(t##n x, t y) { return __builtin_elementwise_max(x, (t##n)y); }                                    \
  RADDLE_FN t##n clamp(t##n x, t low, t high) {                                                                        \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, (t##n)low), (t##n)high);                             \
  }
#define RADDLE_SCALARS(t) RADDLE_SCALAR(t, 2) RADDLE_SCALAR(t, 3) RADDLE_SCALAR(t, 4) RADDLE_SCALAR(t, 8) RADDLE_SCALAR(t, 16)
RADDLE_SCALARS(char) RADDLE_SCALARS(uchar) RADDLE_SCALARS(short) RADDLE_SCALARS(ushort)
RADDLE_SCALARS(int) RADDLE_SCALARS(uint) RADDLE_SCALARS(long) RADDLE_SCALARS(ulong)

/* A scalar function of one, two or three arguments, lane by lane. */
#define RADDLE_LANES1(r, f, t)                                                                                         \
  RADDLE_FN r##2 f(t##2 x) { return (r##2)(f(x.x), f(x.y)); }                                                          \
  RADDLE_FN r##3 f(t##3 x) { return (r##3)(f(x.x), f(x.y), f(x.z)); }                                                  \
  RADDLE_FN r##4 f(t##4 x) { return (r##4)(f(x.lo), f(x.hi)); }                                                        \
  RADDLE_FN r##8 f(t##8 x) { return (r##8)(f(x.lo), f(x.hi)); }                                                        \
  RADDLE_FN r##16 f(t##16 x) { return (r##16)(f(x.lo), f(x.hi)); }
#define RADDLE_LANES2(r, f, t)                                                                                         \
  RADDLE_FN r##2 f(t##2 x, t##2 y) { return (r##2)(f(x.x, y.x), f(x.y, y.y)); }                                        \
  RADDLE_FN r##3 f(t##3 x, t##3 y) { return (r##3)(f(x.x, y.x), f(x.y, y.y), f(x.z, y.z)); }                           \
  RADDLE_FN r##4 f(t##4 x, t##4 y) { return (r##4)(f(x.lo, y.lo), f(x.hi, y.hi)); }                                    \
  RADDLE_FN r##8 f(t##8 x, t##8 y) { return (r##8)(f(x.lo, y.lo), f(x.hi, y.hi)); }                                    \
  RADDLE_FN r##16 f(t##16 x, t##16 y) { return (r##16)(f(x.lo, y.lo), f(x.hi, y.hi)); }
#define RADDLE_LANES3(r, f, t)                                                                                         \
  RADDLE_FN r##2 f(t##2 x, t##2 y, t##2 z) { return (r##2)(f(x.x, y.x, z.x), f(x.y, y.y, z.y)); }                      \
  RADDLE_FN r##3 f(t##3 x, t##3 y, t##3 z) { return (r##3)(f(x.x, y.x, z.x), f(x.y, y.y, z.y), f(x.z, y.z, z.z)); }    \
  RADDLE_FN r##4 f(t##4 x, t##4 y, t##4 z) { return (r##4)(f(x.lo, y.lo, z.lo), f(x.hi, y.hi, z.hi)); }                \
  RADDLE_FN r##8 f(t##8 x, t##8 y, t##8 z) { return (r##8)(f(x.lo, y.lo, z.lo), f(x.hi, y.hi, z.hi)); }                \
  RADDLE_FN r##16 f(t##16 x, t##16 y, t##16 z) { return (r##16)(f(x.lo, y.lo, z.lo), f(x.hi, y.hi, z.hi)); }

/* clz.b64 is 64 for zero, which the compiler's own built-in does not promise. */
RADDLE_FN int __raddle_clz64(ulong x) {
  int r;
  __asm__("clz.b64 %0, %1;" : "=r"(r) : "l"(x));
  return r;
}
/* `u` is the unsigned type of the same width, `bits` its width. */
#define RADDLE_BITS(t, u, bits)                                                                                        \
  RADDLE_FN t popcount(t x) { return (t)__builtin_popcountl((ulong)(u)x); }                                            \
  RADDLE_FN t clz(t x) { return (t)(__raddle_clz64((ulong)(u)x) - (64 - bits)); }                                 \
  RADDLE_FN t rotate(t x, t n) {                                                                                       \
    return (t)(((u)x << ((u)n & (bits - 1))) | ((u)x >> ((bits - ((u)n & (bits - 1))) & (bits - 1))));                 \
  }                                                                                                                    \
  RADDLE_FN t ctz(t x) { return x == 0 ? (t)bits : (t)__builtin_ctzl((ulong)(u)x); }                                  \
  RADDLE_LANES1(t, ctz, t) RADDLE_LANES1(t, popcount, t) RADDLE_LANES1(t, clz, t) RADDLE_LANES2(t, rotate, t)
RADDLE_BITS(char, uchar, 8) RADDLE_BITS(uchar, uchar, 8) RADDLE_BITS(short, ushort, 16) RADDLE_BITS(ushort, ushort, 16)
RADDLE_BITS(int, uint, 32) RADDLE_BITS(uint, uint, 32) RADDLE_BITS(long, ulong, 64) RADDLE_BITS(ulong, ulong, 64)
#undef RADDLE_BITS

#define RADDLE_ABS(t, u)                                                                                               \
  RADDLE_FN u abs(t x) { return (u)__builtin_elementwise_abs(x); }                                                     \
  RADDLE_FN u abs(u x) { return x; }                                                                                   \
  RADDLE_FN u abs_diff(t x, t y) { return x > y ? (u)x - (u)y : (u)y - (u)x; }                                         \
  RADDLE_FN u abs_diff(u x, u y) { return x > y ? x - y : y - x; }                                                     \
  RADDLE_LANES1(u, abs, t) RADDLE_LANES1(u, abs, u) RADDLE_LANES2(u, abs_diff, t) RADDLE_LANES2(u, abs_diff, u)
RADDLE_ABS(char, uchar) RADDLE_ABS(short, ushort) RADDLE_ABS(int, uint) RADDLE_ABS(long, ulong)
#undef RADDLE_ABS

#define RADDLE_MUL_HI(t, wide, bits)                                                                                   \
  RADDLE_FN t mul_hi(t x, t y) { return (t)(((wide)x * (wide)y) >> bits); }
RADDLE_MUL_HI(char, int, 8) RADDLE_MUL_HI(uchar, uint, 8) RADDLE_MUL_HI(short, int, 16) RADDLE_MUL_HI(ushort, uint, 16)
RADDLE_MUL_HI(int, long, 32) RADDLE_MUL_HI(uint, ulong, 32)
#undef RADDLE_MUL_HI
/* Assembly, because clang's built-ins for `long long` are of 128 bits in OpenCL. */
RADDLE_FN long mul_hi(long x, long y) {
  long r;
  __asm__("mul.hi.s64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
  return r;
}
RADDLE_FN ulong mul_hi(ulong x, ulong y) {
  ulong r;
  __asm__("mul.hi.u64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
  return r;
}
#define RADDLE_MAD_HI(t)                                                                                               \
  RADDLE_FN t mad_hi(t x, t y, t z) { return (t)(mul_hi(x, y) + z); }                                                  \
  RADDLE_LANES2(t, mul_hi, t) RADDLE_LANES3(t, mad_hi, t)
RADDLE_MAD_HI(char) RADDLE_MAD_HI(uchar) RADDLE_MAD_HI(short) RADDLE_MAD_HI(ushort)
RADDLE_MAD_HI(int) RADDLE_MAD_HI(uint) RADDLE_MAD_HI(long) RADDLE_MAD_HI(ulong)
#undef RADDLE_MAD_HI

/* What the 24-bit forms give is the implementation's choice, but for operands of 24 bits, where they equal the full product: that is what they
 * are taken to be given. */
#define RADDLE_24(t, least, most)                                                                                      \
  RADDLE_FN t mul24(t x, t y) {                                                                                        \
    RADDLE_STATED(6, (x >= least) & (x <= most) & (y >= least) & (y <= most));                                         \
    return x * y;                                                                                                      \
  }                                                                                                                    \
  RADDLE_FN t mad24(t x, t y, t z) { return mul24(x, y) + z; }                                                         \
  RADDLE_LANES2(t, mul24, t) RADDLE_LANES3(t, mad24, t)
RADDLE_24(int, -0x800000, 0x7fffff)
RADDLE_24(uint, 0u, 0xffffffu)
#undef RADDLE_24

#define RADDLE_UPSAMPLE(r, t, u, bits)                                                                                 \
  RADDLE_FN r upsample(t high, u low) { return (r)(((r)high << bits) | (r)low); }                                      \
  RADDLE_UPSAMPLES(r, t, u, bits, 2) RADDLE_UPSAMPLES(r, t, u, bits, 3) RADDLE_UPSAMPLES(r, t, u, bits, 4)             \
  RADDLE_UPSAMPLES(r, t, u, bits, 8) RADDLE_UPSAMPLES(r, t, u, bits, 16)
#define RADDLE_UPSAMPLES(r, t, u, bits, n)                                                                             \
  RADDLE_FN r##n upsample(t##n high, u##n low) {                                                                       \
    return (__builtin_convertvector(high, r##n) << (r##n)(bits)) | __builtin_convertvector(low, r##n);                 \
  }
RADDLE_UPSAMPLE(short, char, uchar, 8) RADDLE_UPSAMPLE(ushort, uchar, uchar, 8) RADDLE_UPSAMPLE(int, short, ushort, 16)
RADDLE_UPSAMPLE(uint, ushort, ushort, 16) RADDLE_UPSAMPLE(long, int, uint, 32) RADDLE_UPSAMPLE(ulong, uint, uint, 32)
#undef RADDLE_UPSAMPLE
#undef RADDLE_UPSAMPLES
