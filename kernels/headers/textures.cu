//! Textures are read, and surfaces are written at the place of their coordinates
//! source: raddle
//! check: --block 16,16 --grid 4,4 --kernel good
//! expect: race=proved divergence=proved
//! check: --block 16,16 --grid 4,4 --kernel bad
//! expect: race=refuted
//! finding: race line 21
//! why: In `good` each thread writes the element of its own coordinates; what it reads from a texture is never written. In
//!   `bad` all rows of a block write the same elements [A].

texture<float, 2, cudaReadModeElementType> picture;

__global__ void good(cudaSurfaceObject_t to, float *sums) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    surf2Dwrite(tex2D(picture, x + 0.5f, y + 0.5f), to, x * 4, y);
    sums[y * 64 + x] = tex2D(picture, 0.0f, 0.0f);
}

__global__ void bad(cudaSurfaceObject_t to) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    surf2Dwrite(y, to, x * 4, 0); // [A]
}
