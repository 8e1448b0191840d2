//! What a function ensures of a vector that it returns, and where it changes its argument (OpenCL)
//! source: raddle
//! check: --block 32 --grid 1 --kernel good
//! expect: assert=proved
//! check: --block 32 --grid 1 --kernel bad
//! expect: assert=refuted
//! finding: assert line 19
//! why: A vector is spoken of by its parts, and of the argument as it was given. `none` returns its argument, which may be negative
//!   [A].

int2 pair(int x) {
    __ensures(__return_val_int2().x == x);
    __ensures(__return_val_int2().y == -x);
    const int given = x;
    x = -x;
    return (int2)(given, x);
}

int none(int x) { __ensures(__return_val_int() >= 0); return x; } // [A]

__kernel void good(__global int *out, int n) {
    int2 both = pair(n);
    __assert(both.x == n);
    out[get_global_id(0)] = both.x + both.y;
}

__kernel void bad(__global int *out, int n) {
    out[get_global_id(0)] = none(n);
}
