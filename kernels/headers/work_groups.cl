//! Work-group functions of OpenCL 2.0: all come together, and no memory is ordered
//! source: raddle
//! check: --std CL2.0 --block 64 --grid 1 --kernel agreed
//! expect: deadlock=proved divergence=proved race=proved
//! check: --std CL2.0 --block 64 --grid 1 --kernel all_agree
//! expect: deadlock=proved divergence=proved race=proved
//! check: --std CL2.0 --block 64 --grid 1 --kernel scan
//! expect: divergence=unknown
//! check: --std CL2.0 --block 64 --grid 1 --kernel only_some
//! expect: deadlock=refuted divergence=refuted
//! check: --std CL2.0 --block 64 --grid 1 --kernel orders_nothing
//! expect: divergence=proved race=refuted
//! finding: race line 47
//! check: --std CL2.0 --block 64 --grid 1 --kernel broadcast
//! expect: divergence=proved race=proved assert=unknown
//! why: What a reduction gives is the same for all, so all reach the barrier of `agreed`; what a scan gives is another value for each. A work-group function
//!   is a meeting of all work-items: not all reach it in `only_some`. It is no fence, so that the store at [A] and the next load race. The work-item whose
//!   value is broadcast has to be one for all.

__kernel void agreed(__global const int *in, __global int *out) {
    if (work_group_reduce_add(in[get_global_id(0)]) > 3 && work_group_any(in[get_global_id(0)]))
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

__kernel void all_agree(__global int *out) {
    if (work_group_all(get_local_id(0) < 64))
        out[get_global_id(0)] = 1;
    else
        out[0] = get_local_id(0);
}

__kernel void scan(__global int *out) {
    if (work_group_scan_inclusive_add(1) > 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

__kernel void only_some(__global int *out) {
    int sum = 0;
    if (get_local_id(0) < 32)
        sum = work_group_reduce_max(1);
    out[get_global_id(0)] = sum;
}

__kernel void orders_nothing(__local int *own, __global int *out) {
    own[get_local_id(0)] = 1; // [A]
    out[get_global_id(0)] = work_group_all(1) + own[get_local_id(0) ^ 1];
}

__kernel void broadcast(__global int *out) {
    out[get_global_id(0)] = work_group_broadcast(3, get_local_id(0));
}
