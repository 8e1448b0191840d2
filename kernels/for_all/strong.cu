//! Loads and stores with an order beside atomics
//! source: raddle (as in maxima that are read before they are changed)
//! check: --block 64 --kernel highest
//! expect: race=proved
//! check: --block 64 --kernel highest -D PLAIN
//! expect: race=refuted
//! check: --block 64 --kernel highest -D OF_A_BLOCK --within-cta
//! expect: race=proved
//! check: --block 64 --kernel highest -D OF_A_BLOCK
//! expect: race=refuted
//! check: --block 64 --kernel halves
//! expect: race=refuted
//! check: --block 64 --kernel stores
//! expect: race=proved
//! why: A load with an order is one step for all threads of its scope, as an atomic is, so the two do not race; a plain one does, and one for threads of a block
//!   does with other blocks. An access to half of what another one changes at once is no step for it.
__global__ void highest(unsigned *most, const unsigned *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#if defined(PLAIN)
    unsigned found = *most;
#elif defined(OF_A_BLOCK)
    unsigned found;
    asm volatile("ld.relaxed.cta.u32 %0, [%1];" : "=r"(found) : "l"(most) : "memory");
#else
    unsigned found = __nv_atomic_load_n(most, __NV_ATOMIC_RELAXED);
#endif
    while (found < x[i]) {
        unsigned before = found;
        found = atomicCAS(most, before, x[i]);
        if (found == before) break;
    }
}

__global__ void halves(unsigned long long *sum, unsigned *low) {
    unsigned found;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(found) : "l"(sum) : "memory");
    atomicAdd(sum, 1ull);
    low[blockIdx.x * blockDim.x + threadIdx.x] = found;
}

__global__ void stores(unsigned *flag) {
    asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(flag), "r"(threadIdx.x) : "memory");
}
