//! Two functions take turns in a loop
//! source: raddle
//! check: --block 64 --grid 1 --property race,divergence,deadlock,termination
//! expect: race=proved divergence=proved deadlock=proved termination=proved
//! why: In each round the pointer is one of two functions, and each writes elements of its own thread only.

__device__ int add(int *v, int x) {
    v[threadIdx.x] += x;
    return x + 1;
}

__device__ int subtract(int *v, int x) {
    v[threadIdx.x] -= x;
    return x - 1;
}

__global__ void turns(int *v, int n) {
    int (*f)(int *, int) = add;
    int x = 0;
    for (int i = 0; i < n; i++) {
        x = f(v, x);
        f = f == add ? subtract : add;
    }
    v[threadIdx.x] += x;
}
