//! All work-items of a row write one pixel (OpenCL)
//! source: raddle
//! check: --block 8,8 --grid 4,4
//! expect: race=refuted divergence=proved
//! finding: race line 9
//! why: The column is always 0, and each writes its own number [A].

__kernel void column(__write_only image2d_t to) {
    write_imageui(to, (int2)(0, get_global_id(1)), (uint4)(get_global_id(0))); // [A]
}
