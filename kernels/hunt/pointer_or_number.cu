//! why: `p + n` with a pointer that was read from memory: n is no pointer, although it is a parameter. Taken for one, the
//!      two writes seem to go to different buffers; with n = m they are at one place.
//! check: --block 64
//! expect: race=unknown

__global__ void kernel(char **table, long n, long m) {
    char *p = table[0];
    if (threadIdx.x == 0) p[n] = 1;
    if (threadIdx.x == 1) p[m] = 2;
}
