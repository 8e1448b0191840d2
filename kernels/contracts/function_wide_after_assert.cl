//! An invariant of all loops that has something in common with the assertion before it
//! source: raddle
//! check: --block 64 --grid 1 --kernel right
//! expect: contract=proved assert=proved race=proved
//! check: --block 64 --grid 1 --kernel wrong
//! expect: contract=refuted assert=unknown race=proved
//! check: --block 64 --grid 1 --kernel between_stores
//! expect: contract=proved race=proved
//! why: The compiler computes the index once, after the loop, for the assertion and the invariant [A] together. At the head of the loop it is
//!   computed there. What the invariant of `between_stores` shares with the stores around it cannot all be: it is left out.
__kernel void right(__global uint *a, int n) {
    a[get_global_id(0)] = 1;
    for (int i = 0; i < n; ++i) a[get_global_id(0)] = 1;
    __assert(a[get_global_id(0)] == 1);
    __function_wide_invariant(a[get_global_id(0)] == 1); // [A]
}

__kernel void wrong(__global uint *a, int n) {
    a[get_global_id(0)] = 2;
    for (int i = 0; i < n; ++i) a[get_global_id(0)] = 1;
    __assert(a[get_global_id(0)] == 1 || n <= 0);
    __function_wide_invariant(a[get_global_id(0)] == 1);
}

__kernel void between_stores(__global int *out, int n) {
    for (int i = 0; i < n; i++) out[get_local_id(0) + 64 * i] = n;
    out[get_local_id(0)] = n;
    __function_wide_invariant(get_local_id(0) < n + 64 || n < 0);
    out[get_local_id(0)] = n;
}
