//! The first thread of each block adds to one total
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! finding: race line 15
//! check: --block 64 --grid 2
//! expect: race=refuted
//! finding: race line 15
//! check: --block 64 --grid 1
//! expect: race=proved
//! check: --block 64 --within-cta
//! expect: race=proved
//! why: Two blocks read and write total[0] at [A], and nothing orders them. Within one block only one thread does.
__global__ void total_of_all_blocks(int *total, const int *in) {
    if (threadIdx.x == 0) total[0] += in[blockIdx.x]; // [A]
}
