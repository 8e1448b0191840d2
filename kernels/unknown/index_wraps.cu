//! A sum of 32 bits wraps before it is widened
//! source: raddle
//! check: --block 8
//! expect: race=refuted
//! check: --block 8 --arg start=0
//! expect: race=refuted
//! why: In 32 bits, 4 times 2^30 is 0: threads 0 and 4 write one place. (As an index of 64 bits it would be another.)
__global__ void wraps(char *out, unsigned start) { out[start + (threadIdx.x << 30)] = threadIdx.x; }
