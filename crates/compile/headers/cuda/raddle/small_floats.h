/* What numbers of four and of six bits have in common; the header that includes it undefines it. */
/* Conversions of one format, which `base` distinguishes, of `bits` bits. */
#define RADDLE_SMALL_FLOAT(format, bits, storage, pair, interpretation, base)                                                          \
  RADDLE_HD storage __nv_cvt_double_to_##format(double x, interpretation as, cudaRoundMode mode) {                                      \
    return (storage)(__raddle_math_to_fp8(x, mode, base + as) & ((1u << bits) - 1));                                                   \
  }                                                                                                                                    \
  RADDLE_HD storage __nv_cvt_float_to_##format(float x, interpretation as, cudaRoundMode mode) {                                        \
    return __nv_cvt_double_to_##format(x, as, mode);                                                                                   \
  }                                                                                                                                    \
  RADDLE_HD storage __nv_cvt_halfraw_to_##format(__half_raw x, interpretation as, cudaRoundMode mode) {                                 \
    return __nv_cvt_double_to_##format((float)__half(x), as, mode);                                                                    \
  }                                                                                                                                    \
  RADDLE_HD storage __nv_cvt_bfloat16raw_to_##format(__nv_bfloat16_raw x, interpretation as, cudaRoundMode mode) {                      \
    return __nv_cvt_double_to_##format((float)__nv_bfloat16(x), as, mode);                                                             \
  }                                                                                                                                    \
  RADDLE_HD pair __nv_cvt_float2_to_##format##x2(float2 x, interpretation as, cudaRoundMode mode) {                                     \
    return (pair)(__nv_cvt_float_to_##format(x.x, as, mode) | __nv_cvt_float_to_##format(x.y, as, mode) << sizeof(pair) * 4);          \
  }                                                                                                                                    \
  RADDLE_HD __half_raw __nv_cvt_##format##_to_halfraw(storage x, interpretation as) {                                                   \
    return __float2half(__raddle_math_of_fp8(x & ((1u << bits) - 1), base + as));                                                      \
  }                                                                                                                                    \
  RADDLE_HD __half2_raw __nv_cvt_##format##x2_to_halfraw2(pair x, interpretation as) {                                                  \
    return __half2(__half(__nv_cvt_##format##_to_halfraw((storage)x, as)),                                                             \
                   __half(__nv_cvt_##format##_to_halfraw((storage)(x >> sizeof(pair) * 4), as)));                                      \
  }
#define RADDLE_SMALL_TYPE(name, format, as, storage)                                                                                   \
  struct name {                                                                                                                        \
    storage __x;                                                                                                                       \
    name() = default;                                                                                                                  \
    RADDLE_HD_METHOD explicit name(float x) : __x(__nv_cvt_float_to_##format(x, as, cudaRoundNearest)) {}                               \
    RADDLE_HD_METHOD explicit name(double x) : __x(__nv_cvt_double_to_##format(x, as, cudaRoundNearest)) {}                             \
    RADDLE_HD_METHOD explicit name(int x) : __x(__nv_cvt_double_to_##format(x, as, cudaRoundNearest)) {}                                \
    RADDLE_HD_METHOD explicit name(__half x) : __x(__nv_cvt_float_to_##format((float)x, as, cudaRoundNearest)) {}                       \
    RADDLE_HD_METHOD explicit operator float() const { return (float)__half(__nv_cvt_##format##_to_halfraw(__x, as)); }                \
    RADDLE_HD_METHOD explicit operator double() const { return (float)*this; }                                                         \
    RADDLE_HD_METHOD explicit operator __half() const { return __half(__nv_cvt_##format##_to_halfraw(__x, as)); }                      \
  };
#define RADDLE_SMALL_PAIR(name, format, as, storage)                                                                                   \
  struct name {                                                                                                                        \
    storage __x;                                                                                                                       \
    name() = default;                                                                                                                  \
    RADDLE_HD_METHOD explicit name(float2 x) : __x(__nv_cvt_float2_to_##format##x2(x, as, cudaRoundNearest)) {}                         \
    RADDLE_HD_METHOD explicit operator __half2() const { return __half2(__nv_cvt_##format##x2_to_halfraw2(__x, as)); }                 \
  };
