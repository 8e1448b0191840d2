/* threadIdx, blockIdx, blockDim, gridDim, warpSize: each component reads its special register. */
#pragma once

#define RADDLE_REGISTER(component, sreg)                                                                               \
  __declspec(property(get = get_##component)) unsigned int component;                                                  \
  RADDLE_METHOD unsigned int get_##component() const { return __nvvm_read_ptx_sreg_##sreg##_##component(); }

#define RADDLE_BUILTIN(variable, sreg)                                                                                 \
  struct __raddle_##variable##_t {                                                                                     \
    RADDLE_REGISTER(x, sreg)                                                                                           \
    RADDLE_REGISTER(y, sreg)                                                                                           \
    RADDLE_REGISTER(z, sreg)                                                                                           \
    RADDLE_METHOD operator uint3() const { return uint3{get_x(), get_y(), get_z()}; }                                  \
    RADDLE_METHOD operator dim3() const { return dim3(get_x(), get_y(), get_z()); }                                    \
  };                                                                                                                   \
  extern const __attribute__((device, weak)) __raddle_##variable##_t variable;

RADDLE_BUILTIN(threadIdx, tid)
RADDLE_BUILTIN(blockIdx, ctaid)
RADDLE_BUILTIN(blockDim, ntid)
RADDLE_BUILTIN(gridDim, nctaid)
#undef RADDLE_BUILTIN
#undef RADDLE_REGISTER

/* Not a constant: the launch says how many lanes a warp has. `crates/compile/src/warp_size.rs` makes its loads reads of `WARP_SZ`. */
extern const __attribute__((device)) int warpSize;
