// build: sm_80 -lineinfo
//! check: --block 64 --arg 2=4
//! expect: deadlock=proved barrier-reuse=proved divergence=proved
//! why: Asynchronous copies fill two slots in turn; two barriers a round separate what a thread fetched from its neighbours'
//! why: reading. They are reached by all, however the copies are modelled.
extern "C" __global__ void async_copy(const int* x, int* out, int rounds) {
    __shared__ int slot[2][64];
    int t = threadIdx.x, sum = 0;
    auto fetch = [&](int r) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&slot[r & 1][t]);
        if (r < rounds) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + r * 64 + t) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    fetch(0);
    for (int r = 0; r < rounds; ++r) {
        fetch(r + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += slot[r & 1][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
