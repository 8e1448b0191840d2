// Shared memory, with every other word that may stand beside it, in any order.
#define SHARED __device__ __shared__
#define DEVICE __device__
__shared__ int in_file;
__device__ __shared__ int of_file[4];
static __shared__ __device__ int own_of_file;
extern __shared__ float4 dynamic[];
template <class T> __device__ T *scratch() { __device__ __shared__ T own[8]; return own; }
__global__ void k(int *out) {
  __device__ __shared__ int a[64];
  __shared__ __device__ int b[64];
  SHARED int c[64]; DEVICE __shared__ int d[64];
  static __device__ __shared__ int e;
  __device__ static __shared__ int f;
  int __device__ __shared__ g[4];
  volatile __shared__ __device__
      int h, i;
  extern __device__ __shared__ int more[];
  __shared__ __align__(16) char j[16];
  { __device__ __shared__ unsigned k[2][2]; k[1][0] = threadIdx.x; out[0] = (int)k[0][1]; }
  a[threadIdx.x] = b[1] + c[2] + d[3] + e + f + g[1] + h + i + more[5] + j[6] + in_file + of_file[0] + own_of_file + (int)dynamic[0].x;
  out[0] = a[0] + scratch<int>()[0] + (int)scratch<float>()[1];
}
