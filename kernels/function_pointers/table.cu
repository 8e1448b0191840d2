//! Functions in a table: in constant memory, and in an array of the thread
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=refuted divergence=proved
//! finding: race line 17
//! why: Threads 0 to 61 write elements 64 to 125, and 62 and 63 their own: none writes another thread's. With RACY, all of those that call the
//!   third function write element 0 [A].

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) { v[i] = 1; }
__device__ void behind(int *v, unsigned i) { v[64 + i] = 2; }
#ifdef RACY
__device__ void third(int *v, unsigned i) {
    v[0] = (int)i; // [A]
}
#else
__device__ void third(int *v, unsigned i) { v[128 + i] = 3; }
#endif

__constant__ Function table[3] = {own, behind, third};

__global__ void look_up(int *v, int *w) {
    Function local[2];
    local[0] = own;
    local[1] = behind;
    table[threadIdx.x % 3](v, threadIdx.x);
    local[threadIdx.x % 2](w, threadIdx.x);
}
