//! The built-in atomics of CUDA 12.8 have the order and the scope that they name
//! source: raddle
//! check: --block 64 --grid 2 --kernel count
//! expect: race=proved
//! check: --block 64 --grid 2 --kernel of_a_block
//! expect: race=refuted
//! finding: race line 24
//! check: --block 64 --grid 1 --kernel mixed
//! expect: race=refuted
//! finding: race line 32
//! check: --block 64 --grid 1 --kernel swaps
//! expect: race=proved
//! check: --block 64 --kernel of_a_cluster
//! expect: race=refuted
//! why: Atomics with the scope of a block [A], and of a cluster, race with those of another block; a plain read [B] races with atomics.

__global__ void count(int *counter, int *out) {
    int v = __nv_atomic_fetch_add(counter, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(counter, v, __NV_ATOMIC_SEQ_CST);
    out[blockIdx.x * blockDim.x + threadIdx.x] = __nv_atomic_load_n(counter, __NV_ATOMIC_ACQUIRE);
}

__global__ void of_a_block(int *counter) {
    __nv_atomic_add(counter, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // [A]
}

__global__ void of_a_cluster(int *counter) {
    __nv_atomic_add(counter, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
}

__global__ void mixed(int *counter, int *out) {
    out[threadIdx.x] = *counter; // [B]
    __nv_atomic_store_n(counter, (int)threadIdx.x, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

__global__ void swaps(unsigned long long *owner, int *out) {
    unsigned long long expected = 0;
    bool mine = __nv_atomic_compare_exchange_n(owner, &expected, 1ull + threadIdx.x, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED);
    out[threadIdx.x] = mine ? 1 : (int)expected;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
}
