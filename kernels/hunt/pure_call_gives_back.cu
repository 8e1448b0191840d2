//! A function without a body may give back the address that it is passed
//! source: raddle
//! check: --block 64 --grid 1 --pure-calls --kernel pointer --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --pure-calls --kernel structure --property assert
//! expect: assert=unknown
//! why: Taken for pure, it writes nothing; the kernel does, through what it was given.
extern __device__ int *pick(int *p);

__global__ void pointer(int *out) {
    int x = 4;
    int *r = pick(&x);
    *r = 5;
    __assert(x == 4);
}

struct Node {
    int *p;
    int n;
};
extern __device__ Node same(Node node);

__global__ void structure(int *out) {
    int x = 4;
    Node node;
    node.p = &x;
    node.n = 0;
    node = same(node);
    *node.p = 5;
    __assert(x == 4);
}
