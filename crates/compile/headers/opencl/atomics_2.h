/* Atomics of OpenCL C 2.0 (6.13.11), on global and local memory and through generic pointers, with the order and the scope that they name.
 *
 * A load and a store are PTX's strong ones, and the rest is `atom`. Sequential consistency is taken for acquire and release. A scope of one work-item
 * orders as little as one of a work-group. */

/* One of six instructions, by order and scope. `X` makes one of its words and of the arguments. */
#define RADDLE_BY(X, relaxed, ordered, ...)                                                                            \
  if (order == memory_order_relaxed) RADDLE_BY_SCOPE(X, relaxed, __VA_ARGS__) else RADDLE_BY_SCOPE(X, ordered, __VA_ARGS__)
#define RADDLE_BY_SCOPE(X, ordered, ...)                                                                               \
  {                                                                                                                    \
    if (scope == memory_scope_all_svm_devices) X(ordered ".sys", __VA_ARGS__);                                         \
    else if (scope == memory_scope_device) X(ordered ".gpu", __VA_ARGS__);                                             \
    else X(ordered ".cta", __VA_ARGS__);                                                                               \
  }
#define RADDLE_ATOM(how, in, op, reg)                                                                                  \
  __asm__ volatile("atom" how in op " %0, [%1], %2;" : "=" reg(old) : RADDLE_PTR(p), reg(value) : "memory")
#define RADDLE_CAS(how, in, op, reg)                                                                                   \
  __asm__ volatile("atom" how in op " %0, [%1], %2, %3;" : "=" reg(old) : RADDLE_PTR(p), reg(compare), reg(value) : "memory")
#define RADDLE_LD(how, in, bits, reg) __asm__ volatile("ld" how in bits " %0, [%1];" : "=" reg(old) : RADDLE_PTR(p) : "memory")
#define RADDLE_ST(how, in, bits, reg) __asm__ volatile("st" how in bits " [%0], %1;" : : RADDLE_PTR(p), reg(value) : "memory")

/* A function of an atomic object and one value, with the two forms that leave out the scope, and order and scope. */
#define RADDLE_FORMS(space, a, t, name, result)                                                                        \
  RADDLE_FN result name##_explicit(volatile space a *object, t value, memory_order order) {                            \
    return name##_explicit(object, value, order, memory_scope_device);                                                 \
  }                                                                                                                    \
  RADDLE_FN result name(volatile space a *object, t value) {                                                           \
    return name##_explicit(object, value, memory_order_seq_cst, memory_scope_device);                                  \
  }
#define RADDLE_UPDATE(space, in, a, t, name, op, reg)                                                                  \
  RADDLE_FN t name##_explicit(volatile space a *object, t value, memory_order order, memory_scope scope) {             \
    volatile space t *p = (volatile space t *)object;                                                                  \
    t old;                                                                                                             \
    RADDLE_BY(RADDLE_ATOM, ".relaxed", ".acq_rel", in, op, reg)                                                        \
    return old;                                                                                                        \
  }                                                                                                                    \
  RADDLE_FORMS(space, a, t, name, t)
#define RADDLE_ANY_TYPE(space, in, a, t, bits, reg, as)                                                                \
  RADDLE_FN void atomic_init(volatile space a *object, t value) { *(volatile space t *)object = value; }               \
  RADDLE_FN t atomic_load_explicit(volatile space a *object, memory_order order, memory_scope scope) {                 \
    volatile space t *p = (volatile space t *)object;                                                                  \
    t old;                                                                                                             \
    RADDLE_BY(RADDLE_LD, ".relaxed", ".acquire", in, ".b" bits, reg)                                                   \
    return old;                                                                                                        \
  }                                                                                                                    \
  RADDLE_FN t atomic_load_explicit(volatile space a *object, memory_order order) {                                     \
    return atomic_load_explicit(object, order, memory_scope_device);                                                   \
  }                                                                                                                    \
  RADDLE_FN t atomic_load(volatile space a *object) {                                                                  \
    return atomic_load_explicit(object, memory_order_seq_cst, memory_scope_device);                                    \
  }                                                                                                                    \
  RADDLE_FN void atomic_store_explicit(volatile space a *object, t value, memory_order order, memory_scope scope) {    \
    volatile space t *p = (volatile space t *)object;                                                                  \
    RADDLE_BY(RADDLE_ST, ".relaxed", ".release", in, ".b" bits, reg)                                                   \
  }                                                                                                                    \
  RADDLE_FORMS(space, a, t, atomic_store, void)                                                                        \
  RADDLE_UPDATE(space, in, a, t, atomic_exchange, ".exch.b" bits, reg)                                                 \
  RADDLE_FN t __raddle_cas(volatile space a *object, t compare, t value, memory_order order, memory_scope scope) {     \
    volatile space t *p = (volatile space t *)object;                                                                  \
    t old;                                                                                                             \
    RADDLE_BY(RADDLE_CAS, ".relaxed", ".acq_rel", in, ".cas.b" bits, reg)                                              \
    return old;                                                                                                        \
  }                                                                                                                    \
  RADDLE_EXPECTED(space, a, t, __global, as) RADDLE_EXPECTED(space, a, t, __local, as)                                 \
  RADDLE_EXPECTED(space, a, t, __private, as) RADDLE_EXPECTED_GENERIC(space, a, t, as)
/* Where it fails, what was found is written to where the expected value lay. Bits are compared. */
#define RADDLE_EXPECTED(space, a, t, where, as)                                                                        \
  RADDLE_EXPECTED_BY(atomic_compare_exchange_strong, space, a, t, where, as)                                           \
  RADDLE_EXPECTED_BY(atomic_compare_exchange_weak, space, a, t, where, as)
#define RADDLE_EXPECTED_BY(name, space, a, t, where, as)                                                               \
  RADDLE_FN bool name##_explicit(volatile space a *object, where t *expected, t value, memory_order order,             \
                                 memory_order failed, memory_scope scope) {                                            \
    const t compare = *expected;                                                                                       \
    const t old = __raddle_cas(object, compare, value, order, scope);                                                  \
    if (as(old) == as(compare)) return true;                                                                           \
    *expected = old;                                                                                                   \
    return false;                                                                                                      \
  }                                                                                                                    \
  RADDLE_FN bool name##_explicit(volatile space a *object, where t *expected, t value, memory_order order,             \
                                 memory_order failed) {                                                                \
    return name##_explicit(object, expected, value, order, failed, memory_scope_device);                               \
  }                                                                                                                    \
  RADDLE_FN bool name(volatile space a *object, where t *expected, t value) {                                          \
    return name##_explicit(object, expected, value, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);  \
  }
#ifdef RADDLE_GENERIC
#define RADDLE_EXPECTED_GENERIC(space, a, t, as) RADDLE_EXPECTED(space, a, t, __generic, as)
#else
#define RADDLE_EXPECTED_GENERIC(space, a, t, as)
#endif
#define RADDLE_INTEGER(space, in, a, t, sign, bits, reg, as)                                                           \
  RADDLE_ANY_TYPE(space, in, a, t, bits, reg, as)                                                                      \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_add, ".add.u" bits, reg)                                                 \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_or, ".or.b" bits, reg)                                                   \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_xor, ".xor.b" bits, reg)                                                 \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_and, ".and.b" bits, reg)                                                 \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_min, ".min." sign bits, reg)                                             \
  RADDLE_UPDATE(space, in, a, t, atomic_fetch_max, ".max." sign bits, reg)                                             \
  RADDLE_FN t atomic_fetch_sub_explicit(volatile space a *object, t value, memory_order order, memory_scope scope) {   \
    return atomic_fetch_add_explicit(object, (t)(0 - value), order, scope);                                            \
  }                                                                                                                    \
  RADDLE_FORMS(space, a, t, atomic_fetch_sub, t)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#define RADDLE_LONGS(space, in)                                                                                        \
  RADDLE_INTEGER(space, in, atomic_long, long, "s", "64", "l", as_ulong)                                               \
  RADDLE_INTEGER(space, in, atomic_ulong, ulong, "u", "64", "l", as_ulong)                                             \
  RADDLE_ANY_TYPE(space, in, atomic_double, double, "64", "d", as_ulong)
#else
#define RADDLE_LONGS(space, in)
#endif
/* A flag is an `atomic_int`, so its functions are those of one. */
#define RADDLE_SPACE(space, in)                                                                                        \
  RADDLE_INTEGER(space, in, atomic_int, int, "s", "32", "r", as_uint)                                                  \
  RADDLE_INTEGER(space, in, atomic_uint, uint, "u", "32", "r", as_uint)                                                \
  RADDLE_ANY_TYPE(space, in, atomic_float, float, "32", "f", as_uint)                                                  \
  RADDLE_LONGS(space, in)                                                                                              \
  RADDLE_FN bool atomic_flag_test_and_set_explicit(volatile space atomic_flag *object, memory_order order, memory_scope scope) {\
    return atomic_exchange_explicit(object, 1, order, scope) != 0;                                                     \
  }                                                                                                                    \
  RADDLE_FN bool atomic_flag_test_and_set_explicit(volatile space atomic_flag *object, memory_order order) {           \
    return atomic_exchange_explicit(object, 1, order) != 0;                                                            \
  }                                                                                                                    \
  RADDLE_FN bool atomic_flag_test_and_set(volatile space atomic_flag *object) { return atomic_exchange(object, 1) != 0; }\
  RADDLE_FN void atomic_flag_clear_explicit(volatile space atomic_flag *object, memory_order order, memory_scope scope) {\
    atomic_store_explicit(object, 0, order, scope);                                                                    \
  }                                                                                                                    \
  RADDLE_FN void atomic_flag_clear_explicit(volatile space atomic_flag *object, memory_order order) {                  \
    atomic_store_explicit(object, 0, order);                                                                           \
  }                                                                                                                    \
  RADDLE_FN void atomic_flag_clear(volatile space atomic_flag *object) { atomic_store(object, 0); }
RADDLE_SPACE(__global, ".global")
RADDLE_SPACE(__local, ".shared")
#ifdef RADDLE_GENERIC
RADDLE_SPACE(__generic, "")
#endif

/* A fence orders the accesses of one work-item. */
RADDLE_FN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  if (order == memory_order_relaxed || scope == memory_scope_work_item) return;
  if (scope == memory_scope_all_svm_devices) __asm__ volatile("membar.sys;" ::: "memory");
  else if (scope == memory_scope_device) __asm__ volatile("membar.gl;" ::: "memory");
  else __asm__ volatile("membar.cta;" ::: "memory");
}
