//! The two-phase transfer of listing 3 with the arrive after the last read
//! source: paper 001, listing 3 (repaired)
//! check: --block 96 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Every read of a plane precedes the arrive at barrier 0 in program order, the DMA warp writes only after
//!   its wait at barrier 0, and the compute warps read the next plane only after their wait at barrier 1, which the
//!   DMA warp releases after its writes. So reads and writes of `plane` alternate in happens-before. The barriers
//!   alternate too: a warp reaches generation k+1 of either barrier only after it has seen generation k of the
//!   other, which follows generation k of the first for all 96 threads.
#define COMPUTE 64
#define RADIUS 2
#define PLANES 4

__device__ void load_plane(int *plane, const int *in, int z, int lane) {
    for (int i = lane; i < COMPUTE + 2 * RADIUS; i += 32)
        plane[i] = in[z * (COMPUTE + 2 * RADIUS) + i];
}

__global__ void two_phase(const int *in, int *out) {
    __shared__ int plane[COMPUTE + 2 * RADIUS];
    int tid = threadIdx.x;
    if (tid < COMPUTE) {
        for (int z = 0; z < PLANES; z++) {
            asm volatile("bar.sync 1, 96;" ::: "memory"); // plane z is there
            int sum = 0;
            for (int j = -RADIUS; j <= RADIUS; j++)
                sum += plane[tid + RADIUS + j];
            if (z + 1 < PLANES)
                asm volatile("bar.arrive 0, 96;" ::: "memory"); // plane z is no longer needed
            out[z * COMPUTE + tid] = sum;
        }
    } else {
        for (int z = 0; z < PLANES; z++) {
            if (z > 0)
                asm volatile("bar.sync 0, 96;" ::: "memory"); // wait until the buffer is free
            load_plane(plane, in, z, tid - COMPUTE);
            asm volatile("bar.arrive 1, 96;" ::: "memory");
        }
    }
}
