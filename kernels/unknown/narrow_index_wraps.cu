//! An index of 8 bits after a start that is not given
//! source: raddle
//! check: --block 512
//! expect: race=refuted
//! check: --block 256
//! expect: race=proved
//! check: --block 512 --arg start=0
//! expect: race=refuted
//! check: --block 256 --arg start=7
//! expect: race=proved
//! why: Threads 0 and 256 write one place, whatever the start is: the sum is cut to 8 bits. To one run a sum
//!   that was cut is any number; that 256 threads do not meet is seen where two threads are compared.
__global__ void narrow(int *out, int start) { out[(unsigned char)(start + threadIdx.x)] = threadIdx.x; }
