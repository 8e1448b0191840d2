//! SIMD intrinsics, vector operators and roundings have the values of the documentation
//! source: raddle
//! check: --block 1 --grid 1
//! expect: race=proved
//! why: There is one thread. Each of the 15 lines adds 1: the values follow from the CUDA math API, or from the definition of the operator,
//!   by hand. A test runs the kernel.

__global__ void values(int *out) {
    int right = 0;
    right += __vadd2(0x0001ffffu, 0x00030002u) == 0x00040001u;
    right += __vsubus4(0x05010203u, 0x01020202u) == 0x04000001u;
    right += __vaddss2(0x7fff8000u, 0x0001ffffu) == 0x7fff8000u;
    right += __vaddus4(0xff102030u, 0x02010101u) == 0xff112131u;
    right += __vabsdiffu4(0x01ff0305u, 0x02010305u) == 0x01fe0000u;
    right += __vsadu2(0x00010005u, 0x00030001u) == 6u && __vmaxs4(0x807f0102u, 0x01000203u) == 0x017f0203u;
    right += __vcmpgtu2(0x00020001u, 0x00010001u) == 0xffff0000u && __vsetles4(0x80010203u, 0u) == 0x01000000u;
    right += __vabsss2(0x8000ffffu) == 0x7fff0001u && __vavgu4(0x01020304u, 0x02020305u) == 0x02020305u;
    right += __vneg4(0x01ff8000u) == 0xff018000u && __vhaddu2(0x00010004u, 0x00020005u) == 0x00010004u;
    float3 a = make_float3(1, 2, 3), b = make_float3(4, 5, 6);
    right += dot(a, b) == 32.0f && cross(a, b).x == -3.0f && (a * 2.0f + b).z == 12.0f && (1.0f / b).x == 0.25f;
    right += lerp(a, b, 0.5f).y == 3.5f && clamp(b, 0.0f, 5.5f).z == 5.5f && clamp(7, 1, 3) == 3 && fracf(2.25f) == 0.25f;
    right += (-a).y == -2.0f && make_float4(a, 9.0f).w == 9.0f && make_int2(make_float2(3.7f)).y == 3;
    int4 n = make_int4(7);
    n -= make_int4(1, 2, 3, 4);
    right += n.w == 3 && (n / 2).x == 3 && max(n, make_int4(4)).w == 4 && dot(n, n) == 36 + 25 + 16 + 9;
    right += __fadd_ru(1.0f, 1e-9f) > 1.0f && __fadd_rd(1.0f, 1e-9f) == 1.0f && __fsub_rd(1.0f, 1e-9f) < 1.0f;
    right += max(3, 2.5f) == 3.0f && min(2u, 3ull) == 2ull && isnormal(1.0f) && !isnormal(0.0);
    out[0] = right;
}
