/* Asynchronous copies of a group. A copy takes place at any time until it is waited for, which no sequence of ordinary accesses says:
 * unknown code. */
#pragma once
#include "../cooperative_groups.h"
#include "../raddle/inlining.h"

extern "C" __attribute__((device, convergent)) void __raddle_opaque_memcpy_async(void *, const void *, size_t);
extern "C" __attribute__((device, convergent)) void __raddle_opaque_memcpy_wait(unsigned int);

namespace cooperative_groups {

template <class Group, class T, class U, class Shape>
RADDLE_FN void memcpy_async(const Group &, T *to, const U *from, const Shape &bytes) {
  __raddle_opaque_memcpy_async((void *)to, from, (size_t)bytes);
}
/* With the sizes of both sides, in elements: as many as both have. */
template <class Group, class T, class To, class From>
RADDLE_FN void memcpy_async(const Group &, T *to, const To &to_size, const T *from, const From &from_size) {
  const size_t a = (size_t)to_size, b = (size_t)from_size;
  __raddle_opaque_memcpy_async((void *)to, from, (a < b ? a : b) * sizeof(T));
}
template <unsigned int Stages, class Group> RADDLE_FN void wait_prior(const Group &group) {
  __raddle_opaque_memcpy_wait(Stages);
  group.sync();
}
template <class Group> RADDLE_FN void wait(const Group &group) { wait_prior<0>(group); }

} // namespace cooperative_groups
#include "../raddle/no_inlining.h"
