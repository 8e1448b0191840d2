//! Two writes that differ for inputs with which the kernel never reaches them
//! source: raddle
//! check: --block 64 --kernel asserted --grid 1
//! expect: race=proved
//! check: --block 64 --kernel waits --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! check: --block 64 --kernel unreachable --grid 1
//! expect: race=proved
//! check: --block 64 --kernel assumed --grid 1
//! expect: race=proved
//! check: --block 64 --kernel asked_of_a_buffer --grid 1
//! expect: race=proved
//! check: --block 64 --kernel counts_down --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: race=proved
//! check: --block 64 --kernel positive
//! expect: race=proved
//! check: --block 64 --kernel no_null
//! expect: race=unknown
//! check: --block 64 --kernel aligned
//! expect: race=unknown
//! check: --block 64 --kernel in_bounds --buffer out=64
//! expect: race=unknown
//! why: In each kernel two threads write `s`, and what they write is the same for every input with which a launch is one:
//!   with others it traps, never ends, breaks what the source promises, or leaves a buffer. So no input refutes it, although
//!   the two values, looked at alone, differ for most. Most are proved, up to these equal writes. That a buffer does not begin
//!   at 0, that it is aligned, and that an access is in bounds, is no part of that proof.
#include <assert.h>

__global__ void asserted(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    assert(n == 5);
    if (t < 2)
        s = t == 0 ? n : 5;
    __syncthreads();
    out[t] = s;
}

__global__ void waits(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x, k = 5;
    do
        k = n;
    while (k != 5);
    if (t < 2)
        s = t == 0 ? n : 5;
    __syncthreads();
    out[t] = s;
}

__global__ void unreachable(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (n != 5)
        __builtin_unreachable();
    if (t < 2)
        s = t == 0 ? n : 5;
    __syncthreads();
    out[t] = s;
}

__global__ void assumed(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    __builtin_assume(n == 5);
    if (t < 2)
        s = t == 0 ? n : 5;
    __syncthreads();
    out[t] = s;
}

__global__ void asked_of_a_buffer(int *out, const int *in)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (in[0] != 5)
        __trap();
    if (t < 2)
        s = t == 0 ? in[0] : 5;
    __syncthreads();
    out[t] = s;
}

__global__ void counts_down(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    for (int i = n; i != 0; i -= 2)
        out[t] += i;
    if (t < 2)
        s = t == 0 ? n & 1 : 0;
}

__global__ void positive(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (n <= 0)
        __trap();
    if (t < 2)
        s = t == 0 ? n : max(n, 1);
}

__global__ void no_null(int *out)
{
    __shared__ int s;
    int t = threadIdx.x;
    out[t] = 1;
    if (t < 2)
        s = t == 0 ? out == nullptr : 0;
}

__global__ void aligned(float *out)
{
    __shared__ int s;
    int t = threadIdx.x;
    out[t] = 1;
    if (t < 2)
        s = t == 0 ? ((size_t)out & 15) == 0 : 1;
}

__global__ void in_bounds(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    out[n] = 1;
    if (t < 2)
        s = t == 0 ? n < 0 : 0;
}
