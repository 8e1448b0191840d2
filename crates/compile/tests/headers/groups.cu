// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void all(int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto half_warp = cg::tiled_partition<16>(warp);
  int v = out[block.thread_rank()];
  for (unsigned o = warp.size() / 2; o > 0; o /= 2) v += warp.shfl_down(v, o);
  v = cg::reduce(half_warp, v, cg::plus<int>()) + half_warp.shfl(v, 3) + half_warp.shfl_up(v, 1);
  block.sync(); cg::sync(block); warp.sync(); half_warp.sync();
  if (warp.thread_rank() == 0) out[warp.meta_group_rank()] = v + warp.any(v) + warp.all(v) + (int)half_warp.ballot(v);
  out[0] = block.group_index().x + block.thread_index().y + block.size() + warp.meta_group_size() + warp.num_threads();
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  out[grid.thread_rank()] = grid.size();
  auto some = cg::coalesced_threads();
  out[1] = some.size() + some.thread_rank() + some.shfl(v, 0) + some.any(v);
}
