//! Conversions with saturation and rounding, and other built-ins, have the values of the specification (OpenCL)
//! source: raddle
//! check: --block 1 --grid 1
//! expect: race=proved
//! why: There is one thread. Each of the 19 lines adds 1: the values follow from the OpenCL C specification,
//!   by hand. A test runs the kernel.

__kernel void values(__global int *out) {
    int right = 0;
    float4 f = (float4)(-1.5f, 2.5f, 300.7f, 3.5f);
    right += convert_int4_rte(f).x == -2 && convert_int4_rte(f).y == 2 && convert_int4_rte(f).w == 4;
    right += convert_int4_rtn(f).x == -2 && convert_int4_rtp(f).x == -1 && convert_int4_rtz(f).x == -1;
    right += convert_uchar4_sat(f).x == 0 && convert_uchar4_sat(f).z == 255 && convert_uchar4_sat_rte(f).y == 2;
    right += convert_char_sat(300) == 127 && convert_char_sat(-300) == -128 && convert_uint_sat(-5) == 0;
    right += convert_short_sat(70000u) == 32767 && convert_long_sat(7) == 7 && convert_char_rtz(-1.9f) == -1;
    right += convert_float(16777217) == 16777216.0f && convert_float_rtp(16777217) == 16777218.0f;
    right += convert_float_rtz((long)-16777217) == -16777216.0f && convert_float4((int4)(1, 2, 3, 4)).w == 4.0f;
    right += as_uint(bitselect(1.0f, 2.0f, as_float(0x7f800000u))) == 0x40000000u;
    right += bitselect(0x0f0f, 0x3333, 0x00ff) == 0x0f33;
    right += mad_sat(100, 100, 5) == 10005 && mad_sat(INT_MAX, 2, 0) == INT_MAX && mad_sat(INT_MIN, 2, -1) == INT_MIN;
    right += mad_sat(LONG_MAX, 2l, 1l) == LONG_MAX && mad_sat(LONG_MIN, 1l, -1l) == LONG_MIN && mad_sat(-3l, 4l, 2l) == -10;
    right += mad_sat(ULONG_MAX, 1ul, 1ul) == ULONG_MAX && mad_sat((uchar)20, (uchar)20, (uchar)1) == 255;
    right += upsample((short)-1, (ushort)1) == -65535 && upsample((uchar2)(1, 2), (uchar2)(3, 4)).y == 0x204;
    right += isordered(1.0f, 2.0f) && islessgreater(1.0f, 2.0f) && !islessgreater(1.0f, 1.0f);
    right += isunordered(1.0f, as_float(0x7fc00000)) && ctz(8) == 3 && ctz((uchar)0) == 8;
    uint4 v = (uint4)(10, 11, 12, 13);
    right += shuffle(v, (uint4)(3, 2, 1, 4)).x == 13 && shuffle(v, (uint4)(3, 2, 1, 4)).w == 10;
    right += shuffle2(v, v + 10, (uint2)(5, 1)).x == 21 && shuffle2(v, v + 10, (uint2)(5, 1)).y == 11;
    ushort bits[4];
    __private half *h = (__private half *)bits;
    vstore_half4((float4)(1.0f, -2.0f, 0.5f, 65504.0f), 0, h);
    right += vload_half(0, h) == 1.0f && vload_half4(0, h).y == -2.0f && vload_half4(0, h).w == 65504.0f;
    vstore_half_rtz(1.0009765f, 0, h);
    right += vload_half(0, h) == 1.0f;
    out[0] = right;
}
