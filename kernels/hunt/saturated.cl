//! Sums of narrow numbers that stop at the largest one
//! source: raddle
//! check: --block 64 --grid 1 --kernel sums
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel values
//! expect: assert=proved
//! why: 200 + 55 is the largest `uchar`, and so is 200 plus anything more: nine work-items write one element.
kernel void sums(global int *out) {
    uchar i = add_sat((uchar)200, (uchar)get_local_id(0));
    out[i] = get_local_id(0);
}

kernel void values(global int *out) {
    __assert(add_sat((uchar)250, (uchar)9) == 255);
    __assert(add_sat((char)100, (char)100) == 127);
    __assert(sub_sat((short)-32768, (short)1) == -32768);
    __assert(sub_sat((ushort)3, (ushort)9) == 0);
    out[get_local_id(0)] = 0;
}
