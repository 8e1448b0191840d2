//! A copy of an array, for contracts
//! source: raddle
//! check: --block 64 --grid 1 --kernel apart
//! expect: race=proved assert=proved
//! check: --block 64 --grid 1 --kernel of_the_copy
//! expect: race=proved assert=unknown
//! check: --block 64 --grid 1 --kernel uses_it
//! expect: assert=unknown
//! why: Of what a contract reads from the copy nothing is known, true or not; the kernel is verified otherwise. One that uses the array itself has no copy.
__global__ void apart(int *a, int *copy) {
    __array_snapshot(copy, a);
    a[threadIdx.x] = 1;
    __assert(a[threadIdx.x] == 1);
}

__global__ void of_the_copy(int *a, int *copy) {
    a[threadIdx.x] = 1;
    __array_snapshot(copy, a);
    a[threadIdx.x] = 2;
    __assert(copy[threadIdx.x] == 2);
}

__global__ void uses_it(int *a, int *copy) {
    __array_snapshot(copy, a);
    a[threadIdx.x] = copy[threadIdx.x];
}
