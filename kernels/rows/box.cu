//! A stencil in three dimensions, all sizes free
//! source: raddle
//! check: --block 8,8,4
//! expect: race=proved
//! why: `(k * ny + j) * nx + i` is one place for one point if the number of points fits into 32 bits and all sizes are at least 1.
__global__ void stencil(const float *in, float *out, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1) {
        int at = (k * ny + j) * nx + i, plane = nx * ny;
        out[at] = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - plane] + in[at + plane];
    }
}
