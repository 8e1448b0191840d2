//! A float4 is written while its last component is read
//! source: raddle (the published WEFT takes a vector access for its first component)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 16
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp 0 writes 16 bytes for each lane; lane l of warp 1 reads the 4 bytes at the end of that quad [A],
//!   before any barrier. In a block of 32 threads there is no reader.
__global__ void quads(float *out) {
    __shared__ float4 quad[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        quad[lane] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    else
        out[lane] = ((float *)quad)[4 * lane + 3]; // [A]
}
