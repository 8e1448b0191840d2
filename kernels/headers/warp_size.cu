//! `warpSize` is how many lanes the launch's warps have, not the constant 32
//! source: raddle
//! check: --block 64 --grid 1 --kernel only_in_small_warps --warp-size 16
//! expect: race=refuted
//! finding: race line 35
//! check: --block 64 --grid 1 --kernel only_in_small_warps
//! expect: race=proved
//! check: --block * --grid 1 --kernel only_in_small_warps --warp-size 16
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel one_cell_for_each_warp --warp-size 16
//! expect: race=unknown bounds=refuted termination=proved
//! finding: bounds line 44
//! check: --block 64 --grid 1 --kernel one_cell_for_each_warp
//! expect: race=proved bounds=proved termination=proved
//! check: --block 64 --grid 1 --kernel sum_of_a_warp --warp-size 16 --warp-synchronous
//! expect: race=proved termination=proved
//! check: --block 64 --grid 1 --kernel sum_of_a_warp --warp-synchronous
//! expect: race=proved termination=proved
//! check: --block 64 --grid 1 --kernel by_reference --warp-size 16
//! expect: race=unknown
//! why: With 16 lanes all threads write one element (only_in_small_warps [A]); with 32 the branch is dead. Of 64 threads
//!   four are the first of a warp of 16, and the array has two elements ([B]); after an access outside its array no race is
//!   proved absent. The sum halves its distance from the warp
//!   size down, within the elements of the warp, whose lanes are in step. Where `warpSize` is bound to a reference its
//!   value is not followed, so whether all threads write is unknown (by_reference).
template <class T> __device__ T least(T a, T b) { return b < a ? b : a; }
template <class T> __device__ bool is_sixteen(const T &n) { return n == 16; }

struct device { int warpSize; };
int lanes_of(const device &of) { return of.warpSize; }

__global__ void only_in_small_warps(int *out)
{
    if (least(warpSize, 20) == 16)
        *out = threadIdx.x; // [A]
}

__global__ void one_cell_for_each_warp(int *out)
{
    __shared__ int first[2];
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;
    if (lane == 0)
        first[warp] = out[threadIdx.x]; // [B]
}

__global__ void sum_of_a_warp(int *out)
{
    __shared__ volatile int s[64];
    int lane = threadIdx.x & (warpSize - 1);
    s[threadIdx.x] = out[threadIdx.x];
    for (int d = warpSize / 2; d > 0; d /= 2)
        if (lane < d)
            s[threadIdx.x] += s[threadIdx.x + d];
    if (lane == 0)
        out[threadIdx.x] = s[threadIdx.x];
}

__global__ void by_reference(int *out)
{
    if (is_sixteen(warpSize))
        *out = threadIdx.x;
}
