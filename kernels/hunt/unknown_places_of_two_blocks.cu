//! Accesses of two blocks to one buffer, of which one goes to an unknown place
//! source: raddle
//! check: --block 64 --grid 2 --cta all --kernel cleared_late
//! expect: deadlock=proved race=refuted
//! check: --block 64 --grid 2 --cta all --kernel read_early
//! expect: race=refuted
//! check: --block 64 --grid 2 --cta all --kernel atomic_in_the_block
//! expect: race=refuted
//! check: --block 64 --grid 2 --cta all --kernel two_widths
//! expect: race=refuted
//! check: --block 64 --grid 2 --cta all --kernel gather_and_write
//! expect: race=refuted
//! check: --block 64 --grid 2 --cta all --kernel histogram
//! expect: race=proved
//! check: --block 64 --grid 2 --cta all --kernel one_scatters
//! expect: race=proved
//! why: Nothing orders two blocks. What one block does at an unknown place meets what the other does at a known one, even if
//!   neither block alone does both (cleared_late, read_early, gather_and_write). Atomics of the whole device and of one
//!   width do not race (histogram); those of a block, or of two widths, do. A block does not race with itself here
//!   (one_scatters).
__global__ void cleared_late(const int *data, int *h)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        h[t] = 0;
    else
        atomicAdd(&h[data[t] & 63], 1);
}

__global__ void read_early(const int *data, int *h, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        out[t] = h[t];
    else
        atomicAdd(&h[data[t] & 63], 1);
}

__global__ void atomic_in_the_block(const int *data, int *h)
{
    atomicAdd_block(&h[data[threadIdx.x] & 63], 1);
}

__global__ void two_widths(const int *data, int *h)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        atomicAdd((unsigned long long *)&h[(data[t] & 31) * 2], 1ull);
    else
        atomicAdd(&h[data[t] & 63], 1);
}

__global__ void gather_and_write(int *in, const int *index, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0)
        out[t] = in[index[t]];
    else
        in[t] = 1;
}

__global__ void histogram(const int *data, int *h)
{
    atomicAdd(&h[data[blockIdx.x * 64 + threadIdx.x] & 63], 1);
}

__global__ void one_scatters(const int *index, int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        out[index[0]] = 1;
}
