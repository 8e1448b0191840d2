//! A race after loads from a buffer that is never written
//! source: raddle
//! check: --block 64
//! expect: race=refuted deadlock=proved
//! why: Each thread reads what its neighbour writes [B]. All threads but the last write one value to one place, and what that is depends
//!   on what they load [A]: for such a run the loads matter, for a replay they do not, and both must count events alike.
__global__ void behind(float *out, const float *in) {
    __shared__ float s[65];
    unsigned t = threadIdx.x;
    float x = in[0] + in[1] * in[2];
    if (t < 63) {
        s[64] = x * x;  // [A]
    }
    s[t] = in[t];
    out[t] = s[(t + 1) % 64];  // [B]
}
