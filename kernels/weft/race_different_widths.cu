//! A byte is written inside a word that another thread writes
//! source: raddle (the published WEFT compares start addresses only)
//! check: --block 2
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 13
//! why: Thread 0 writes bytes 0 to 3 and thread 1 writes byte 2 at [A]: other address, other width, same byte, no
//!   barrier.
__global__ void widths() {
    __shared__ int words[2];
    if (threadIdx.x == 0)
        words[0] = 0x01020304;
    else
        ((char *)words)[2] = 7; // [A]
}
