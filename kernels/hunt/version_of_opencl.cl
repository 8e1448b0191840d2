//! A source that asks for the version of OpenCL
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved
//! check: --std CL2.0 --block 64 --grid 1
//! expect: race=proved
//! check: --std CL1.0 --block 64 --grid 1
//! expect: race=refuted
//! finding: race line 14
//! why: A macro that is not defined counts as 0, so that a source without `__OPENCL_VERSION__` was compiled as for OpenCL 1.0, where [A] races.

__kernel void k(__global int *out) {
#if __OPENCL_VERSION__ < 110
    out[0] = get_local_id(0); // [A]
#else
    out[get_global_id(0)] = get_local_id(0);
#endif
}
