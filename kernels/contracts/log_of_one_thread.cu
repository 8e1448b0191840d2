//! A log of accesses where a block has one thread
//! source: raddle
//! check: --block 1 --property assert
//! expect: assert=refuted
//! check: --block * --property assert
//! expect: assert=refuted
//! why: The thread writes if n is more than 3 [A], also where there is no second thread to be compared with it.
__global__ void alone(int *p, int n) {
    if (n > 3 && blockDim.x == 1) {
        p[0] = 1;  // [A]
    }
    __assert(__no_write(p));
}
