/* Cooperative groups: blocks, tiles, coalesced threads, the grid. A tile's mask is that of its lanes in the warp. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

/* The barrier of a whole cooperative launch, which no instruction names: a call that the verifier knows by name. */
extern "C" __attribute__((device, convergent)) void __raddle_grid_sync();

RADDLE_FN unsigned int __raddle_lane() { unsigned int r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
RADDLE_FN unsigned int __raddle_thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

namespace cooperative_groups {

class thread_block {
public:
  RADDLE_METHOD void sync() const { __syncthreads(); }
  RADDLE_METHOD unsigned int thread_rank() const { return __raddle_thread_rank(); }
  RADDLE_METHOD unsigned int size() const { return blockDim.x * blockDim.y * blockDim.z; }
  RADDLE_METHOD unsigned int num_threads() const { return size(); }
  RADDLE_METHOD dim3 group_index() const { return blockIdx; }
  RADDLE_METHOD dim3 thread_index() const { return threadIdx; }
  RADDLE_METHOD dim3 group_dim() const { return blockDim; }
  RADDLE_METHOD dim3 dim_threads() const { return blockDim; }
};
RADDLE_FN thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
  RADDLE_METHOD bool is_valid() const { return true; }
  RADDLE_METHOD void sync() const { __raddle_grid_sync(); }
  RADDLE_METHOD unsigned long long thread_rank() const {
    unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return block * (blockDim.x * blockDim.y * blockDim.z) + __raddle_thread_rank();
  }
  RADDLE_METHOD unsigned long long size() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z);
  }
  RADDLE_METHOD dim3 group_dim() const { return gridDim; }
};
RADDLE_FN grid_group this_grid() { return grid_group(); }

/* Collectives of a set of lanes `mask`, of which shuffles see segments of `width` lanes. */
template <class Group> class __raddle_lanes {
  RADDLE_METHOD unsigned int mask() const { return static_cast<const Group *>(this)->lane_mask(); }

public:
  RADDLE_METHOD void sync() const { __syncwarp(mask()); }
  RADDLE_METHOD int any(int p) const { return __any_sync(mask(), p); }
  RADDLE_METHOD int all(int p) const { return __all_sync(mask(), p); }
  RADDLE_METHOD unsigned int num_threads() const { return static_cast<const Group *>(this)->size(); }
};

template <unsigned int Size, class Parent = void>
class thread_block_tile : public __raddle_lanes<thread_block_tile<Size, Parent>> {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
  RADDLE_METHOD unsigned int lane_mask() const {
    return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1) << (__raddle_lane() & ~(Size - 1) & 31);
  }
  RADDLE_METHOD unsigned int thread_rank() const { return __raddle_thread_rank() & (Size - 1); }
  RADDLE_METHOD static constexpr unsigned int size() { return Size; }
  RADDLE_METHOD unsigned int meta_group_rank() const { return __raddle_thread_rank() / Size; }
  RADDLE_METHOD unsigned int meta_group_size() const {
    return (blockDim.x * blockDim.y * blockDim.z + Size - 1) / Size;
  }
  RADDLE_METHOD unsigned int ballot(int p) const {
    return (__ballot_sync(lane_mask(), p) & lane_mask()) >> (__raddle_lane() & ~(Size - 1) & 31);
  }
  template <class T> RADDLE_METHOD T shfl(T v, int lane) const { return __shfl_sync(lane_mask(), v, lane, Size); }
  template <class T> RADDLE_METHOD T shfl_up(T v, unsigned int d) const { return __shfl_up_sync(lane_mask(), v, d, Size); }
  template <class T> RADDLE_METHOD T shfl_down(T v, unsigned int d) const {
    return __shfl_down_sync(lane_mask(), v, d, Size);
  }
  template <class T> RADDLE_METHOD T shfl_xor(T v, unsigned int m) const {
    return __shfl_xor_sync(lane_mask(), v, (int)m, Size);
  }
};
template <unsigned int Size, class Group> RADDLE_FN thread_block_tile<Size, Group> tiled_partition(const Group &) {
  return thread_block_tile<Size, Group>();
}

class coalesced_group : public __raddle_lanes<coalesced_group> {
  unsigned int lanes;

public:
  RADDLE_METHOD explicit coalesced_group(unsigned int lanes) : lanes(lanes) {}
  RADDLE_METHOD unsigned int lane_mask() const { return lanes; }
  RADDLE_METHOD unsigned int size() const { return (unsigned int)__popc(lanes); }
  RADDLE_METHOD unsigned int thread_rank() const { return (unsigned int)__popc(lanes & ((1u << __raddle_lane()) - 1)); }
  /* The lane that has rank `rank` in the group. */
  template <class T> RADDLE_METHOD T shfl(T v, unsigned int rank) const {
    return __shfl_sync(lanes, v, (int)__fns(lanes, 0, (int)rank + 1));
  }
};
RADDLE_FN coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group> RADDLE_FN void sync(const Group &g) { g.sync(); }
/* As it was once called. */
template <class Group> RADDLE_FN void synchronize(const Group &g) { g.sync(); }

} // namespace cooperative_groups
#include "raddle/no_inlining.h"
