//! What functions that are known by their contracts may do, and was forgotten
//! source: raddle
//! check: --block 64 --grid 1 --kernel returns_it --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel stores_it --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel diverges
//! expect: divergence=unknown
//! check: --block 64 --grid 1 --kernel waits --property termination
//! expect: termination=unknown
//! check: --block 64 --grid 1 --kernel of_a_template --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel structures --property race
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel second_half --property race
//! expect: race=unknown
//! check: --block 32 --grid 1 --kernel on_two_sides --property race --warp-synchronous
//! expect: race=unknown
//! check: --block 32 --grid 1 --kernel on_one_side --property race
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel before --property assert
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel into_a_structure --property divergence
//! expect: divergence=unknown
//! check: --block 64 --grid 1 --kernel waits_for_a_structure --property termination
//! expect: termination=unknown
//! check: --block 64 --grid 1 --kernel in_a_large_structure --property assert
//! expect: assert=unknown
//! why: Such a function may give back or store an address that it was passed; a method of a template is one, too; where an access begins says nothing of how much of the element it takes, and
//!   it need not begin where the element does. In lock-step a body may read on one side of a branch and write on the other.
//!   `__old_int` is what was there when the function was called.
__device__ int *__spec_pointer(int *p) {}
__device__ void __spec_set(int **pp, int *p) { __writes_to(pp); }

__global__ void returns_it(int *out) {
    int x = 4;
    int *r = __spec_pointer(&x);
    *r = 5;
    __assert(x == 4);
}

__global__ void stores_it(int *out) {
    int x = 4;
    int *pp[1];
    __spec_set(pp, &x);
    *pp[0] = 5;
    __assert(x == 4);
}

__global__ void diverges(int *out) {
    int x = 0;
    int *r = __spec_pointer(&x);
    atomicExch(r, (int)threadIdx.x);
    if (x) __syncthreads();
}

__global__ void waits(int *out) {
    int x = 0;
    int *r = __spec_pointer(&x);
    atomicExch(r, 1);
    while (x) {
    }
}

template <class T>
struct Sum {
    static __device__ int __spec_of(T x) {
        __ensures(__return_val_int() >= 0);
        return 0;
    }
};

__global__ void of_a_template(int *out) {
    int x = Sum<int>::__spec_of(1);
    __assert(x == 0);
}

struct Three {
    double a, b, c;
};

__device__ void __spec_three(Three *v) {
    __writes_to(v);
    __ensures(__write_implies(v, __write_offset_bytes(v) == sizeof(Three) * threadIdx.x));
}

__global__ void structures(Three *v, int *out) {
    __spec_three(v);
    if (threadIdx.x > 0) out[threadIdx.x] = ((int *)v)[6 * (threadIdx.x - 1) + 1];
}

__device__ void __spec_y(float2 *v) {
    __writes_to(v);
    __ensures(__write_implies(v, __write_offset_bytes(v) == 8 * threadIdx.x + 4));
}

__global__ void second_half(float2 *v, float *out) {
    __spec_y(v);
    if (threadIdx.x > 0) out[threadIdx.x] = v[threadIdx.x - 1].y;
}

__device__ void __spec_both(int *a) {
    __writes_to(a);
    __reads_from(a);
    __ensures(__write_implies(a, __write_offset_bytes(a) == 4 * threadIdx.x));
}

__global__ void on_two_sides(int *a) {
    __spec_both(a);
}

__device__ void __spec_own(int *a) {
    __writes_to(a);
    __reads_from(a);
    __ensures(__write_implies(a, __write_offset_bytes(a) == 4 * threadIdx.x));
    __ensures(__read_implies(a, __read_offset_bytes(a) == 4 * threadIdx.x));
}

__global__ void on_one_side(int *a) {
    __spec_own(a);
}

__device__ int __spec_before(int *a) {
    __writes_to(a);
    __ensures(__write_implies(a, __write_offset_bytes(a) == 4 * threadIdx.x));
    __ensures(__return_val_int() == __old_int(a[threadIdx.x]));
}

__global__ void before(int *a) {
    int x = __spec_before(a);
    __assert(x == a[threadIdx.x]);
}

struct Node {
    int n;
    int *p;
    int k;
};

__device__ void __spec_node(Node *node, int *p) { __writes_to(node); }

__global__ void into_a_structure(int *out) {
    int x = 0;
    Node node;
    node.p = out;
    __spec_node(&node, &x);
    atomicExch(node.p, (int)threadIdx.x);
    if (x) __syncthreads();
}

__global__ void waits_for_a_structure(int *out) {
    int x = 0;
    Node node;
    node.p = out;
    __spec_node(&node, &x);
    atomicExch(node.p, 1);
    while (x) {
    }
}

struct Large {
    char before[8000];
    int *p;
};

__device__ int *__spec_of(Large large) {}

__global__ void in_a_large_structure(int *out) {
    int x = 4;
    Large large;
    large.p = &x;
    int *r = __spec_of(large);
    *r = 5;
    __assert(x == 4);
}
