//! Contracts in OpenCL
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=proved assert=proved race=proved
//! check: --block 64 --grid 1 -D BROKEN
//! expect: contract=refuted assert=proved
//! finding: contract line 12
//! why: The work-item writes a positive number and finds it at the end. The broken variant subtracts one from it, and for n = 1
//!   it is not positive any more.

__kernel void fill(__global int *out, int n) {
    __requires(n > 0); __ensures(out[get_local_id(0)] > 0); // [A]
    out[get_local_id(0)] = n;
    __assert(out[get_local_id(0)] == n);
#ifdef BROKEN
    out[get_local_id(0)] -= 1;
#endif
}
