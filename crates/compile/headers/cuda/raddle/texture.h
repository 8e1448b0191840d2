/* Textures and surfaces (CUDA programming guide, "Texture and Surface Memory"), by reference and by object.
 *
 * Nobody writes a texture while a kernel reads it: the guide leaves that undefined. So a fetch is a pure function of the
 * texture and the coordinates, of which nothing else is known: format, filter and border are the host's.
 *
 * A surface is written. Its object is taken for a pointer to memory of its own, in which each element has the place
 * that its coordinates give: `x` in bytes, 2^21 bytes a row, 2^17 rows a layer, more than any GPU allows. The guide leaves
 * accesses outside of the surface undefined or drops them. A surface by reference may be any memory. Addresses of 32 bits have no room
 * for that: there nobody knows the place of an element. */
#pragma once
#include "cuda.h"
#include "inlining.h"

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference { cudaChannelFormatDesc channelDesc; };
template <class T, int Type = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {};
template <class T, int Type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {};
template <int Type> struct __attribute__((device_builtin_surface_type)) surface<void, Type> : public surfaceReference {};

/* A fetch of one kind at some coordinates; its components are asked for one by one. */
extern "C" __attribute__((device, const)) unsigned int __raddle_math_texture(unsigned long long texture, int kind, float a,
                                                                              float b, float c, float d, float e, float f,
                                                                              int component);
/* No structure holds the coordinates: at -O0 it would lie in memory, and all that is beside it. */
#define RADDLE_COORDINATES unsigned long long texture, int kind, float a, float b, float c, float d, float e, float f
#define RADDLE_COMPONENT(n) __raddle_math_texture(texture, kind, a, b, c, d, e, f, n)
/* The type that a fetch of elements T gives, and the value. */
template <class T> struct __raddle_texel;
#define RADDLE_TEXEL(type, convert)                                                                                    \
  template <> struct __raddle_texel<type> { RADDLE_METHOD static type of(RADDLE_COORDINATES) { return convert(RADDLE_COMPONENT(0)); } };
#define RADDLE_TEXELS(name, element, convert)                                                                          \
  template <> struct __raddle_texel<name##1> {                                                                         \
    RADDLE_METHOD static name##1 of(RADDLE_COORDINATES) { return name##1{convert(RADDLE_COMPONENT(0))}; }                        \
  };                                                                                                                   \
  template <> struct __raddle_texel<name##2> {                                                                         \
    RADDLE_METHOD static name##2 of(RADDLE_COORDINATES) { return name##2{convert(RADDLE_COMPONENT(0)), convert(RADDLE_COMPONENT(1))}; }         \
  };                                                                                                                   \
  template <> struct __raddle_texel<name##3> {                                                                         \
    RADDLE_METHOD static name##3 of(RADDLE_COORDINATES) {                                                         \
      return name##3{convert(RADDLE_COMPONENT(0)), convert(RADDLE_COMPONENT(1)), convert(RADDLE_COMPONENT(2))};                                                     \
    }                                                                                                                  \
  };                                                                                                                   \
  template <> struct __raddle_texel<name##4> {                                                                         \
    RADDLE_METHOD static name##4 of(RADDLE_COORDINATES) {                                                         \
      return name##4{convert(RADDLE_COMPONENT(0)), convert(RADDLE_COMPONENT(1)), convert(RADDLE_COMPONENT(2)), convert(RADDLE_COMPONENT(3))};                                      \
    }                                                                                                                  \
  };
#define RADDLE_INTEGER(type) RADDLE_TEXEL(type, (type))
RADDLE_INTEGER(char) RADDLE_INTEGER(signed char) RADDLE_INTEGER(unsigned char) RADDLE_INTEGER(short)
RADDLE_INTEGER(unsigned short) RADDLE_INTEGER(int) RADDLE_INTEGER(unsigned int) RADDLE_INTEGER(long)
RADDLE_INTEGER(unsigned long)
RADDLE_TEXEL(float, __uint_as_float)
RADDLE_TEXELS(char, signed char, (signed char)) RADDLE_TEXELS(uchar, unsigned char, (unsigned char))
RADDLE_TEXELS(short, short, (short)) RADDLE_TEXELS(ushort, unsigned short, (unsigned short))
RADDLE_TEXELS(int, int, (int)) RADDLE_TEXELS(uint, unsigned int, (unsigned int))
RADDLE_TEXELS(float, float, __uint_as_float)
#undef RADDLE_INTEGER
#undef RADDLE_TEXEL
#undef RADDLE_TEXELS
/* As a normalised float: a float of as many components. */
template <class T, cudaTextureReadMode Mode> struct __raddle_read { typedef T type; };
#define RADDLE_NORMALIZED(element, result)                                                                             \
  template <> struct __raddle_read<element, cudaReadModeNormalizedFloat> { typedef result type; };
#define RADDLE_NORMALIZEDS(element, name)                                                                              \
  RADDLE_NORMALIZED(element, float) RADDLE_NORMALIZED(name##1, float1) RADDLE_NORMALIZED(name##2, float2)              \
  RADDLE_NORMALIZED(name##4, float4)
RADDLE_NORMALIZED(char, float)
RADDLE_NORMALIZEDS(signed char, char) RADDLE_NORMALIZEDS(unsigned char, uchar) RADDLE_NORMALIZEDS(short, short)
RADDLE_NORMALIZEDS(unsigned short, ushort)
#undef RADDLE_NORMALIZED
#undef RADDLE_NORMALIZEDS

/* `name(texture, parameters)`; the six arguments are the coordinates as floats, exactly or not: they only tell fetches apart. */
#define RADDLE_FETCH(name, kind, parameters, ...)                                                                      \
  template <class T, int Type, cudaTextureReadMode Mode>                                                               \
  RADDLE_FN typename __raddle_read<T, Mode>::type name(const texture<T, Type, Mode> &t, RADDLE_UNPACK parameters) {    \
    return __raddle_texel<typename __raddle_read<T, Mode>::type>::of((unsigned long long)&t, kind, __VA_ARGS__);       \
  }                                                                                                                    \
  template <class T> RADDLE_FN T name(cudaTextureObject_t t, RADDLE_UNPACK parameters) {                               \
    return __raddle_texel<T>::of(t, kind, __VA_ARGS__);                                                                \
  }                                                                                                                    \
  template <class T> RADDLE_FN void name(T *to, cudaTextureObject_t t, RADDLE_UNPACK parameters) {                     \
    *to = __raddle_texel<T>::of(t, kind, __VA_ARGS__);                                                                 \
  }
#define RADDLE_UNPACK(...) __VA_ARGS__
#define RADDLE_BITS(x) __int_as_float(x)
RADDLE_FETCH(tex1Dfetch, 0, (int x), RADDLE_BITS(x), 0, 0, 0, 0, 0)
RADDLE_FETCH(tex1D, 1, (float x), x, 0, 0, 0, 0, 0)
RADDLE_FETCH(tex2D, 2, (float x, float y), x, y, 0, 0, 0, 0)
RADDLE_FETCH(tex3D, 3, (float x, float y, float z), x, y, z, 0, 0, 0)
RADDLE_FETCH(tex1DLod, 4, (float x, float level), x, level, 0, 0, 0, 0)
RADDLE_FETCH(tex2DLod, 5, (float x, float y, float level), x, y, level, 0, 0, 0)
RADDLE_FETCH(tex3DLod, 6, (float x, float y, float z, float level), x, y, z, level, 0, 0)
RADDLE_FETCH(tex1DGrad, 7, (float x, float dx, float dy), x, dx, dy, 0, 0, 0)
RADDLE_FETCH(tex2DGrad, 8, (float x, float y, float2 dx, float2 dy), x, y, dx.x, dx.y, dy.x, dy.y)
RADDLE_FETCH(tex1DLayered, 9, (float x, int layer), x, RADDLE_BITS(layer), 0, 0, 0, 0)
RADDLE_FETCH(tex2DLayered, 10, (float x, float y, int layer), x, y, RADDLE_BITS(layer), 0, 0, 0)
RADDLE_FETCH(tex1DLayeredLod, 11, (float x, int layer, float level), x, RADDLE_BITS(layer), level, 0, 0, 0)
RADDLE_FETCH(tex2DLayeredLod, 12, (float x, float y, int layer, float level), x, y, RADDLE_BITS(layer), level, 0, 0)
RADDLE_FETCH(texCubemap, 13, (float x, float y, float z), x, y, z, 0, 0, 0)
RADDLE_FETCH(texCubemapLod, 14, (float x, float y, float z, float level), x, y, z, level, 0, 0)
RADDLE_FETCH(texCubemapLayered, 15, (float x, float y, float z, int layer), x, y, z, RADDLE_BITS(layer), 0, 0)
RADDLE_FETCH(texCubemapLayeredLod, 16, (float x, float y, float z, int layer, float level), x, y, z, RADDLE_BITS(layer), level, 0)
RADDLE_FETCH(tex2Dgather, 17, (float x, float y, int component = 0), x, y, RADDLE_BITS(component), 0, 0, 0)
#undef RADDLE_FETCH
#undef RADDLE_COORDINATES
#undef RADDLE_COMPONENT

/* Surfaces. */
extern "C" __attribute__((device, const)) unsigned long long __raddle_math_surface(unsigned long long reference);
#if __SIZEOF_POINTER__ == 8
RADDLE_FN unsigned long long __raddle_place(unsigned long long surface, int x, int y, int z) {
  unsigned long long row = ((unsigned long long)(unsigned int)z << 17) + (unsigned int)y;
  return surface + (row << 21) + (unsigned int)x;
}
#else
extern "C" __attribute__((device, const)) unsigned long long __raddle_math_surface_place(unsigned long long surface, int x, int y, int z);
#define __raddle_place(surface, x, y, z) __raddle_math_surface_place(surface, x, y, z)
#endif
template <unsigned Size> struct __raddle_element;
#define RADDLE_ELEMENT(size, bits, ptx, reg)                                                                           \
  template <> struct __raddle_element<size> {                                                                          \
    typedef bits type;                                                                                                 \
    RADDLE_METHOD static bits load(unsigned long long p) {                                                             \
      bits v;                                                                                                          \
      asm volatile("{ .reg ." RADDLE_ADDRESS " p; cvta.to.global." RADDLE_ADDRESS " p, %1; ld.global." ptx " %0, [p]; }" : "=" reg(v) : RADDLE_PTR((size_t)p) : "memory"); \
      return v;                                                                                                        \
    }                                                                                                                  \
    RADDLE_METHOD static void store(unsigned long long p, bits v) {                                                    \
      asm volatile("{ .reg ." RADDLE_ADDRESS " p; cvta.to.global." RADDLE_ADDRESS " p, %0; st.global." ptx " [p], %1; }" ::RADDLE_PTR((size_t)p), reg(v) : "memory"); \
    }                                                                                                                  \
  };
RADDLE_ELEMENT(1, unsigned short, "u8", "h")
RADDLE_ELEMENT(2, unsigned short, "u16", "h")
RADDLE_ELEMENT(4, unsigned int, "u32", "r")
RADDLE_ELEMENT(8, unsigned long long, "u64", "l")
#undef RADDLE_ELEMENT
template <class T, unsigned Size = sizeof(T)> struct __raddle_surface {
  RADDLE_METHOD static T load(unsigned long long p) {
    return __builtin_bit_cast(T, __raddle_element<Size>::load(p));
  }
  RADDLE_METHOD static void store(unsigned long long p, T v) {
    __raddle_element<Size>::store(p, __builtin_bit_cast(typename __raddle_element<Size>::type, v));
  }
};
template <class T> struct __raddle_surface<T, 1> {
  RADDLE_METHOD static T load(unsigned long long p) {
    return __builtin_bit_cast(T, (unsigned char)__raddle_element<1>::load(p));
  }
  RADDLE_METHOD static void store(unsigned long long p, T v) {
    __raddle_element<1>::store(p, __builtin_bit_cast(unsigned char, v));
  }
};
template <class T> struct __raddle_surface<T, 16> {
  RADDLE_METHOD static T load(unsigned long long p) {
    ulonglong2 v = {__raddle_element<8>::load(p), __raddle_element<8>::load(p + 8)};
    return __builtin_bit_cast(T, v);
  }
  RADDLE_METHOD static void store(unsigned long long p, T v) {
    ulonglong2 bits = __builtin_bit_cast(ulonglong2, v);
    __raddle_element<8>::store(p, bits.x);
    __raddle_element<8>::store(p + 8, bits.y);
  }
};
/* In three forms: of a reference, of an object, of an object through a pointer. */
#define RADDLE_SURFACE(name, parameters, x, y, z)                                                                      \
  template <class T> RADDLE_FN T name##read(cudaSurfaceObject_t s, RADDLE_UNPACK parameters,                           \
                                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                          \
    return __raddle_surface<T>::load(__raddle_place(s, x, y, z));                                                      \
  }                                                                                                                    \
  template <class T> RADDLE_FN void name##read(T *to, cudaSurfaceObject_t s, RADDLE_UNPACK parameters,                 \
                                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                       \
    *to = __raddle_surface<T>::load(__raddle_place(s, x, y, z));                                                       \
  }                                                                                                                    \
  template <class T> RADDLE_FN void name##write(T v, cudaSurfaceObject_t s, RADDLE_UNPACK parameters,                  \
                                                cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                      \
    __raddle_surface<T>::store(__raddle_place(s, x, y, z), v);                                                         \
  }                                                                                                                    \
  template <class T, class E, int Type>                                                                                \
  RADDLE_FN T name##read(const surface<E, Type> &s, RADDLE_UNPACK parameters,                                          \
                         cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                             \
    return __raddle_surface<T>::load(__raddle_place(__raddle_math_surface((unsigned long long)&s), x, y, z));          \
  }                                                                                                                    \
  template <class T, class E, int Type>                                                                                \
  RADDLE_FN void name##read(T *to, const surface<E, Type> &s, RADDLE_UNPACK parameters,                                \
                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                          \
    *to = __raddle_surface<T>::load(__raddle_place(__raddle_math_surface((unsigned long long)&s), x, y, z));           \
  }                                                                                                                    \
  template <class T, class E, int Type>                                                                                \
  RADDLE_FN void name##write(T v, const surface<E, Type> &s, RADDLE_UNPACK parameters,                                 \
                             cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                         \
    __raddle_surface<T>::store(__raddle_place(__raddle_math_surface((unsigned long long)&s), x, y, z), v);             \
  }
RADDLE_SURFACE(surf1D, (int x), x, 0, 0)
RADDLE_SURFACE(surf2D, (int x, int y), x, y, 0)
RADDLE_SURFACE(surf3D, (int x, int y, int z), x, y, z)
RADDLE_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
RADDLE_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
RADDLE_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
RADDLE_SURFACE(surfCubemapLayered, (int x, int y, int layerFace), x, y, layerFace)
#undef RADDLE_SURFACE
#undef RADDLE_UNPACK
#undef RADDLE_BITS

#include "no_inlining.h"
#include "texture_host.h"
