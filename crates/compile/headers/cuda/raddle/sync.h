/* Barriers and fences (PTX ISA, "Parallel Synchronization and Communication Instructions"). */
#pragma once

/* __syncthreads() itself is built into clang: `bar.sync 0`. */

RADDLE_FN int __syncthreads_count(int predicate) {
  int r;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(r) : "r"(predicate) : "memory");
  return r;
}
#define RADDLE_SYNCTHREADS(op)                                                                                         \
  RADDLE_FN int __syncthreads_##op(int predicate) {                                                                    \
    int r;                                                                                                             \
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." #op ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"      \
                 : "=r"(r) : "r"(predicate) : "memory");                                                               \
    return r;                                                                                                          \
  }
RADDLE_SYNCTHREADS(and)
RADDLE_SYNCTHREADS(or)
#undef RADDLE_SYNCTHREADS

RADDLE_FN void __syncwarp(unsigned int mask = 0xffffffffu) { asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory"); }

RADDLE_FN void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
RADDLE_FN void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
RADDLE_FN void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }

RADDLE_FN void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
RADDLE_FN void __trap() { asm volatile("trap;"); }
RADDLE_FN void __brkpt() { asm volatile("brkpt;"); }

RADDLE_FN int clock() { int r; asm volatile("mov.u32 %0, %%clock;" : "=r"(r)); return r; }
RADDLE_FN long long clock64() { long long r; asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)); return r; }
