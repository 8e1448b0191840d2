//! A function without a body may give back the address that it is passed
//! source: raddle
//! check: --block 64 --grid 1 --pure-calls --property assert
//! expect: assert=unknown
//! why: Taken for pure, it writes nothing; the kernel does, through what it was given.
extern __device__ int *pick(int *p);

__global__ void k(int *out) {
    int x = 4;
    int *r = pick(&x);
    *r = 5;
    __assert(x == 4);
}
