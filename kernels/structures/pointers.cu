//! Pointers in structures that are passed by value
//! source: raddle
//! check: --block 256 --kernel scale
//! expect: race=proved
//! check: --block 256 --kernel scale --may-alias
//! expect: race=unknown
//! check: --block 256 --kernel copy
//! expect: race=proved
//! check: --block 256 --kernel copy --strict-wrap
//! expect: race=refuted
//! check: --block 256 --kernel shift
//! expect: race=refuted
//! check: --block 256 --kernel shift --arg a.width=1
//! expect: race=proved
//! check: --block 256 --kernel nested
//! expect: race=proved
//! check: --block 256 --kernel passed_on
//! expect: race=proved
//! check: --block 256 --kernel both
//! expect: race=refuted
//! check: --block 256 --kernel tables
//! expect: race=proved
//! check: --block 256 --kernel view
//! expect: race=proved
//! check: --block 256 --kernel either
//! expect: race=proved
//! check: --block 256 --kernel divided
//! expect: race=proved
//! why: A pointer in a structure points to a buffer of its own, as one that is a parameter does, and numbers in a structure are inputs with names: `copy` needs that
//!   rows do not overlap (`a.width <= b.stride`). In `shift` each thread reads what the next one writes, in `both` two threads write one element. `divided`
//!   has a structure of numbers beside pointers that are passed on.
struct Matrix {
    int width, height, stride;
    float *elements;
};

__global__ void scale(Matrix a, float f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.width) a.elements[i] *= f;
}

__global__ void copy(Matrix a, Matrix b) {
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < a.width) b.elements[row * b.stride + col] = a.elements[row * a.stride + col];
}

__global__ void shift(Matrix a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.width) a.elements[i] = a.elements[i + 1];
}

struct Pair {
    Matrix in, out;
    bool twice;
};

__global__ void nested(Pair pair) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pair.in.width) pair.out.elements[i] = pair.in.elements[i] * (pair.twice ? 2 : 1);
}

__device__ __noinline__ float *at(Matrix &a, int i) { return a.elements + i; }

__global__ void passed_on(Matrix a, Matrix b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.width) *at(b, i) = *at(a, i);
}

__global__ void both(Pair pair) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pair.in.width) pair.out.elements[i / 2] = pair.in.elements[i];
}

struct Tables {
    const float *from[2];
    float *to[3];
    int n;
};

__global__ void tables(Tables t) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= t.n) return;
    t.to[0][i] = t.from[0][i];
    t.to[2][i] = t.from[1][i + 1];
}

template <class T> struct View {
    T *first;
    int size;
    __device__ T &operator[](int i) { return first[i]; }
};

__global__ void view(View<float> out, View<const float> in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size) out[i] = in[in.size - 1 - i];
}

struct Either {
    union {
        float *floats;
        int *ints;
    };
    bool is_float;
};

__global__ void either(Either e, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (e.is_float) e.floats[i] = 1; else e.ints[i] = 1;
}

__device__ __noinline__ float half_of(const float *from, int i) { return from[i] / 2; }

__global__ void divided(const float *in, float *out, uint3 magic, long n) {
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    int q = (__umulhi((unsigned)i, magic.x) + i) >> magic.y;
    if (i < n) out[i] = half_of(in, q);
}
