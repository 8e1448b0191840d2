//! A counter in memory beside another pointer
//! source: raddle
//! check: --property termination --kernel other
//! expect: termination=proved
//! check: --property termination --kernel other --may-alias
//! expect: termination=unknown
//! check: --property termination --kernel same
//! expect: termination=unknown
//! why: If q points to the counter, each round sets it back [A]: the proof needs that distinct pointers point to disjoint buffers, and says so. Where it is
//!   one pointer, nothing ends the loop [B].
__global__ void other(unsigned *c, unsigned *q, unsigned n) {
    while (atomicAdd(c, 1) < n) {
        *q = 0;  // [A]
    }
}

__global__ void same(unsigned *c, unsigned n) {
    while (atomicAdd(c, 1) < n) {
        *c = 0;  // [B]
    }
}
