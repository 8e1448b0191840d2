//! An invariant of all loops that one of them breaks
//! source: raddle
//! check: --block 32 --grid 1
//! expect: contract=refuted race=proved
//! finding: contract line 15
//! why: The first loop keeps `i` below 8. The second begins with it, and its second round begins with 10 [A].

__kernel void steps(__global int *out) {
    int i = 0;
    for (; i < 7; i++)
        out[get_global_id(0)] = i;
    for (i = 0; i < 20; i += 10)
        out[get_global_id(0)] = i;

    __function_wide_invariant(i < 8); // [A]
}
