//! Flips an image: each work-item writes its own pixel (OpenCL)
//! source: raddle
//! check: --block 8,8 --grid 4,4
//! expect: race=proved divergence=proved deadlock=proved
//! why: An image is memory of its own, with a place for each pair of coordinates. Two work-items have different ones, and
//!   the image that is read is not written.

const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

__kernel void flip(__read_only image2d_t from, __write_only image2d_t to, int height) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 pixel = read_imagef(from, nearest, (int2)(at.x, height - 1 - at.y));
    write_imagef(to, at, pixel);
}
