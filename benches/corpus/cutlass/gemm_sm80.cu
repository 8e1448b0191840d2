// build: sm_80
//
// A half-precision tensor-core product with a multistage pipeline, and a single-precision one on the plain cores,
// both instantiated from CUTLASS's device-wide templates.
#include <cutlass/gemm/device/gemm.h>
#include <cutlass/epilogue/thread/linear_combination_relu.h>

using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;

using Half = cutlass::gemm::device::Gemm<
    cutlass::half_t, Row, cutlass::half_t, Column, cutlass::half_t, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 32>, cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>,
    cutlass::epilogue::thread::LinearCombinationRelu<cutlass::half_t, 8, float, float>,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<4>, 4>;

using Single = cutlass::gemm::device::Gemm<float, Column, float, Row, float, Row>;

template __global__ void cutlass::Kernel<Half::GemmKernel>(Half::GemmKernel::Params);
template __global__ void cutlass::Kernel<Single::GemmKernel>(Single::GemmKernel::Params);
