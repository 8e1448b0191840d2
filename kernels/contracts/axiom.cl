//! What holds in every launch is said outside of the kernel
//! source: raddle
//! check: --block 32 --grid 1
//! expect: race=proved divergence=proved
//! why: Work-items meet in one element unless `stride` is 1, which the axiom says of every launch.

__axiom(get_local_size(0) == 32);

__kernel void strided(__global int *out, int stride) {
    __requires(stride == 1);
    if (get_local_size(0) != 32)
        out[0] = get_local_id(0);
    out[get_local_id(0) * stride] = 1;
}
