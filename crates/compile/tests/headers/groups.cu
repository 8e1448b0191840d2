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
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
struct pair { float a; int b; };
__device__ int of_any(cg::thread_group g, int v) { g.sync(); return (int)(g.thread_rank() + g.size() + g.num_threads()) + v; }
template <class Group> __device__ int votes(const Group &g, int v) {
  int same;
  unsigned r = g.match_any(v) + g.match_all(v, same) + g.any(v) + g.all(v) + g.ballot(v) + g.num_threads() + g.size() + g.thread_rank();
  r += g.shfl(v, 1) + g.shfl_up(v, 1) + g.shfl_down(v, 1) + g.shfl_xor(v, 1) + g.meta_group_rank() + g.meta_group_size();
  r += cg::reduce(g, v, cg::plus<int>()) + cg::reduce(g, v, cg::less<int>()) + cg::reduce(g, v, cg::greater<int>());
  r += cg::reduce(g, v, cg::bit_and<int>()) + cg::reduce(g, v, cg::bit_or<int>()) + cg::reduce(g, v, cg::bit_xor<>());
  r += cg::inclusive_scan(g, v) + cg::exclusive_scan(g, v) + cg::inclusive_scan(g, v, cg::greater<int>()) + cg::exclusive_scan(g, v, cg::less<int>());
  g.sync(); cg::sync(g);
  return (int)(r + cg::binary_partition(g, v > 3).size() + cg::labeled_partition(g, v).thread_rank()) + g.shfl(pair{1.0f, v}, 0).b + g.shfl((short)v, 0);
}
__global__ void more(int *out, char *bytes) {
  __shared__ char tile[64];
  cg::thread_block b = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(b);
  cg::thread_block_tile<4> four = cg::tiled_partition<4>(warp);
  cg::thread_group part = cg::tiled_partition(b, 16), part_of_part = cg::tiled_partition(part, 4);
  cg::coalesced_group some = cg::coalesced_threads();
  out[0] = votes(warp, 1) + votes(four, 2) + votes(cg::tiled_partition<8>(b), 3) + votes(some, 4) + votes(cg::tiled_partition(some, 2), 5);
  out[1] = of_any(b, 1) + of_any(warp, 2) + of_any(some, 3) + of_any(part_of_part, 4) + of_any(cg::this_grid(), 5);
  cg::grid_group grid = cg::this_grid();
  out[2] = (int)(grid.num_blocks() + grid.block_rank() + grid.num_threads() + grid.dim_blocks().x + grid.block_index().y) + grid.is_valid();
  cg::multi_grid_group all = cg::this_multi_grid(); all.sync();
  out[3] = (int)(all.size() + all.thread_rank() + all.grid_rank() + all.num_grids()) + (int)cg::this_thread().size();
  cg::thread_block::sync(); out[4] = (int)(cg::thread_block::group_index().x + cg::thread_block::thread_rank() + cg::thread_block::dim_threads().z);
  auto token = b.barrier_arrive(); b.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  cg::memcpy_async(b, tile, bytes, sizeof tile); cg::memcpy_async(warp, tile, 64, bytes, 32); cg::wait_prior<1>(b); cg::wait(warp);
  cg::cluster_group cluster = cg::this_cluster(); cluster.sync();
  out[5] = (int)(cluster.block_rank() + cluster.num_blocks() + cluster.thread_rank() + cluster.dim_blocks().x) + *cluster.map_shared_rank(tile, 1);
  auto large = cg::tiled_partition<128>(b); large.sync(); out[6] = large.shfl(out[6], 2) + (int)large.meta_group_size() + large.any(1);
}
