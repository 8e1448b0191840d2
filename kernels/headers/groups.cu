//! Cooperative groups: ranks, votes, shuffles, reductions and scans of tiles and of coalesced threads; who waits for whom
//! source: raddle
//! check: --kernel values -D SIZE=8 --block 64 --grid 1
//! expect: deadlock=proved race=proved divergence=proved
//! check: --kernel exchange --block 64 --grid 1 -D SIZE=8
//! expect: deadlock=proved race=proved divergence=proved
//! check: --kernel exchange --block 64 --grid 1 -D SIZE=4
//! expect: race=refuted
//! finding: race line 47
//! check: --kernel of_any_kind -D SIZE=8 --block 64 --grid 1
//! expect: deadlock=proved race=proved divergence=proved
//! check: --kernel copied_later -D SIZE=8 --block 64 --grid 1
//! expect: race=unknown
//! why: `values` marks each line whose values are not those of the programming guide by a second barrier for one half of the block, which
//!   would be a divergence. `exchange` reads what a thread wrote that is at most 7 away: tiles of 8, of a size
//!   that is known at run time only, wait for it, tiles of 4 do not [A]. `of_any_kind` has a block passed as a group of any kind, and
//!   all of it waits. A copy that is asynchronous has no model, so nothing is said of `copied_later`.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void values(int *out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(warp);
    const int t = (int)threadIdx.x, lane = t % 32;
    int right = cg::reduce(warp, lane, cg::plus<int>()) == 496 && cg::reduce(eight, lane, cg::greater<int>()) == lane / 8 * 8 + 7;
    right &= eight.meta_group_rank() == lane / 8 && eight.meta_group_size() == 4 && warp.meta_group_rank() == t / 32;
    right &= eight.ballot(t % 8 < 3) == 7 && cg::inclusive_scan(eight, 2) == (t % 8 + 1) * 2 && cg::exclusive_scan(eight, 3) == t % 8 * 3;
    cg::coalesced_group half = cg::binary_partition(warp, t % 2 == 1);
    const int rank = (int)half.thread_rank();
    right &= half.size() == 16 && rank == lane / 2 && half.shfl(t, 3) == t / 32 * 32 + 6 + t % 2 && half.ballot(rank == 5) == 32;
    right &= half.shfl_up(t, 1) == (rank > 0 ? t - 2 : t) && half.shfl_down(t, 2) == (rank < 14 ? t + 4 : t);
    right &= cg::reduce(half, 1, cg::plus<int>()) == 16 && cg::inclusive_scan(half, 1) == rank + 1;
    if (right || t < 32) __syncthreads();
    out[t] = right;
}

__global__ void exchange(int *out) {
    __shared__ int s[64];
    cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), SIZE);
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 7]; // [A]
}

__device__ void turn(cg::thread_group g, int *s) {
    s[g.thread_rank()] = 1;
    g.sync();
    s[g.thread_rank() ^ 63] += 2;
}
__global__ void of_any_kind(int *out) {
    __shared__ int s[64];
    turn(cg::this_thread_block(), s);
    out[threadIdx.x] = (int)cg::this_thread_block().num_threads();
}

__global__ void copied_later(int *out) {
    __shared__ int s[64];
    cg::memcpy_async(cg::this_thread_block(), s, out, sizeof s);
    cg::wait(cg::this_thread_block());
    out[threadIdx.x + 64] = s[threadIdx.x];
}
