//! Producer and consumer swap roles; two barriers go through two generations each
//! source: paper 001, listing 2 and figure 3
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The generations are those of figure 3, written beside each barrier below. Barrier 1 is reused: its first
//!   generation (warp 0 arrives, warp 1 waits) is over for both warps before either passes the second generation of
//!   barrier 0, and both reach barrier 1 again only after that. Barrier 0 is reused likewise: no thread leaves
//!   generation 1 before all are in it. For one lane the accesses to g[lane] form a chain: write (w) before barrier
//!   1 generation 1, read (x) after it, write (z) after barrier 0 generation 2, read (y) after barrier 1 generation
//!   2. Different lanes use different elements.
__global__ void __launch_bounds__(64, 1) swap_roles(int *x, int *y) {
    __shared__ int g[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    asm volatile("bar.sync 0, 64;" ::: "memory"); // barrier 0, generation 1
    if (warp == 0) {
        g[lane] = lane + 100; // w
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // barrier 1, generation 1
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // barrier 1, generation 1
        x[lane] = g[lane];
    }
    asm volatile("bar.sync 0, 64;" ::: "memory"); // barrier 0, generation 2
    if (warp == 0) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // barrier 1, generation 2
        y[lane] = g[lane];
    } else {
        g[lane] = lane + 200; // z
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // barrier 1, generation 2
    }
}
