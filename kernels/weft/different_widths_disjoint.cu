//! Neighbouring accesses of different widths that share no byte
//! source: raddle
//! check: --block 3
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Bytes 0 to 3, bytes 4 to 5 and byte 6: adjacent, never overlapping.
__global__ void widths() {
    __shared__ int words[2];
    if (threadIdx.x == 0)
        words[0] = 0x01020304;
    else if (threadIdx.x == 1)
        ((short *)words)[2] = 5;
    else
        ((char *)words)[6] = 7;
}
