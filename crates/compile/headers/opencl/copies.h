/* Asynchronous copies between global and local memory (OpenCL C 1.2, 6.12.10; 2.0, 6.13.10).
 *
 * All work-items come to a copy together, with the same arguments, but it orders nothing: the elements are copied at any time up to the
 * wait for its event, by nobody in particular. So one work-item copies, the same in all groups, and nobody knows which: an access of any
 * work-item to what is being copied is unordered with it, but for groups of one. The wait orders the copy and nothing else before what
 * comes behind it. An event is a pointer to nothing, so that nobody computes with it. */
typedef __global struct __raddle_event *__raddle_event_t;
#define event_t __raddle_event_t
event_t __raddle_cl_copy(event_t event, uint place);
void __raddle_cl_copied(void);
/* Who makes the copies of each place of the text: two that are under way together are not ordered, either. */
extern __constant uint __raddle_copiers[1024];
RADDLE_FN bool __raddle_copies(uint place) {
  const size_t item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  return (uint)item == __raddle_copiers[place];
}
#define async_work_group_copy(...) __raddle_async_copy(__COUNTER__ % 1024, __VA_ARGS__)
#define async_work_group_strided_copy(...) __raddle_async_strided_copy(__COUNTER__ % 1024, __VA_ARGS__)
/* Asserts that an argument is the same in all work-items of the group. */
long __raddle_contract_other64(long value);
int __raddle_contract_same_group(void);
#define RADDLE_AGREED(x)                                                                                               \
  RADDLE_STATED(0, __raddle_contract_same_group() == 0 || __raddle_contract_other64((long)(x)) == (long)(x))
#define RADDLE_COPY(to_space, from_space, t)                                                                           \
  RADDLE_FN __attribute__((convergent)) event_t __raddle_async_copy(uint place, to_space t *to, const from_space t *from,\
                                                                    size_t n, event_t event) {                         \
    RADDLE_AGREED(to), RADDLE_AGREED(from), RADDLE_AGREED(n);                                                          \
    __raddle_cl_barrier(0);                                                                                            \
    const event_t made = __raddle_cl_copy(event, place);                                                               \
    if (__raddle_copies(place))                                                                                        \
      for (size_t i = 0; i < n; i++) to[i] = from[i];                                                                  \
    __raddle_cl_copied();                                                                                              \
    return made;                                                                                                       \
  }
#define RADDLE_STRIDED_COPY(to_space, from_space, t, to_at, from_at)                                                   \
  RADDLE_FN __attribute__((convergent)) event_t __raddle_async_strided_copy(                                           \
      uint place, to_space t *to, const from_space t *from, size_t n, size_t stride, event_t event) {                  \
    RADDLE_AGREED(to), RADDLE_AGREED(from), RADDLE_AGREED(n), RADDLE_AGREED(stride);                                   \
    __raddle_cl_barrier(0);                                                                                            \
    const event_t made = __raddle_cl_copy(event, place);                                                               \
    if (__raddle_copies(place))                                                                                        \
      for (size_t i = 0; i < n; i++) to[to_at] = from[from_at];                                                        \
    __raddle_cl_copied();                                                                                              \
    return made;                                                                                                       \
  }
#define RADDLE_COPIES(t)                                                                                               \
  RADDLE_COPY(__local, __global, t) RADDLE_COPY(__global, __local, t)                                                  \
  RADDLE_STRIDED_COPY(__local, __global, t, i, i * stride) RADDLE_STRIDED_COPY(__global, __local, t, i * stride, i)
#define RADDLE_COPIES_OF(t)                                                                                            \
  RADDLE_COPIES(t) RADDLE_COPIES(t##2) RADDLE_COPIES(t##3) RADDLE_COPIES(t##4) RADDLE_COPIES(t##8) RADDLE_COPIES(t##16)
RADDLE_COPIES_OF(char) RADDLE_COPIES_OF(uchar) RADDLE_COPIES_OF(short) RADDLE_COPIES_OF(ushort) RADDLE_COPIES_OF(int)
RADDLE_COPIES_OF(uint) RADDLE_COPIES_OF(long) RADDLE_COPIES_OF(ulong) RADDLE_COPIES_OF(float) RADDLE_COPIES_OF(double)
#ifdef cl_khr_fp16
RADDLE_COPIES_OF(half)
#endif
#undef RADDLE_COPY
#undef RADDLE_STRIDED_COPY
#undef RADDLE_COPIES
#undef RADDLE_COPIES_OF

/* All work-items wait together. The number of events is nearly always a literal; where it is not, or is large, nobody knows which are waited for. */
void __raddle_cl_wait1(event_t a);
void __raddle_cl_wait2(event_t a, event_t b);
void __raddle_cl_wait3(event_t a, event_t b, event_t c);
void __raddle_cl_wait4(event_t a, event_t b, event_t c, event_t d);
#define wait_group_events(n, events)                                                                                   \
  __extension__({                                                                                                      \
    __typeof__(&(events)[0]) __raddle_events = (events);                                                               \
    switch (n) {                                                                                                       \
      case 1: __raddle_cl_wait1(__raddle_events[0]); break;                                                            \
      case 2: __raddle_cl_wait2(__raddle_events[0], __raddle_events[1]); break;                                        \
      case 3: __raddle_cl_wait3(__raddle_events[0], __raddle_events[1], __raddle_events[2]); break;                    \
      case 4: __raddle_cl_wait4(__raddle_events[0], __raddle_events[1], __raddle_events[2], __raddle_events[3]); break;\
      default: break;                                                                                                  \
    }                                                                                                                  \
    __raddle_cl_barrier(0);                                                                                            \
    (void)0;                                                                                                           \
  })
