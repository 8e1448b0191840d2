//! Functions that are called as OpenCL's are
//! source: raddle
//! check: --block 64 --grid 1 --property race
//! expect: race=unknown
//! why: What a function without a body does is unknown: in CUDA `get_work_dim` is the user's own.
__device__ unsigned get_work_dim(void);

__global__ void k(int *f) {
    if (get_work_dim() == 2) f[0] = threadIdx.x;
}
