/* Loads and stores with a cache hint, and questions about an address.
 *
 * A hint changes no value, so the access is an ordinary one of the same width, except for __ldg, which is the
 * instruction that CUDA names. All are volatile assembly, so that there is one instruction for each call. */
#pragma once

template <unsigned Size> struct __raddle_access;
#define RADDLE_ACCESS(size, type, ptx, reg)                                                                            \
  template <> struct __raddle_access<size> {                                                                           \
    typedef type bits;                                                                                                 \
    RADDLE_METHOD static type load(const void *p) {                                                                    \
      type v; asm volatile("ld." ptx " %0, [%1];" : "=" reg(v) : RADDLE_PTR(p) : "memory"); return v;                         \
    }                                                                                                                  \
    RADDLE_METHOD static type load_nc(const void *p) {                                                                 \
      type v;                                                                                                          \
      asm volatile("{ .reg ." RADDLE_ADDRESS " p; cvta.to.global." RADDLE_ADDRESS " p, %1; ld.global.nc." ptx " %0, [p]; }"                          \
                   : "=" reg(v) : RADDLE_PTR(p) : "memory");                                                                  \
      return v;                                                                                                        \
    }                                                                                                                  \
    RADDLE_METHOD static void store(void *p, type v) {                                                                 \
      asm volatile("st." ptx " [%0], %1;" ::RADDLE_PTR(p), reg(v) : "memory");                                                \
    }                                                                                                                  \
  };
RADDLE_ACCESS(2, unsigned short, "u16", "h")
RADDLE_ACCESS(4, unsigned int, "u32", "r")
RADDLE_ACCESS(8, unsigned long long, "u64", "l")
#undef RADDLE_ACCESS
template <> struct __raddle_access<1> {
  typedef unsigned char bits;
  RADDLE_METHOD static bits load(const void *p) {
    unsigned short v; asm volatile("ld.u8 %0, [%1];" : "=h"(v) : RADDLE_PTR(p) : "memory"); return (bits)v;
  }
  RADDLE_METHOD static bits load_nc(const void *p) {
    unsigned short v;
    asm volatile("{ .reg ." RADDLE_ADDRESS " p; cvta.to.global." RADDLE_ADDRESS " p, %1; ld.global.nc.u8 %0, [p]; }" : "=h"(v) : RADDLE_PTR(p) : "memory");
    return (bits)v;
  }
  RADDLE_METHOD static void store(void *p, bits v) {
    asm volatile("st.u8 [%0], %1;" ::RADDLE_PTR(p), "h"((unsigned short)v) : "memory");
  }
};
template <> struct __raddle_access<16> {
  typedef ulonglong2 bits;
  RADDLE_METHOD static bits load(const void *p) {
    bits v; asm volatile("ld.v2.u64 {%0, %1}, [%2];" : "=l"(v.x), "=l"(v.y) : RADDLE_PTR(p) : "memory"); return v;
  }
  RADDLE_METHOD static bits load_nc(const void *p) {
    bits v;
    asm volatile("{ .reg ." RADDLE_ADDRESS " p; cvta.to.global." RADDLE_ADDRESS " p, %2; ld.global.nc.v2.u64 {%0, %1}, [p]; }"
                 : "=l"(v.x), "=l"(v.y) : RADDLE_PTR(p) : "memory");
    return v;
  }
  RADDLE_METHOD static void store(void *p, bits v) {
    asm volatile("st.v2.u64 [%0], {%1, %2};" ::RADDLE_PTR(p), "l"(v.x), "l"(v.y) : "memory");
  }
};

/* Vectors that no instruction loads at once: several accesses. */
template <unsigned Size, unsigned Count> struct __raddle_accesses {
  typedef __raddle_access<Size> one;
  struct bits { typename one::bits part[Count]; };
#define RADDLE_LOAD(load)                                                                                              \
  RADDLE_METHOD static bits load(const void *p) {                                                                      \
    bits v;                                                                                                            \
    for (unsigned i = 0; i < Count; i++) v.part[i] = one::load((const char *)p + i * Size);                            \
    return v;                                                                                                          \
  }
  RADDLE_LOAD(load) RADDLE_LOAD(load_nc)
#undef RADDLE_LOAD
  RADDLE_METHOD static void store(void *p, bits v) {
    for (unsigned i = 0; i < Count; i++) one::store((char *)p + i * Size, v.part[i]);
  }
};
template <> struct __raddle_access<3> : __raddle_accesses<1, 3> {};
template <> struct __raddle_access<6> : __raddle_accesses<2, 3> {};
template <> struct __raddle_access<12> : __raddle_accesses<4, 3> {};
template <> struct __raddle_access<24> : __raddle_accesses<8, 3> {};
template <> struct __raddle_access<32> : __raddle_accesses<16, 2> {};

template <class T> RADDLE_FN T __ldg(const T *p) {
  return __builtin_bit_cast(T, __raddle_access<sizeof(T)>::load_nc(p));
}
#define RADDLE_LOAD(name)                                                                                              \
  template <class T> RADDLE_FN T name(const T *p) { return __builtin_bit_cast(T, __raddle_access<sizeof(T)>::load(p)); }
RADDLE_LOAD(__ldca)
RADDLE_LOAD(__ldcg)
RADDLE_LOAD(__ldcs)
RADDLE_LOAD(__ldlu)
RADDLE_LOAD(__ldcv)
#undef RADDLE_LOAD
template <class T> struct __raddle_same { typedef T type; };
#define RADDLE_STORE(name)                                                                                             \
  template <class T> RADDLE_FN void name(T *p, typename __raddle_same<T>::type v) {                                    \
    typedef __raddle_access<sizeof(T)> access;                                                                         \
    access::store(p, __builtin_bit_cast(typename access::bits, v));                                                    \
  }
RADDLE_STORE(__stwb)
RADDLE_STORE(__stcg)
RADDLE_STORE(__stcs)
RADDLE_STORE(__stwt)
#undef RADDLE_STORE

#define RADDLE_IS_SPACE(name, space)                                                                                   \
  RADDLE_FN unsigned int name(const void *p) {                                                                         \
    unsigned int r;                                                                                                    \
    asm("{ .reg .pred q; isspacep." #space " q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(r) : RADDLE_PTR(p));                      \
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_FN size_t __cvta_generic_to_##space(const void *p) {                                                          \
    size_t r; asm("cvta.to." #space "." RADDLE_ADDRESS " %0, %1;" : RADDLE_PTR_OUT(r) : RADDLE_PTR(p)); return r;                                      \
  }                                                                                                                    \
  RADDLE_FN void *__cvta_##space##_to_generic(size_t p) {                                                              \
    void *r; asm("cvta." #space "." RADDLE_ADDRESS " %0, %1;" : RADDLE_PTR_OUT(r) : RADDLE_PTR(p)); return r;                                          \
  }
RADDLE_IS_SPACE(__isGlobal, global)
RADDLE_IS_SPACE(__isShared, shared)
RADDLE_IS_SPACE(__isConstant, const)
RADDLE_IS_SPACE(__isLocal, local)
#undef RADDLE_IS_SPACE
