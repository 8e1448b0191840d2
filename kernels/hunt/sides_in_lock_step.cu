//! Lock-step orders instructions of a warp, and not the sides of a branch
//! source: raddle
//! check: --block 32 --warp-synchronous --kernel unknown_sides
//! expect: race=refuted
//! check: --block 32 --warp-synchronous --kernel unknown_break
//! expect: race=refuted
//! check: --block 32 --warp-synchronous --kernel unknown_guard --grid 1
//! expect: race=proved
//! check: --block 32 --warp-synchronous --kernel one_body_two_ways
//! expect: race=refuted
//! check: --block 32 --warp-synchronous --kernel one_after_another --grid 1
//! expect: race=proved
//! why: One lane may take the one side of a branch on data and its neighbour the other: nothing orders these (unknown_sides), nor those
//!   who leave a loop by a break with those who leave it later (unknown_break). Lanes 0 and 1 reach the body of an
//!   `if (a || b)` by two branches, and their sides meet after it, not in it (one_body_two_ways). Where there is but one
//!   side, lock-step holds in it (unknown_guard); and instructions after each other are in order (one_after_another).
__global__ void unknown_sides(const int *data, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (data[t])
        s[t] = 1;
    else
        s[t ^ 1] = 2;
    out[t] = s[t];
}

__global__ void unknown_break(const int *data, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (data[t + 32 * i]) {
            s[t] = i;
            out[t] = s[t ^ 1];
            break;
        }
    }
}

__global__ void unknown_guard(const int *data, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    if (data[t])
        s[t] += s[t ^ 1];
    out[t] = s[t];
}

__global__ void one_body_two_ways(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t == 0 || t == 1) {
        s[t == 0 ? 0 : 5] = 1;
        out[t] = s[t == 1 ? 0 : 6];
    }
}

__global__ void one_after_another(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    s[t ^ 1] += 1;
    out[t] = s[t];
}
