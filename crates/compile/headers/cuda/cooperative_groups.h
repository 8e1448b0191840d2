/* Cooperative groups: blocks, tiles, coalesced threads, clusters, the grid. A tile's mask is that of its lanes in the warp.
 *
 * What has no instruction is made of shuffles, votes and barriers of the lanes that take part. Where that would not be exact, it is a
 * call of `__raddle_opaque_*`, code of which nothing is known. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"

/* The barrier of a whole cooperative launch, which no instruction names: a call that the verifier knows by name. */
extern "C" __attribute__((device, convergent)) void __raddle_grid_sync();
extern "C" __attribute__((device, convergent)) void __raddle_opaque_group(int what);
/* A number that a program cannot know. */
extern "C" __attribute__((device, const)) unsigned int __raddle_math_group(int what, int index);

RADDLE_FN unsigned int __raddle_lane() { unsigned int r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
RADDLE_FN unsigned int __raddle_thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
RADDLE_FN unsigned int __raddle_block_size() { return blockDim.x * blockDim.y * blockDim.z; }

/* A value of any type as words, which is how it is shuffled. */
template <unsigned int Bytes> struct __raddle_words {
  unsigned int word[Bytes / 4];
  RADDLE_METHOD unsigned int &at(unsigned int i) { return word[i]; }
};
template <> struct __raddle_words<1> { unsigned char word[1]; RADDLE_METHOD unsigned char &at(unsigned int) { return word[0]; } };
template <> struct __raddle_words<2> { unsigned short word[1]; RADDLE_METHOD unsigned short &at(unsigned int) { return word[0]; } };
/* The first so many words of a value, one after the other: a loop would take their places from memory. */
template <unsigned int Words> struct __raddle_each {
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  template <class W> RADDLE_METHOD static void name(unsigned int mask, W &w, lane_type lane, int width) {              \
    __raddle_each<Words - 1>::name(mask, w, lane, width);                                                              \
    w.at(Words - 1) = __##name##_sync(mask, (unsigned int)w.at(Words - 1), lane, width);                               \
  }
  RADDLE_SHUFFLE(shfl, int) RADDLE_SHUFFLE(shfl_up, unsigned int) RADDLE_SHUFFLE(shfl_down, unsigned int) RADDLE_SHUFFLE(shfl_xor, int)
#undef RADDLE_SHUFFLE
  template <class W> RADDLE_METHOD static void unspecified(int what, W &w) {
    __raddle_each<Words - 1>::unspecified(what, w);
    w.at(Words - 1) = __raddle_math_group(what, (int)Words - 1);
  }
};
template <> struct __raddle_each<0> {
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  template <class W> RADDLE_METHOD static void name(unsigned int, W &, lane_type, int) {}
  RADDLE_SHUFFLE(shfl, int) RADDLE_SHUFFLE(shfl_up, unsigned int) RADDLE_SHUFFLE(shfl_down, unsigned int) RADDLE_SHUFFLE(shfl_xor, int)
#undef RADDLE_SHUFFLE
  template <class W> RADDLE_METHOD static void unspecified(int, W &) {}
};
template <bool Number> struct __raddle_shuffle {
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  template <class T> RADDLE_METHOD static T name(unsigned int mask, T v, lane_type lane, int width) {                  \
    typedef __raddle_words<sizeof(T)> words;                                                                           \
    words w = __builtin_bit_cast(words, v);                                                                            \
    __raddle_each<(sizeof(T) + 3) / 4>::name(mask, w, lane, width);                                                    \
    return __builtin_bit_cast(T, w);                                                                                   \
  }
  RADDLE_SHUFFLE(shfl, int) RADDLE_SHUFFLE(shfl_up, unsigned int) RADDLE_SHUFFLE(shfl_down, unsigned int) RADDLE_SHUFFLE(shfl_xor, int)
#undef RADDLE_SHUFFLE
};
template <> struct __raddle_shuffle<true> {
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  template <class T> RADDLE_METHOD static T name(unsigned int mask, T v, lane_type lane, int width) {                  \
    return (T)__##name##_sync(mask, v, lane, width);                                                                   \
  }
  RADDLE_SHUFFLE(shfl, int) RADDLE_SHUFFLE(shfl_up, unsigned int) RADDLE_SHUFFLE(shfl_down, unsigned int) RADDLE_SHUFFLE(shfl_xor, int)
#undef RADDLE_SHUFFLE
};
/* A value of which nothing is known. */
template <class T> RADDLE_FN T __raddle_unspecified(int what) {
  typedef __raddle_words<sizeof(T)> words;
  words w;
  __raddle_each<(sizeof(T) + 3) / 4>::unspecified(what, w);
  return __builtin_bit_cast(T, w);
}

/* The position of the set bit that has `n` others below it. */
RADDLE_FN unsigned int __raddle_nth_lane(unsigned int mask, unsigned int n) {
  unsigned int at = 0;
#define RADDLE_HALF(width)                                                                                             \
  {                                                                                                                    \
    const unsigned int below = (unsigned int)__popc(mask >> at & ((1u << width) - 1));                                 \
    const bool above = n >= below;                                                                                     \
    n -= above ? below : 0;                                                                                            \
    at += above ? width : 0;                                                                                           \
  }
  RADDLE_HALF(16) RADDLE_HALF(8) RADDLE_HALF(4) RADDLE_HALF(2) RADDLE_HALF(1)
#undef RADDLE_HALF
  return at;
}
/* The bits of `bits` at the places that are set in `mask`, side by side. */
RADDLE_FN unsigned int __raddle_pack_lanes(unsigned int mask, unsigned int bits) {
  unsigned int packed = 0, at = 0;
  for (unsigned int i = 0; i < 32; i++) {
    const unsigned int in = mask >> i & 1;
    packed |= (bits >> i & in) << (at & 31);
    at += in;
  }
  return packed;
}

namespace cooperative_groups {

typedef unsigned int thread_id_t;

class thread_block {
public:
  struct arrival_token {};
  RADDLE_METHOD static void sync() { __syncthreads(); }
  RADDLE_METHOD static unsigned int thread_rank() { return __raddle_thread_rank(); }
  RADDLE_METHOD static unsigned int size() { return __raddle_block_size(); }
  RADDLE_METHOD static unsigned int num_threads() { return __raddle_block_size(); }
  RADDLE_METHOD static dim3 group_index() { return blockIdx; }
  RADDLE_METHOD static dim3 thread_index() { return threadIdx; }
  RADDLE_METHOD static dim3 group_dim() { return blockDim; }
  RADDLE_METHOD static dim3 dim_threads() { return blockDim; }
  /* A barrier in two halves is none that PTX numbers. */
  RADDLE_METHOD static arrival_token barrier_arrive() { __raddle_opaque_group(0); return arrival_token(); }
  RADDLE_METHOD static void barrier_wait(arrival_token) { __raddle_opaque_group(1); }
};
RADDLE_FN thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize = 1024> struct alignas(16) block_tile_memory { unsigned long long bytes[(MaxBlockSize / 32 + 1) * 4]; };
template <unsigned int N> RADDLE_FN thread_block this_thread_block(block_tile_memory<N> &) { return thread_block(); }

class grid_group {
public:
  struct arrival_token {};
  RADDLE_METHOD static bool is_valid() { return true; }
  RADDLE_METHOD static void sync() { __raddle_grid_sync(); }
  RADDLE_METHOD static arrival_token barrier_arrive() { __raddle_opaque_group(2); return arrival_token(); }
  RADDLE_METHOD static void barrier_wait(arrival_token) { __raddle_opaque_group(3); }
  RADDLE_METHOD static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  RADDLE_METHOD static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  RADDLE_METHOD static unsigned long long thread_rank() { return block_rank() * __raddle_block_size() + __raddle_thread_rank(); }
  RADDLE_METHOD static unsigned long long num_threads() { return num_blocks() * __raddle_block_size(); }
  RADDLE_METHOD static unsigned long long size() { return num_threads(); }
  RADDLE_METHOD static dim3 group_dim() { return gridDim; }
  RADDLE_METHOD static dim3 dim_blocks() { return gridDim; }
  RADDLE_METHOD static dim3 block_index() { return blockIdx; }
  RADDLE_METHOD static dim3 thread_index() { return threadIdx; }
};
RADDLE_FN grid_group this_grid() { return grid_group(); }

/* Several grids, on several devices. */
class multi_grid_group {
public:
  RADDLE_METHOD static bool is_valid() { return __raddle_math_group(4, 0) != 0; }
  RADDLE_METHOD static void sync() { __raddle_opaque_group(5); }
  RADDLE_METHOD static unsigned int grid_rank() { return __raddle_math_group(6, 0); }
  RADDLE_METHOD static unsigned int num_grids() { return __raddle_math_group(7, 0); }
  RADDLE_METHOD static unsigned long long thread_rank() { return grid_rank() * grid_group::size() + grid_group::thread_rank(); }
  RADDLE_METHOD static unsigned long long size() { return num_grids() * grid_group::size(); }
  RADDLE_METHOD static unsigned long long num_threads() { return size(); }
};
RADDLE_FN multi_grid_group this_multi_grid() { return multi_grid_group(); }

/* The blocks of a cluster, by the instructions of PTX. */
class cluster_group {
#define RADDLE_CLUSTER(name, sreg)                                                                                     \
  RADDLE_METHOD static unsigned int name() { unsigned int r; asm("mov.u32 %0, %%" sreg ";" : "=r"(r)); return r; }
  RADDLE_CLUSTER(index_x, "cluster_ctaid.x") RADDLE_CLUSTER(index_y, "cluster_ctaid.y") RADDLE_CLUSTER(index_z, "cluster_ctaid.z")
  RADDLE_CLUSTER(count_x, "cluster_nctaid.x") RADDLE_CLUSTER(count_y, "cluster_nctaid.y") RADDLE_CLUSTER(count_z, "cluster_nctaid.z")

public:
  struct arrival_token {};
  RADDLE_CLUSTER(block_rank, "cluster_ctarank") RADDLE_CLUSTER(num_blocks, "cluster_nctarank")
#undef RADDLE_CLUSTER
  RADDLE_METHOD static arrival_token barrier_arrive() {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    return arrival_token();
  }
  RADDLE_METHOD static void barrier_wait(arrival_token) { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
  RADDLE_METHOD static void barrier_wait() { barrier_wait(arrival_token()); }
  RADDLE_METHOD static void sync() { barrier_wait(barrier_arrive()); }
  RADDLE_METHOD static dim3 block_index() { return dim3(index_x(), index_y(), index_z()); }
  RADDLE_METHOD static dim3 dim_blocks() { return dim3(count_x(), count_y(), count_z()); }
  RADDLE_METHOD static dim3 group_dim() { return dim_blocks(); }
  RADDLE_METHOD static dim3 dim_threads() { return dim3(count_x() * blockDim.x, count_y() * blockDim.y, count_z() * blockDim.z); }
  RADDLE_METHOD static unsigned int thread_rank() { return block_rank() * __raddle_block_size() + __raddle_thread_rank(); }
  RADDLE_METHOD static unsigned int num_threads() { return num_blocks() * __raddle_block_size(); }
  RADDLE_METHOD static unsigned int size() { return num_threads(); }
  template <class T> RADDLE_METHOD static T *map_shared_rank(T *p, int rank) {
    T *r;
    asm("mapa." RADDLE_ADDRESS " %0, %1, %2;" : RADDLE_PTR_OUT(r) : RADDLE_PTR(p), "r"(rank));
    return r;
  }
  RADDLE_METHOD static unsigned int query_shared_rank(const void *p) {
    unsigned int r;
    asm("getctarank." RADDLE_ADDRESS " %0, %1;" : "=r"(r) : RADDLE_PTR(p));
    return r;
  }
};
RADDLE_FN cluster_group this_cluster() { return cluster_group(); }

/* Collectives of a set of lanes `mask`. A group numbers its lanes by rank: `lane_of` and `by_rank` are between the two. */
template <class Group> class __raddle_lanes {
  RADDLE_METHOD const Group &self() const { return *static_cast<const Group *>(this); }
  RADDLE_METHOD unsigned int mask() const { return self().lane_mask(); }

public:
  RADDLE_METHOD void sync() const { __syncwarp(mask()); }
  RADDLE_METHOD int any(int p) const { return __any_sync(mask(), p); }
  RADDLE_METHOD int all(int p) const { return __all_sync(mask(), p); }
  RADDLE_METHOD unsigned int ballot(int p) const { return self().by_rank(__ballot_sync(mask(), p)); }
  template <class T> RADDLE_METHOD unsigned int match_any(T v) const { return self().by_rank(__match_any_sync(mask(), v)); }
  template <class T> RADDLE_METHOD unsigned int match_all(T v, int &all) const {
    return self().by_rank(__match_all_sync(mask(), v, &all));
  }
  RADDLE_METHOD unsigned int num_threads() const { return self().size(); }
};

template <unsigned int Size, class Parent> class thread_block_tile;
/* How many tiles of `Size` threads a group has, and which of them one is in. */
template <unsigned int Size, class Parent> struct __raddle_meta;
template <unsigned int Size> struct __raddle_meta<Size, thread_block> {
  RADDLE_METHOD unsigned int meta_group_rank() const { return __raddle_thread_rank() / Size; }
  RADDLE_METHOD unsigned int meta_group_size() const { return (__raddle_block_size() + Size - 1) / Size; }
};
template <unsigned int Size, unsigned int Of, class Parent> struct __raddle_meta<Size, thread_block_tile<Of, Parent>> {
  RADDLE_METHOD unsigned int meta_group_rank() const { return __raddle_thread_rank() % Of / Size; }
  RADDLE_METHOD unsigned int meta_group_size() const { return Of / Size; }
};
/* Where the type does not say what was divided, the tile knows. */
template <unsigned int Size> struct __raddle_meta<Size, void> {
  RADDLE_METHOD unsigned int meta_group_rank() const { return rank; }
  RADDLE_METHOD unsigned int meta_group_size() const { return count; }

protected:
  unsigned int rank = 0, count = 1;
};

template <unsigned int Size, bool Big> class __raddle_tile;
template <unsigned int Size> class __raddle_tile<Size, false> : public __raddle_lanes<__raddle_tile<Size, false>> {
  RADDLE_METHOD static unsigned int first() { return __raddle_lane() & ~(Size - 1) & 31; }

public:
  RADDLE_METHOD unsigned int lane_mask() const { return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1) << first(); }
  RADDLE_METHOD unsigned int by_rank(unsigned int lanes) const { return (lanes & lane_mask()) >> first(); }
  RADDLE_METHOD static unsigned int thread_rank() { return __raddle_thread_rank() & (Size - 1); }
  RADDLE_METHOD static constexpr unsigned int size() { return Size; }
#define RADDLE_SHUFFLE(name, lane_type)                                                                                \
  template <class T> RADDLE_METHOD T name(T v, lane_type lane) const {                                                 \
    return __raddle_shuffle<__is_arithmetic(T)>::name(lane_mask(), v, lane, Size);                                     \
  }
  RADDLE_SHUFFLE(shfl, int) RADDLE_SHUFFLE(shfl_up, unsigned int) RADDLE_SHUFFLE(shfl_down, unsigned int)
  RADDLE_SHUFFLE(shfl_xor, unsigned int)
#undef RADDLE_SHUFFLE
};
/* A tile of several warps, which meet in memory that the library reserves. */
template <unsigned int Size> class __raddle_tile<Size, true> {
public:
  RADDLE_METHOD static void sync() { __raddle_opaque_group(8); }
  RADDLE_METHOD static unsigned int thread_rank() { return __raddle_thread_rank() & (Size - 1); }
  RADDLE_METHOD static constexpr unsigned int size() { return Size; }
  RADDLE_METHOD static constexpr unsigned int num_threads() { return Size; }
#define RADDLE_COLLECTIVE(name, type)                                                                                  \
  template <class T> RADDLE_METHOD type name(T) const { __raddle_opaque_group(9); return __raddle_unspecified<type>(9); } \
  template <class T> RADDLE_METHOD type name(T, unsigned int) const { __raddle_opaque_group(9); return __raddle_unspecified<type>(9); }
  RADDLE_COLLECTIVE(any, int) RADDLE_COLLECTIVE(all, int) RADDLE_COLLECTIVE(shfl, T) RADDLE_COLLECTIVE(shfl_up, T)
  RADDLE_COLLECTIVE(shfl_down, T) RADDLE_COLLECTIVE(shfl_xor, T)
#undef RADDLE_COLLECTIVE
};

template <unsigned int Size, class Parent = void>
class thread_block_tile : public __raddle_tile<Size, (Size > 32)>, public __raddle_meta<Size, Parent> {
  static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads");
};
template <unsigned int Size>
class thread_block_tile<Size, void> : public __raddle_tile<Size, (Size > 32)>, public __raddle_meta<Size, void> {
  static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads");

public:
  thread_block_tile() = default;
  template <class Parent> RADDLE_METHOD thread_block_tile(const thread_block_tile<Size, Parent> &tile) {
    this->rank = tile.meta_group_rank();
    this->count = tile.meta_group_size();
  }
};
template <unsigned int Size, class Group> RADDLE_FN thread_block_tile<Size, Group> tiled_partition(const Group &) {
  return thread_block_tile<Size, Group>();
}
RADDLE_FN thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

class coalesced_group : public __raddle_lanes<coalesced_group> {
  unsigned int lanes, rank, count;

public:
  RADDLE_METHOD explicit coalesced_group(unsigned int lanes, unsigned int rank = 0, unsigned int count = 1)
      : lanes(lanes), rank(rank), count(count) {}
  RADDLE_METHOD unsigned int lane_mask() const { return lanes; }
  RADDLE_METHOD unsigned int by_rank(unsigned int bits) const { return __raddle_pack_lanes(lanes, bits); }
  RADDLE_METHOD unsigned int size() const { return (unsigned int)__popc(lanes); }
  RADDLE_METHOD unsigned int thread_rank() const { return (unsigned int)__popc(lanes & ((1u << __raddle_lane()) - 1)); }
  RADDLE_METHOD unsigned int meta_group_rank() const { return rank; }
  RADDLE_METHOD unsigned int meta_group_size() const { return count; }
  template <class T> RADDLE_METHOD T shfl(T v, unsigned int rank) const {
    return __raddle_shuffle<__is_arithmetic(T)>::shfl(lanes, v, (int)__raddle_nth_lane(lanes, rank), 32);
  }
  /* From a rank that is not there, one's own value comes. */
  template <class T> RADDLE_METHOD T shfl_up(T v, unsigned int d) const {
    const unsigned int own = thread_rank();
    return shfl(v, own >= d ? own - d : own);
  }
  template <class T> RADDLE_METHOD T shfl_down(T v, unsigned int d) const {
    const unsigned int own = thread_rank();
    return shfl(v, d < size() - own ? own + d : own);
  }
  template <class T> RADDLE_METHOD T shfl_xor(T v, unsigned int m) const {
    const unsigned int own = thread_rank();
    return shfl(v, (own ^ m) < size() ? own ^ m : own);
  }
};
RADDLE_FN coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* Parts of a group of lanes: those of which a condition, or a label, is the same. */
template <class Group> RADDLE_FN coalesced_group binary_partition(const Group &g, bool condition) {
  const unsigned int yes = __ballot_sync(g.lane_mask(), condition) & g.lane_mask();
  const unsigned int no = g.lane_mask() & ~yes;
  return condition ? coalesced_group(yes, no != 0 ? 1 : 0, no != 0 ? 2 : 1) : coalesced_group(no, 0, yes != 0 ? 2 : 1);
}
template <class Group, class T> RADDLE_FN coalesced_group labeled_partition(const Group &g, T label) {
  /* In which order the parts are numbered, is open. */
  return coalesced_group(__match_any_sync(g.lane_mask(), label), __raddle_math_group(10, 0), __raddle_math_group(11, 0));
}

/* Any group, of which the kind is known at run time. */
class thread_group {
  enum kind { of_block, of_lanes, of_grid, of_others };
  kind is;
  unsigned int lanes;

public:
  RADDLE_METHOD thread_group(const thread_block &) : is(of_block), lanes(0) {}
  RADDLE_METHOD thread_group(const grid_group &) : is(of_grid), lanes(0) {}
  RADDLE_METHOD thread_group(const multi_grid_group &) : is(of_others), lanes(0) {}
  RADDLE_METHOD thread_group(const coalesced_group &g) : is(of_lanes), lanes(g.lane_mask()) {}
  template <unsigned int Size, class Parent>
  RADDLE_METHOD thread_group(const thread_block_tile<Size, Parent> &g) : is(of_lanes), lanes(g.lane_mask()) {}
  RADDLE_METHOD void sync() const {
    if (is == of_block) __syncthreads();
    else if (is == of_lanes) __syncwarp(lanes);
    else if (is == of_grid) __raddle_grid_sync();
    else multi_grid_group::sync();
  }
  RADDLE_METHOD unsigned long long thread_rank() const {
    return is == of_block   ? thread_block::thread_rank()
           : is == of_lanes ? coalesced_group(lanes).thread_rank()
           : is == of_grid  ? grid_group::thread_rank()
                            : multi_grid_group::thread_rank();
  }
  RADDLE_METHOD unsigned long long size() const {
    return is == of_block   ? thread_block::size()
           : is == of_lanes ? coalesced_group(lanes).size()
           : is == of_grid  ? grid_group::size()
                            : multi_grid_group::size();
  }
  RADDLE_METHOD unsigned long long num_threads() const { return size(); }
  /* The lanes of the warp that are in the group. */
  RADDLE_METHOD unsigned int lane_mask() const { return is == of_lanes ? lanes : 0xffffffffu; }
};
/* Tiles of a size that is known at run time, of a block or of lanes. */
RADDLE_FN coalesced_group __raddle_tile_of(unsigned int lanes, unsigned int size) {
  const coalesced_group whole(lanes);
  const unsigned int first = whole.thread_rank() / size * size;
  unsigned int part = 0;
  for (unsigned int i = 0; i < 32; i++) {
    const unsigned int rank = (unsigned int)__popc(lanes & ((1u << i) - 1));
    part |= (rank >= first && rank < first + size ? lanes >> i & 1 : 0) << i;
  }
  return coalesced_group(part, whole.thread_rank() / size, (whole.size() + size - 1) / size);
}
RADDLE_FN thread_group tiled_partition(const thread_group &g, unsigned int size) {
  return thread_group(__raddle_tile_of(g.lane_mask(), size));
}
RADDLE_FN coalesced_group tiled_partition(const coalesced_group &g, unsigned int size) { return __raddle_tile_of(g.lane_mask(), size); }

template <class Group> RADDLE_FN void sync(const Group &g) { g.sync(); }
/* As it was once called. */
template <class Group> RADDLE_FN void synchronize(const Group &g) { g.sync(); }
template <class Group> RADDLE_FN unsigned long long thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> RADDLE_FN unsigned long long group_size(const Group &g) { return g.size(); }

} // namespace cooperative_groups
#include "raddle/no_inlining.h"
