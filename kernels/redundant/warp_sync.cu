//! A __syncwarp() that is needed, and one that is not
//! source: raddle
//! check: --block 32 --property redundant-barrier
//! expect: redundant-barrier=refuted
//! finding: redundant-barrier line 18
//! check: --block 32 --property redundant-barrier --warp-synchronous
//! expect: redundant-barrier=refuted
//! finding: redundant-barrier line 15
//! why: The wait at [A] orders each lane's write before its neighbour's read; in lock-step the accesses are ordered as they
//!   come, and neither wait is needed. After the wait at [B] nothing is accessed that another lane has touched.
__global__ void neighbour(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp(); // [A]
    int v = s[(t + 1) % 32];
    out[t] = v;
    __syncwarp(); // [B]
    out[t] += 1;
}
