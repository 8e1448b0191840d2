//! A work-group of any size is checked: OpenCL leaves the limit to the device
//! source: raddle
//! check: --local-size 2048 --num-groups 1 --property race
//! expect: race=refuted
//! finding: race line 9
//! check: --local-size 1024 --num-groups 1 --property race
//! expect: race=proved
//! why: 1024 work-items have a word each at [A], and of 2048 two have one.
kernel void words(global int *out) { out[get_local_id(0) & 1023] = get_local_id(0); } // [A]
