//! Device code launches kernels
//! source: raddle
//! check: --block 32 --grid 1 --kernel leaf
//! expect: race=proved
//! check: --block 32 --grid 1 --kernel parent
//! expect: race=unknown
//! check: --block 32 --grid 1 --kernel recursive<int>
//! expect: race=unknown
//! why: A launch by the device [A] is a call of unknown code, and so is each call of the runtime by device code.

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

int main() {
    int *p = nullptr;
    cudaMalloc(&p, 32 * sizeof(int));
    recursive<int><<<1, 32>>>(p, 3);
    parent<<<1, 32>>>(p);
    streams<<<1, 32>>>(p);
}
