/* Atomics of OpenCL 1.x: relaxed, `atom_` and `atomic_` names, 32 and 64 bits, on global and local memory (and, from
 * OpenCL 2.0 on, through generic pointers). */

#define RADDLE_ATOM(space, ptx_space, name, op, type, ptx, reg)                                                        \
  RADDLE_FN type name(volatile space type *p, type value) {                                                            \
    type old;                                                                                                          \
    __asm__ volatile("atom" ptx_space "." #op "." #ptx " %0, [%1], %2;"                                                \
                     : "=" reg(old) : RADDLE_PTR(p), reg(value) : "memory");                                                  \
    return old;                                                                                                        \
  }
#define RADDLE_CMPXCHG(space, ptx_space, name, type, ptx, reg)                                                         \
  RADDLE_FN type name(volatile space type *p, type compare, type value) {                                              \
    type old;                                                                                                          \
    __asm__ volatile("atom" ptx_space ".cas." #ptx " %0, [%1], %2, %3;"                                                \
                     : "=" reg(old) : RADDLE_PTR(p), reg(compare), reg(value) : "memory");                                    \
    return old;                                                                                                        \
  }
/* One integer type under one prefix; `unsigned_ptx` adds, as PTX has no atom.add.s64. */
#define RADDLE_ATOMS(space, ptx_space, prefix, type, arith, unsigned_ptx, bits, reg)                                   \
  RADDLE_ATOM(space, ptx_space, prefix##_add, add, type, unsigned_ptx, reg)                                            \
  RADDLE_ATOM(space, ptx_space, prefix##_xchg, exch, type, bits, reg)                                                  \
  RADDLE_ATOM(space, ptx_space, prefix##_min, min, type, arith, reg)                                                   \
  RADDLE_ATOM(space, ptx_space, prefix##_max, max, type, arith, reg)                                                   \
  RADDLE_ATOM(space, ptx_space, prefix##_and, and, type, bits, reg)                                                    \
  RADDLE_ATOM(space, ptx_space, prefix##_or, or, type, bits, reg)                                                      \
  RADDLE_ATOM(space, ptx_space, prefix##_xor, xor, type, bits, reg)                                                    \
  RADDLE_CMPXCHG(space, ptx_space, prefix##_cmpxchg, type, bits, reg)                                                  \
  RADDLE_FN type prefix##_sub(volatile space type *p, type value) { return prefix##_add(p, (type)(0 - value)); }       \
  RADDLE_FN type prefix##_inc(volatile space type *p) { return prefix##_add(p, (type)1); }                             \
  RADDLE_FN type prefix##_dec(volatile space type *p) { return prefix##_add(p, (type)-1); }

#define RADDLE_SPACE(space, ptx_space)                                                                                 \
  RADDLE_ATOMS(space, ptx_space, atomic, int, s32, u32, b32, "r")                                                      \
  RADDLE_ATOMS(space, ptx_space, atomic, uint, u32, u32, b32, "r")                                                     \
  RADDLE_ATOM(space, ptx_space, atomic_xchg, exch, float, b32, "f")                                                    \
  RADDLE_ATOMS(space, ptx_space, atom, int, s32, u32, b32, "r")                                                        \
  RADDLE_ATOMS(space, ptx_space, atom, uint, u32, u32, b32, "r")                                                       \
  RADDLE_ATOMS(space, ptx_space, atom, long, s64, u64, b64, "l")                                                       \
  RADDLE_ATOMS(space, ptx_space, atom, ulong, u64, u64, b64, "l")

RADDLE_SPACE(__global, ".global")
RADDLE_SPACE(__local, ".shared")
#ifdef RADDLE_GENERIC
RADDLE_SPACE(__generic, "")
#endif
#undef RADDLE_SPACE
#undef RADDLE_ATOMS
#undef RADDLE_CMPXCHG
#undef RADDLE_ATOM

/* Counters (cl_ext_atomic_counters_32 and _64): memory that atomics alone touch. */
typedef volatile __global uint *counter32_t;
typedef volatile __global ulong *counter64_t;
