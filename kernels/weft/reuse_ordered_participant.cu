//! The same reuse, safe: the word comes from the warp that waited
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp 0 leaves its wait only when generation 1 is complete, and both later participants hear from warp 0,
//!   one by barrier 2 and one by barrier 3. So every registration of generation 2 follows all of generation 1.
__global__ void relay(int *out) {
    int warp = threadIdx.x / 32;
    switch (warp) {
    case 0:
        asm volatile("bar.sync 1, 64;" ::: "memory"); // generation 1
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        asm volatile("bar.arrive 3, 64;" ::: "memory");
        break;
    case 1:
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // generation 1
        break;
    case 2:
        asm volatile("bar.sync 2, 64;" ::: "memory");
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // generation 2
        break;
    default:
        asm volatile("bar.sync 3, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory"); // generation 2
        break;
    }
    out[threadIdx.x] = warp;
}
