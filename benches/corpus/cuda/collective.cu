// build: sm_75 -lineinfo
// build: sm_80
// build: sm_80 -G
// build: sm_90a -lineinfo
//
// Kernels whose threads talk to each other, written without a library: reductions, scans, transpose, stencil,
// histogram, sorting network, warp votes and shuffles, atomics of every kind.

template <int N> __global__ void reduce_tree(const float* x, float* out) {
    __shared__ float part[N];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (int width = N / 2; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
template __global__ void reduce_tree<128>(const float*, float*);
template __global__ void reduce_tree<1024>(const float*, float*);

__global__ void reduce_shuffle(const int* x, int* out, int n) {
    __shared__ int part[32];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x + 31) / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}

__global__ void scan_hillis_steele(const int* x, int* out) {
    extern __shared__ int buffer[];
    int t = threadIdx.x, n = blockDim.x, in = 0;
    buffer[t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int other = 1 - in;
        buffer[other * n + t] = buffer[in * n + t] + (t >= d ? buffer[in * n + t - d] : 0);
        in = other;
        __syncthreads();
    }
    out[t] = buffer[in * n + t];
}

__global__ void scan_blelloch(int* data) {
    __shared__ int tree[512];
    int t = threadIdx.x;
    tree[2 * t] = data[2 * t];
    tree[2 * t + 1] = data[2 * t + 1];
    int step = 1;
    for (int width = 256; width > 0; width >>= 1, step <<= 1) {
        __syncthreads();
        if (t < width) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    }
    if (t == 0) tree[511] = 0;
    for (int width = 1; width < 512; width <<= 1) {
        step >>= 1;
        __syncthreads();
        if (t < width) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            int held = tree[a];
            tree[a] = tree[b];
            tree[b] += held;
        }
    }
    __syncthreads();
    data[2 * t] = tree[2 * t];
    data[2 * t + 1] = tree[2 * t + 1];
}

__global__ void transpose(const double* in, double* out, int rows, int cols) {
    __shared__ double tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (r + k < rows && c < cols) tile[threadIdx.y + k][threadIdx.x] = in[(r + k) * cols + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (r + k < cols && c < rows) out[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void stencil_3d(const float* in, float* out, int nx, int ny, int nz) {
    __shared__ float plane[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    if (x >= nx || y >= ny) { x = min(x, nx - 1); y = min(y, ny - 1); }
    float below = in[y * nx + x], here = below, above;
    for (int z = 0; z < nz - 1; ++z) {
        above = in[(z + 1) * ny * nx + y * nx + x];
        __syncthreads();
        plane[ly][lx] = here;
        if (threadIdx.x == 0) plane[ly][0] = in[z * ny * nx + y * nx + max(x - 1, 0)];
        if (threadIdx.x == 31) plane[ly][33] = in[z * ny * nx + y * nx + min(x + 1, nx - 1)];
        if (threadIdx.y == 0) plane[0][lx] = in[z * ny * nx + max(y - 1, 0) * nx + x];
        if (threadIdx.y == 7) plane[9][lx] = in[z * ny * nx + min(y + 1, ny - 1) * nx + x];
        __syncthreads();
        out[z * ny * nx + y * nx + x] = 0.4f * here + 0.1f * (below + above + plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] + plane[ly + 1][lx]);
        below = here;
        here = above;
    }
}

__global__ void histogram(const unsigned char* data, unsigned* out, int n) {
    __shared__ unsigned bins[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}

__global__ void bitonic_sort(unsigned* data) {
    __shared__ unsigned s[1024];
    int t = threadIdx.x;
    s[t] = data[t];
    for (int k = 2; k <= 1024; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int p = t ^ j;
            if (p > t && (s[t] > s[p]) == ((t & k) == 0)) { unsigned h = s[t]; s[t] = s[p]; s[p] = h; }
        }
    __syncthreads();
    data[t] = s[t];
}

__global__ void votes(const int* x, unsigned* out) {
    int v = x[threadIdx.x];
    unsigned all = __activemask();
    unsigned b = __ballot_sync(~0u, v > 0);
    int any = __any_sync(~0u, v == 7), every = __all_sync(~0u, v != 9);
    int same = __syncthreads_count(v > 3) + __syncthreads_and(v) + __syncthreads_or(v);
    unsigned lower = b & ((1u << (threadIdx.x & 31)) - 1);
    int r = __shfl_sync(~0u, v, 31 - (threadIdx.x & 31)) + __shfl_up_sync(~0u, v, 3, 8);
#if __CUDA_ARCH__ >= 700
    r += __match_any_sync(~0u, v);
#endif
#if __CUDA_ARCH__ >= 800
    r += __reduce_add_sync(~0u, v) + __reduce_max_sync(~0u, v) + __reduce_xor_sync(~0u, (unsigned)v);
#endif
    __syncwarp();
    out[threadIdx.x] = all + b + any + every + same + __popc(lower) + r;
}

__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
    int t = threadIdx.x;
    atomicAdd(i, t); atomicSub(i + 1, t); atomicMin(i + 2, t); atomicMax(u, t); atomicInc(u + 1, 7); atomicDec(u + 2, 9);
    atomicAnd(i + 3, t); atomicOr(i + 4, t); atomicXor(u + 3, t); atomicExch(f, 1.0f * t); atomicAdd(f + 1, 1.0f); atomicAdd(d, 2.0);
    atomicAdd(l, 3ull); i[5] = atomicCAS(i + 6, t, t + 1); l[1] = atomicCAS(l + 2, 4ull, 5ull);
    atomicAdd_block(i + 7, 1); atomicAdd_system(i + 8, 1);
    __threadfence(); __threadfence_block(); __threadfence_system();
}

// The last block to finish adds the partial sums of all.
__device__ unsigned finished = 0;
__global__ void last_block(const float* x, volatile float* partial, float* out) {
    __shared__ bool last;
    __shared__ float sum[256];
    sum[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int d = 128; d; d >>= 1) { if (threadIdx.x < d) sum[threadIdx.x] += sum[threadIdx.x + d]; __syncthreads(); }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        float total = 0;
        for (int b = threadIdx.x; b < gridDim.x; b += 256) total += partial[b];
        sum[threadIdx.x] = total;
        __syncthreads();
        for (int d = 128; d; d >>= 1) { if (threadIdx.x < d) sum[threadIdx.x] += sum[threadIdx.x + d]; __syncthreads(); }
        if (threadIdx.x == 0) *out = sum[0];
    }
}

// Warps 0-1 produce, warps 2-3 consume; two named barriers per buffer.
__global__ void __launch_bounds__(128) named_barriers(const float* x, float* out, int rounds) {
    __shared__ float buffer[2][64];
    int t = threadIdx.x & 63;
    if (threadIdx.x < 64) {
        for (int r = 0; r < rounds; ++r) {
            int b = r & 1;
            asm volatile("barrier.sync.aligned %0, 128;" ::"r"(3 + b) : "memory");
            buffer[b][t] = x[r * 64 + t];
            asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(1 + b) : "memory");
        }
    } else {
        asm volatile("bar.arrive 3, 128;" ::: "memory");
        asm volatile("bar.arrive 4, 128;" ::: "memory");
        for (int r = 0; r < rounds; ++r) {
            int b = r & 1;
            asm volatile("barrier.sync.aligned %0, 128;" ::"r"(1 + b) : "memory");
            out[r * 64 + t] = buffer[b][63 - t] * 2;
            if (r + 2 < rounds) asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(3 + b) : "memory");
        }
    }
}
