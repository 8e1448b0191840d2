// build: sm_90a
//
// Warp-specialised products for Hopper: a producer warp group fetches tiles with bulk tensor copies, consumer warp
// groups multiply them; once with cooperating consumers, once in ping-pong order.
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
using namespace cute;

template <class MainSchedule, class EndSchedule, class Tile, class Cluster> struct WarpSpecialized {
    using Half = cutlass::half_t;
    using Row = cutlass::layout::RowMajor;
    using Column = cutlass::layout::ColumnMajor;
    using End = typename cutlass::epilogue::collective::CollectiveBuilder<
        cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Tile, Cluster, cutlass::epilogue::collective::EpilogueTileAuto, float, float,
        Half, Row, 8, Half, Row, 8, EndSchedule>::CollectiveOp;
    using Main = typename cutlass::gemm::collective::CollectiveBuilder<
        cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Half, Row, 8, Half, Column, 8, float, Tile, Cluster,
        cutlass::gemm::collective::StageCountAutoCarveout<(int)sizeof(typename End::SharedStorage)>, MainSchedule>::CollectiveOp;
    using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Main, End>;
};

using Cooperative = WarpSpecialized<cutlass::gemm::KernelTmaWarpSpecializedCooperative, cutlass::epilogue::TmaWarpSpecializedCooperative,
                            Shape<_128, _128, _64>, Shape<_2, _1, _1>>::Kernel;
using PingPong = WarpSpecialized<cutlass::gemm::KernelTmaWarpSpecializedPingpong, cutlass::epilogue::TmaWarpSpecialized,
                         Shape<_64, _128, _64>, Shape<_1, _1, _1>>::Kernel;

template __global__ void cutlass::device_kernel<Cooperative>(const __grid_constant__ Cooperative::Params);
template __global__ void cutlass::device_kernel<PingPong>(const __grid_constant__ PingPong::Params);
