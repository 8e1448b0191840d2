//! Pointers and `size_t` of 32 bits in OpenCL
//! source: raddle
//! check: --block 64 --grid 1 --kernel sizes --pointer-bits 32 --property assert
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel sizes --property assert
//! expect: assert=refuted
//! check: --block 64 --grid 1 --kernel log --pointer-bits 32
//! expect: assert=proved race=proved
//! check: --block 64 --grid 1 --kernel log
//! expect: assert=refuted
//! check: --block 16,16 --grid 1 --kernel image --pointer-bits 32
//! expect: race=proved
//! check: --block 16,16 --grid 1 --kernel image_row --pointer-bits 32
//! expect: race=refuted
//! check: --block 16,16 --grid 1 --kernel layers --pointer-bits 32
//! expect: race=unknown
//! why: `long` has 64 bits in OpenCL whatever a pointer has. The assertion of `log` is about a distance of one pointer, which is that of
//!   one `int` here. Elements of an image have places of their own in addresses of 32 bits too, where they are in one layer.
__kernel void sizes(__global int *a) {
  __assert(sizeof(a) == 4 && sizeof(size_t) == 4 && sizeof(long) == 8);
}

__kernel void log(__global int *to, __global int *from) {
  if (get_global_id(0) == 0) {
    to[4] = from[5];
    __assert(__implies(__write(to) & __read(from),
                       __read_offset_bytes(from) == __write_offset_bytes(to) + sizeof(int *)));
  }
  atomic_add(to + 5, 1);
}

__kernel void image(__write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x, y), (float4)(x));
}

__kernel void image_row(__write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x, 0), (float4)(y));
}

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
__kernel void layers(__write_only image3d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int4)(x, 0, y, 0), (float4)(x));
}
