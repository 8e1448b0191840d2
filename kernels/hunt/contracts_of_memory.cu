//! What was in memory before, parts of elements, and copies
//! source: raddle
//! check: --block 64 --grid 1 --kernel unchanged --property assert
//! expect: assert=refuted
//! check: --block 64 --grid 1 --kernel one_more --property assert
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel on_some_ways --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel by_vector --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel by_byte --property assert
//! expect: assert=refuted
//! check: --block 64 --grid 1 --kernel wider --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel own_copy --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel of_some --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel of_each --property contract
//! expect: contract=unknown
//! check: --block 64 --grid 1 --kernel on_one_way --property contract
//! expect: contract=unknown
//! why: `__old_int` in a device function is what lay there when it was called, not when it returns. A postcondition that reads memory on some ways only is not followed, nor is what it asks for of the start in each round of a loop; `on_one_way` is true, but asks for what it did not ask for at the start. An access to a part of an
//!   element, or to several, accesses it. An atomic that finds 3 has not found 2^32 + 3. What a contract reads of a copy in variables of the thread is
//!   not known. What only some launches state of what they write is not decided.
__device__ void keep(int *a) {
    __ensures(a[threadIdx.x] == __old_int(a[threadIdx.x]));
    a[threadIdx.x] = 7;
}
__global__ void unchanged(int *a) {
    keep(a);
}

__device__ void add(int *a) {
    __ensures(a[threadIdx.x] == __old_int(a[threadIdx.x]) + 1);
    a[threadIdx.x]++;
}
__global__ void one_more(int *a) {
    add(a);
}

__device__ void five(int *n, int x) {
    __ensures(x <= 0 || n[0] == 5);
    n[0] = 5;
}
__global__ void on_some_ways(int *a, int n) {
    if (threadIdx.x == 0) five(a, n);
}

__global__ void by_vector(const int *a, int *out) {
    int4 v = *(const int4 *)a;
    out[threadIdx.x] = v.y;
    __assert(!__accessed(a, 1));
}

__global__ void by_byte(int *a) {
    if (threadIdx.x == 0) ((char *)a)[5] = 1;
    __assert(!__accessed(a, 1));
}

__global__ void wider(unsigned *c, unsigned *a) {
    unsigned old = atomicAdd(c, 1u);
    __assert(__atomic_has_taken_value(c, 0, (long long)old + (1ll << 32)));
    a[threadIdx.x] = old;
}

__global__ void own_copy(int *a) {
    int c[4];
    int d[4];
    d[1] = 5;
    __array_snapshot(c, d);
    __assert(c[1] == 5);
}

__global__ void of_some(int *a, int *b, int n) {
    if (n > 100) {
        __writes_to(a);
    }
    b[threadIdx.x] = 1;
}

__global__ void of_each(int *a) {
    __ensures(__forall(i, 0, 2, a[threadIdx.x * 2 + i] == __old_int(a[threadIdx.x * 2 + i])));
    a[threadIdx.x * 2] = a[threadIdx.x * 2 + 1];
}

__global__ void on_one_way(int *a, int *b) {
    __ensures(b[threadIdx.x] == 0 || a[threadIdx.x] == __old_int(a[threadIdx.x]));
    b[threadIdx.x] = 1;
}
