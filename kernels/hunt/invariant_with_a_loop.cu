//! Invariants whose own evaluation has a loop
//! source: raddle
//! check: --block 4 --grid 1 --kernel counted
//! expect: contract=refuted race=refuted
//! check: --block 4 --grid 1 --kernel found
//! expect: contract=refuted race=refuted
//! why: Neither holds for all inputs: `count(i)` reaches 2, and there need not be a 7. So nothing may rest on them,
//!   and runs show both, and the races.
__device__ int count(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s++;
    return s;
}

__global__ void counted(int *o, int n)
{
    for (int i = 0; __invariant(count(i) < 2), i < n; i++) {
    }
    if (n > 4)
        o[0] = threadIdx.x;
}

__device__ bool has_7(const int *g)
{
    for (int i = 0; i < 3; i++)
        if (g[i] == 7)
            return true;
    return false;
}

__global__ void found(int *o, const int *g, int n)
{
    for (int i = 0; i < n; i++) {
        __invariant(has_7(g));
        if (!has_7(g))
            o[0] = threadIdx.x;
    }
}
