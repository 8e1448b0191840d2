//! A write under an unknown condition to a place of which nothing is known anyway
//! source: raddle
//! check: --block 64
//! expect: race=unknown deadlock=unknown barrier-reuse=unknown divergence=unknown
//! why: With a = 5, x at [A] is what the loop left in `s[5]`, and y at [C] is 7 if flag[0] is set. So warp 0 may leave, and
//!   warp 1 waits forever. That nothing was known of `s[5]` before [B] does not make x and y one value.
__global__ void again(const int *flag, int a)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t == 0) {
        int v = 0;
        for (int i = 0; i < flag[1]; i++) {
            v += flag[2 + i];
            s[5] = v;
        }
    }
    __syncthreads();
    int x = s[a]; // [A]
    __syncthreads();
    if (t == 0 && flag[0])
        s[5] = 7; // [B]
    __syncthreads();
    int y = s[a]; // [C]
    if (x != y && t < 32)
        return;
    __syncthreads();
}
