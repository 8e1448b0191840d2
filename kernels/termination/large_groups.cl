//! Sizes that only CUDA rules out
//! source: raddle
//! check: --property termination --kernel depth
//! expect: termination=refuted
//! check: --property termination --kernel rows
//! expect: termination=refuted
//! why: OpenCL leaves it to each device how many work-items a group has in z [A], and how many groups there are in y [B].
kernel void depth(global uint *a) {
    while (get_local_id(2) == 100u) {  // [A]
        a[0] = 1;
    }
}

kernel void rows(global uint *a) {
    while (get_num_groups(1) == 70000u) {  // [B]
        a[0] = 1;
    }
}
