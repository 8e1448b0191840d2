//! Vectors of three elements, which take the room of four
//! source: raddle
//! check: --block 64 --grid 1 --kernel shared_vector
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel all_write_one
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel sums
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel different
//! expect: race=refuted
//! why: The compiler writes four elements, of which the last holds what nothing has written. `s` has room for it. It does no harm that it is
//!   another value in each thread, so only `different` is wrong.
__kernel void shared_vector(__global int *out) {
    __local float3 s;
    if (get_local_id(0) == 0) s = (float3)(1, 2, 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = (int)s.x;
}

__kernel void all_write_one(__global float3 *out, float3 v) { out[0] = v; }

__kernel void sums(__global float3 *out, __global const float3 *in, int n) {
    float3 v = 0;
    for (int i = 0; i < n; i++) v += in[i];
    out[0] = v;
}

__kernel void different(__global float3 *out) { out[0] = (float3)(get_local_id(0), 2, 3); }
