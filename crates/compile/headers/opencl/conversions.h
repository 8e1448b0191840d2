/* convert_T, with saturation and rounding (OpenCL C specification, "Conversions"). as_T is built into clang's own
 * header. */

/* Every width of one pair of element types. */
#define RADDLE_CONVERT(to, from)                                                                                       \
  RADDLE_FN to convert_##to(from x) { return (to)x; }                                                                  \
  RADDLE_CONVERT_N(to, from, 2) RADDLE_CONVERT_N(to, from, 3) RADDLE_CONVERT_N(to, from, 4)                            \
  RADDLE_CONVERT_N(to, from, 8) RADDLE_CONVERT_N(to, from, 16)
#define RADDLE_CONVERT_N(to, from, n)                                                                                  \
  RADDLE_FN to##n convert_##to##n(from##n x) { return __builtin_convertvector(x, to##n); }
#define RADDLE_FROM_ALL(X, to)                                                                                         \
  X(to, char) X(to, uchar) X(to, short) X(to, ushort) X(to, int) X(to, uint) X(to, long) X(to, ulong) X(to, float)     \
  X(to, double)
#define RADDLE_TO_INTEGERS(X, from)                                                                                    \
  X(char, from) X(uchar, from) X(short, from) X(ushort, from) X(int, from) X(uint, from) X(long, from) X(ulong, from)

RADDLE_FROM_ALL(RADDLE_CONVERT, char)
RADDLE_FROM_ALL(RADDLE_CONVERT, uchar)
RADDLE_FROM_ALL(RADDLE_CONVERT, short)
RADDLE_FROM_ALL(RADDLE_CONVERT, ushort)
RADDLE_FROM_ALL(RADDLE_CONVERT, int)
RADDLE_FROM_ALL(RADDLE_CONVERT, uint)
RADDLE_FROM_ALL(RADDLE_CONVERT, long)
RADDLE_FROM_ALL(RADDLE_CONVERT, ulong)
RADDLE_FROM_ALL(RADDLE_CONVERT, float)
RADDLE_FROM_ALL(RADDLE_CONVERT, double)
#undef RADDLE_CONVERT
#undef RADDLE_CONVERT_N

/* Float to integer with a rounding mode: round, then truncate what is whole already. */
#define RADDLE_LANES_TO(to, suffix, from)                                                                              \
  RADDLE_FN to##2 convert_##to##2##suffix(from##2 x) { return (to##2)(convert_##to##suffix(x.x), convert_##to##suffix(x.y)); } \
  RADDLE_FN to##3 convert_##to##3##suffix(from##3 x) {                                                                 \
    return (to##3)(convert_##to##suffix(x.x), convert_##to##suffix(x.y), convert_##to##suffix(x.z));                   \
  }                                                                                                                    \
  RADDLE_FN to##4 convert_##to##4##suffix(from##4 x) {                                                                 \
    return (to##4)(convert_##to##2##suffix(x.lo), convert_##to##2##suffix(x.hi));                                      \
  }                                                                                                                    \
  RADDLE_FN to##8 convert_##to##8##suffix(from##8 x) {                                                                 \
    return (to##8)(convert_##to##4##suffix(x.lo), convert_##to##4##suffix(x.hi));                                      \
  }                                                                                                                    \
  RADDLE_FN to##16 convert_##to##16##suffix(from##16 x) {                                                              \
    return (to##16)(convert_##to##8##suffix(x.lo), convert_##to##8##suffix(x.hi));                                     \
  }
#define RADDLE_ROUND(to, from)                                                                                         \
  RADDLE_FN to convert_##to##_rte(from x) { return (to)__builtin_elementwise_roundeven(x); }                           \
  RADDLE_FN to convert_##to##_rtz(from x) { return (to)x; }                                                            \
  RADDLE_FN to convert_##to##_rtn(from x) { return (to)__builtin_elementwise_floor(x); }                               \
  RADDLE_FN to convert_##to##_rtp(from x) { return (to)__builtin_elementwise_ceil(x); }                                \
  RADDLE_LANES_TO(to, _rte, from) RADDLE_LANES_TO(to, _rtz, from) RADDLE_LANES_TO(to, _rtn, from)                      \
  RADDLE_LANES_TO(to, _rtp, from)
RADDLE_TO_INTEGERS(RADDLE_ROUND, float)
RADDLE_TO_INTEGERS(RADDLE_ROUND, double)
#undef RADDLE_ROUND
/* Integer to integer: there is nothing to round. */
#define RADDLE_ROUND(to, from)                                                                                         \
  RADDLE_FN to convert_##to##_rte(from x) { return (to)x; }                                                            \
  RADDLE_FN to convert_##to##_rtz(from x) { return (to)x; }                                                            \
  RADDLE_FN to convert_##to##_rtn(from x) { return (to)x; }                                                            \
  RADDLE_FN to convert_##to##_rtp(from x) { return (to)x; }
RADDLE_TO_INTEGERS(RADDLE_ROUND, char) RADDLE_TO_INTEGERS(RADDLE_ROUND, uchar)
RADDLE_TO_INTEGERS(RADDLE_ROUND, short) RADDLE_TO_INTEGERS(RADDLE_ROUND, ushort)
RADDLE_TO_INTEGERS(RADDLE_ROUND, int) RADDLE_TO_INTEGERS(RADDLE_ROUND, uint)
RADDLE_TO_INTEGERS(RADDLE_ROUND, long) RADDLE_TO_INTEGERS(RADDLE_ROUND, ulong)
#undef RADDLE_ROUND

/* Saturation. A float beyond the range gives the nearest bound, and NaN gives zero. */
#define RADDLE_SAT_FLOAT(to, from, low, high)                                                                          \
  RADDLE_FN to convert_##to##_sat(from x) {                                                                            \
    return x != x ? (to)0 : x <= (from)(low) ? (to)(low) : x >= (from)(high) ? (to)(high) : (to)x;                     \
  }                                                                                                                    \
  RADDLE_FN to convert_##to##_sat_rte(from x) { return convert_##to##_sat(__builtin_elementwise_roundeven(x)); }       \
  RADDLE_LANES_TO(to, _sat, from) RADDLE_LANES_TO(to, _sat_rte, from)
#define RADDLE_SAT_SIGNED(to, from, low, high)                                                                         \
  RADDLE_FN to convert_##to##_sat(from x) {                                                                            \
    return (long)x < (long)(low) ? (to)(low) : (long)x > 0 && (ulong)x > (ulong)(high) ? (to)(high) : (to)x;           \
  }                                                                                                                    \
  RADDLE_LANES_TO(to, _sat, from)
#define RADDLE_SAT_UNSIGNED(to, from, low, high)                                                                       \
  RADDLE_FN to convert_##to##_sat(from x) { return (ulong)x > (ulong)(high) ? (to)(high) : (to)x; }                    \
  RADDLE_LANES_TO(to, _sat, from)
#define RADDLE_SAT(to, low, high)                                                                                      \
  RADDLE_SAT_SIGNED(to, char, low, high) RADDLE_SAT_UNSIGNED(to, uchar, low, high)                                     \
  RADDLE_SAT_SIGNED(to, short, low, high) RADDLE_SAT_UNSIGNED(to, ushort, low, high)                                   \
  RADDLE_SAT_SIGNED(to, int, low, high) RADDLE_SAT_UNSIGNED(to, uint, low, high)                                       \
  RADDLE_SAT_SIGNED(to, long, low, high) RADDLE_SAT_UNSIGNED(to, ulong, low, high)                                     \
  RADDLE_SAT_FLOAT(to, float, low, high) RADDLE_SAT_FLOAT(to, double, low, high)
RADDLE_SAT(char, -128, 127)
RADDLE_SAT(uchar, 0, 255)
RADDLE_SAT(short, -32768, 32767)
RADDLE_SAT(ushort, 0, 65535)
RADDLE_SAT(int, INT_MIN, INT_MAX)
RADDLE_SAT(uint, 0, UINT_MAX)
RADDLE_SAT(long, LONG_MIN, LONG_MAX)
RADDLE_SAT(ulong, 0, ULONG_MAX)
#undef RADDLE_SAT
#undef RADDLE_SAT_FLOAT
#undef RADDLE_SAT_SIGNED
#undef RADDLE_SAT_UNSIGNED
