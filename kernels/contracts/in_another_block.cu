//! Contracts about the CTA of the other thread
//! source: raddle
//! check: --block 64 --grid 2 --cta all --kernel invariant --property race
//! expect: race=refuted
//! check: --block 64 --grid 2 --cta all --kernel required --property race,contract
//! expect: race=unknown contract=proved
//! check: --block 64 --kernel required --property race --grid 1
//! expect: race=proved
//! why: Two CTAs write different values to one place [A]. That the other thread is in one's own group says nothing of threads of other groups:
//!   it must not make them go away. (A requirement is trusted: there is no contract to prove.)
__global__ void invariant(int *p, int n) {
    for (int i = 0; i < n; i++) {
        __invariant(__same_group);
        p[threadIdx.x] = blockIdx.x;  // [A]
    }
}

__global__ void required(int *p) {
    __requires(__same_group);
    p[threadIdx.x] = blockIdx.x;  // [A]
}
