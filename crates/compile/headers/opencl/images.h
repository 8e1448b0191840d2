/* Images (OpenCL C specification, "Image Read and Write Functions").
 *
 * An image is taken for a pointer to memory of its own, where each element has 16 bytes at the place that its coordinates
 * give, in rows of 2^17 elements and layers of 2^17 rows. So a write is a store that others can race with, and a read is a
 * load. What comes back is an unknown function of what was written, as the format has it. Where a read with a sampler goes is unknown: it may meet every write to
 * the same image. (OpenCL leaves coordinates outside of an image undefined for writes, and forbids reading
 * with a sampler what the kernel may write.) Addresses of 32 bits have room for rows of 2^14 elements and for 2^14 rows; nobody knows
 * the place of an element of another layer. */

#define __read_only
#define read_only
#define __write_only
#define write_only
#define __read_write
#define read_write

#define RADDLE_IMAGE(name)                                                                                             \
  struct __raddle_pixel_of_##name { uint4 channels; };                                                                 \
  typedef __global struct __raddle_pixel_of_##name *__raddle_##name;
RADDLE_IMAGE(image1d_t) RADDLE_IMAGE(image1d_buffer_t) RADDLE_IMAGE(image1d_array_t) RADDLE_IMAGE(image2d_t)
RADDLE_IMAGE(image2d_array_t) RADDLE_IMAGE(image3d_t) RADDLE_IMAGE(image2d_depth_t) RADDLE_IMAGE(image2d_array_depth_t)
#undef RADDLE_IMAGE
#define image1d_t __raddle_image1d_t
#define image1d_buffer_t __raddle_image1d_buffer_t
#define image1d_array_t __raddle_image1d_array_t
#define image2d_t __raddle_image2d_t
#define image2d_array_t __raddle_image2d_array_t
#define image3d_t __raddle_image3d_t
#define image2d_depth_t __raddle_image2d_depth_t
#define image2d_array_depth_t __raddle_image2d_array_depth_t

/* The four components of a vector, as arguments. */
#define RADDLE_FOUR(v) (v).s0, (v).s1, (v).s2, (v).s3
uint __raddle_math_pixel_decode(ulong image, uint r, uint g, uint b, uint a, int component) __attribute__((const));
/* Which texel a sampler takes: it lies so many times 16 bytes, and so many times 32 KiB, behind the image's first. */
uint __raddle_math_image_near(ulong image, sampler_t sampler, uint x, uint y, uint z, uint w, float level,
                              int kind) __attribute__((const));
uint __raddle_math_image_far(ulong image, sampler_t sampler, uint x, uint y, uint z, uint w, float level,
                             int kind) __attribute__((const));
uint __raddle_math_image_filter(ulong image, uint r, uint g, uint b, uint a, sampler_t sampler, uint x, uint y, uint z,
                                uint w, float level, int kind, int component) __attribute__((const));
int __raddle_math_image_query(ulong image, int what) __attribute__((const));

#if __SIZEOF_POINTER__ == 4
uint __raddle_math_image_place(ulong image, int x, int y, int z) __attribute__((const));
#endif
RADDLE_FN __global uint4 *__raddle_place(__global void *image, int x, int y, int z) {
#if __SIZEOF_POINTER__ == 4
  if (z != 0) return (__global uint4 *)image + __raddle_math_image_place((ulong)image, x, y, z);
  return (__global uint4 *)image + (((uint)y << 14) + (uint)x);
#endif
  return (__global uint4 *)image + ((((ulong)(uint)z << 17) + (uint)y) << 17) + (uint)x;
}
RADDLE_FN uint4 __raddle_read(__global void *image, int x, int y, int z) {
  const uint4 raw = *__raddle_place(image, x, y, z);
  const ulong i = (ulong)image;
  return (uint4)(__raddle_math_pixel_decode(i, RADDLE_FOUR(raw), 0), __raddle_math_pixel_decode(i, RADDLE_FOUR(raw), 1),
                 __raddle_math_pixel_decode(i, RADDLE_FOUR(raw), 2), __raddle_math_pixel_decode(i, RADDLE_FOUR(raw), 3));
}
/* Different values are taken for different: that a format may round them to the same one excuses nobody. */
RADDLE_FN void __raddle_write(__global void *image, int x, int y, int z, uint4 value) {
  *__raddle_place(image, x, y, z) = value;
}
RADDLE_FN uint4 __raddle_sample(__global void *image, sampler_t s, uint4 c, float level, int kind) {
  const ulong i = (ulong)image;
  const size_t near = (size_t)__raddle_math_image_near(i, s, RADDLE_FOUR(c), level, kind) << 4;
  const size_t far = (size_t)__raddle_math_image_far(i, s, RADDLE_FOUR(c), level, kind) << 15;
  const uint4 raw = *(__global uint4 *)((__global char *)image + near + far);
#define RADDLE_FILTER(component) __raddle_math_image_filter(i, RADDLE_FOUR(raw), s, RADDLE_FOUR(c), level, kind, component)
  return (uint4)(RADDLE_FILTER(0), RADDLE_FILTER(1), RADDLE_FILTER(2), RADDLE_FILTER(3));
#undef RADDLE_FILTER
}

/* Reads and writes of one kind of image, with coordinates of type `ints` (or `floats`) at (X, Y, Z), for one type of values. */
#define RADDLE_VALUES(M, image, ints, floats, X, Y, Z, ...)                                                            \
  M(image, ints, floats, X, Y, Z, read_imagef, write_imagef, float4, (__VA_ARGS__))                                    \
  M(image, ints, floats, X, Y, Z, read_imagei, write_imagei, int4, (__VA_ARGS__))                                      \
  M(image, ints, floats, X, Y, Z, read_imageui, write_imageui, uint4, (__VA_ARGS__))
#define RADDLE_UNSAMPLED(image, ints, floats, X, Y, Z, read, write, t, wide)                                           \
  RADDLE_FN t read(image i, ints p) { return as_##t(__raddle_read(i, X, Y, Z)); }                                      \
  RADDLE_FN void write(image i, ints p, t v) { __raddle_write(i, X, Y, Z, as_uint4(v)); }                              \
  RADDLE_FN void write(image i, ints p, int level, t v) {                                                              \
    __raddle_write((__global uint4 *)i + ((ulong)(uint)level << 48), X, Y, Z, as_uint4(v));                            \
  }
#define RADDLE_SAMPLED(image, ints, floats, X, Y, Z, read, write, t, wide)                                             \
  RADDLE_FN t read(image i, sampler_t s, ints p) { return as_##t(__raddle_sample(i, s, as_uint4((int4)wide), 0, 0)); }    \
  RADDLE_FN t read(image i, sampler_t s, floats p) { return as_##t(__raddle_sample(i, s, as_uint4((float4)wide), 0, 1)); } \
  RADDLE_FN t read(image i, sampler_t s, floats p, float level) {                                                      \
    return as_##t(__raddle_sample(i, s, as_uint4((float4)wide), level, 2));                         \
  }
RADDLE_VALUES(RADDLE_UNSAMPLED, image1d_t, int, float, p, 0, 0, p, 0, 0, 0)
RADDLE_VALUES(RADDLE_UNSAMPLED, image1d_buffer_t, int, float, p, 0, 0, p, 0, 0, 0)
RADDLE_VALUES(RADDLE_UNSAMPLED, image1d_array_t, int2, float2, p.x, p.y, 0, p, 0, 0)
RADDLE_VALUES(RADDLE_UNSAMPLED, image2d_t, int2, float2, p.x, p.y, 0, p, 0, 0)
RADDLE_VALUES(RADDLE_UNSAMPLED, image2d_array_t, int4, float4, p.x, p.y, p.z, p)
RADDLE_VALUES(RADDLE_UNSAMPLED, image3d_t, int4, float4, p.x, p.y, p.z, p)
RADDLE_VALUES(RADDLE_SAMPLED, image1d_t, int, float, p, 0, 0, p, 0, 0, 0)
RADDLE_VALUES(RADDLE_SAMPLED, image1d_array_t, int2, float2, p.x, p.y, 0, p, 0, 0)
RADDLE_VALUES(RADDLE_SAMPLED, image2d_t, int2, float2, p.x, p.y, 0, p, 0, 0)
RADDLE_VALUES(RADDLE_SAMPLED, image2d_array_t, int4, float4, p.x, p.y, p.z, p)
RADDLE_VALUES(RADDLE_SAMPLED, image3d_t, int4, float4, p.x, p.y, p.z, p)
#undef RADDLE_VALUES
#undef RADDLE_UNSAMPLED
#undef RADDLE_SAMPLED
/* Depth images have one float. */
#define RADDLE_DEPTH(image, ints, floats, X, Y, Z, ...)                                                                \
  RADDLE_FN float read_imagef(image i, ints p) { return as_float(__raddle_read(i, X, Y, Z).s0); }                      \
  RADDLE_FN void write_imagef(image i, ints p, float v) { __raddle_write(i, X, Y, Z, (uint4)(as_uint(v))); }           \
  RADDLE_FN float read_imagef(image i, sampler_t s, ints p) {                                                          \
    return as_float(__raddle_sample(i, s, as_uint4((int4)(__VA_ARGS__)), 0, 0).s0);                                       \
  }                                                                                                                    \
  RADDLE_FN float read_imagef(image i, sampler_t s, floats p) {                                                        \
    return as_float(__raddle_sample(i, s, as_uint4((float4)(__VA_ARGS__)), 0, 1).s0);                                     \
  }
RADDLE_DEPTH(image2d_depth_t, int2, float2, p.x, p.y, 0, p, 0, 0)
RADDLE_DEPTH(image2d_array_depth_t, int4, float4, p.x, p.y, p.z, p)
#undef RADDLE_DEPTH

/* Questions about an image: the same answer each time. */
#define get_image_width(image) __raddle_math_image_query((ulong)(image), 0)
#define get_image_height(image) __raddle_math_image_query((ulong)(image), 1)
#define get_image_depth(image) __raddle_math_image_query((ulong)(image), 2)
#define get_image_channel_data_type(image) __raddle_math_image_query((ulong)(image), 3)
#define get_image_channel_order(image) __raddle_math_image_query((ulong)(image), 4)
#define get_image_array_size(image) ((size_t)(uint)__raddle_math_image_query((ulong)(image), 5))
#define get_image_num_mip_levels(image) __raddle_math_image_query((ulong)(image), 6)
RADDLE_FN int2 get_image_dim(image2d_t i) { return (int2)(get_image_width(i), get_image_height(i)); }
RADDLE_FN int2 get_image_dim(image2d_array_t i) { return (int2)(get_image_width(i), get_image_height(i)); }
RADDLE_FN int2 get_image_dim(image2d_depth_t i) { return (int2)(get_image_width(i), get_image_height(i)); }
RADDLE_FN int4 get_image_dim(image3d_t i) { return (int4)(get_image_width(i), get_image_height(i), get_image_depth(i), 0); }
