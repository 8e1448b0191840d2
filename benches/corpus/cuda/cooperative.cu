// build: sm_80
// build: sm_90a -lineinfo
// build: sm_100a
//
// Cooperative groups, cuda::barrier, cuda::pipeline, asynchronous copies, atomics with scopes, clusters.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;

__global__ void tiles(const int* in, int* out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto half = cg::tiled_partition<8>(warp);
    int v = in[block.thread_rank()];
    int sum = cg::reduce(warp, v, cg::plus<int>()) + cg::reduce(half, v, cg::greater<int>()) + cg::inclusive_scan(warp, v);
    auto odd = cg::binary_partition(warp, v & 1);
    sum += cg::reduce(odd, v, cg::bit_xor<int>());
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) sum += active.size();
    block.sync();
    out[block.thread_rank()] = sum;
}

__global__ void whole_grid(float* data, int rounds) {
    auto grid = cg::this_grid();
    for (int r = 0; r < rounds; ++r) {
        data[grid.thread_rank() + (r & 1) * grid.size()] += data[(grid.thread_rank() + 1) % grid.size() + (1 - (r & 1)) * grid.size()];
        grid.sync();
    }
}

__global__ void copy_and_wait(const float4* in, float* out) {
    __shared__ alignas(16) float4 tile[256];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in + blockIdx.x * 256, sizeof tile);
    cg::wait(block);
    out[blockIdx.x * 256 + block.thread_rank()] = tile[255 - block.thread_rank()].x;
}

__global__ void pipelined(const int* in, int* out, int batches) {
    constexpr int stages = 3;
    extern __shared__ int shared[];
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto pipe = cuda::make_pipeline(block, &state);
    int size = block.size(), sum = 0;
    for (int compute = 0, fetch = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, shared + (fetch % stages) * size, in + fetch * size, sizeof(int) * size, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += shared[(compute % stages) * size + (block.thread_rank() + 1) % size];
        pipe.consumer_release();
    }
    out[block.thread_rank()] = sum;
}

__global__ void private_pipeline(const int* in, int* out, int batches) {
    __shared__ int slot[2][128];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(&slot[0][t], in + t, sizeof(int), pipe);
    pipe.producer_commit();
    for (int b = 1; b <= batches; ++b) {
        pipe.producer_acquire();
        if (b < batches) cuda::memcpy_async(&slot[b & 1][t], in + b * 128 + t, sizeof(int), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        sum += slot[(b - 1) & 1][127 - t];
        __syncthreads();
        pipe.consumer_release();
    }
    out[t] = sum;
}

// A pair of barriers per slot hands data from one half of the block to the other.
__global__ void producer_consumer(const float* in, float* out, int rounds) {
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier full[2], empty[2];
    __shared__ float slot[2][64];
    if (threadIdx.x < 2) { init(&full[threadIdx.x], 128); init(&empty[threadIdx.x], 128); }
    __syncthreads();
    int t = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int r = 0; r < rounds; ++r) {
            empty[r % 2].arrive_and_wait();
            slot[r % 2][t] = in[r * 64 + t];
            (void)full[r % 2].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int r = 0; r < rounds; ++r) {
            full[r % 2].arrive_and_wait();
            out[r * 64 + t] = slot[r % 2][63 - t];
            (void)empty[r % 2].arrive();
        }
    }
}

__global__ void scoped_atomics(int* flag, int* data, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) f.store(1, cuda::memory_order_release);
    } else {
        if (threadIdx.x == 0) while (f.load(cuda::memory_order_acquire) == 0) {}
        __syncthreads();
        out[threadIdx.x] = data[threadIdx.x];
    }
    cuda::atomic_ref<int, cuda::thread_scope_block> g(out[0]);
    g.fetch_add(1, cuda::memory_order_acq_rel);
    g.fetch_max(3);
    int want = 5;
    g.compare_exchange_strong(want, 6, cuda::memory_order_seq_cst);
}

__global__ void guarded(int* shared_counter) {
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> lock;
    if (threadIdx.x == 0) new (&lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    __syncthreads();
    lock.acquire();
    ++*shared_counter;
    lock.release();
}

#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1) neighbours(const int* in, int* out) {
    __shared__ int mine[128];
    auto cluster = cg::this_cluster();
    mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    cluster.sync();
    int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    int value = other[127 - threadIdx.x];
    auto token = cluster.barrier_arrive();
    out[blockIdx.x * 128 + threadIdx.x] = value;
    cluster.barrier_wait(static_cast<decltype(token)&&>(token));
}

__global__ void bulk_copy(const float* in, float* out) {
    __shared__ alignas(128) float tile[1024];
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in + blockIdx.x * 1024, cuda::aligned_size_t<16>(sizeof tile), ready);
        token = cuda::device::barrier_arrive_tx(ready, 1, sizeof tile);
    } else token = ready.arrive();
    ready.wait(cuda::std::move(token));
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] *= 2;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned from = (unsigned)__cvta_generic_to_shared(tile);
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * 1024), "r"(from), "r"((unsigned)sizeof tile) : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
#endif
