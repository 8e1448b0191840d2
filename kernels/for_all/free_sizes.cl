//! A size that the kernel demands is not free
//! source: raddle
//! check: --kernel required --block *
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel any --block *
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! why: With more than 64 work-items two of them write one word of `s`; `required` has 64.

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void required(__global int *o) {
    __local int s[64];
    int t = get_local_id(0);
    s[t & 63] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = s[63 - (t & 63)];
}

__kernel void any(__global int *o) {
    __local int s[64];
    int t = get_local_id(0);
    s[t & 63] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = s[63 - (t & 63)];
}
