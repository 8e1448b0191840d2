/* raddle.h: contracts in the source of a kernel, for CUDA and OpenCL.
 *
 * A contract is a specification region: an opening marker, the evaluation of the condition, and a closing marker
 * that takes the condition's value. The verifier treats what lies between the two markers as specification, so that
 * a load in there is no access of the kernel. Kinds: 0 assert, 1 assume, 2 requires, 3 ensures, 4 loop invariant,
 * 5 invariant of all loops of the function, 6 what a built-in function asks of its operands; and 8 more for one that
 * is about threads elsewhere too.
 *
 * Under a plain compiler (RADDLE not defined) contracts vanish, so that a file with contracts still builds.
 */
#ifndef RADDLE_CONTRACTS_H
#define RADDLE_CONTRACTS_H

#ifdef RADDLE
#ifdef __OPENCL_C_VERSION__
#define __raddle_extern
#else
#define __raddle_extern extern "C" __attribute__((device))
#endif
/* 64 bits. CUDA's `long` has as many bits as a pointer. */
#ifdef __OPENCL_C_VERSION__
#define __raddle_long long
#else
#define __raddle_long long long
#endif
__raddle_extern void __raddle_spec_begin(int kind);
__raddle_extern void __raddle_spec_end(int kind, bool value);
/* What only a verifier can evaluate: values of the other thread, values at the kernel's start, the log of accesses; and
 * what is not supported yet. */
__raddle_extern int __raddle_contract_other32(int value);
__raddle_extern __raddle_long __raddle_contract_other64(__raddle_long value);
__raddle_extern int __raddle_contract_candidate32(int value);
__raddle_extern int __raddle_contract_instance32(int value, int thread);
__raddle_extern int __raddle_contract_pair_instance32(int value, int thread, int other);
__raddle_extern int __raddle_contract_old32(int value);
__raddle_extern __raddle_long __raddle_contract_old64(__raddle_long value);
__raddle_extern int __raddle_contract_same_group(void);
__raddle_extern __raddle_long __raddle_contract_log(int kind, int first);
__raddle_extern __raddle_long __raddle_contract_pointer(int what, int first);
__raddle_extern __raddle_long __raddle_contract_taken(int first, __raddle_long value);
__raddle_extern __raddle_long __raddle_contract_snapshot(int to, int from);
/* Exactly one condition: a second one, after a comma, is an argument too many. */
#define __raddle_spec(kind, ...) (__raddle_spec_begin(kind), __raddle_spec_end(kind, __VA_ARGS__))
/* The condition has to be one, and is not evaluated. */
#define __raddle_unused(...) ((void)sizeof((__VA_ARGS__) ? 1 : 0))
#define __raddle_candidate(kind, ...) __raddle_spec(kind, __raddle_contract_candidate32((__VA_ARGS__) ? 1 : 0) != 0)
#else
#define __raddle_spec(kind, ...) ((void)0)
#define __raddle_unused(...) ((void)0)
#define __raddle_candidate(kind, ...) ((void)0)
#define __raddle_long long
#endif

/* The condition holds whenever control is here: to be proved. */
#define __assert(...) __raddle_spec(0, __VA_ARGS__)
/* The condition holds whenever control is here: trusted, and named in the scope of every proof. */
#define __assume(...) __raddle_spec(1, __VA_ARGS__)
/* What the launch guarantees: at the head of a kernel. In a device function it is asserted of each call. */
#define __requires(...) __raddle_spec(2, __VA_ARGS__)
/* What the kernel guarantees at its end: at the head of a kernel. At the head of a device function, what that guarantees each time
 * that it returns. */
#define __ensures(...) __raddle_spec(3, __VA_ARGS__)
/* Holds each time control reaches the loop head: first statement of the loop's body, or in front of its condition. */
#define __invariant(...) __raddle_spec(4, __VA_ARGS__)
/* Holds each time control reaches the head of any loop of the function it stands in. */
#define __function_wide_invariant(...) __raddle_spec(5, __VA_ARGS__)
#define __function_wide_candidate_invariant(...) __raddle_candidate(5, __VA_ARGS__)
/* Other tools make a difference between threads that are here and threads that are not. No thread of raddle's is anywhere
 * where it is not: these are the same contracts, but that one about a log of accesses is not followed. */
#define __global_assert(...) __raddle_spec(8, __VA_ARGS__)
#define __global_assume(...) __raddle_spec(9, __VA_ARGS__)
#define __global_requires(...) __raddle_spec(10, __VA_ARGS__)
#define __global_ensures(...) __raddle_spec(11, __VA_ARGS__)
#define __global_invariant(...) __raddle_spec(12, __VA_ARGS__)
/* What may be true and may be false, for a tool to find out: an invariant is used where it is proved. Of the others nothing is made, but they have to
 * compile. */
#define __candidate_assert(...) __raddle_unused(__VA_ARGS__)
#define __candidate_requires(...) __raddle_unused(__VA_ARGS__)
#define __candidate_ensures(...) __raddle_unused(__VA_ARGS__)
#define __candidate_invariant(...) __raddle_candidate(4, __VA_ARGS__)
#define __candidate_global_assert(...) __raddle_unused(__VA_ARGS__)
#define __candidate_global_requires(...) __raddle_unused(__VA_ARGS__)
#define __candidate_global_ensures(...) __raddle_unused(__VA_ARGS__)
#define __candidate_global_invariant(...) __raddle_candidate(12, __VA_ARGS__)
/* Other tools look at what these load as the kernel's own accesses. No load of a contract is one here. */
#define __unsafe_assert(...) __assert(__VA_ARGS__)
#define __unsafe_global_assert(...) __global_assert(__VA_ARGS__)
#define __unsafe_candidate_assert(...) __candidate_assert(__VA_ARGS__)
#define __unsafe_candidate_global_assert(...) __candidate_global_assert(__VA_ARGS__)

/* Logical implication; one of two values; of all, of some integer in [low, high). */
#define __implies(a, b) (!(a) || (b))
#define __ite(condition, then, otherwise) ((condition) ? (then) : (otherwise))
#define __forall(i, low, high, ...)                                                                                    \
  __extension__({                                                                                                      \
    bool __raddle_all = true;                                                                                          \
    for (__raddle_long i = (low), __raddle_high = (high); i < __raddle_high; i++) __raddle_all = __raddle_all & !!(__VA_ARGS__); \
    __raddle_all;                                                                                                      \
  })
#define __exists(i, low, high, ...) (!__forall(i, low, high, !(__VA_ARGS__)))
#define __ite_char(c, t, e) ((char)__ite(c, t, e))
#define __ite_short(c, t, e) ((short)__ite(c, t, e))
#define __ite_int(c, t, e) ((int)__ite(c, t, e))
#define __ite_long(c, t, e) ((long)__ite(c, t, e))
#define __ite_size_t(c, t, e) ((__SIZE_TYPE__)__ite(c, t, e))
#define __ite_unsigned_char(c, t, e) ((unsigned char)__ite(c, t, e))
#define __ite_unsigned_short(c, t, e) ((unsigned short)__ite(c, t, e))
#define __ite_unsigned_int(c, t, e) ((unsigned int)__ite(c, t, e))
#define __ite_unsigned_long(c, t, e) ((unsigned long)__ite(c, t, e))
/* Powers of two, and 0, as GPUVerify has it; remainders by powers of two. */
#define __is_pow2(x) (((x) & ((x) - 1)) == 0)
#define __mod_pow2(x, y) ((x) & ((y) - 1))

/* The rest stands in contracts only. Is this thread here? It is: who is elsewhere evaluates nothing. */
#define __enabled() (1)
#define __dominator_enabled() (1)

/* The value of an expression in the other thread, a different one of the CTA that is at the same place. */
#define __other_int(e) (__raddle_contract_other32((int)(e)))
#define __other_unsigned_int(e) ((unsigned int)__raddle_contract_other32((int)(e)))
#define __other_bool(e) (__raddle_contract_other32((e) ? 1 : 0) != 0)
#define __other_longlong(e) (__raddle_contract_other64((__raddle_long)(e)))
#define __other_long(e) __other_longlong(e)
#define __other_size_t(e) ((__SIZE_TYPE__)__raddle_contract_other64((__raddle_long)(e)))
#define __other_pointer_size_t(e) __other_size_t(e)
#define __other_ptr(e) __other_size_t(e)
#define __other_ptr_base(e) __other_size_t(e)
/* It is the same in both threads. */
#define __uniform_int(e) (__other_int(e) == (int)(e))
#define __uniform_unsigned_int(e) __uniform_int(e)
#define __uniform_bool(e) (__other_bool(e) == ((e) ? 1 : 0))
#define __uniform_longlong(e) (__other_longlong(e) == (__raddle_long)(e))
#define __uniform_long(e) __uniform_longlong(e)
#define __uniform_size_t(e) (__other_size_t(e) == (__SIZE_TYPE__)(e))
#define __uniform_pointer_size_t(e) __uniform_size_t(e)
#define __uniform_ptr(e) __uniform_size_t(e)
#define __uniform_ptr_base(e) __uniform_size_t(e)
/* It differs between the two threads. */
#define __distinct_int(e) (!__uniform_int(e))
#define __distinct_unsigned_int(e) (!__uniform_int(e))
#define __distinct_bool(e) (!__uniform_bool(e))
#define __distinct_longlong(e) (!__uniform_longlong(e))
#define __distinct_long(e) (!__uniform_longlong(e))
#define __distinct_size_t(e) (!__uniform_size_t(e))
#define __distinct_pointer_size_t(e) __distinct_size_t(e)
#define __distinct_ptr(e) __distinct_size_t(e)
#define __distinct_ptr_base(e) __distinct_size_t(e)
/* It holds for both threads; not for both. */
#if defined(__OPENCL_C_VERSION__) || defined(__NVCC__)
#define __all(e) ((((e) ? 1 : 0) & __raddle_contract_other32((e) ? 1 : 0)) != 0)
#else
/* CUDA has a vote of this name. In a contract the verifier takes it for this. */
#endif
#define __exclusive(e) (!__all(e))
/* Both threads are of one CTA. */
#define __same_group (__raddle_contract_same_group() != 0)

/* In __ensures: the value at the start of the kernel. */
#define __old_int(e) (__raddle_contract_old32((int)(e)))
#define __old_bool(e) (__raddle_contract_old32((e) ? 1 : 0) != 0)
#define __old_longlong(e) (__raddle_contract_old64((__raddle_long)(e)))
#define __old_size_t(e) ((__SIZE_TYPE__)__raddle_contract_old64((__raddle_long)(e)))

#ifdef RADDLE
/* Ordinary functions. */
#undef always_inline
#ifdef __OPENCL_C_VERSION__
#define __raddle_function static inline __attribute__((overloadable, always_inline, nodebug, unused))
#define __raddle_first_in(space)                                                                                       \
  __raddle_function int __raddle_first(const volatile space void *p) { return *(const volatile space char *)p; }
__raddle_first_in(__global) __raddle_first_in(__local) __raddle_first_in(__constant) __raddle_first_in(__private)
#undef __raddle_first_in
#else
#define __raddle_function static __attribute__((device)) inline __attribute__((always_inline, nodebug, unused))
__raddle_function int __raddle_first(const volatile void *p) { return *(const volatile char *)p; }
#endif
#define always_inline unused
/* Of the log of accesses since the last barrier: one access to the array that p leads into, any of them, of each kind. Kinds: 0 a
 * load, 1 a store, 2 an atomic; 3 to 5 where it lies in the array, in bytes. */
#define __raddle_log(kind, p) (__raddle_contract_log((kind), __raddle_first(p)))
#else
#define __raddle_log(kind, p) 0
#endif
#define __read(p) (__raddle_log(0, p) != 0)
#define __write(p) (__raddle_log(1, p) != 0)
#define __atomic(p) (__raddle_log(2, p) != 0)
#define __no_read(p) (!__read(p))
#define __no_write(p) (!__write(p))
#define __no_atomic(p) (!__atomic(p))
#define __read_implies(p, e) (!__read(p) || (e))
#define __write_implies(p, e) (!__write(p) || (e))
#define __atomic_implies(p, e) (!__atomic(p) || (e))
#define __read_offset_bytes(p) ((__SIZE_TYPE__)__raddle_log(3, p))
#define __write_offset_bytes(p) ((__SIZE_TYPE__)__raddle_log(4, p))
#define __atomic_offset_bytes(p) ((__SIZE_TYPE__)__raddle_log(5, p))
#define __read_offset(p) (__read_offset_bytes(p) / sizeof(*(p)))
#define __write_offset(p) (__write_offset_bytes(p) / sizeof(*(p)))
#define __atomic_offset(p) (__atomic_offset_bytes(p) / sizeof(*(p)))
#define __not_accessed(p) (!__read(p) && !__write(p) && !__atomic(p))
/* Which array a pointer leads into, as a number, and how far. */
#ifdef RADDLE
#define __ptr_base(p) ((__SIZE_TYPE__)__raddle_contract_pointer(1, __raddle_first(p)))
#define __ptr_offset_bytes(p) ((__SIZE_TYPE__)__raddle_contract_pointer(0, __raddle_first(p)))
#else
#define __ptr_base(p) ((__SIZE_TYPE__)0)
#define __ptr_offset_bytes(p) ((__SIZE_TYPE__)0)
#endif
#define __ptr_offset(p) (__ptr_offset_bytes(p) / sizeof(*(p)))
/* Is an access to this element, or to a part of it, logged, of whatever kind? Kinds 6 to 8 are where one of its bytes lies. */
#define __raddle_logged_at(kind, p, element)                                                                           \
  (__raddle_log(kind, p) != 0 &&                                                                                       \
   (__SIZE_TYPE__)__raddle_log((kind) + 6, p) - __ptr_offset_bytes(element) < sizeof(*(element)))
#define __accessed(p, offset)                                                                                          \
  (__raddle_logged_at(0, p, &(p)[offset]) || __raddle_logged_at(1, p, &(p)[offset]) ||                                 \
   __raddle_logged_at(2, p, &(p)[offset]))
/* Has an atomic on this element found this value there? */
#ifdef RADDLE
#define __atomic_has_taken_value(p, offset, value)                                                                     \
  (__raddle_contract_taken(__raddle_first(&(p)[offset]), (__raddle_long)(value)) != 0)
#else
#define __atomic_has_taken_value(p, offset, value) 0
#endif

#ifdef RADDLE
/* No other pointer leads into the array of this one: so it is with parameters anyhow, and of others it is not made use of. */
#define __requires_fresh_array(p) __raddle_unused((p) != 0)
/* Only these arrays are read, written: in a kernel it is to be proved; in a function whose name begins with `__spec`, which is known
 * by its contracts only, it is all that the function does to memory. */
__raddle_extern __raddle_long __raddle_contract_footprint(int kind, int size, int first);
#define __reads_from(p) __assert(__raddle_contract_footprint(0, sizeof(*(p)), __raddle_first(p)) != 0)
#define __writes_to(p) __assert(__raddle_contract_footprint(1, sizeof(*(p)), __raddle_first(p)) != 0)
#define __reads_from_local(p) __reads_from(p)
#define __writes_to_local(p) __writes_to(p)
#define __reads_from_global(p) __reads_from(p)
#define __writes_to_global(p) __writes_to(p)
/* From here on contracts find in the first array what the second one holds here. */
#define __array_snapshot(to, from) __assert(__raddle_contract_snapshot(__raddle_first(to), __raddle_first(from)) != 0)
/* Contracts may read memory anyhow. */
#define __read_permission(e) __raddle_unused(((e), 1))

/* In __ensures of a device function: what it returns, by parts. */
__raddle_extern char __raddle_contract_returned8(int at);
__raddle_extern short __raddle_contract_returned16(int at);
__raddle_extern int __raddle_contract_returned32(int at);
__raddle_extern __raddle_long __raddle_contract_returned64(int at);
#if __SIZEOF_POINTER__ == 8
#define __raddle_returned_as_size(at) __raddle_contract_returned64(at)
#else
#define __raddle_returned_as_size(at) __raddle_contract_returned32(at)
#endif
#if __SIZEOF_LONG__ == 8
#define __raddle_returned_as_long(at) __raddle_contract_returned64(at)
#else
#define __raddle_returned_as_long(at) __raddle_contract_returned32(at)
#endif
#define __return_val_char() (__raddle_contract_returned8(0))
#define __return_val_short() (__raddle_contract_returned16(0))
#define __return_val_int() (__raddle_contract_returned32(0))
#define __return_val_unsigned_int() ((unsigned int)__raddle_contract_returned32(0))
#define __return_val_long() ((long)__raddle_returned_as_long(0))
#define __return_val_longlong() (__raddle_contract_returned64(0))
#define __return_val_size_t() ((__SIZE_TYPE__)__raddle_returned_as_size(0))
#define __return_val_bool() (__raddle_contract_returned8(0) != 0)
#ifdef __OPENCL_C_VERSION__
#define __raddle_as_float(x) as_float(x)
#define __raddle_as_double(x) as_double(x)
#define __raddle_vector(t, ...) ((t)(__VA_ARGS__))
#define __return_val_ptr() ((__global void *)__raddle_returned_as_size(0))
#else
#define __raddle_as_float(x) __int_as_float(x)
#define __raddle_as_double(x) __longlong_as_double(x)
#define __raddle_vector(t, ...) (t{__VA_ARGS__})
#define __return_val_ptr() ((void *)__raddle_returned_as_size(0))
#endif
#define __return_val_funptr(type) ((type)__raddle_returned_as_size(0))
#define __raddle_returned_int(at) __raddle_contract_returned32(at)
#define __raddle_returned_uint(at) ((unsigned int)__raddle_contract_returned32(at))
#define __raddle_returned_float(at) __raddle_as_float(__raddle_contract_returned32(at))
#define __return_val_float() __raddle_returned_float(0)
#define __return_val_double() __raddle_as_double(__raddle_contract_returned64(0))
#define __raddle_returned2(t, e) __raddle_vector(t, e(0), e(4))
#define __raddle_returned3(t, e) __raddle_vector(t, e(0), e(4), e(8))
#define __raddle_returned4(t, e) __raddle_vector(t, e(0), e(4), e(8), e(12))
#define __return_val_int2() __raddle_returned2(int2, __raddle_returned_int)
#define __return_val_int3() __raddle_returned3(int3, __raddle_returned_int)
#define __return_val_int4() __raddle_returned4(int4, __raddle_returned_int)
#define __return_val_uint2() __raddle_returned2(uint2, __raddle_returned_uint)
#define __return_val_uint3() __raddle_returned3(uint3, __raddle_returned_uint)
#define __return_val_uint4() __raddle_returned4(uint4, __raddle_returned_uint)
#define __return_val_float2() __raddle_returned2(float2, __raddle_returned_float)
#define __return_val_float3() __raddle_returned3(float3, __raddle_returned_float)
#define __return_val_float4() __raddle_returned4(float4, __raddle_returned_float)

/* Of the memory at the next barrier: holds for each thread that comes there, so behind it for the threads that are listed, by their numbers in the
 * group. */
#define __raddle_at_barrier(e, thread) \
  __raddle_spec(0, __raddle_contract_instance32((e) ? 1 : 0, (int)(thread)) != 0)
#define __barrier_invariant_1(e, t1) \
  (__assert(e), __raddle_at_barrier(e, t1))
#define __barrier_invariant_2(e, t1, t2) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2))
#define __barrier_invariant_3(e, t1, t2, t3) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3))
#define __barrier_invariant_4(e, t1, t2, t3, t4) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4))
#define __barrier_invariant_5(e, t1, t2, t3, t4, t5) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5))
#define __barrier_invariant_6(e, t1, t2, t3, t4, t5, t6) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6))
#define __barrier_invariant_7(e, t1, t2, t3, t4, t5, t6, t7) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7))
#define __barrier_invariant_8(e, t1, t2, t3, t4, t5, t6, t7, t8) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7), \
   __raddle_at_barrier(e, t8))
#define __barrier_invariant_9(e, t1, t2, t3, t4, t5, t6, t7, t8, t9) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7), \
   __raddle_at_barrier(e, t8), __raddle_at_barrier(e, t9))
#define __barrier_invariant_10(e, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7), \
   __raddle_at_barrier(e, t8), __raddle_at_barrier(e, t9), __raddle_at_barrier(e, t10))
#define __barrier_invariant_11(e, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7), \
   __raddle_at_barrier(e, t8), __raddle_at_barrier(e, t9), __raddle_at_barrier(e, t10), __raddle_at_barrier(e, t11))
#define __barrier_invariant_12(e, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12) \
  (__assert(e), __raddle_at_barrier(e, t1), __raddle_at_barrier(e, t2), __raddle_at_barrier(e, t3), \
   __raddle_at_barrier(e, t4), __raddle_at_barrier(e, t5), __raddle_at_barrier(e, t6), __raddle_at_barrier(e, t7), \
   __raddle_at_barrier(e, t8), __raddle_at_barrier(e, t9), __raddle_at_barrier(e, t10), \
   __raddle_at_barrier(e, t11), __raddle_at_barrier(e, t12))
/* The same of two different threads, each with what `__other_int` and its like say of the other: in pairs, the numbers of the one and of the other. */
#define __raddle_pair_at_barrier(e, one, other) \
  __raddle_spec(0, __raddle_contract_pair_instance32((e) ? 1 : 0, (int)(one), (int)(other)) != 0)
#define __barrier_invariant_binary_1(e, s1, t1) \
  (__assert(e), __raddle_pair_at_barrier(e, s1, t1))
#define __barrier_invariant_binary_2(e, s1, t1, s2, t2) \
  (__assert(e), __raddle_pair_at_barrier(e, s1, t1), \
   __raddle_pair_at_barrier(e, s2, t2))
#define __barrier_invariant_binary_3(e, s1, t1, s2, t2, s3, t3) \
  (__assert(e), __raddle_pair_at_barrier(e, s1, t1), \
   __raddle_pair_at_barrier(e, s2, t2), \
   __raddle_pair_at_barrier(e, s3, t3))
#define __barrier_invariant_binary_4(e, s1, t1, s2, t2, s3, t3, s4, t4) \
  (__assert(e), __raddle_pair_at_barrier(e, s1, t1), \
   __raddle_pair_at_barrier(e, s2, t2), \
   __raddle_pair_at_barrier(e, s3, t3), \
   __raddle_pair_at_barrier(e, s4, t4))

/* Outside of functions: holds in every launch. */
#define __raddle_paste_(a, b) a##b
#define __raddle_paste(a, b) __raddle_paste_(a, b)
#define __axiom(...)                                                                                                   \
  __raddle_extern __attribute__((used)) int __raddle_paste(__raddle_axiom_, __COUNTER__)(void) {                       \
    return (__VA_ARGS__) ? 1 : 0;                                                                                      \
  }                                                                                                                    \
  __raddle_extern void __raddle_spec_begin(int kind)

/* Functions of which nothing is known but that equal arguments give equal results. */
#ifdef __OPENCL_C_VERSION__
#define __raddle_uninterpreted static inline __attribute__((unused))
#else
#define __raddle_uninterpreted static __attribute__((device)) inline __attribute__((unused))
#endif
#define DECLARE_UF_UNARY(name, a, result)                                                                              \
  __raddle_extern __attribute__((const)) result __uninterpreted_function_##name(a);                                    \
  __raddle_uninterpreted result name(a x) { return __uninterpreted_function_##name(x); }
#define DECLARE_UF_BINARY(name, a, b, result)                                                                          \
  __raddle_extern __attribute__((const)) result __uninterpreted_function_##name(a, b);                                 \
  __raddle_uninterpreted result name(a x, b y) { return __uninterpreted_function_##name(x, y); }
#define DECLARE_UF_TERNARY(name, a, b, c, result)                                                                      \
  __raddle_extern __attribute__((const)) result __uninterpreted_function_##name(a, b, c);                              \
  __raddle_uninterpreted result name(a x, b y, c z) { return __uninterpreted_function_##name(x, y, z); }

/* Sums that are assumed not to overflow. */
#undef always_inline
#define __raddle_add_noovfl(name, type)                                                                                \
  __raddle_function type __add_noovfl_##name(type x, type y) {                                                         \
    type sum = (type)((unsigned __raddle_long)x + (unsigned __raddle_long)y);                                                            \
    __assume(((type)-1 < (type)1) ? ((y < (type)0) == (sum < x)) : (sum >= x));                                         \
    return sum;                                                                                                        \
  }                                                                                                                    \
  __raddle_function type __add(type x, type y) { return (type)((unsigned __raddle_long)x + (unsigned __raddle_long)y); }                 \
  __raddle_function type __add_##name(type x, type y) { return __add(x, y); }                                          \
  __raddle_function type __max(type x, type y) { return x > y ? x : y; }
__raddle_add_noovfl(char, char)
__raddle_add_noovfl(unsigned_char, unsigned char)
__raddle_add_noovfl(short, short)
__raddle_add_noovfl(unsigned_short, unsigned short)
__raddle_add_noovfl(int, int)
__raddle_add_noovfl(unsigned_int, unsigned int)
__raddle_add_noovfl(long, long)
__raddle_add_noovfl(unsigned_long, unsigned long)
#undef __raddle_add_noovfl
#undef __raddle_function
#define always_inline unused
#else
#define __requires_fresh_array(p) ((void)0)
#define __reads_from(p) ((void)0)
#define __writes_to(p) ((void)0)
#define __reads_from_local(p) ((void)0)
#define __writes_to_local(p) ((void)0)
#define __reads_from_global(p) ((void)0)
#define __writes_to_global(p) ((void)0)
#define __array_snapshot(to, from) ((void)0)
#define __read_permission(e) ((void)0)
#define __barrier_invariant_1(...) ((void)0)
#define __barrier_invariant_2(...) ((void)0)
#define __barrier_invariant_3(...) ((void)0)
#define __barrier_invariant_4(...) ((void)0)
#define __barrier_invariant_5(...) ((void)0)
#define __barrier_invariant_6(...) ((void)0)
#define __barrier_invariant_7(...) ((void)0)
#define __barrier_invariant_8(...) ((void)0)
#define __barrier_invariant_9(...) ((void)0)
#define __barrier_invariant_10(...) ((void)0)
#define __barrier_invariant_11(...) ((void)0)
#define __barrier_invariant_12(...) ((void)0)
#define __barrier_invariant_binary_1(...) ((void)0)
#define __barrier_invariant_binary_2(...) ((void)0)
#define __barrier_invariant_binary_3(...) ((void)0)
#define __barrier_invariant_binary_4(...) ((void)0)
#define __axiom(...) extern void __raddle_no_axiom(void)
/* Used in contracts only. */
#define DECLARE_UF_UNARY(name, a, result) extern void __raddle_no_function_##name(void)
#define DECLARE_UF_BINARY(name, a, b, result) extern void __raddle_no_function_##name(void)
#define DECLARE_UF_TERNARY(name, a, b, c, result) extern void __raddle_no_function_##name(void)
#define __add(x, y) ((x) + (y))
#ifndef __max
#define __max(x, y) ((x) > (y) ? (x) : (y))
#endif
#define __add_noovfl_char(x, y) ((char)((x) + (y)))
#define __add_noovfl_unsigned_char(x, y) ((unsigned char)((x) + (y)))
#define __add_noovfl_short(x, y) ((short)((x) + (y)))
#define __add_noovfl_unsigned_short(x, y) ((unsigned short)((x) + (y)))
#define __add_noovfl_int(x, y) ((int)(x) + (int)(y))
#define __add_noovfl_unsigned_int(x, y) ((unsigned int)(x) + (unsigned int)(y))
#define __add_noovfl_long(x, y) ((__raddle_long)(x) + (__raddle_long)(y))
#define __add_noovfl_unsigned_long(x, y) ((unsigned long)(x) + (unsigned long)(y))
#endif

#endif
