/* Prefix sums over the lanes of a tile or of coalesced threads, by shuffles. */
#pragma once
#include "reduce.h"
#include "../raddle/inlining.h"

namespace cooperative_groups {

template <class Group, class T, class Op> RADDLE_FN T inclusive_scan(const Group &group, T v, Op op) {
  for (unsigned int d = 1; d < group.size(); d *= 2) {
    T other = group.shfl_up(v, d);
    if (group.thread_rank() >= d) v = (T)op(other, v);
  }
  return v;
}
/* Takes from the lane this far away what that has, then from the one twice as far. */
template <unsigned int Far, unsigned int Size, bool Within = (Far < Size)> struct __raddle_scan {
  template <class Tile, class T, class Op> RADDLE_METHOD static T over(const Tile &tile, T v, Op op) {
    const T other = tile.shfl_up(v, Far);
    return __raddle_scan<Far * 2, Size>::over(tile, tile.thread_rank() >= Far ? (T)op(other, v) : v, op);
  }
};
template <unsigned int Far, unsigned int Size> struct __raddle_scan<Far, Size, false> {
  template <class Tile, class T, class Op> RADDLE_METHOD static T over(const Tile &, T v, Op) { return v; }
};
template <unsigned int Size, class Parent, class T, class Op>
RADDLE_FN T inclusive_scan(const thread_block_tile<Size, Parent> &tile, T v, Op op) {
  return __raddle_scan<1, Size>::over(tile, v, op);
}
/* What the first thread gets, with nothing before it. */
template <class T, class Op> struct __raddle_nothing { RADDLE_METHOD static T value() { return __raddle_unspecified<T>(12); } };
template <class T, class U> struct __raddle_nothing<T, plus<U>> { RADDLE_METHOD static T value() { return T(); } };
template <class T, class U> struct __raddle_nothing<T, bit_or<U>> { RADDLE_METHOD static T value() { return T(); } };
template <class T, class U> struct __raddle_nothing<T, bit_xor<U>> { RADDLE_METHOD static T value() { return T(); } };
template <class Group, class T, class Op> RADDLE_FN T exclusive_scan(const Group &group, T v, Op op) {
  const T before = group.shfl_up(inclusive_scan(group, v, op), 1);
  const T nothing = __raddle_nothing<T, Op>::value();
  return group.thread_rank() == 0 ? nothing : before;
}
template <class Group, class T> RADDLE_FN T inclusive_scan(const Group &group, T v) { return inclusive_scan(group, v, plus<T>()); }
template <class Group, class T> RADDLE_FN T exclusive_scan(const Group &group, T v) { return exclusive_scan(group, v, plus<T>()); }

} // namespace cooperative_groups
#include "../raddle/no_inlining.h"
