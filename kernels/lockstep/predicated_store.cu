//! Half of a warp stores, all of it reads, without a wait between
//! source: design §6, independent threads
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 14
//! finding: race line 16
//! check: --block 32 --warp-synchronous --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In lock-step all lanes are at the store's place before any of them reads, whether they store or not. Without it, a lane may
//!   read at [B] before its partner has stored at [A].
__global__ void half(const int *in, int *out) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = in[t]; // [A]
    int partner = t % 16;
    out[t] = s[15 - partner]; // [B]
}
