// build: sm_80 -O0 -g
// build: sm_80 -O2
// build: sm_60 -O2
//
// Scalar code of every width: conversions, shifts, division, switches, calls, recursion-free pointers to functions,
// aggregates by value, variable-sized offsets, 128-bit integers, atomics of the C++ memory model, inline assembly.
#include "prelude.h"

struct Pair { int first; long long second; };
struct Wide { double value[5]; char tag; };

__device__ __attribute__((noinline)) Pair divide(long long a, int b) { return {(int)(a % b), a / b}; }
__device__ __attribute__((noinline)) Wide scale(Wide w, double by) {
    for (double& v : w.value) v *= by;
    w.tag++;
    return w;
}

__global__ void aggregates(Pair* pairs, Wide* wides, Wide extra, const int* by) {
    int t = threadIdx.x;
    pairs[t] = divide(pairs[t].second, by[t] | 1);
    Wide w = scale(wides[t], by[t]);
    w.value[by[t] & 3] += extra.value[t & 3];
    wides[t] = w;
}

__global__ void integers(signed char* c, unsigned short* s, int* i, unsigned* u, long long* l, unsigned long long* ul) {
    int t = threadIdx.x;
    c[t] = (signed char)(c[t] * 7 >> (i[t] & 3)) - (c[t] / 5);
    s[t] = (unsigned short)((s[t] << 3 | s[t] >> 13) % 1000);
    i[t] = i[t] / (int)(u[t] | 1) + i[t] % 13 + (i[t] < 0 ? ~i[t] : -i[t]);
    u[t] = __builtin_popcount(u[t]) + __builtin_clz(u[t] | 1) + __builtin_bitreverse32(u[t]) + __builtin_rotateleft32(u[t], i[t]);
    l[t] = (l[t] >> (i[t] & 63)) * 1000000007ll / (l[t] | 3);
    ul[t] = (unsigned long long)(((unsigned __int128)ul[t] * ul[t]) >> 64) + __builtin_ctzll(ul[t] | 1);
}

__global__ void floats(float* f, double* d, _Float16* h, const int* i) {
    int t = threadIdx.x;
    f[t] = __builtin_fmaf(f[t], 2.5f, (float)i[t]) / (f[t] + 1) + __builtin_sqrtf(f[t]) + __builtin_floorf(f[t]) + __builtin_fabsf(f[t]);
    d[t] = d[t] * d[t] - (double)f[t] + (d[t] < 0 ? -d[t] : 1 / d[t]) + __builtin_sqrt(d[t]) + (double)(long long)d[t];
    h[t] = h[t] * (_Float16)3 + (_Float16)f[t] - (_Float16)(unsigned)i[t];
}

__device__ int up(int x) { return x + 1; }
__device__ int down(int x) { return x - 1; }
__device__ int flip(int x) { return ~x; }
typedef int (*Step)(int);
__device__ Step steps[3] = {up, down, flip};

__global__ void machine(const int* program, int* data, int n) {
    int value = data[threadIdx.x];
    for (int pc = 0; pc < n; ++pc) {
        switch (program[pc]) {
            case 0: value = steps[value & 1](value); break;
            case 1: value *= 3; break;
            case 2: if (value < 0) { pc += value & 3; } break;
            case 3: value ^= 0x55; break;
            case 4: value = value << 2 | value >> 30; break;
            case 5: data[threadIdx.x] = value; return;
            default: __builtin_trap();
        }
    }
    data[threadIdx.x] = steps[2](value);
}

__constant__ int table[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
__device__ unsigned long long total;

__global__ void memory(int* p, volatile int* flag, const char* text) {
    int mine[12];
    for (int k = 0; k < 12; ++k) mine[k] = p[threadIdx.x * 12 + k] + table[k & 3][threadIdx.x & 3];
    for (int k = 0; k < 12; ++k) p[threadIdx.x * 12 + k] = mine[(mine[k] & 0x7fffffff) % 12];
    if (*flag > 0) __nvvm_atom_add_gen_ll((long long*)&total, mine[3]);
    asm volatile("{ .reg .pred q; setp.lt.s32 q, %0, 5; @q bra DONE; st.volatile.global.u32 [%1], %0;\nDONE: }" ::"r"(mine[0]), "l"(p) : "memory");
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    flag[lane] = text[lane] + (int)__nvvm_read_ptx_sreg_clock();
}
