//! Assumptions of different threads that no launch can meet together
//! source: raddle
//! check: --block 2 --grid 1 --kernel two_places
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel one_place
//! expect: race=proved
//! check: --block 4 --grid 1 --kernel fits
//! expect: race=refuted
//! finding: race line 39
//! why: No `n` is above 5 and below 3, and no number is 0 and 1, so there is no launch of the first two in which two threads race at [A]
//!   or [B]. In `fits` an `n` of 6 will do.
__global__ void two_places(int *o, int n)
{
    int t = threadIdx.x;
    if (t == 0) {
        __assume(n > 5);
    } else {
        __assume(n < 3);
    }
    o[0] = t; // [A]
}

__global__ void one_place(int *o, const int *a)
{
    int t = threadIdx.x;
    __requires(a[0] == (int)threadIdx.x || threadIdx.x > 2);
    if (t < 2)
        o[0] = t; // [B]
}

__global__ void fits(int *o, int n)
{
    int t = threadIdx.x;
    if (t == 0) {
        __assume(n > 5);
    } else {
        __assume(n > 3);
    }
    o[0] = t; // [C]
}
