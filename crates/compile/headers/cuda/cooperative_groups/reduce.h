/* cooperative_groups::reduce: over a tile a butterfly of shuffles, over coalesced threads one rank after the other. */
#pragma once
#include "../cooperative_groups.h"
#include "../raddle/inlining.h"

namespace cooperative_groups {

#define RADDLE_FUNCTOR(name, result)                                                                                   \
  template <class T = void> struct name { RADDLE_METHOD T operator()(T a, T b) const { return result; } };             \
  template <> struct name<void> {                                                                                      \
    template <class T> RADDLE_METHOD T operator()(T a, T b) const { return result; }                                   \
  };
RADDLE_FUNCTOR(plus, a + b)
RADDLE_FUNCTOR(less, b < a ? b : a)
RADDLE_FUNCTOR(greater, a < b ? b : a)
RADDLE_FUNCTOR(bit_and, a & b)
RADDLE_FUNCTOR(bit_or, a | b)
RADDLE_FUNCTOR(bit_xor, a ^ b)
#undef RADDLE_FUNCTOR

/* Exchanges with the lane this far away, then with those half as far. */
template <unsigned int Far> struct __raddle_butterfly {
  template <class Tile, class T, class Op> RADDLE_METHOD static T over(const Tile &tile, T v, Op op) {
    return __raddle_butterfly<Far / 2>::over(tile, (T)op(v, tile.shfl_xor(v, Far)), op);
  }
};
template <> struct __raddle_butterfly<0> {
  template <class Tile, class T, class Op> RADDLE_METHOD static T over(const Tile &, T v, Op) { return v; }
};
template <unsigned int Size, class Parent, class T, class Op>
RADDLE_FN T reduce(const thread_block_tile<Size, Parent> &tile, T v, Op op) {
  return __raddle_butterfly<Size / 2>::over(tile, v, op);
}
template <class T, class Op> RADDLE_FN T reduce(const coalesced_group &group, T v, Op op) {
  T all = group.shfl(v, 0);
  for (unsigned int i = 1; i < group.size(); i++) all = (T)op(all, group.shfl(v, i));
  return all;
}

} // namespace cooperative_groups
#include "../raddle/no_inlining.h"
