/* Warp collectives: shuffles, votes, matches, reductions (CUDA programming guide, "Warp ... Functions"; PTX ISA,
 * shfl.sync, vote.sync, match.sync, redux.sync). The functions without `_sync` are the older ones, without a mask. */
#pragma once

/* The last operand of shfl: bits 0-4 clamp the source lane, bits 8-12 select the segment of `width` lanes. */
#define RADDLE_SHUFFLE(name, mode, lane_type, clamp)                                                                   \
  RADDLE_FN int name##_sync(unsigned int mask, int v, lane_type lane, int width = 32) {                                \
    int r;                                                                                                             \
    asm volatile("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;"                                                         \
                 : "=r"(r) : "r"(v), "r"(lane), "r"(((32 - width) << 8) | clamp), "r"(mask) : "memory");               \
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_FN int name(int v, lane_type lane, int width = 32) {                                                          \
    int r;                                                                                                             \
    asm volatile("shfl." #mode ".b32 %0, %1, %2, %3;"                                                                  \
                 : "=r"(r) : "r"(v), "r"(lane), "r"(((32 - width) << 8) | clamp) : "memory");                          \
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_SHUFFLE_32(name, unsigned int, lane_type)                                                                     \
  RADDLE_SHUFFLE_32(name, float, lane_type)                                                                            \
  RADDLE_SHUFFLE_64(name, long long, lane_type)                                                                        \
  RADDLE_SHUFFLE_64(name, unsigned long long, lane_type)                                                               \
  RADDLE_SHUFFLE_LONG(name, long, lane_type)                                                                           \
  RADDLE_SHUFFLE_LONG(name, unsigned long, lane_type)                                                                  \
  RADDLE_SHUFFLE_64(name, double, lane_type)
#define RADDLE_SHUFFLE_32(name, type, lane_type)                                                                       \
  RADDLE_FN type name##_sync(unsigned int mask, type v, lane_type lane, int width = 32) {                              \
    return __builtin_bit_cast(type, name##_sync(mask, __builtin_bit_cast(int, v), lane, width));                       \
  }                                                                                                                    \
  RADDLE_FN type name(type v, lane_type lane, int width = 32) {                                                        \
    return __builtin_bit_cast(type, name(__builtin_bit_cast(int, v), lane, width));                                    \
  }
/* A 64-bit value is shuffled as two halves, low half first. */
#define RADDLE_SHUFFLE_64(name, type, lane_type)                                                                       \
  RADDLE_FN type name##_sync(unsigned int mask, type v, lane_type lane, int width = 32) {                              \
    int2 h = __builtin_bit_cast(int2, v);                                                                              \
    h.x = name##_sync(mask, h.x, lane, width);                                                                         \
    h.y = name##_sync(mask, h.y, lane, width);                                                                         \
    return __builtin_bit_cast(type, h);                                                                                \
  }                                                                                                                    \
  RADDLE_FN type name(type v, lane_type lane, int width = 32) {                                                        \
    int2 h = __builtin_bit_cast(int2, v);                                                                              \
    h.x = name(h.x, lane, width);                                                                                      \
    h.y = name(h.y, lane, width);                                                                                      \
    return __builtin_bit_cast(type, h);                                                                                \
  }
#if __SIZEOF_LONG__ == 8
#define RADDLE_SHUFFLE_LONG(name, type, lane_type) RADDLE_SHUFFLE_64(name, type, lane_type)
#else
#define RADDLE_SHUFFLE_LONG(name, type, lane_type) RADDLE_SHUFFLE_32(name, type, lane_type)
#endif
RADDLE_SHUFFLE(__shfl, idx, int, 0x1f)
RADDLE_SHUFFLE(__shfl_up, up, unsigned int, 0)
RADDLE_SHUFFLE(__shfl_down, down, unsigned int, 0x1f)
RADDLE_SHUFFLE(__shfl_xor, bfly, int, 0x1f)
#undef RADDLE_SHUFFLE
#undef RADDLE_SHUFFLE_32
#undef RADDLE_SHUFFLE_64
#undef RADDLE_SHUFFLE_LONG

#define RADDLE_VOTE(name, mode)                                                                                        \
  RADDLE_FN int name##_sync(unsigned int mask, int predicate) {                                                        \
    int r;                                                                                                             \
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." #mode ".pred q, p, %2; selp.s32 %0, 1, 0, q; }" \
                 : "=r"(r) : "r"(predicate), "r"(mask) : "memory");                                                    \
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_FN int name(int predicate) {                                                                                  \
    int r;                                                                                                             \
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote." #mode ".pred q, p; selp.s32 %0, 1, 0, q; }"          \
                 : "=r"(r) : "r"(predicate) : "memory");                                                               \
    return r;                                                                                                          \
  }
RADDLE_VOTE(__all, all)
RADDLE_VOTE(__any, any)
RADDLE_VOTE(__uni, uni)
#undef RADDLE_VOTE

RADDLE_FN unsigned int __ballot_sync(unsigned int mask, int predicate) {
  unsigned int r;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(r) : "r"(predicate), "r"(mask) : "memory");
  return r;
}
RADDLE_FN unsigned int __ballot(int predicate) {
  unsigned int r;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(r) : "r"(predicate) : "memory");
  return r;
}
RADDLE_FN unsigned int __activemask() {
  unsigned int r;
  asm volatile("activemask.b32 %0;" : "=r"(r)::"memory");
  return r;
}

#define RADDLE_MATCH(type, bits, reg)                                                                                  \
  RADDLE_FN unsigned int __match_any_sync(unsigned int mask, type v) {                                                 \
    unsigned int r;                                                                                                    \
    asm volatile("match.any.sync.b" #bits " %0, %1, %2;" : "=r"(r) : reg(v), "r"(mask) : "memory");                    \
    return r;                                                                                                          \
  }                                                                                                                    \
  RADDLE_FN unsigned int __match_all_sync(unsigned int mask, type v, int *predicate) {                                 \
    unsigned int r;                                                                                                    \
    int all;                                                                                                           \
    asm volatile("{ .reg .pred p; match.all.sync.b" #bits " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"                     \
                 : "=r"(r), "=r"(all) : reg(v), "r"(mask) : "memory");                                                 \
    *predicate = all;                                                                                                  \
    return r;                                                                                                          \
  }
RADDLE_MATCH(int, 32, "r")
RADDLE_MATCH(unsigned int, 32, "r")
RADDLE_MATCH(float, 32, "f")
#if __SIZEOF_LONG__ == 8
RADDLE_MATCH(long, 64, "l")
RADDLE_MATCH(unsigned long, 64, "l")
#else
RADDLE_MATCH(long, 32, "r")
RADDLE_MATCH(unsigned long, 32, "r")
#endif
RADDLE_MATCH(long long, 64, "l")
RADDLE_MATCH(unsigned long long, 64, "l")
RADDLE_MATCH(double, 64, "d")
#undef RADDLE_MATCH

#define RADDLE_REDUX(op, type, ptx)                                                                                    \
  RADDLE_FN type __reduce_##op##_sync(unsigned int mask, type v) {                                                     \
    type r;                                                                                                            \
    asm volatile("redux.sync." #op "." #ptx " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask) : "memory");                  \
    return r;                                                                                                          \
  }
RADDLE_REDUX(add, int, s32)
RADDLE_REDUX(add, unsigned int, u32)
RADDLE_REDUX(min, int, s32)
RADDLE_REDUX(min, unsigned int, u32)
RADDLE_REDUX(max, int, s32)
RADDLE_REDUX(max, unsigned int, u32)
RADDLE_REDUX(and, unsigned int, b32)
RADDLE_REDUX(or, unsigned int, b32)
RADDLE_REDUX(xor, unsigned int, b32)
#undef RADDLE_REDUX
