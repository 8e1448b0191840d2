//! Accesses that a lock orders
//! source: raddle
//! check: --block 64 --kernel one_at_a_time
//! expect: race=proved deadlock=proved divergence=proved termination=unknown
//! check: --block 64 --kernel spins
//! expect: race=proved
//! check: --block 64 --kernel exchanges
//! expect: race=proved
//! check: --block 64 --kernel buckets
//! expect: race=proved
//! check: --block 64 --kernel acquires_and_releases
//! expect: race=proved
//! check: --block 64 --kernel within_a_block --within-cta
//! expect: race=proved
//! check: --block 64 --kernel spins -D NO_FENCE_BEFORE
//! expect: race=unknown
//! check: --block 64 --kernel spins -D NO_FENCE_AFTER
//! expect: race=unknown
//! check: --block 64 --kernel spins -D GIVEN_BACK_TOO_SOON
//! expect: race=unknown
//! check: --block 64 --kernel spins -D GIVEN_BACK_TWICE
//! expect: race=unknown
//! check: --block 64 --kernel spins -D CLEARED
//! expect: race=unknown
//! check: --block 64 --kernel spins -D AFTERWARDS
//! expect: race=unknown
//! check: --block 64 --kernel buckets -D NEIGHBOUR
//! expect: race=unknown
//! check: --block 64 --kernel buckets -D OTHER_BUCKET
//! expect: race=unknown
//! check: --block 64 --kernel within_a_block
//! expect: race=unknown
//! check: --block 64 --kernel asks_what_is_there
//! expect: race=unknown
//! check: --block 64 --kernel minus_one
//! expect: race=proved
//! check: --block 64 --kernel minus_one -D TAKES_NOTHING
//! expect: race=refuted
//! why: Who finds that the lock is free is alone until the lock is free again, and fences order what it does before what the next one does. Without one of
//!   them, or where a thread gives back a lock that it does not hold, nothing is ordered; fences within a block order nothing between blocks; the lock of
//!   one bucket orders nothing in another. What a thread finds there depends on who came before: no condition may depend on it. With `TAKES_NOTHING` the lock is
//!   free before and after it is taken.
__global__ void one_at_a_time(int *lock, int *sum, const int *x) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += x[threadIdx.x];
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void spins(int *lock, int *sum, const int *x) {
    int mine = x[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef CLEARED
    if (mine == 0) atomicExch(lock, 0);
#endif
    while (atomicCAS(lock, 0, 7) != 0) {}
#ifndef NO_FENCE_AFTER
    __threadfence();
#endif
#ifdef GIVEN_BACK_TOO_SOON
    if (mine > 3) {
        __threadfence();
        atomicExch(lock, 0);
    }
#endif
    *sum += mine;
    if (mine > 5) sum[1] = mine;
#ifndef NO_FENCE_BEFORE
    __threadfence();
#endif
    atomicExch(lock, 0);
#ifdef GIVEN_BACK_TWICE
    if (mine == 9) atomicExch(lock, 0);
#endif
#ifdef AFTERWARDS
    sum[2] = mine;
#endif
}

__global__ void exchanges(unsigned *lock, float *least, const float *x) {
    float mine = x[threadIdx.x];
    for (;;) {
        if (atomicExch(&lock[2], 1) != 0) continue;
        __threadfence();
        least[0] = fminf(least[0], mine);
        __threadfence();
        atomicExch(&lock[2], 0);
        break;
    }
}

__global__ void buckets(int *lock, int *count, int *first, const int *key, int n) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n) return;
    int bucket = key[at] & 255;
    while (atomicCAS(&lock[bucket], 0, 1) != 0) {}
    __threadfence();
    count[bucket]++;
#ifdef NEIGHBOUR
    first[bucket + 1] = first[bucket];
#else
    first[bucket] = at;
#endif
    __threadfence();
#ifdef OTHER_BUCKET
    bucket = key[at] & 127;
#endif
    atomicExch(&lock[bucket], 0);
}

__global__ void acquires_and_releases(int *lock, int *sum, const int *x) {
    int found;
    do {
        asm volatile("atom.acquire.gpu.cas.b32 %0, [%1], 0, 1;" : "=r"(found) : "l"(lock) : "memory");
    } while (found != 0);
    *sum += x[threadIdx.x];
    asm volatile("st.release.gpu.b32 [%0], 0;" ::"l"(lock) : "memory");
}

__global__ void within_a_block(int *lock, int *sum, const int *x) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence_block();
    *sum += x[threadIdx.x];
    __threadfence_block();
    atomicExch(lock, 0);
}

__global__ void asks_what_is_there(int *lock, int *sum, int *out, const int *x) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    if (*sum < 100) *sum += x[threadIdx.x];
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void minus_one(int *lock, int *sum, const int *x) {
#ifdef TAKES_NOTHING
    while (atomicExch(lock, -1) != -1) {}
#else
    while (atomicExch(lock, 1) != -1) {}
#endif
    __threadfence();
    *sum += x[threadIdx.x];
    __threadfence();
    atomicExch(lock, -1);
}
