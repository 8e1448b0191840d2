// What few sources use of the math API: it is found where it is used.
__global__ void k(float *f, double *d, int *i, unsigned int *u, long long *l) {
  f[0] = norm3df(f[0], f[1], f[2]) + rnorm4df(f[0], f[1], f[2], f[3]) + normf(3, f) + jnf(2, f[1]) + cyl_bessel_i0f(f[0]) + scalblnf(f[1], 2);
  d[0] = norm(3, d) + rnorm3d(d[0], d[1], d[2]) + yn(2, d[1]) + remquo(d[1], d[2], i) + modf(d[1], d + 2);
  sincospif(f[0], f + 1, f + 2);
  f[0] += __fmaf_ieee_ru(f[0], f[1], f[2]) + max(f[0], 1) + min(2.0, f[1]);
  i[0] = isunordered(f[0], f[1]) + isnormal(d[0]) + __isnanf(f[0]);
  l[0] = llmax(l[1], l[2]);
  u[0] = __vadd2(u[0], u[1]) + __vsubss4(u[0], u[1]) + __vabsdiffu4(u[0], u[1]) + __vsadu2(u[0], u[1]) + __vcmpgtu4(u[0], u[1]) + __vavgs2(u[0], u[1]);
}
