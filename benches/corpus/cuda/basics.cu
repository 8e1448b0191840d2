// build: sm_75 -lineinfo
// build: sm_80 -G
// build: sm_90a
// build: sm_100a
//
// Scalar kernels: every integer and float width, switches, recursion-free device calls, local arrays, math functions.
#include <cstdint>

template <typename T> __device__ T mix(T a, T b) { return a * T(3) + b; }

template <typename T> __global__ void saxpy(T* y, const T* x, T a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = mix(a, x[i]) - y[i];
}
template __global__ void saxpy<int8_t>(int8_t*, const int8_t*, int8_t, int);
template __global__ void saxpy<uint16_t>(uint16_t*, const uint16_t*, uint16_t, int);
template __global__ void saxpy<int32_t>(int32_t*, const int32_t*, int32_t, int);
template __global__ void saxpy<uint64_t>(uint64_t*, const uint64_t*, uint64_t, int);
template __global__ void saxpy<float>(float*, const float*, float, int);
template __global__ void saxpy<double>(double*, const double*, double, int);

// Division, remainder, shifts and bit tricks of both signednesses.
__global__ void integers(const int* a, const unsigned* b, long long* out, unsigned long long* wide) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = a[i];
    unsigned u = b[i];
    out[4 * i] = s / (int)(u | 1) + s % 7;
    out[4 * i + 1] = (s >> (u & 31)) ^ (long long)(u << 5);
    out[4 * i + 2] = __popc(u) + __clz(s) + __ffs(s) + __brev(u) + __byte_perm(u, s, 0x2143);
    out[4 * i + 3] = __mul24(s, 77) + __mulhi(s, 12345) + __sad(s, 9, u) + __funnelshift_l(u, s, 7);
    wide[i] = __umul64hi(u * 0x123456789abcdefull, s) + __clzll(out[4 * i]) + (u * 1ull) / 1000003ull;
}

__global__ void conversions(const float* f, const double* d, char* c, short* s, int* i, long long* l, unsigned char* uc) {
    int t = threadIdx.x;
    c[t] = (char)f[t];
    s[t] = (short)d[t];
    i[t] = __float2int_rd(f[t]) + __double2int_ru(d[t]) + __float_as_int(f[t]);
    l[t] = __double2ll_rz(d[t]) + (long long)f[t];
    uc[t] = (unsigned char)__saturatef(f[t]);
}

__global__ void functions(const float* x, const double* z, float* out, double* dout) {
    int t = threadIdx.x;
    float v = x[t];
    out[t] = sinf(v) + cosf(v) * expf(v) - logf(v) + powf(v, 1.5f) + sqrtf(v) + rsqrtf(v) + tanhf(v) + erff(v) + fmodf(v, 3.0f) + rintf(v)
        + fmaf(v, v, 2.0f) + __fdividef(v, 3.0f) + __sinf(v) + __expf(v) + fminf(v, 1.0f) + fmaxf(v, -1.0f) + floorf(v) + copysignf(1.0f, v) + atan2f(v, 2.0f);
    dout[t] = sin(z[t]) + exp(z[t]) + sqrt(z[t]) + 1.0 / z[t] + log(z[t]) + pow(z[t], 2.5) + fma(z[t], z[t], 1.0);
}

__device__ __noinline__ int step(int state, int input) {
    switch (state) {
        case 0: return input > 3 ? 1 : 4;
        case 1: return input * 2;
        case 2: return input - 7;
        case 3: return state ^ input;
        case 4: return input & 6;
        case 5: return input | 1;
        case 6: return 0;
        default: return state - 1;
    }
}

__global__ void automaton(const int* input, int* out, int n) {
    int state = threadIdx.x & 7;
    for (int i = 0; i < n; ++i) state = step(state & 7, input[i * blockDim.x + threadIdx.x]);
    out[threadIdx.x] = state;
}

// A local array with a run-time index stays in local memory.
__global__ void private_sort(int* data) {
    int mine[16];
    for (int i = 0; i < 16; ++i) mine[i] = data[threadIdx.x * 16 + i];
    for (int i = 1; i < 16; ++i) {
        int value = mine[i], at = i;
        while (at > 0 && mine[at - 1] > value) { mine[at] = mine[at - 1]; --at; }
        mine[at] = value;
    }
    for (int i = 0; i < 16; ++i) data[threadIdx.x * 16 + i] = mine[i];
}

struct Body { float4 place; float3 speed; short kind; };
__constant__ float weights[3][5] = {{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, {0.5f, 0.25f, 0, -1, -2}};
__device__ int counter = 42;
__device__ const char message[] = "a module-scope string";

__global__ void bodies(Body* all, Body extra, float dt) {
    Body b = all[threadIdx.x];
    b.place.x += b.speed.x * dt + extra.place.w;
    b.place.y += b.speed.y * dt * weights[b.kind % 3][threadIdx.x % 5];
    b.kind += message[threadIdx.x % sizeof message];
    all[threadIdx.x] = b;
    if (b.place.x < 0) atomicAdd(&counter, 1);
}

// A call through a table of functions.
__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ float inverse(float x) { return 1 / x; }
__device__ float (*const table[])(float) = {twice, square, inverse};

__global__ void indirect(const int* which, float* data) { data[threadIdx.x] = table[which[threadIdx.x]](data[threadIdx.x]); }

extern "C" __global__ void __launch_bounds__(256, 2) printer(const int* data) {
    if (data[threadIdx.x] < 0) printf("thread %d: %d\n", threadIdx.x, data[threadIdx.x]);
    if (data[threadIdx.x] > 1000) __trap();
}
