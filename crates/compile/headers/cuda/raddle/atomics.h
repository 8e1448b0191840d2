/* Atomics (CUDA programming guide, "Atomic Functions"): relaxed, at scope gpu; `_block` is scope cta, `_system` is
 * scope sys. Inline assembly, because clang's PTX back end cannot select atomics with an ordering. The pointer is
 * generic: the verifier finds its space. */
#pragma once

#define RADDLE_ATOM(suffix, scope, name, op, type, ptx, reg)                                                           \
  RADDLE_FN type name##suffix(type *address, type value) {                                                             \
    type old;                                                                                                          \
    asm volatile("atom" scope "." #op "." #ptx " %0, [%1], %2;" : "=" reg(old) : RADDLE_PTR(address), reg(value) : "memory"); \
    return old;                                                                                                        \
  }
/* What devices had not always, sources define themselves: such a function, being no template, is preferred. */
#define RADDLE_ATOM_WEAK(suffix, scope, name, op, type, ptx, reg)                                                      \
  template <class = void> RADDLE_ATOM(suffix, scope, name, op, type, ptx, reg)
#define RADDLE_ATOM_VECTOR(suffix, type, ...)                                                                          \
  template <class = void> RADDLE_FN type atomicAdd##suffix(type *address, type value) { return type{__VA_ARGS__}; }
#define RADDLE_LANE(suffix, lane) atomicAdd##suffix(&address->lane, value.lane)
/* A subtraction is the addition of the negated value, as PTX has no atom.sub. */
#define RADDLE_ATOM_SUB(suffix, type)                                                                                  \
  RADDLE_FN type atomicSub##suffix(type *address, type value) { return atomicAdd##suffix(address, (type)(0 - value)); }
#define RADDLE_ATOM_CAS(suffix, scope, type, ptx, reg)                                                                 \
  RADDLE_FN type atomicCAS##suffix(type *address, type compare, type value) {                                          \
    type old;                                                                                                          \
    asm volatile("atom" scope ".cas." #ptx " %0, [%1], %2, %3;"                                                        \
                 : "=" reg(old) : RADDLE_PTR(address), reg(compare), reg(value) : "memory");                                  \
    return old;                                                                                                        \
  }
#define RADDLE_ATOM_INT(suffix, scope, type, arith, bits, reg)                                                         \
  RADDLE_ATOM(suffix, scope, atomicMin, min, type, arith, reg)                                                         \
  RADDLE_ATOM(suffix, scope, atomicMax, max, type, arith, reg)                                                         \
  RADDLE_ATOM(suffix, scope, atomicAnd, and, type, bits, reg)                                                          \
  RADDLE_ATOM(suffix, scope, atomicOr, or, type, bits, reg)                                                            \
  RADDLE_ATOM(suffix, scope, atomicXor, xor, type, bits, reg)                                                          \
  RADDLE_ATOM(suffix, scope, atomicExch, exch, type, bits, reg)                                                        \
  RADDLE_ATOM_CAS(suffix, scope, type, bits, reg)

#define RADDLE_ATOMS(suffix, scope)                                                                                    \
  RADDLE_ATOM(suffix, scope, atomicAdd, add, int, s32, "r")                                                            \
  RADDLE_ATOM(suffix, scope, atomicAdd, add, unsigned int, u32, "r")                                                   \
  RADDLE_ATOM(suffix, scope, atomicAdd, add, unsigned long long, u64, "l")                                             \
  RADDLE_ATOM(suffix, scope, atomicAdd, add, float, f32, "f")                                                          \
  RADDLE_ATOM_WEAK(suffix, scope, atomicAdd, add, double, f64, "d")                                                    \
  /* Atomic lane by lane. */                                                                                           \
  RADDLE_ATOM_VECTOR(suffix, float2, RADDLE_LANE(suffix, x), RADDLE_LANE(suffix, y))                                   \
  RADDLE_ATOM_VECTOR(suffix, float4, RADDLE_LANE(suffix, x), RADDLE_LANE(suffix, y), RADDLE_LANE(suffix, z), RADDLE_LANE(suffix, w)) \
  RADDLE_ATOM_INT(suffix, scope, int, s32, b32, "r")                                                                   \
  RADDLE_ATOM_INT(suffix, scope, unsigned int, u32, b32, "r")                                                          \
  RADDLE_ATOM_INT(suffix, scope, long long, s64, b64, "l")                                                             \
  RADDLE_ATOM_INT(suffix, scope, unsigned long long, u64, b64, "l")                                                    \
  RADDLE_ATOM(suffix, scope, atomicExch, exch, float, b32, "f")                                                        \
  RADDLE_ATOM(suffix, scope, atomicInc, inc, unsigned int, u32, "r")                                                   \
  RADDLE_ATOM(suffix, scope, atomicDec, dec, unsigned int, u32, "r")                                                   \
  RADDLE_ATOM_CAS(suffix, scope, unsigned short, b16, "h")                                                             \
  RADDLE_ATOM_SUB(suffix, int)                                                                                         \
  RADDLE_ATOM_SUB(suffix, unsigned int)                                                                                \
  RADDLE_ATOM_SUB(suffix, unsigned long long)

RADDLE_ATOMS(, "")
RADDLE_ATOMS(_block, ".cta")
RADDLE_ATOMS(_system, ".sys")

#undef RADDLE_ATOMS
#undef RADDLE_ATOM_INT
#undef RADDLE_ATOM_CAS
#undef RADDLE_ATOM_SUB
#undef RADDLE_ATOM_WEAK
#undef RADDLE_ATOM_VECTOR
#undef RADDLE_LANE
#undef RADDLE_ATOM
