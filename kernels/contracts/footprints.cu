//! What a kernel says it reads and writes
//! source: raddle
//! check: --block 64 --grid 1 --kernel copy
//! expect: assert=proved race=proved
//! check: --block 64 --grid 1 --kernel one_more
//! expect: assert=refuted
//! finding: assert line 31
//! check: --block 64 --grid 1 --kernel never
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel counts
//! expect: assert=refuted
//! check: --block 64 --grid 1 --kernel shared
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel anywhere
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel writes_only
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel by_function
//! expect: assert=unknown
//! why: A kernel that names arrays that it reads reads no others, and so with those it writes; an atomic does both. What it says nothing about is free: `writes_only` reads what it
//!   likes. `never` never reaches its write elsewhere. Of what a function with code says of itself nothing is known.
#define IN_RANGE (blockDim.x == 64)

__global__ void copy(const int *a, int *b) {
    __reads_from(a);
    __writes_to(b);
    b[threadIdx.x] = a[threadIdx.x];
}
__global__ void one_more(const int *a, int *b, int *c) { __reads_from(a); __writes_to(b);
    b[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x == 3) c[0] = 1;
}

__global__ void never(const int *a, int *b, int *c) {
    __reads_from(a);
    __writes_to(b);
    b[threadIdx.x] = a[threadIdx.x];
    if (!IN_RANGE) c[0] = 1;
}

__global__ void counts(const int *a, int *b) {
    __reads_from(a);
    __writes_to(b);
    atomicAdd(&b[a[threadIdx.x] & 7], 1);
}

__global__ void shared(const int *a, int *b) {
    __shared__ int row[64];
    __reads_from(a);
    __reads_from(row);
    __writes_to(b);
    __writes_to(row);
    row[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = row[63 - threadIdx.x];
}

__global__ void anywhere(const int *a, int **rows) {
    __writes_to(a);
    rows[0][threadIdx.x] = a[threadIdx.x];
}

__global__ void writes_only(const int *a, int *b) {
    __writes_to(b);
    b[threadIdx.x] = a[threadIdx.x];
}

__device__ void put(int *to, int value) {
    __writes_to(to);
    *to = value;
}

__global__ void by_function(int *b) {
    put(b + threadIdx.x, 1);
}
