//! What raddle's headers do not know the meaning of is never a pure function
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=unknown divergence=unknown race=unknown
//! check: --block 64 --grid 1 --pure-calls
//! expect: deadlock=unknown divergence=unknown race=unknown
//! why: Three of 64 threads wait for an arrival, which is not followed. `--pure-calls` is about functions of the source.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *out) {
    auto block = cg::this_thread_block();
    auto token = block.barrier_arrive();
    out[threadIdx.x] = 1;
    if (threadIdx.x < 3)
        block.barrier_wait(static_cast<decltype(token) &&>(token));
}
