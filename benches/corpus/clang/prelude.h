// The least that clang needs to compile CUDA device code without a toolkit: qualifiers, built-in variables, barriers,
// shuffles, atomics. Everything is a keyword attribute or a builtin of the compiler.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define LIB static inline __device__ __attribute__((always_inline))

#define COORDINATES(name, sreg)                                               \
    struct Coordinates_##name {                                               \
        __declspec(property(get = get_x)) unsigned x;                         \
        __declspec(property(get = get_y)) unsigned y;                         \
        __declspec(property(get = get_z)) unsigned z;                         \
        __device__ unsigned get_x() const { return __nvvm_read_ptx_sreg_##sreg##_x(); } \
        __device__ unsigned get_y() const { return __nvvm_read_ptx_sreg_##sreg##_y(); } \
        __device__ unsigned get_z() const { return __nvvm_read_ptx_sreg_##sreg##_z(); } \
    };                                                                        \
    extern const __device__ __attribute__((weak)) Coordinates_##name name;
COORDINATES(threadIdx, tid)
COORDINATES(blockIdx, ctaid)
COORDINATES(blockDim, ntid)
COORDINATES(gridDim, nctaid)

LIB void __syncwarp(unsigned mask = ~0u) { __nvvm_bar_warp_sync(mask); }
LIB int __shfl_xor_sync(unsigned mask, int value, int lane) { return __nvvm_shfl_sync_bfly_i32(mask, value, lane, 31); }
LIB int __shfl_up_sync(unsigned mask, int value, int by) { return __nvvm_shfl_sync_up_i32(mask, value, by, 0); }
LIB int __shfl_down_sync(unsigned mask, int value, int by) { return __nvvm_shfl_sync_down_i32(mask, value, by, 31); }
LIB unsigned __ballot_sync(unsigned mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
LIB int atomicAdd(int* p, int v) { return __nvvm_atom_add_gen_i(p, v); }
LIB unsigned atomicAdd(unsigned* p, unsigned v) { return (unsigned)__nvvm_atom_add_gen_i((int*)p, (int)v); }
LIB float atomicAdd(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
LIB int atomicCAS(int* p, int expected, int desired) { return __nvvm_atom_cas_gen_i(p, expected, desired); }
LIB int atomicExch(int* p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
LIB void __threadfence() { __nvvm_membar_gl(); }
