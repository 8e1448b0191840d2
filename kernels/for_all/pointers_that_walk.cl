//! Pointers that are advanced, and counters that are computed in a wider type
//! source: raddle
//! check: --block 64 --grid 8 --kernel rows
//! expect: race=proved
//! check: --block 64 --grid 8 --kernel backwards
//! expect: race=proved
//! check: --block 64 --grid 8 --kernel into_another
//! expect: race=refuted
//! check: --block 64 --grid 8 --kernel windows
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 8 --kernel windows_of_data
//! expect: divergence=proved
//! why: In `rows` each thread reads and writes its own column, with one pointer that goes down it. In `backwards` an index is subtracted from a pointer. In `into_another` the pointer that
//!   walks is advanced by one element only: a thread reaches what its neighbour writes. In `windows` the sizes that the counter and its bound come from are of OpenCL's `size_t`, cut to `int`; a
//!   division by the number of groups is the same for all threads. In `windows_of_data` the bound is divided by a parameter, which may be zero: then it is any number,
//!   but one for all threads (the assumption `equal-quotients`).
kernel void rows(global int *a, int pitch, int rows) {
    __requires(pitch == 512);
    __requires(rows < 1000);
    global int *p = a + get_global_id(0);
    for (int i = 0; i < rows; i++) {
        *p = *p + 1;
        p += pitch;
    }
}

kernel void backwards(global int *a) {
    global int *end = a + 4096;
    end -= get_global_id(0);
    *end = 1;
}

kernel void into_another(global int *a) {
    global int *p = a + get_global_id(0);
    for (int i = 0; i < 4; i++) {
        *p = get_global_id(0);
        p += 1;
    }
}

kernel void windows(global int *a, local int *mine, int n) {
    int region = n / get_num_groups(0);
    int start = get_group_id(0) * region;
    int stop = start + region;
    int window = start;
    while (window < stop) {
        mine[get_local_id(0)] = window;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) a[get_group_id(0)] = mine[1];
        barrier(CLK_LOCAL_MEM_FENCE);
        window += get_local_size(0);
    }
}

kernel void windows_of_data(local int *mine, int n, int parts) {
    int stop = n / parts;
    int window = 0;
    while (window < stop) {
        mine[get_local_id(0)] = window;
        barrier(CLK_LOCAL_MEM_FENCE);
        window += get_local_size(0);
    }
}
