//! A quotient by what may be 0 need not be one number in all rounds
//! source: raddle
//! check: --block 2 --grid 1 --steps 20000
//! expect: race=unknown
//! why: What a division by 0 gives is not specified, and need not be the same twice: then `p` may be 1 after two rounds.
__global__ void twice(int *o, int n, int z)
{
    int t = threadIdx.x, p = 0;
    for (int i = 0; i < n; i++) {
        if (i == 2 && t == 0)
            o[p & 1] = t;
        p += 5 / z;
    }
    if (t == 1)
        o[1] = t;
}
