//! A thread writes through one pointer and reads through another, which may be the same
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved
//! check: --block 64 --may-alias
//! expect: race=unknown
//! why: Only thread 0 comes near `a` and `b`. If they are one buffer, y is 6, and thread 0 writes `s[1]` at [A], as thread 1
//!   does at [B].
__global__ void own_alias(int *a, int *b)
{
    __shared__ int s[2];
    int t = threadIdx.x;
    if (t == 0) {
        a[0] = 5;
        int x = a[0];
        b[0] = 6;
        int y = a[0];
        s[x == y ? 0 : 1] = 1; // [A]
    }
    if (t == 1)
        s[1] = 2; // [B]
}
