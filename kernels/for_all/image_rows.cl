//! Images whose texels are chosen to show a race
//! source: raddle
//! check: --block 8,8 --grid 2,2 --cta all --kernel rows
//! expect: race=refuted
//! check: --block 8,8 --grid 2,2 --cta all --kernel texels
//! expect: race=refuted
//! check: --block 8,8 --grid 2,2 --cta all --kernel between
//! expect: race=unknown
//! check: --block 8,8 --grid 2,2 --cta all --kernel one_texel
//! expect: race=unknown
//! why: The work-items of a row write what they read to one texel. What the format makes of a texel is not known, but there is one that keeps four
//!   channels of 32 bits as they are, and a sampler takes the texel at whole numbers. What it takes between them is not known, and the work-items of
//!   one_texel read one texel, whose four channels are the same.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void rows(__read_only image2d_t from, __write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, (int2)(0, at.y), read_imagef(from, nearest, at));
}

__kernel void texels(__read_only image2d_t from, __write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(to, (int2)(0, at.y), read_imageui(from, at));
}

__kernel void between(__read_only image2d_t from, __write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, (int2)(0, at.y), read_imagef(from, nearest, (float2)(at.x + 0.25f, at.y)));
}

__kernel void one_texel(__read_only image2d_t from, __write_only image2d_t to) {
    int y = get_global_id(1);
    write_imagef(to, (int2)(0, y), read_imagef(from, nearest, (int2)(7, y)));
}
