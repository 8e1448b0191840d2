//! Device code launches kernels
//! source: raddle
//! check: --block 32 --grid 1 --kernel leaf
//! expect: race=proved
//! check: --block 32 --grid 1 --kernel parent
//! expect: race=unknown
//! check: --block 32 --grid 1 --kernel recursive<int>
//! expect: race=unknown
//! check: --block 32 --grid 1 --kernel allocates --property termination
//! expect: termination=unknown
//! check: --block 32 --grid 1 --kernel asks --property termination
//! expect: termination=unknown
//! check: --block 32 --grid 1 --kernel hands_over --property termination
//! expect: termination=unknown
//! why: A launch by the device [A] is a call of unknown code, and so is each call of the runtime by device code: what their arguments point to may change, a step to 0,
//!   a null pointer to one that is not.

__global__ void leaf(int *p) { p[threadIdx.x] = 1; }

template <class T> __global__ void recursive(T *p, int depth) {
    if (depth > 0 && threadIdx.x == 0) recursive<T> <<<1, 32>>>(p, depth - 1);
}

__global__ void parent(int *p) {
    if (threadIdx.x == 0) leaf<<<1, 32>>>(p); // [A]
    p[threadIdx.x] = 2;
}

__global__ void streams(int *p) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    leaf<<<dim3(1), dim3(32), 0, stream>>>(p);
    if (cudaGetLastError() != cudaSuccess) p[0] = 0;
}

__global__ void allocates(int *a) {
    int *p = nullptr;
    cudaMalloc(&p, 64);
    if (p == nullptr) return;
    for (int i = 0; i < 10;) a[0] = i;
}

__global__ void asks() {
    int step = 1;
    cudaGetDevice(&step);
    for (int i = 0; i < 10; i += step) {}
}

struct Range { int *step; };
__global__ void ranged(Range range) { *range.step = 0; }
__global__ void hands_over() {
    int step = 1;
    Range range{&step};
    ranged<<<1, 1>>>(range);
    for (int i = 0; i < 10; i += step) {}
}

int main() {
    int *p = nullptr;
    cudaMalloc(&p, 32 * sizeof(int));
    recursive<int><<<1, 32>>>(p, 3);
    parent<<<1, 32>>>(p);
    streams<<<1, 32>>>(p);
}
