/* Asynchronous copies between global and local memory (OpenCL C 1.2, 6.12.10).
 *
 * All work-items come to a copy together, but it orders nothing: the elements are copied at any time up to the wait, by nobody in
 * particular. So one work-item copies, the same in all groups, and nobody knows which: an access of any work-item to what is
 * being copied is unordered with it, but for groups of one. To wait for the copy orders nothing here: what has been
 * copied is to be read behind a barrier. */
extern __constant uint __raddle_copier;
RADDLE_FN bool __raddle_copies(void) {
  return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)) == __raddle_copier;
}
#define RADDLE_COPY(to_space, from_space, t)                                                                           \
  RADDLE_FN __attribute__((convergent)) event_t async_work_group_copy(to_space t *to, const from_space t *from,        \
                                                                      size_t n, event_t event) {                       \
    __raddle_cl_barrier(0);                                                                                            \
    if (__raddle_copies())                                                                                             \
      for (size_t i = 0; i < n; i++) to[i] = from[i];                                                                  \
    return event;                                                                                                      \
  }
#define RADDLE_COPIES(t)                                                                                               \
  RADDLE_COPY(__local, __global, t) RADDLE_COPY(__global, __local, t)                                                  \
  RADDLE_FN __attribute__((convergent)) event_t async_work_group_strided_copy(                                         \
      __local t *to, const __global t *from, size_t n, size_t stride, event_t event) {                                 \
    __raddle_cl_barrier(0);                                                                                            \
    if (__raddle_copies())                                                                                             \
      for (size_t i = 0; i < n; i++) to[i] = from[i * stride];                                                         \
    return event;                                                                                                      \
  }                                                                                                                    \
  RADDLE_FN __attribute__((convergent)) event_t async_work_group_strided_copy(                                         \
      __global t *to, const __local t *from, size_t n, size_t stride, event_t event) {                                 \
    __raddle_cl_barrier(0);                                                                                            \
    if (__raddle_copies())                                                                                             \
      for (size_t i = 0; i < n; i++) to[i * stride] = from[i];                                                         \
    return event;                                                                                                      \
  }
#define RADDLE_COPIES_OF(t)                                                                                            \
  RADDLE_COPIES(t) RADDLE_COPIES(t##2) RADDLE_COPIES(t##3) RADDLE_COPIES(t##4) RADDLE_COPIES(t##8) RADDLE_COPIES(t##16)
RADDLE_COPIES_OF(char) RADDLE_COPIES_OF(uchar) RADDLE_COPIES_OF(short) RADDLE_COPIES_OF(ushort) RADDLE_COPIES_OF(int)
RADDLE_COPIES_OF(uint) RADDLE_COPIES_OF(long) RADDLE_COPIES_OF(ulong) RADDLE_COPIES_OF(float) RADDLE_COPIES_OF(double)
#undef RADDLE_COPY
#undef RADDLE_COPIES
#undef RADDLE_COPIES_OF
/* All work-items wait together. */
RADDLE_FN __attribute__((convergent)) void wait_group_events(int n, event_t *events) { __raddle_cl_barrier(0); }
