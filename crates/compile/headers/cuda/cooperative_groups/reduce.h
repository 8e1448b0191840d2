/* cooperative_groups::reduce over a tile: a butterfly of shuffles. */
#pragma once
#include "../cooperative_groups.h"
#include "../raddle/inlining.h"

namespace cooperative_groups {

#define RADDLE_FUNCTOR(name, result)                                                                                   \
  template <class T> struct name { RADDLE_METHOD T operator()(T a, T b) const { return result; } };
RADDLE_FUNCTOR(plus, a + b)
RADDLE_FUNCTOR(less, b < a ? b : a)
RADDLE_FUNCTOR(greater, a < b ? b : a)
RADDLE_FUNCTOR(bit_and, a & b)
RADDLE_FUNCTOR(bit_or, a | b)
RADDLE_FUNCTOR(bit_xor, a ^ b)
#undef RADDLE_FUNCTOR

template <class Tile, class T, class Op> RADDLE_FN T reduce(const Tile &tile, T v, Op op) {
  for (unsigned int m = Tile::size() / 2; m > 0; m /= 2) v = op(v, tile.shfl_xor(v, m));
  return v;
}

} // namespace cooperative_groups
#include "../raddle/no_inlining.h"
