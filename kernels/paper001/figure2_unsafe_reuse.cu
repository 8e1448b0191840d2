//! The dataflow of figure 2 without the edge from E to G: barrier 2 is recycled too early
//! source: paper 001, figure 2 and section 2.3 (broken; D and E run on warp 1, F and I on warp 3)
//! check: --block 128
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 31
//! why: Warp 2 no longer waits for E before it arrives at barrier 2, so nothing orders [A] after the first
//!   generation (warp 0 arrives, warp 1 waits). If [A] comes before warp 1's wait, generation 1 is made of two
//!   arrives and warp 1 waits for a partner that is meant for warp 3. Warp 3's own registration is still ordered
//!   after D by barrier 1; one unordered participant is enough.
__global__ void dataflow(float *out) {
    __shared__ float a[32], b[32], e_f[32], h[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    switch (warp) {
    case 0:
        a[lane] = 1.0f * lane; // A
        asm volatile("bar.arrive 2, 64;" ::: "memory"); // A to D, generation 1
        b[lane] = 2.0f * lane; // B
        asm volatile("bar.arrive 0, 64;" ::: "memory"); // B to F
        break;
    case 1: {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // D needs A, generation 1
        float d = a[lane] - 4.0f; // D
        e_f[lane] = d * d; // E
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // E to F
        break;
    }
    case 2: {
        float g = lane * 0.5f; // G, no longer after E
        h[lane] = g + 1.0f; // H
        asm volatile("bar.arrive 2, 64;" ::: "memory"); // [A] H to I, meant for generation 2
        break;
    }
    default: {
        asm volatile("bar.sync 0, 64;" ::: "memory"); // F needs B
        asm volatile("bar.sync 1, 64;" ::: "memory"); // F needs E
        float f = b[lane] + e_f[lane]; // F
        asm volatile("bar.sync 2, 64;" ::: "memory"); // I needs H, generation 2
        out[lane] = f + h[lane]; // I
        break;
    }
    }
}
