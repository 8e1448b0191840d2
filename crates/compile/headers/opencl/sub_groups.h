/* Sub-groups (OpenCL C 3.0, 6.15.19; cl_khr_subgroups and its extensions, cl_intel_subgroups, cl_qcom_subgroup_shuffle). How a work-group is split
 * into sub-groups is the implementation's choice: of their number and of the largest size only that it is the same for the whole group is known; the size
 * of a work-item's own sub-group, and its place there, are functions of its local id. Functions of a whole sub-group, which wait for its work-items, are
 * unknown code. */
uint __uninterpreted_function_sub_group_size_of_group(uint what) __attribute__((const));
uint __uninterpreted_function_sub_group_place(uint what, uint item) __attribute__((const));
#define RADDLE_ITEM ((uint)get_local_linear_id())
RADDLE_FN uint get_max_sub_group_size(void) { return __uninterpreted_function_sub_group_size_of_group(0); }
RADDLE_FN uint get_num_sub_groups(void) { return __uninterpreted_function_sub_group_size_of_group(1); }
RADDLE_FN uint get_enqueued_num_sub_groups(void) { return __uninterpreted_function_sub_group_size_of_group(2); }
RADDLE_FN uint get_sub_group_size(void) { return __uninterpreted_function_sub_group_place(0, RADDLE_ITEM); }
RADDLE_FN uint get_sub_group_id(void) { return __uninterpreted_function_sub_group_place(1, RADDLE_ITEM); }
RADDLE_FN uint get_sub_group_local_id(void) { return __uninterpreted_function_sub_group_place(2, RADDLE_ITEM); }
#undef RADDLE_ITEM

uint __raddle_opaque_sub_group(uint) __attribute__((convergent));
#define RADDLE_TOGETHER RADDLE_FN __attribute__((convergent))
RADDLE_TOGETHER void sub_group_barrier(cl_mem_fence_flags flags) { (void)__raddle_opaque_sub_group(flags); }
#if __OPENCL_VERSION__ >= 200
RADDLE_TOGETHER void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { (void)__raddle_opaque_sub_group(flags); }
#endif
RADDLE_TOGETHER int sub_group_all(int x) { return (int)__raddle_opaque_sub_group((uint)x); }
RADDLE_TOGETHER int sub_group_any(int x) { return (int)__raddle_opaque_sub_group((uint)x); }
RADDLE_TOGETHER int sub_group_elect(void) { return (int)__raddle_opaque_sub_group(0); }
RADDLE_TOGETHER uint4 sub_group_ballot(int x) {
  return (uint4)(__raddle_opaque_sub_group((uint)x), __raddle_opaque_sub_group((uint)x), __raddle_opaque_sub_group((uint)x),
                 __raddle_opaque_sub_group((uint)x));
}
#define RADDLE_SUB_1(t, name)                                                                                          \
  t __raddle_opaque_sub_group_##t(t) __attribute__((convergent));                                                      \
  RADDLE_TOGETHER t name(t x) { return __raddle_opaque_sub_group_##t(x); }
#define RADDLE_SUB_2(t, name) RADDLE_TOGETHER t name(t x, uint place) { return __raddle_opaque_sub_group_##t(x); }
#define RADDLE_SUB_3(t, name) RADDLE_TOGETHER t name(t x, t y, uint place) { return __raddle_opaque_sub_group_##t(x); }
#define RADDLE_SUB_GROUP(t)                                                                                            \
  RADDLE_SUB_1(t, sub_group_reduce_add) RADDLE_SUB_1(t, sub_group_reduce_min) RADDLE_SUB_1(t, sub_group_reduce_max)    \
  RADDLE_SUB_1(t, sub_group_scan_inclusive_add) RADDLE_SUB_1(t, sub_group_scan_inclusive_min)                          \
  RADDLE_SUB_1(t, sub_group_scan_inclusive_max) RADDLE_SUB_1(t, sub_group_scan_exclusive_add)                          \
  RADDLE_SUB_1(t, sub_group_scan_exclusive_min) RADDLE_SUB_1(t, sub_group_scan_exclusive_max)                          \
  RADDLE_SUB_1(t, sub_group_broadcast_first) RADDLE_SUB_2(t, sub_group_broadcast)                                      \
  RADDLE_SUB_2(t, sub_group_non_uniform_broadcast) RADDLE_SUB_2(t, sub_group_shuffle) RADDLE_SUB_2(t, sub_group_shuffle_xor) \
  RADDLE_SUB_2(t, sub_group_shuffle_up) RADDLE_SUB_2(t, sub_group_shuffle_down) RADDLE_SUB_2(t, intel_sub_group_shuffle) \
  RADDLE_SUB_2(t, intel_sub_group_shuffle_xor) RADDLE_SUB_3(t, intel_sub_group_shuffle_up)                             \
  RADDLE_SUB_3(t, intel_sub_group_shuffle_down)                                                                        \
  RADDLE_TOGETHER t qcom_sub_group_shuffle_xor(t x, uint mask, uint width, t otherwise) { return __raddle_opaque_sub_group_##t(x); }
RADDLE_SUB_GROUP(char) RADDLE_SUB_GROUP(uchar) RADDLE_SUB_GROUP(short) RADDLE_SUB_GROUP(ushort) RADDLE_SUB_GROUP(int)
RADDLE_SUB_GROUP(uint) RADDLE_SUB_GROUP(long) RADDLE_SUB_GROUP(ulong) RADDLE_SUB_GROUP(float) RADDLE_SUB_GROUP(double)
#ifdef cl_khr_fp16
RADDLE_SUB_GROUP(half)
#endif
#undef RADDLE_SUB_GROUP
#undef RADDLE_SUB_3
#undef RADDLE_SUB_2
#undef RADDLE_SUB_1
#undef RADDLE_TOGETHER
