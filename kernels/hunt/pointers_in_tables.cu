//! Distances of pointers that the module has put into tables, and what is taken away from an address
//! source: raddle
//! check: --block 4 --grid 1 --property race,bounds --kernel moved --kernel less_a_distance --kernel copied
//! expect: race=unknown bounds=unknown
//! check: --block 8 --grid 1 --property bounds --kernel within
//! expect: bounds=unknown
//! check: --block 4 --grid 1 --property race --kernel self_relative
//! expect: race=refuted
//! check: --block 64 --grid 1 --property race --kernel by_table --arg n=1
//! expect: race=proved
//! why: A table holds two arrays, and the distance of its pointers leads from the one to the other: `moved` writes `B`, in which its neighbour writes. So does an address less the distance of
//!   another one (`less_a_distance`), and a table that is copied into a variable (`copied`). All accesses of `within` are within their arrays, though not within the one that they start from. In `self_relative` a
//!   variable of the thread says how far away its target is. A pointer of a table alone leads to its array (`by_table`).
__device__ int A[64], B[64];
struct Move { int *from, *to; };
__device__ const Move map[1] = {{A, B}};
__constant__ int *table[2] = {A, B};

__device__ int *converted(int *p, int n) { return p + (map[n].to - map[n].from); }

__global__ void moved(int n) {
    int t = threadIdx.x;
    *converted(A + (t ^ 1), 0) = t;
    B[t] = t + 64;
}

__global__ void less_a_distance(int n) {
    int t = threadIdx.x;
    int d = A - B;
    int *p = A - d;
    *(p + t) = t;
    B[t ^ 1] = t + 64;
}

__global__ void copied(int n) {
    int t = threadIdx.x;
    int *const both[2] = {A, B};
    int *p = both[0] + (both[1] - both[0]);
    p[t ^ 1] = t;
    B[t] = t + 64;
}

__global__ void within(int n) {
    __shared__ int s[8], u[8];
    int t = threadIdx.x;
    int *both[2] = {s, u};
    int *p = s + (both[1] - both[0]);
    p[t ^ 1] = t;
}

struct Node { ptrdiff_t distance; };

__global__ void self_relative(int *b) {
    int t = threadIdx.x;
    Node n;
    n.distance = (char *)b - (char *)&n;
    *(int *)((char *)&n + n.distance) = t;
}

__global__ void by_table(int n) {
    int *p = table[n & 1];
    p[threadIdx.x] = threadIdx.x;
    A[threadIdx.x] = threadIdx.x;
}
