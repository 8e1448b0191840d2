//! One lane hands the others an index through volatile shared memory, as Singe's Fermi kernels do
//! source: raddle (volatile shared memory; the idiom is that of paper 001, section 6)
//! check: --block 64 --grid 1 --warp-synchronous
//! expect: deadlock=proved barrier-reuse=proved race=proved
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted
//! finding: race line 17
//! why: In lock-step a warp's lanes store before all of them load [A], so the row is known and each warp has its
//!   own. Nothing else orders the two.
__device__ const int rows[2] = {1, 0};
__global__ void rows_by_mirror(int *out) {
    __shared__ volatile int mirror[2];
    __shared__ int cell[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = rows[warp];
    if (lane == 0)
        mirror[warp] = row;
    row = mirror[warp]; // [A]
    cell[row][lane] = lane;
    out[threadIdx.x] = cell[row][lane];
}
