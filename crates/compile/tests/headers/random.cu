// Random numbers, complex numbers, and what few use of the math API.
#include <curand_kernel.h>
#include <cuComplex.h>
__global__ void k(curandState *s, curandStatePhilox4_32_10_t *p, float *f, double *d, cuDoubleComplex *z, int *i, unsigned int *u) {
  curandState own = s[threadIdx.x];
  curand_init(1234ull, threadIdx.x, 0, &own);
  f[0] = curand_uniform(&own) + curand_normal(&own) + curand_log_normal(&own, 0.0f, 1.0f) + curand_normal2(&own).y + curand_uniform4(p).w;
  d[0] = curand_uniform_double(&own) + curand_normal2_double(&own).x;
  u[0] = curand(&own) + curand_poisson(&own, 3.0) + curand4(p).x;
  skipahead(5ull, &own);
  s[threadIdx.x] = own;
  z[0] = cuCadd(cuCmul(z[1], cuConj(z[2])), cuCdiv(z[3], make_cuDoubleComplex(cuCabs(z[4]), cuCreal(z[5]))));
}
