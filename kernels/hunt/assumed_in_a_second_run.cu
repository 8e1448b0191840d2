//! Assumptions about memory that no launch can meet
//! source: raddle
//! check: --block 4 --grid 1 --kernel halves
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel one_after_another
//! expect: race=unknown
//! why: The lower half of a number is what the number is when it is cut to half, and nothing is both above and below 5. The contents of `a`
//!   are in no formula, as it is accessed in two widths: so a run with the solver's inputs does not know whether they hold.
__global__ void halves(int *o, int *a, int n)
{
    int t = threadIdx.x;
    int y = a[0];
    short x = *(short *)a;
    __assume((short)y != x);
    if (n > 3)
        o[0] = t;
}

__global__ void one_after_another(int *o, int *a, int n)
{
    int t = threadIdx.x;
    if (t == 1)
        *(short *)(a + 7) = 1;
    __syncthreads();
    __assume(a[0] > 5);
    __syncthreads();
    __assume(a[0] < 5);
    if (n > 3)
        o[0] = t;
}
