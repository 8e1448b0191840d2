//! A step of Jacobi's method, from one array to another and in place
//! source: raddle
//! check: --block 16,16 --kernel step
//! expect: race=proved
//! check: --block 16,16 --kernel in_place
//! expect: race=refuted
//! why: The inner points of a grid whose sizes are at least 1. (With `nx` = INT_MIN, `nx - 1` is INT_MAX, and `j * nx` is one number
//!   for all even `j`.) In place, a thread reads what its neighbours write, and no size excludes that.
__global__ void step(const float *in, float *out, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
        int at = j * nx + i;
        out[at] = 0.25f * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx]);
    }
}

__global__ void in_place(float *u, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
        int at = j * nx + i;
        u[at] = 0.25f * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx]);
    }
}
