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

#endif
