//! In lock-step lanes meet between two branches, though none of them makes an access there
//! source: raddle
//! check: --block 32 --warp-synchronous --kernel one_then_another --kernel handed_on --grid 1
//! expect: race=proved
//! check: --block 32 --warp-synchronous --kernel sides
//! expect: race=refuted
//! check: --block 32 --kernel one_then_another
//! expect: race=refuted
//! why: All lanes are in front of the second branch [B] when lane 0 has written at [A]. In `sides` the branch [D] is on one side of the
//!   branch [C] and [E] on the other, and nothing orders the two.
__global__ void one_then_another(int *out)
{
    __shared__ int s;
    int t = threadIdx.x, x = 0;
    if (t == 0)
        s = 1; // [A]
    if (t == 1) // [B]
        x = s;
    out[t] = x;
}

__global__ void handed_on(int *out)
{
    __shared__ int s;
    int t = threadIdx.x, x = 0;
    for (int i = 0; i < 31; i++) {
        if (t == i)
            s = i;
        if (t == i + 1)
            x = s;
    }
    out[t] = x;
}

__global__ void sides(int *out)
{
    __shared__ int s;
    int t = threadIdx.x, x = 0;
    if (t < 2) { // [C]
        if (t == 0) // [D]
            s = 1;
    } else if (t == 2) { // [E]
        x = s;
    }
    out[t] = x;
}
