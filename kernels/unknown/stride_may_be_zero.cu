//! Threads write places that are an unknown stride apart
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! check: --block 64 --arg stride=3
//! expect: race=proved
//! check: --block 64 --arg stride=0
//! expect: race=refuted
//! why: Multiples of a number are apart, unless the number is 0 (or, in 32 bits, has a factor that makes them wrap).
__global__ void apart(int *out, int stride) { out[threadIdx.x * stride] = threadIdx.x; }
