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
