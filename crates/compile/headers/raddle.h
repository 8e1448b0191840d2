/* raddle.h: contracts in the source of a kernel, for CUDA and OpenCL.
 *
 * A contract is a specification region: an opening marker, the evaluation of the condition, and a closing marker
 * that takes the condition's value. The verifier treats what lies between the two markers as specification, so that
 * a load in there is no access of the kernel. Kinds: 0 assert, 1 assume, 2 requires, 3 ensures, 4 loop invariant.
 *
 * Under a plain compiler (RADDLE not defined) contracts vanish, so that a file with contracts still builds.
 */
#ifndef RADDLE_CONTRACTS_H
#define RADDLE_CONTRACTS_H

#ifdef RADDLE
#ifdef __OPENCL_C_VERSION__
void __raddle_spec_begin(int kind);
void __raddle_spec_end(int kind, bool value);
#else
extern "C" __attribute__((device)) void __raddle_spec_begin(int kind);
extern "C" __attribute__((device)) void __raddle_spec_end(int kind, bool value);
#endif
/* What only a verifier can evaluate: values of the other thread, values at the kernel's start, the log of accesses. */
#ifdef __OPENCL_C_VERSION__
#define __raddle_extern
#else
#define __raddle_extern extern "C" __attribute__((device))
#endif
__raddle_extern int __raddle_contract_other32(int value);
__raddle_extern long __raddle_contract_other64(long value);
__raddle_extern int __raddle_contract_old32(int value);
__raddle_extern long __raddle_contract_old64(long value);
__raddle_extern int __raddle_contract_same_group(void);
__raddle_extern long __raddle_contract_logged(void);
/* Exactly one condition: a second one, after a comma, is an argument too many. */
#define __raddle_spec(kind, ...) (__raddle_spec_begin(kind), __raddle_spec_end(kind, __VA_ARGS__))
#else
#define __raddle_spec(kind, ...) ((void)0)
#endif

/* The condition holds whenever control is here: to be proved. */
#define __assert(...) __raddle_spec(0, __VA_ARGS__)
/* The condition holds whenever control is here: trusted, and named in the scope of every proof. */
#define __assume(...) __raddle_spec(1, __VA_ARGS__)
/* What the launch guarantees: at the head of a kernel. */
#define __requires(...) __raddle_spec(2, __VA_ARGS__)
/* What the kernel guarantees at its end: at the head of a kernel. */
#define __ensures(...) __raddle_spec(3, __VA_ARGS__)
/* Holds each time control reaches the loop head: first statement of the loop's body, or in front of its condition. */
#define __invariant(...) __raddle_spec(4, __VA_ARGS__)
/* Logical implication. */
#define __implies(a, b) (!(a) || (b))

/* The rest stands in contracts only. Is this thread here? It is: who is elsewhere evaluates nothing. */
#define __enabled() (1)

/* The value of an expression in the other thread, a different one of the CTA that is at the same place. */
#define __other_int(e) (__raddle_contract_other32((int)(e)))
#define __other_bool(e) (__raddle_contract_other32((e) ? 1 : 0) != 0)
#define __other_longlong(e) (__raddle_contract_other64((long)(e)))
#define __other_size_t(e) ((unsigned long)__raddle_contract_other64((long)(e)))
#define __other_pointer_size_t(e) __other_size_t(e)
/* It is the same in both threads. */
#define __uniform_int(e) (__other_int(e) == (int)(e))
#define __uniform_bool(e) (__other_bool(e) == ((e) ? 1 : 0))
#define __uniform_longlong(e) (__other_longlong(e) == (long)(e))
#define __uniform_size_t(e) (__other_size_t(e) == (unsigned long)(e))
#define __uniform_pointer_size_t(e) __uniform_size_t(e)
/* It differs between the two threads. */
#define __distinct_int(e) (!__uniform_int(e))
#define __distinct_bool(e) (!__uniform_bool(e))
#define __distinct_longlong(e) (!__uniform_longlong(e))
#define __distinct_size_t(e) (!__uniform_size_t(e))
#define __distinct_pointer_size_t(e) __distinct_size_t(e)
/* It holds for both threads; not for both. */
#define __all(e) ((((e) ? 1 : 0) & __raddle_contract_other32((e) ? 1 : 0)) != 0)
#define __exclusive(e) (!__all(e))
/* Both threads are of one CTA. */
#define __same_group (__raddle_contract_same_group() != 0)

/* In __ensures: the value at the start of the kernel. */
#define __old_int(e) (__raddle_contract_old32((int)(e)))
#define __old_bool(e) (__raddle_contract_old32((e) ? 1 : 0) != 0)
#define __old_longlong(e) (__raddle_contract_old64((long)(e)))
#define __old_size_t(e) ((unsigned long)__raddle_contract_old64((long)(e)))

/* Of the log of accesses since the last barrier. raddle proves races absent without one: see the guide. */
#define __raddle_log(p) ((void)sizeof(p), __raddle_contract_logged())
#define __read(p) (__raddle_log(p) != 0)
#define __write(p) (__raddle_log(p) != 0)
#define __no_read(p) (__raddle_log(p) == 0)
#define __no_write(p) (__raddle_log(p) == 0)
#define __read_implies(p, e) (!__read(p) || (e))
#define __write_implies(p, e) (!__write(p) || (e))
#define __read_offset_bytes(p) ((unsigned long)__raddle_log(p))
#define __write_offset_bytes(p) ((unsigned long)__raddle_log(p))
#define __read_offset(p) ((unsigned long)__raddle_log(p))
#define __write_offset(p) ((unsigned long)__raddle_log(p))

#endif
