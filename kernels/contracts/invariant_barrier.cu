//! An invariant of a loop with barriers
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved contract=proved
//! check: --block 64 --grid 1 -D BROKEN
//! expect: race=proved divergence=proved contract=refuted
//! finding: contract line 20
//! why: The part of the tile that is worked on begins at a multiple of 64 that memory decides about, and all threads read the same
//!   number. That it stays below 192 is the invariant. The broken variant moves on by 65, and the invariant fails; that there is no race
//!   needs no invariant, as long as all threads agree on the part.

#ifdef BROKEN
#define BY 65
#else
#define BY 64
#endif

__global__ void parts(int *out, const int *go, int rounds) {
    int at = 0;
    for (int i = 0; __invariant(at % 64 == 0 && at >= 0 && at <= 128), i < rounds; i++) { // [A]
        out[at + threadIdx.x] = i;
        __syncthreads();
        at = go[i] > 0 && at < 128 ? at + BY : 0;
    }
}
