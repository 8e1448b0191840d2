// cuda::atomic, cuda::barrier, cuda::pipeline.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> counter;
template <class T, cuda::thread_scope Scope> __device__ T all_of(T &plain) {
  cuda::atomic_ref<T, Scope> r(plain);
  T v = r.load() + r.load(cuda::memory_order_acquire) + r.exchange(1) + r.fetch_add(2, cuda::memory_order_relaxed) + r.fetch_sub(1);
  v += r.fetch_min(1) + r.fetch_max(2); v += r.fetch_and(3) + r.fetch_or(1) + r.fetch_xor(2);
  r.store(v, cuda::std::memory_order_release); while (!r.compare_exchange_weak(v, 3)) {}
  r += 2; ++r; r = 3; return r;
}
__global__ void k(int *i, unsigned *u, long long *l, unsigned long *w, float *f) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier b; __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; __shared__ float s[64];
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> own;
  auto block = cooperative_groups::this_thread_block();
  i[0] = all_of<int, cuda::thread_scope_system>(i[1]) + counter.fetch_add(1); counter++; own = 3u;
  u[0] = all_of<unsigned, cuda::thread_scope_device>(u[1]) + own.load(); l[0] = all_of<long long, cuda::thread_scope_block>(l[1]); w[0] = all_of<unsigned long, cuda::thread_scope_device>(w[1]);
  cuda::atomic_ref<float> r(f[0]); r.fetch_add(1.0f); f[1] = r.load(); cuda::std::atomic_ref<int> q(i[2]); q++;
  if (block.thread_rank() == 0) init(&b, block.size());
  block.sync(); barrier::arrival_token token = b.arrive(); b.wait(static_cast<barrier::arrival_token &&>(token)); b.arrive_and_wait();
  auto p = cuda::make_pipeline(block, &state); p.producer_acquire(); cuda::memcpy_async(block, s, f, sizeof s, p); p.producer_commit();
  p.consumer_wait(); p.consumer_release(); cuda::memcpy_async(block, s, f, cuda::aligned_size_t<16>(sizeof s), b); cuda::pipeline_consumer_wait_prior<0>(p);
}
