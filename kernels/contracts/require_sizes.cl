//! Preconditions on the command line that relate a parameter to the sizes of the launch (OpenCL)
//! source: raddle
//! check: --local-size 64 --num-groups 4 --require pitch>=get_local_size(0)&&get_num_groups(0)*pitch<=2147483647
//! expect: race=proved
//! check: --local-size 64 --num-groups 4 --require pitch>=blockDim.x&&gridDim.x*pitch<=2147483647
//! expect: race=proved
//! check: --local-size 64 --num-groups 4 --require pitch>=get_global_size(0)-192&&pitch<=1000
//! expect: race=proved
//! check: --local-size 64 --num-groups 4 --require pitch>=get_local_size(0)-1&&pitch<=1000
//! expect: race=refuted
//! finding: race line 17
//! check: --local-size 64 --num-groups 4 --require pitch==get_local_size(0)
//! expect: race=proved
//! why: Each group fills a row of its own if a row has as many elements as a group has work-items, and no index wraps around. With a pitch of 63 the last element of a row
//!   is the first of the next one, at [A]. The product of the requirement does not wrap around, as that of the kernel might.
__kernel void rows(__global int *out, int pitch) {
    out[get_group_id(0) * pitch + get_local_id(0)] = get_global_id(0); // [A]
}
