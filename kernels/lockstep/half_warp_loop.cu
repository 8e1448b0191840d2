//! A tree whose lanes leave the loop one half after the other
//! source: design §6, independent threads
//! check: --block 32
//! expect: race=refuted
//! finding: race line 19
//! check: --block 32 --warp-synchronous --grid 1
//! expect: race=proved
//! why: A lane that has left the loop has written its last value in an earlier round, and in lock-step the rounds follow each
//!   other for all lanes that were in them. Without it, a lane may read at [A] what another one has yet to write. The wait that
//!   is missing must be made by all lanes that were in the round, so it belongs after the write.
__global__ void tree(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    int d = 16;
    while (t < d) {
        int v = s[t + d];
        s[t] += v; // [A]
        d /= 2;
    }
    if (t == 0)
        out[0] = s[0];
}
