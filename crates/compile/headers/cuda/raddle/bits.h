/* Integer intrinsics (CUDA math API, "Integer Intrinsics"; PTX ISA for the instructions). */
#pragma once

#define RADDLE_OP1(result, name, instruction, type, out, in)                                                           \
  RADDLE_FN result name(type a) { result r; asm(instruction " %0, %1;" : "=" out(r) : in(a)); return r; }
#define RADDLE_OP2(result, name, instruction, type, reg)                                                               \
  RADDLE_FN result name(type a, type b) {                                                                              \
    result r; asm(instruction " %0, %1, %2;" : "=" reg(r) : reg(a), reg(b)); return r;                                 \
  }
#define RADDLE_OP3(result, name, instruction, type_a, type_b, type_c)                                                  \
  RADDLE_FN result name(type_a a, type_b b, type_c c) {                                                                \
    result r; asm(instruction " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r;                        \
  }

RADDLE_OP1(int, __popc, "popc.b32", unsigned int, "r", "r")
RADDLE_OP1(int, __popcll, "popc.b64", unsigned long long, "r", "l")
RADDLE_OP1(int, __clz, "clz.b32", int, "r", "r")
RADDLE_OP1(int, __clzll, "clz.b64", long long, "r", "l")
RADDLE_OP1(unsigned int, __brev, "brev.b32", unsigned int, "r", "r")
RADDLE_OP1(unsigned long long, __brevll, "brev.b64", unsigned long long, "l", "l")
/* Position of the lowest set bit, counted from 1; 0 where there is none. */
RADDLE_FN int __ffs(int a) { return 32 - __clz(a & -a); }
RADDLE_FN int __ffsll(long long a) { return 64 - __clzll(a & -a); }
/* Position of the n-th set bit from `base` on, or 0xffffffff. */
RADDLE_OP3(unsigned int, __fns, "fns.b32", unsigned int, unsigned int, int)

RADDLE_OP2(int, __mul24, "mul24.lo.s32", int, "r")
RADDLE_OP2(unsigned int, __umul24, "mul24.lo.u32", unsigned int, "r")
RADDLE_OP2(int, __mulhi, "mul.hi.s32", int, "r")
RADDLE_OP2(unsigned int, __umulhi, "mul.hi.u32", unsigned int, "r")
RADDLE_OP2(long long, __mul64hi, "mul.hi.s64", long long, "l")
RADDLE_OP2(unsigned long long, __umul64hi, "mul.hi.u64", unsigned long long, "l")
RADDLE_OP3(unsigned int, __sad, "sad.s32", int, int, unsigned int)
RADDLE_OP3(unsigned int, __usad, "sad.u32", unsigned int, unsigned int, unsigned int)
RADDLE_FN int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
RADDLE_FN int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
RADDLE_FN unsigned int __uhadd(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a + b) >> 1); }
RADDLE_FN unsigned int __urhadd(unsigned int a, unsigned int b) {
  return (unsigned int)(((unsigned long long)a + b + 1) >> 1);
}

RADDLE_OP3(unsigned int, __byte_perm, "prmt.b32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(unsigned int, __funnelshift_l, "shf.l.wrap.b32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(unsigned int, __funnelshift_lc, "shf.l.clamp.b32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(unsigned int, __funnelshift_r, "shf.r.wrap.b32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(unsigned int, __funnelshift_rc, "shf.r.clamp.b32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(int, __dp4a, "dp4a.s32.s32", int, int, int)
RADDLE_OP3(unsigned int, __dp4a, "dp4a.u32.u32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(int, __dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
RADDLE_OP3(unsigned int, __dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int, unsigned int)
RADDLE_OP3(int, __dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
RADDLE_OP3(unsigned int, __dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int, unsigned int)
#undef RADDLE_OP3
