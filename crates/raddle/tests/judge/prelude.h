/* What generated functions stand on. Nothing here is undefined, and no result shows which NaN a NaN is. */
typedef _Bool bool;
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef __int128 i128;
typedef unsigned __int128 u128;
typedef _Float16 f16;
typedef float f32;
typedef double f64;
typedef u32 v4u32 __attribute__((ext_vector_type(4)));
typedef f32 v4f32 __attribute__((ext_vector_type(4)));

#define WORDS 8
#define INLINE static __attribute__((always_inline, unused))
#define NOINLINE static __attribute__((noinline, unused))
#ifdef __NVPTX__
#define CONST const __attribute__((address_space(4)))
#else
#define CONST const
#endif

/* Division where it has a result. */
#define DIVIDE(HOW, T, LEAST)                                                                      \
    HOW T div_##T(T a, T b) { return b == 0 || (LEAST != 0 && b == (T)-1 && a == LEAST) ? a : (T)(a / b); } \
    HOW T mod_##T(T a, T b) { return b == 0 || (LEAST != 0 && b == (T)-1 && a == LEAST) ? b : (T)(a % b); }
DIVIDE(INLINE, i8, (i8)0x80)
DIVIDE(INLINE, u8, 0)
DIVIDE(INLINE, i16, (i16)0x8000)
DIVIDE(INLINE, u16, 0)
DIVIDE(INLINE, i32, (i32)0x80000000)
DIVIDE(INLINE, u32, 0)
DIVIDE(INLINE, i64, (i64)0x8000000000000000)
DIVIDE(INLINE, u64, 0)
DIVIDE(NOINLINE, i128, (i128)((u128)1 << 127))
DIVIDE(NOINLINE, u128, 0)

/* Conversion from floating point where the value fits. A bound is inside the range of the type F. */
#define CONVERT(T, F, VIA, LOW, HIGH) \
    INLINE T T##_of_##F(F x) { return (VIA)x > LOW && (VIA)x < HIGH ? (T)x : (T)77; }
#define CONVERT_ALL(F, VIA)                                   \
    CONVERT(i8, F, VIA, (VIA)-0x1p7, (VIA)0x1p7)              \
    CONVERT(u8, F, VIA, (VIA)-1, (VIA)0x1p8)                  \
    CONVERT(i16, F, VIA, (VIA)-0x1p15, (VIA)0x1p15)           \
    CONVERT(u16, F, VIA, (VIA)-1, (VIA)0x1p16)                \
    CONVERT(i32, F, VIA, (VIA)-0x1p31, (VIA)0x1p31)           \
    CONVERT(u32, F, VIA, (VIA)-1, (VIA)0x1p32)                \
    CONVERT(i64, F, VIA, (VIA)-0x1p63, (VIA)0x1p63)           \
    CONVERT(u64, F, VIA, (VIA)-1, (VIA)0x1p64)
CONVERT_ALL(f16, f32)
CONVERT_ALL(f32, f32)
CONVERT_ALL(f64, f64)

/* A number that the optimiser must learn nothing about, because of what clang 19 would make of it from -O1 on.
   - A signed number that is to become a floating-point one: it writes PTX that makes +1 of a number of one bit that is -1.
   - By how much 128 bits are shifted: it writes several 64-bit shifts, one of them by 64 less the amount. For 0 that is
     64, which PTX defines and LLVM does not. Where it finds out only then that the amount is always 0, it takes
     the word for undefined: `v >> ((s - (u32)x) & 127)` with `u32 s = (i8)x`, where s is used twice, is v natively, and
     has all ones as its lower word in the PTX. */
#if defined(__NVPTX__) && defined(__OPTIMIZE__)
#define HIDE(T, REGISTER, CLASS) \
    INLINE T hide_##T(T x) { REGISTER y = x; __asm__("" : "+" CLASS(y)); return (T)y; }
#else
#define HIDE(T, REGISTER, CLASS) INLINE T hide_##T(T x) { return x; }
#endif
HIDE(i8, i32, "r")
HIDE(i16, i32, "r")
HIDE(i32, i32, "r")
HIDE(u32, u32, "r")
HIDE(i64, i64, "l")

/* The smaller and the larger of two numbers. Of two zeros either may be given, so that is left out. */
#define FLOATS(F, S)                                                                                \
    INLINE F min_##F(F a, F b) { return a == b ? a : __builtin_fmin##S(a, b); }                     \
    INLINE F max_##F(F a, F b) { return a == b ? b : __builtin_fmax##S(a, b); }                     \
    INLINE F sign_##F(F a, F b) { return b != b ? a : __builtin_copysign##S(a, b); }                \
    INLINE F sqrt_##F(F a) { return __builtin_sqrt##S(a); }                                         \
    INLINE F abs_##F(F a) { return __builtin_fabs##S(a); }                                          \
    INLINE F trunc_##F(F a) { return __builtin_trunc##S(a); }                                       \
    INLINE F floor_##F(F a) { return __builtin_floor##S(a); }                                       \
    INLINE F ceil_##F(F a) { return __builtin_ceil##S(a); }                                         \
    INLINE F even_##F(F a) { return __builtin_rint##S(a); }                                         \
    INLINE F fma_##F(F a, F b, F c) { return __builtin_fma##S(a, b, c); }
FLOATS(f32, f)
FLOATS(f64, )

/* An argument as a floating-point number: never a signalling NaN. */
INLINE f16 f16_in(u64 w) { f16 x; u16 b = (u16)w; __builtin_memcpy(&x, &b, 2); return x != x ? (f16)__builtin_nanf("") : x; }
INLINE f32 f32_in(u64 w) { f32 x; u32 b = (u32)w; __builtin_memcpy(&x, &b, 4); return x != x ? __builtin_nanf("") : x; }
INLINE f64 f64_in(u64 w) { f64 x; __builtin_memcpy(&x, &w, 8); return x != x ? __builtin_nan("") : x; }

/* A value as a word, every NaN as the same one. */
INLINE u64 word_f16(f16 x) { u16 b; __builtin_memcpy(&b, &x, 2); return x != x ? 0x7e00 : b; }
INLINE u64 word_f32(f32 x) { u32 b; __builtin_memcpy(&b, &x, 4); return x != x ? 0x7fc00000 : b; }
INLINE u64 word_f64(f64 x) { u64 b; __builtin_memcpy(&b, &x, 8); return x != x ? 0x7ff8000000000000ull : b; }

INLINE u64 mix(u64 hash, u64 word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}
