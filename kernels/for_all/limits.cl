//! OpenCL sets no limit to a work-group: each device says how many work-items it takes, and in which dimension
//! source: raddle
//! check: --kernel deep --block 1,1,* --grid 1 --property race
//! expect: race=refuted
//! check: --kernel deep --block 1,1,64 --grid 1 --property race
//! expect: race=proved
//! check: --kernel deep --block 1,1,128 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel wide --block * --grid 1 --property race
//! expect: race=refuted
//! check: --kernel wide --block 1024 --grid 1 --property race
//! expect: race=proved
//! check: --kernel box --block *,*,* --grid 1 --property race
//! expect: race=refuted
//! check: --kernel box --block 16,16,4 --grid 1 --property race
//! expect: race=proved
//! check: --kernel rows --block * --grid 1,* --cta all --property race
//! expect: race=unknown
//! check: --kernel rows --block * --grid 1,65536 --cta all --property race
//! expect: race=proved
//! check: --kernel deep --block 1,1,* --grid 1 --property race -O 2
//! expect: race=refuted
//! check: --kernel demanded --block 1,1,* --grid 1 --property race
//! expect: race=refuted
//! why: Two work-items of `deep` write one word of `s` in a group that is deeper than 64, of `wide` in one of more than 1024, of `box` in one that is
//!   deeper than 101. Two groups of `rows` write one word if there are more than 65536 in y:
//!   that many are not run, so it is not shown. `demanded` has one size. The optimiser does not know the limits of NVIDIA's GPUs either.
kernel void deep(global int *out) {
    local int s[64];
    int t = get_local_id(2);
    s[t & 63] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[t & 63];
}

kernel void wide(global int *out) {
    local int s[1024];
    int t = get_local_id(0);
    s[t & 1023] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[t & 1023];
}

kernel void box(global int *out) {
    local int s;
    if (get_local_id(2) >= 100 && get_local_id(0) == 0 && get_local_id(1) == 0) s = get_local_id(2);
}

kernel void rows(global int *out) {
    int g = get_group_id(1);
    if (get_local_id(0) == 0) out[g & 0xffff] = g;
}

kernel __attribute__((reqd_work_group_size(1, 1, 128))) void demanded(global int *out) {
    local int s[64];
    int t = get_local_id(2);
    s[t & 63] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[t & 63];
}
