/* Work-group functions (OpenCL C 2.0, 6.13.15), and of which memory a pointer is.
 *
 * All work-items of a group come to such a function together, as to a barrier; it orders no memory. `work_group_all` and `work_group_any` are
 * computed. Of what the others give nothing is known, but that all work-items get the same of a broadcast and of a reduction: an unknown function of
 * a number that is any, and one for the whole group. */
uint __raddle_cl_all(uint value) __attribute__((convergent));
uint __raddle_cl_any(uint value) __attribute__((convergent));
/* Any value, the same for the whole group. */
uint __raddle_cl_agreed(void) __attribute__((convergent));
RADDLE_FN __attribute__((convergent)) int work_group_all(int x) { return (int)__raddle_cl_all((uint)x); }
RADDLE_FN __attribute__((convergent)) int work_group_any(int x) { return (int)__raddle_cl_any((uint)x); }

#define RADDLE_SCAN(t, name)                                                                                           \
  RADDLE_FN __attribute__((convergent)) t work_group_##name(t x) {                                                     \
    return __uninterpreted_function_work_group_scan_##t(__raddle_cl_agreed(), (uint)get_local_linear_id());            \
  }
#define RADDLE_REDUCTION(t, name)                                                                                      \
  RADDLE_FN __attribute__((convergent)) t work_group_##name(t x) { return __uninterpreted_function_work_group_##t(__raddle_cl_agreed()); }
#define RADDLE_COLLECTIVE(t)                                                                                           \
  t __uninterpreted_function_work_group_##t(uint value) __attribute__((const));                                        \
  t __uninterpreted_function_work_group_scan_##t(uint value, uint item) __attribute__((const));                        \
  RADDLE_FN __attribute__((convergent)) t work_group_broadcast(t x, size_t a) {                                        \
    RADDLE_AGREED(a);                                                                                                  \
    return __uninterpreted_function_work_group_##t(__raddle_cl_agreed());                                              \
  }                                                                                                                    \
  RADDLE_FN __attribute__((convergent)) t work_group_broadcast(t x, size_t a, size_t b) {                              \
    RADDLE_AGREED(a), RADDLE_AGREED(b);                                                                                \
    return __uninterpreted_function_work_group_##t(__raddle_cl_agreed());                                              \
  }                                                                                                                    \
  RADDLE_FN __attribute__((convergent)) t work_group_broadcast(t x, size_t a, size_t b, size_t c) {                    \
    RADDLE_AGREED(a), RADDLE_AGREED(b), RADDLE_AGREED(c);                                                              \
    return __uninterpreted_function_work_group_##t(__raddle_cl_agreed());                                              \
  }                                                                                                                    \
  RADDLE_REDUCTION(t, reduce_add) RADDLE_REDUCTION(t, reduce_min) RADDLE_REDUCTION(t, reduce_max)                      \
  RADDLE_SCAN(t, scan_inclusive_add) RADDLE_SCAN(t, scan_inclusive_min) RADDLE_SCAN(t, scan_inclusive_max)             \
  RADDLE_SCAN(t, scan_exclusive_add) RADDLE_SCAN(t, scan_exclusive_min) RADDLE_SCAN(t, scan_exclusive_max)
RADDLE_COLLECTIVE(int) RADDLE_COLLECTIVE(uint) RADDLE_COLLECTIVE(long) RADDLE_COLLECTIVE(ulong)
RADDLE_COLLECTIVE(float) RADDLE_COLLECTIVE(double)
#ifdef cl_khr_fp16
RADDLE_COLLECTIVE(half)
#endif
#undef RADDLE_SCAN
#undef RADDLE_REDUCTION
#undef RADDLE_COLLECTIVE

#ifdef RADDLE_GENERIC
RADDLE_FN cl_mem_fence_flags get_fence(const void *p) { return to_local((void *)p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }
#endif
