//! Host code calls the runtime, the driver and NVIDIA's libraries
//! source: raddle
//! check: --block 64 --grid 1 --kernel halve
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel halve -DCUDA_VERSION=11080
//! expect: race=refuted
//! finding: race line 23
//! why: The host's half only has to parse; the version of CUDA is 13.0 unless another one is defined.

#include <cuda.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <curand.h>
#include <cusparse.h>
#include <cstdio>

#if CUDART_VERSION != CUDA_VERSION || __CUDACC_VER_MAJOR__ * 1000 != CUDA_VERSION / 1000 * 1000
#error "the versions differ"
#endif

__global__ void halve(float *a) {
#if CUDA_VERSION < 12000
    a[0] = threadIdx.x;
#else
    a[threadIdx.x] /= 2;
#endif
}

static void driver(CUresult result) {
    const char *name = nullptr, *text = nullptr;
    cuGetErrorName(result, &name);
    if (cuGetErrorString(result, &text) != CUDA_SUCCESS) return;
    std::printf("%s: %s\n", name, text);
    CUdevice device;
    CUmodule module;
    CUdeviceptr memory;
    cuDeviceGet(&device, 0);
    cuModuleLoad(&module, "halve.cubin");
    cuMemAlloc(&memory, 1024);
    int least = 0;
    cuDeviceGetAttribute(&least, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
}

static void graph(float *a) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    halve<<<1, 64, 0, stream>>>(a);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, stream);
    cudaMemAllocNodeParams parameters = {};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    std::printf("%d %d %s\n", properties.clockRate, properties.multiProcessorCount, cudaGetErrorName(cudaErrorGraphExecUpdateFailure));
}

static void libraries(float *a) {
    cublasHandle_t blas;
    curandGenerator_t random;
    cusparseHandle_t sparse;
    const float one = 1;
    cublasCreate(&blas);
    if (cublasSscal(blas, 64, &one, a, 1) != CUBLAS_STATUS_SUCCESS) return;
    curandCreateGenerator(&random, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetGeneratorOrdering(random, CURAND_ORDERING_PSEUDO_BEST);
    cusparseCreate(&sparse);
}

int main() {
    float *a = nullptr;
    cudaMalloc(&a, 64 * sizeof(float));
    driver(CUDA_SUCCESS);
    graph(a);
    libraries(a);
    return cudaFree(a) == cudaSuccess ? 0 : 1;
}
