//! A dataflow graph over four warps, with barrier 2 used twice, safely
//! source: paper 001, figure 2 and section 2.3
//! check: --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Operations A and B run on warp 0, F and I on warp 1, G and H on warp 2, D and E on warp 3. The edges that
//!   cross warps are A-D (barrier 2), B-F (barrier 0), E-F (barrier 1), E-G (barrier 3) and H-I (barrier 2 again).
//!   The first generation of barrier 2 is over when D runs. Warp 1 reaches barrier 2 after F, which waited for E,
//!   which follows D; warp 2 reaches it after G, which waited for E as well. So both registrations of generation 2
//!   come after every registration of generation 1. The path A-B-F alone would not do, because warp 0 only arrives
//!   and never learns that generation 1 is complete. Every shared slot is written before the arrive and read after
//!   the wait of its edge, by the same lane. The waits follow the edges of an acyclic graph.
__global__ void dataflow(float *out) {
    __shared__ float a[32], b[32], e_f[32], e_g[32], h[32];
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
        asm volatile("bar.sync 0, 64;" ::: "memory"); // F needs B
        asm volatile("bar.sync 1, 64;" ::: "memory"); // F needs E
        float f = b[lane] + e_f[lane]; // F
        asm volatile("bar.sync 2, 64;" ::: "memory"); // I needs H, generation 2
        out[lane] = f + h[lane]; // I
        break;
    }
    case 2: {
        asm volatile("bar.sync 3, 64;" ::: "memory"); // G needs E
        float g = e_g[lane] * 0.5f; // G
        h[lane] = g + 1.0f; // H
        asm volatile("bar.arrive 2, 64;" ::: "memory"); // H to I, generation 2
        break;
    }
    default: {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // D needs A, generation 1
        float d = a[lane] - 4.0f; // D
        e_f[lane] = d * d; // E
        e_g[lane] = d + 3.0f;
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // E to F
        asm volatile("bar.arrive 3, 64;" ::: "memory"); // E to G
        break;
    }
    }
}
