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
#include <curand.h>
#include <curand_mtgp32_host.h>
__global__ void more(curandStateMRG32k3a *s, curandStatePhilox4_32_10_t *p, curandStateSobol64 *q, curandStateMtgp32 *m, curandDiscreteDistribution_t d, float *f, double *g, unsigned int *u) {
  f[0] = curand_log_normal2(s, 0.0f, 1.0f).x + curand_log_normal4(p, 0.0f, 1.0f).w + curand_normal4(p).y + curand_uniform(q) + curand_uniform(m) + curand_mtgp32_single(m);
  g[0] = curand_log_normal2_double(s, 0.0, 1.0).x + curand_log_normal4_double(p, 0.0, 1.0).w + curand_uniform4_double(p).z + curand_normal4_double(p).x + curand_normal_double(q);
  u[0] = curand_poisson4(p, 3.0).x + curand_discrete(s, d) + curand_discrete4(p, d).y + curand(m) + (unsigned)curand(q) + curand_mtgp32_specific(m, 1, 2);
  skipahead(3ull, q); skipahead_sequence(2ull, s); skipahead_subsequence(2ull, s);
}
void host(float *f) {
  curandGenerator_t g;
  if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) return;
  curandSetPseudoRandomGeneratorSeed(g, 1234ull); curandGenerateUniform(g, f, 3); curandDestroyGenerator(g);
}
