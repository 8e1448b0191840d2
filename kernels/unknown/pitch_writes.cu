//! Each thread writes a column by a pitch that is not given
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! check: --block 64 --arg pitch=64
//! expect: race=proved race/shared=proved
//! check: --block 64 --arg pitch=-64
//! expect: race=proved
//! check: --block 64 --arg pitch=1
//! expect: race=refuted
//! check: --block 64 --arg pitch=0 --grid 1
//! expect: race=proved
//! why: Of one step the places are the pitch apart from those of the next. With a pitch of 1, thread 0 writes `out[1]` in its
//!   second step, as thread 1 does in its first. With one of 0 each thread writes one place again and again.
__global__ void columns(float *out, int pitch) {
    for (int i = 0; i < 4; i++) out[threadIdx.x + i * pitch] = i;
}
