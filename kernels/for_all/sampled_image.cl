//! An image is read through a sampler, and another one is written
//! source: raddle
//! check: --block 16,16 --grid 48,64 --cta all --kernel copy
//! expect: race=proved
//! check: --block 16,16 --grid 2,2 --cta all --kernel shrink
//! expect: race=refuted
//! why: Where a sampler reads is not known, but that it is in the image that is sampled, which is not the one that is written. Two work-items of
//!   shrink write one texel, and not the same.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void copy(__read_only image2d_t from, __write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, nearest, at));
}

__kernel void shrink(__read_only image2d_t from, __write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 texel = read_imagef(from, nearest, at);
    write_imagei(to, at / 2, (int4)(at, texel.x > 0.5f, 0));
}
