//! That a result is a NaN is known, and which one is not
//! source: raddle
//! check: --block 32 --grid 1 --arg x=0 --kernel bits
//! expect: race=unknown
//! check: --block 32 --grid 1 --arg x=0 --kernel sign
//! expect: race=unknown
//! check: --block 32 --grid 1 --arg x=0 --kernel of_double
//! expect: race=unknown
//! check: --block 32 --grid 1 --arg x=0 --kernel compared
//! expect: race=proved
//! check: --block 32 --grid 1 --arg x=0 --kernel in_memory
//! expect: race=proved
//! check: --block 32 --grid 1 --arg x=0 --kernel many_sums
//! expect: race=proved
//! check: --block 32 --grid 1 --arg x=0 --arg d=0 --kernel ends_with_some --property termination
//! expect: termination=unknown
//! check: --block 32 --grid 1 --kernel literal
//! expect: race=refuted
//! why: Single-precision instructions "return an unspecified NaN" (PTX ISA), and an H100 keeps the bits of a NaN that a sum of doubles is given. A comparison needs no bits. A NaN that
//!   the source writes down is the one that it says. The loop of `ends_with_some` ends on an H100: there 0 / 0 is the NaN that it waits for.
__global__ void bits(unsigned *out, float x) {
    if (__float_as_uint(x / x) == 0x7fffffff) out[0] = threadIdx.x;
}

__global__ void sign(unsigned *out, float x) {
    if (__float_as_int(-(x / x)) < 0) out[0] = threadIdx.x;
}

__global__ void of_double(unsigned *out, float x) {
    double nan = __longlong_as_double(0x7ff8000000000005ll) + x;
    if (__double_as_longlong(nan) == 0x7ff8000000000000ll) out[0] = threadIdx.x;
}

__global__ void compared(unsigned *out, float x) {
    float nan = x / x;
    if (nan < 1.f || nan >= 1.f || nan == nan) out[0] = threadIdx.x;
    out[threadIdx.x] = (int)nan;
}

__global__ void in_memory(unsigned *out, float x) {
    __shared__ float all[32];
    all[threadIdx.x] = -(x / x) * 2.f;
    __syncthreads();
    if (all[threadIdx.x ^ 1] == 0.f) out[0] = threadIdx.x;
}

__global__ void literal(unsigned *out) {
    float nan = __uint_as_float(0x7fc00000);
    if (__float_as_uint(nan) == 0x7fc00000) out[0] = threadIdx.x;
}

__global__ void many_sums(unsigned *out, double x) {
    double sum = x / x;
    for (int i = 0; i < 1000; i++) sum = sum * 0.5 + 1.0;
    if (sum == sum) out[0] = threadIdx.x;
}

__global__ void ends_with_some(unsigned *out, double x, double d) {
    for (; __double_as_longlong(x) != (long long)0xfff8000000000000ull; x /= d) out[threadIdx.x] += 1;
}
