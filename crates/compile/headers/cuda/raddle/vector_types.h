/* Vector types (CUDA programming guide, "Built-in Vector Types"): sizes, alignments and constructors. */
#pragma once

#define RADDLE_VECTORS(name, type, align2, align4)                                                                     \
  struct name##1 { type x; };                                                                                          \
  struct __attribute__((aligned(align2))) name##2 { type x, y; };                                                      \
  struct name##3 { type x, y, z; };                                                                                    \
  struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                                                \
  RADDLE_HD name##1 make_##name##1(type x) { name##1 v; v.x = x; return v; }                                           \
  RADDLE_HD name##2 make_##name##2(type x, type y) { name##2 v; v.x = x; v.y = y; return v; }                          \
  RADDLE_HD name##3 make_##name##3(type x, type y, type z) { name##3 v; v.x = x; v.y = y; v.z = z; return v; }         \
  RADDLE_HD name##4 make_##name##4(type x, type y, type z, type w) {                                                   \
    name##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v;                                                           \
  }

RADDLE_VECTORS(char, signed char, 2, 4)
RADDLE_VECTORS(uchar, unsigned char, 2, 4)
RADDLE_VECTORS(short, short, 4, 8)
RADDLE_VECTORS(ushort, unsigned short, 4, 8)
RADDLE_VECTORS(int, int, 8, 16)
RADDLE_VECTORS(uint, unsigned int, 8, 16)
RADDLE_VECTORS(long, long, 2 * sizeof(long), 16)
RADDLE_VECTORS(ulong, unsigned long, 2 * sizeof(long), 16)
RADDLE_VECTORS(longlong, long long, 16, 16)
RADDLE_VECTORS(ulonglong, unsigned long long, 16, 16)
RADDLE_VECTORS(float, float, 8, 16)
RADDLE_VECTORS(double, double, 16, 16)
#undef RADDLE_VECTORS

/* A size in up to three dimensions; what is not given is 1. */
struct dim3 {
  unsigned int x, y, z;
  RADDLE_HD_METHOD constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  RADDLE_HD_METHOD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  RADDLE_HD_METHOD constexpr operator uint3() const { return uint3{x, y, z}; }
};
