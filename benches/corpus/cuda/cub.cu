// build: sm_75
// build: sm_80 -lineinfo
// build: sm_90a
//
// Block- and warp-wide collectives of the CUB headers, instantiated at several types and sizes.
#include <cub/cub.cuh>

template <typename T, int THREADS, int ITEMS, cub::BlockScanAlgorithm HOW>
__global__ void __launch_bounds__(THREADS) block_scan(const T* in, T* out) {
    using Load = cub::BlockLoad<T, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<T, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<T, THREADS, HOW>;
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; typename Scan::TempStorage scan; } room;
    T items[ITEMS];
    Load(room.load).Load(in + blockIdx.x * THREADS * ITEMS, items);
    __syncthreads();
    Scan(room.scan).ExclusiveSum(items, items);
    __syncthreads();
    Store(room.store).Store(out + blockIdx.x * THREADS * ITEMS, items);
}
template __global__ void block_scan<int, 128, 4, cub::BLOCK_SCAN_RAKING>(const int*, int*);
template __global__ void block_scan<double, 256, 2, cub::BLOCK_SCAN_WARP_SCANS>(const double*, double*);
template __global__ void block_scan<short, 96, 8, cub::BLOCK_SCAN_RAKING_MEMOIZE>(const short*, short*);

template <typename T, int THREADS, cub::BlockReduceAlgorithm HOW> __global__ void block_reduce(const T* in, T* out) {
    using Reduce = cub::BlockReduce<T, THREADS, HOW>;
    __shared__ typename Reduce::TempStorage room;
    T sum = Reduce(room).Sum(in[blockIdx.x * THREADS + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
template __global__ void block_reduce<float, 256, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(const float*, float*);
template __global__ void block_reduce<long long, 128, cub::BLOCK_REDUCE_RAKING>(const long long*, long long*);
template __global__ void block_reduce<int, 512, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(const int*, int*);

template <typename K, int THREADS, int ITEMS> __global__ void __launch_bounds__(THREADS) radix_sort(K* keys) {
    using Sort = cub::BlockRadixSort<K, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage room;
    K mine[ITEMS];
    for (int i = 0; i < ITEMS; ++i) mine[i] = keys[threadIdx.x * ITEMS + i];
    Sort(room).Sort(mine);
    for (int i = 0; i < ITEMS; ++i) keys[threadIdx.x * ITEMS + i] = mine[i];
}
template __global__ void radix_sort<unsigned, 128, 4>(unsigned*);
template __global__ void radix_sort<float, 64, 7>(float*);

__global__ void block_histogram(const unsigned char* in, unsigned* out) {
    using Count = cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_SORT>;
    __shared__ typename Count::TempStorage room;
    __shared__ unsigned bins[256];
    unsigned char mine[4];
    for (int i = 0; i < 4; ++i) mine[i] = in[threadIdx.x * 4 + i];
    Count(room).Histogram(mine, bins);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 128) out[i] = bins[i];
}

struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };
__global__ void merge_sort(int* keys) {
    using Sort = cub::BlockMergeSort<int, 128, 3>;
    __shared__ typename Sort::TempStorage room;
    int mine[3];
    for (int i = 0; i < 3; ++i) mine[i] = keys[threadIdx.x * 3 + i];
    Sort(room).Sort(mine, Less());
    for (int i = 0; i < 3; ++i) keys[threadIdx.x * 3 + i] = mine[i];
}

__global__ void exchange_and_discontinuity(int* data, int* heads) {
    using Exchange = cub::BlockExchange<int, 128, 4>;
    using Flags = cub::BlockDiscontinuity<int, 128>;
    __shared__ union { typename Exchange::TempStorage exchange; typename Flags::TempStorage flags; } room;
    int mine[4], head[4];
    for (int i = 0; i < 4; ++i) mine[i] = data[i * 128 + threadIdx.x];
    Exchange(room.exchange).StripedToBlocked(mine, mine);
    __syncthreads();
    Flags(room.flags).FlagHeads(head, mine, cuda::std::not_equal_to<int>());
    for (int i = 0; i < 4; ++i) heads[threadIdx.x * 4 + i] = head[i];
}

__global__ void warp_scan(const int* in, int* out) {
    using Scan = cub::WarpScan<int>;
    using Reduce = cub::WarpReduce<int, 16>;
    __shared__ typename Scan::TempStorage scan[4];
    __shared__ typename Reduce::TempStorage reduce[8];
    int value = in[threadIdx.x], sum;
    Scan(scan[threadIdx.x / 32]).InclusiveSum(value, sum);
    out[threadIdx.x] = sum + Reduce(reduce[threadIdx.x / 16]).Reduce(value, cuda::maximum<int>());
}

// Whole-device algorithms instantiate the library's own kernels, decoupled look-back among them.
void devices(void* room, size_t size, int* in, int* out, float* f, int n) {
    cub::DeviceScan::InclusiveSum(room, size, in, out, n);
    cub::DeviceReduce::Sum(room, size, f, f + 1, n);
    cub::DeviceRadixSort::SortKeys(room, size, in, out, n);
    cub::DeviceSelect::Unique(room, size, in, out, out + n, n);
}
