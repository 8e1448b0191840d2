//! OpenCL defines `mul24` and `mad24` for operands of 24 bits only
//! source: raddle
//! check: --kernel rows --block 16 --grid 4 --property race
//! expect: race=proved
//! check: --kernel columns --block 16 --grid 4 --cta all --property race
//! expect: race=proved
//! check: --kernel narrow --block 16 --grid 1 --property race
//! expect: race=proved
//! check: --kernel lanes --block 16 --grid 1 --property race
//! expect: race=proved
//! check: --kernel wide --block 16 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel meets --block 16 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel too_wide --block 16 --grid 1 --property race
//! expect: race=unknown
//! check: --kernel asserted --block 16 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel asserted_of_any --block 16 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel masked --block 16 --grid 1 --property race
//! expect: race=proved
//! check: --kernel contradictory --block 16 --grid 1 --property race,assert
//! expect: race=unknown assert=unknown
//! why: That their operands have 24 bits is assumed, and the proof names it. So `n` is small in `narrow`, and each component in `lanes`; in `wide`, where
//!   nothing is said of `n`, all work-items write one element if it is large. In `meets` they do so if `pitch` is 0. `too_wide` gives 2^24 to `mul24`: what the kernel
//!   does then is unknown. A contract that asks `mul24` says that its operands are such: true in `asserted`, and not of any number.
//!   No launch meets what `contradictory` requires, so that its assertion fails in none.

__kernel void rows(__global int *out) {
    out[mad24((int)get_group_id(0), (int)get_local_size(0), (int)get_local_id(0))] = 1;
}

__kernel void columns(__global int *out, int pitch) {
    __requires(pitch == 64);
    out[mul24((int)get_local_id(0), pitch) + get_group_id(0)] = 1;
}

__kernel void narrow(__global int *out, int n) {
    int one = mul24(n, 1);
    out[n > 0x7fffff ? 0 : get_local_id(0)] = get_local_id(0) + one;
}

__kernel void lanes(__global int *out, uint2 n) {
    uint2 one = mul24(n, (uint2)(1, 2));
    out[n.x + n.y > 0x1ffffff ? 0 : get_local_id(0)] = get_local_id(0) + one.x;
}

__kernel void wide(__global int *out, int n) {
    out[n > 0x7fffff ? 0 : get_local_id(0)] = get_local_id(0) + n;
}

__kernel void meets(__global int *out, int pitch) {
    int i = get_local_id(0);
    out[mul24(i, pitch)] = i;
}

__kernel void too_wide(__global int *out) {
    int i = get_local_id(0);
    out[mul24(i, 1 << 24) & 0] = i;
}

__kernel void asserted(__global int *out) {
    uint i = get_local_id(0);
    __assert(mul24(i, 4u) == 4 * i);
    out[i] = 1;
}

__kernel void asserted_of_any(__global int *out, uint n) {
    __assert(mul24(n, 4u) == 4 * n);
    out[get_local_id(0)] = 1;
}

__kernel void masked(__global int *out, int n) {
    out[get_local_id(0) + (mul24(n, 16) & 15)] = get_local_id(0);
}

__kernel void contradictory(__global int *out, int n) {
    __requires(n > 5 && n < 5);
    __assert(get_local_id(0) < 8);
    out[get_local_id(0)] = mul24((int)get_local_id(0) << 20, 1);
}
