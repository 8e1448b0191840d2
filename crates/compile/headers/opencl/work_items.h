/* Work-item functions (OpenCL C specification, "Work-Item Functions").
 *
 * A dimension is nearly always a literal: then the macro's conditions fold in clang's front end and one special
 * register is read, with no branch. */

#define RADDLE_PICK(d, x, y, z, otherwise) ((d) == 0 ? (x) : (d) == 1 ? (y) : (d) == 2 ? (z) : (otherwise))
#define RADDLE_DIMENSION(name, x, y, z, otherwise)                                                                     \
  RADDLE_FN size_t __raddle_##name(uint d) {                                                                           \
    return RADDLE_PICK(d, (size_t)(x), (size_t)(y), (size_t)(z), (size_t)(otherwise));                                 \
  }
#ifdef __OPTIMIZE__
/* An optimiser takes the registers to be within NVIDIA's limits, which OpenCL does not have. Of assembly it knows nothing. */
#define RADDLE_READ(name, spelling)                                                                                    \
  RADDLE_FN uint __raddle_sreg_##name(void) {                                                                          \
    uint value;                                                                                                        \
    __asm__("mov.u32 %0, %%" spelling ";" : "=r"(value));                                                              \
    return value;                                                                                                      \
  }
#define RADDLE_READ_ALL(name) RADDLE_READ(name##_x, #name ".x") RADDLE_READ(name##_y, #name ".y") RADDLE_READ(name##_z, #name ".z")
RADDLE_READ_ALL(tid) RADDLE_READ_ALL(ntid) RADDLE_READ_ALL(ctaid) RADDLE_READ_ALL(nctaid)
#undef RADDLE_READ_ALL
#undef RADDLE_READ
#define RADDLE_SREG(name) __raddle_sreg_##name()
#else
#define RADDLE_SREG(name) __nvvm_read_ptx_sreg_##name()
#endif
#define RADDLE_GLOBAL_ID(c) ((size_t)RADDLE_SREG(ctaid_##c) * RADDLE_SREG(ntid_##c) + RADDLE_SREG(tid_##c))
#define RADDLE_GLOBAL_SIZE(c) ((size_t)RADDLE_SREG(nctaid_##c) * RADDLE_SREG(ntid_##c))

RADDLE_DIMENSION(local_id, RADDLE_SREG(tid_x), RADDLE_SREG(tid_y), RADDLE_SREG(tid_z), 0)
RADDLE_DIMENSION(group_id, RADDLE_SREG(ctaid_x), RADDLE_SREG(ctaid_y), RADDLE_SREG(ctaid_z), 0)
RADDLE_DIMENSION(local_size, RADDLE_SREG(ntid_x), RADDLE_SREG(ntid_y), RADDLE_SREG(ntid_z), 1)
RADDLE_DIMENSION(num_groups, RADDLE_SREG(nctaid_x), RADDLE_SREG(nctaid_y), RADDLE_SREG(nctaid_z), 1)
RADDLE_DIMENSION(global_id, RADDLE_GLOBAL_ID(x), RADDLE_GLOBAL_ID(y), RADDLE_GLOBAL_ID(z), 0)
RADDLE_DIMENSION(global_size, RADDLE_GLOBAL_SIZE(x), RADDLE_GLOBAL_SIZE(y), RADDLE_GLOBAL_SIZE(z), 1)
#undef RADDLE_DIMENSION

#define RADDLE_LITERAL(d, name, x, y, z, otherwise)                                                                    \
  (__builtin_constant_p(d) ? RADDLE_PICK(d, (size_t)(x), (size_t)(y), (size_t)(z), (size_t)(otherwise))                \
                           : __raddle_##name(d))
#define get_local_id(d)                                                                                                \
  RADDLE_LITERAL(d, local_id, RADDLE_SREG(tid_x), RADDLE_SREG(tid_y), RADDLE_SREG(tid_z), 0)
#define get_group_id(d)                                                                                                \
  RADDLE_LITERAL(d, group_id, RADDLE_SREG(ctaid_x), RADDLE_SREG(ctaid_y), RADDLE_SREG(ctaid_z), 0)
#define get_local_size(d)                                                                                              \
  RADDLE_LITERAL(d, local_size, RADDLE_SREG(ntid_x), RADDLE_SREG(ntid_y), RADDLE_SREG(ntid_z), 1)
#define get_num_groups(d)                                                                                              \
  RADDLE_LITERAL(d, num_groups, RADDLE_SREG(nctaid_x), RADDLE_SREG(nctaid_y), RADDLE_SREG(nctaid_z), 1)
#define get_global_id(d)                                                                                               \
  RADDLE_LITERAL(d, global_id, RADDLE_GLOBAL_ID(x), RADDLE_GLOBAL_ID(y), RADDLE_GLOBAL_ID(z), 0)
#define get_global_size(d)                                                                                             \
  RADDLE_LITERAL(d, global_size, RADDLE_GLOBAL_SIZE(x), RADDLE_GLOBAL_SIZE(y), RADDLE_GLOBAL_SIZE(z), 1)
/* Work-groups have one size: a launch in PTX has no smaller last one. */
#define get_enqueued_local_size(d) get_local_size(d)
#define get_global_offset(d) ((void)(d), (size_t)0)

RADDLE_FN size_t get_local_linear_id(void) {
  return ((size_t)RADDLE_SREG(tid_z) * RADDLE_SREG(ntid_y) + RADDLE_SREG(tid_y)) * RADDLE_SREG(ntid_x) + RADDLE_SREG(tid_x);
}
RADDLE_FN size_t get_global_linear_id(void) {
  return (RADDLE_GLOBAL_ID(z) * RADDLE_GLOBAL_SIZE(y) + RADDLE_GLOBAL_ID(y)) * RADDLE_GLOBAL_SIZE(x) + RADDLE_GLOBAL_ID(x);
}
/* PTX does not tell the number of dimensions of a launch: a pure function of the launch, left open. */
uint __raddle_cl_work_dim(void) __attribute__((const));
RADDLE_FN uint get_work_dim(void) { return __raddle_cl_work_dim(); }
