// A whole program in one file: C headers, host code, launches, printf and assert on both sides.
#include <assert.h>
#include <cuda_runtime.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(EXIT_FAILURE); } } while (0)
__constant__ float weights[9];
__managed__ int progress;
__device__ int device_counter = 3;
__host__ __device__ int both(int a) { return max(a, 3); }
template <class T, int N> __global__ void fill(T *p, T v) { for (int i = 0; i < N; i++) p[threadIdx.x * N + i] = v; }
extern "C" __global__ void kernel(float *out, uint32_t n) {
  extern __shared__ float dynamic[];
  assert(n < INT_MAX);
  dynamic[threadIdx.x] = weights[threadIdx.x % 9] + device_counter + both(progress) + FLT_MAX;
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = dynamic[threadIdx.x];
  else printf("thread %d of %u\n", threadIdx.x, n);
}
int main(int argc, char **argv) {
  float host[64], *device;
  cudaStream_t stream; cudaEvent_t begin; cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0)); CHECK(cudaStreamCreate(&stream)); CHECK(cudaEventCreate(&begin));
  CHECK(cudaMalloc(&device, sizeof host)); CHECK(cudaMalloc((void **)&device, 64)); memset(host, 0, sizeof host);
  CHECK(cudaMemcpyToSymbol(weights, host, 9 * sizeof(float))); CHECK(cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice));
  kernel<<<dim3(1), 64, 64 * sizeof(float), stream>>>(device, argc > 1 ? atoi(argv[1]) : 64);
  fill<float, 4><<<1, 16>>>(device, 1.0f); fill<int, 2><<<1, 16>>>((int *)device, 1);
  CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(begin));
  assert(host[0] == 0); printf("%f %f\n", sqrt(2.0), (double)fabsf(host[1])); srand((unsigned)time(NULL)); free(malloc(3));
  return both(min(1, 2)) + (int)cudaFree(device);
}
