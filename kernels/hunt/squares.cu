//! A square that wraps around is negative, whatever the compiler may take from the standard
//! source: raddle
//! check: --block 64 --grid 1 --kernel by_sign --arg n=65535
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel asserted --property assert
//! expect: assert=refuted
//! why: 65535 * 65535 is -131071 in 32 bits: all threads write one place. The sources are compiled so that numbers with a sign wrap around, too.
__global__ void by_sign(int *p, int n) {
    long long a = n * n;
    p[a < 0 ? 0 : threadIdx.x] = threadIdx.x;
}
__global__ void asserted(int n) { __assert(n * n >= 0); }
