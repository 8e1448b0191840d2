// Integer intrinsics.
__global__ void all(int *p, unsigned *q, long long *l, unsigned long long *m) {
  int i = p[0]; unsigned u = q[0]; long long a = l[0]; unsigned long long b = m[0];
  i = __popc(u) + __popcll(b) + __clz(i) + __clzll(a) + __ffs(i) + __ffsll(a) + __mul24(i, 3) + __mulhi(i, i) + __hadd(i, 2) + __rhadd(i, 2);
  u = __brev(u) + __umul24(u, 3) + __umulhi(u, u) + __sad(i, i, u) + __usad(u, u, u) + __uhadd(u, 1) + __urhadd(u, 1) + __fns(u, 1, 2);
  u += __byte_perm(u, u, 0x3210) + __funnelshift_l(u, u, 3) + __funnelshift_lc(u, u, 40) + __funnelshift_r(u, u, 3) + __funnelshift_rc(u, u, 3);
  i += __dp4a(i, i, i) + __dp2a_lo(i, i, i) + __dp2a_hi(i, i, i); u += __dp4a(u, u, u) + __dp2a_lo(u, u, u) + __dp2a_hi(u, u, u);
  a = __mul64hi(a, a); b = __umul64hi(b, b) + __brevll(b);
  p[0] = i; q[0] = u; l[0] = a; m[0] = b;
}
