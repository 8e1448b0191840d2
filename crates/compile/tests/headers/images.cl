// Images, samplers and their questions.
const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
float4 blur(__read_only image2d_t from, sampler_t how, int2 at) { return read_imagef(from, how, at) * 0.5f; }
__kernel void k(__read_only image2d_t from, __write_only image2d_t to, read_only image3d_t volume, write_only image1d_t line,
    read_only image2d_array_t stack, read_only image1d_buffer_t flat, sampler_t given, __global float4 *a) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 v = blur(from, nearest, p) + read_imagef(from, linear, (float2)(0.5f, 0.5f)) + read_imagef(from, given, p);
  uint4 u = read_imageui(volume, nearest, (int4)(1, 2, 3, 0)) + read_imageui(from, p);
  int4 i = read_imagei(stack, nearest, (float4)(1, 2, 3, 0)) + read_imagei(flat, 7);
  write_imagef(to, p, v);
  write_imageui(to, (int2)(get_image_width(from), get_image_height(from)), u);
  write_imagei(line, 3, i);
  a[get_global_id(0)] = v + convert_float4(get_image_dim(volume)) + (float)get_image_array_size(stack) + get_image_channel_order(to);
}
