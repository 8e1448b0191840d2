//! A copy continues beside the only work-item of a group
//! source: raddle
//! check: --block 1 --grid 4
//! expect: race=unknown
//! check: --block 64 --grid 4
//! expect: race=unknown
//! why: `row` is read before the wait for the copy that fills it. Of a group of one that work-item is taken to be the one that copies, which it
//!   is not.
__kernel void early(__global const float *in, __global float *out) {
    __local float row[64];
    event_t copied = async_work_group_copy(row, in, 64, 0);
    out[get_global_id(0)] = row[get_local_id(0)];
    wait_group_events(1, &copied);
}
