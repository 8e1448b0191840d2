//! A DMA warp refills a buffer that the compute warps still read
//! source: paper 001, listing 3
//! check: --block 96
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 29
//! why: The compute warps tell the DMA warp that the buffer is free ([B], a non-blocking arrive) and only then
//!   read the old contents [A]. The DMA warp passes its wait as soon as all 64 arrives are in, and its writes are
//!   unordered with those reads: write after read. The synchronisation itself is sound: the two barriers alternate,
//!   and each wait is answered once, so generations never mix and no thread waits forever.
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
            if (z + 1 < PLANES)
                asm volatile("bar.arrive 0, 96;" ::: "memory"); // [B] too early
            int sum = 0;
            for (int j = -RADIUS; j <= RADIUS; j++)
                sum += plane[tid + RADIUS + j]; // [A] still the old plane
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
