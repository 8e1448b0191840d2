//! Local memory that the host sizes and passes as an argument (OpenCL)
//! source: raddle
//! check: --block 32,2 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The group of 32 x 2 writes one cell per work item, meets, and reads the other row's cell.
__kernel void swap_rows(__global int *data, __local int *scratch) {
    int x = get_local_id(0);
    int y = get_local_id(1);
    scratch[y * 32 + x] = data[y * 32 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[y * 32 + x] = scratch[(1 - y) * 32 + x];
}
