/* Vector loads and stores (aligned to the element only: one access per element, as the specification allows no
 * more), select, any, all. */

#define RADDLE_VLOAD(space, t)                                                                                         \
  RADDLE_FN t##2 vload2(size_t i, const space t *p) { return (t##2)(p[2 * i], p[2 * i + 1]); }                         \
  RADDLE_FN t##3 vload3(size_t i, const space t *p) { return (t##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]); }           \
  RADDLE_FN t##4 vload4(size_t i, const space t *p) { return (t##4)(vload2(2 * i, p), vload2(2 * i + 1, p)); }         \
  RADDLE_FN t##8 vload8(size_t i, const space t *p) { return (t##8)(vload4(2 * i, p), vload4(2 * i + 1, p)); }         \
  RADDLE_FN t##16 vload16(size_t i, const space t *p) { return (t##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); }
#define RADDLE_VSTORE(space, t)                                                                                        \
  RADDLE_FN void vstore2(t##2 v, size_t i, space t *p) { p[2 * i] = v.x; p[2 * i + 1] = v.y; }                         \
  RADDLE_FN void vstore3(t##3 v, size_t i, space t *p) { p[3 * i] = v.x; p[3 * i + 1] = v.y; p[3 * i + 2] = v.z; }     \
  RADDLE_FN void vstore4(t##4 v, size_t i, space t *p) { vstore2(v.lo, 2 * i, p); vstore2(v.hi, 2 * i + 1, p); }       \
  RADDLE_FN void vstore8(t##8 v, size_t i, space t *p) { vstore4(v.lo, 2 * i, p); vstore4(v.hi, 2 * i + 1, p); }       \
  RADDLE_FN void vstore16(t##16 v, size_t i, space t *p) { vstore8(v.lo, 2 * i, p); vstore8(v.hi, 2 * i + 1, p); }
#define RADDLE_ELEMENTS(X, space)                                                                                      \
  X(space, char) X(space, uchar) X(space, short) X(space, ushort) X(space, int) X(space, uint) X(space, long)          \
  X(space, ulong) X(space, float) X(space, double)
RADDLE_ELEMENTS(RADDLE_VLOAD, __global)
RADDLE_ELEMENTS(RADDLE_VLOAD, __local)
RADDLE_ELEMENTS(RADDLE_VLOAD, __private)
RADDLE_ELEMENTS(RADDLE_VLOAD, __constant)
RADDLE_ELEMENTS(RADDLE_VSTORE, __global)
RADDLE_ELEMENTS(RADDLE_VSTORE, __local)
RADDLE_ELEMENTS(RADDLE_VSTORE, __private)
#ifdef RADDLE_GENERIC
RADDLE_ELEMENTS(RADDLE_VLOAD, __generic)
RADDLE_ELEMENTS(RADDLE_VSTORE, __generic)
#endif

/* select: a scalar picks by "not zero", a vector by the sign bit of each lane. */
#define RADDLE_SELECT(t, c)                                                                                            \
  RADDLE_FN t select(t a, t b, c pick) { return pick ? b : a; }                                                        \
  RADDLE_FN t##2 select(t##2 a, t##2 b, c##2 pick) { return pick < (c)0 ? b : a; }                                     \
  RADDLE_FN t##3 select(t##3 a, t##3 b, c##3 pick) { return pick < (c)0 ? b : a; }                                     \
  RADDLE_FN t##4 select(t##4 a, t##4 b, c##4 pick) { return pick < (c)0 ? b : a; }                                     \
  RADDLE_FN t##8 select(t##8 a, t##8 b, c##8 pick) { return pick < (c)0 ? b : a; }                                     \
  RADDLE_FN t##16 select(t##16 a, t##16 b, c##16 pick) { return pick < (c)0 ? b : a; }
RADDLE_SELECT(char, char) RADDLE_SELECT(uchar, char) RADDLE_SELECT(short, short) RADDLE_SELECT(ushort, short)
RADDLE_SELECT(int, int) RADDLE_SELECT(uint, int) RADDLE_SELECT(float, int)
RADDLE_SELECT(long, long) RADDLE_SELECT(ulong, long) RADDLE_SELECT(double, long)
#undef RADDLE_SELECT
#define RADDLE_SELECT_UNSIGNED(t, c, u)                                                                                \
  RADDLE_FN t select(t a, t b, u pick) { return pick ? b : a; }                                                        \
  RADDLE_FN t##2 select(t##2 a, t##2 b, u##2 pick) { return select(a, b, as_##c##2(pick)); }                           \
  RADDLE_FN t##3 select(t##3 a, t##3 b, u##3 pick) { return select(a, b, as_##c##3(pick)); }                           \
  RADDLE_FN t##4 select(t##4 a, t##4 b, u##4 pick) { return select(a, b, as_##c##4(pick)); }                           \
  RADDLE_FN t##8 select(t##8 a, t##8 b, u##8 pick) { return select(a, b, as_##c##8(pick)); }                           \
  RADDLE_FN t##16 select(t##16 a, t##16 b, u##16 pick) { return select(a, b, as_##c##16(pick)); }
RADDLE_SELECT_UNSIGNED(char, char, uchar) RADDLE_SELECT_UNSIGNED(uchar, char, uchar)
RADDLE_SELECT_UNSIGNED(short, short, ushort) RADDLE_SELECT_UNSIGNED(ushort, short, ushort)
RADDLE_SELECT_UNSIGNED(int, int, uint) RADDLE_SELECT_UNSIGNED(uint, int, uint) RADDLE_SELECT_UNSIGNED(float, int, uint)
RADDLE_SELECT_UNSIGNED(long, long, ulong) RADDLE_SELECT_UNSIGNED(ulong, long, ulong)
RADDLE_SELECT_UNSIGNED(double, long, ulong)
#undef RADDLE_SELECT_UNSIGNED

#define RADDLE_ANY_ALL(t)                                                                                              \
  RADDLE_FN int any(t x) { return x < 0; }                                                                             \
  RADDLE_FN int all(t x) { return x < 0; }                                                                             \
  RADDLE_FN int any(t##2 x) { return any(x.x) | any(x.y); }                                                            \
  RADDLE_FN int all(t##2 x) { return all(x.x) & all(x.y); }                                                            \
  RADDLE_FN int any(t##3 x) { return any(x.xy) | any(x.z); }                                                           \
  RADDLE_FN int all(t##3 x) { return all(x.xy) & all(x.z); }                                                           \
  RADDLE_FN int any(t##4 x) { return any(x.lo) | any(x.hi); }                                                          \
  RADDLE_FN int all(t##4 x) { return all(x.lo) & all(x.hi); }                                                          \
  RADDLE_FN int any(t##8 x) { return any(x.lo) | any(x.hi); }                                                          \
  RADDLE_FN int all(t##8 x) { return all(x.lo) & all(x.hi); }                                                          \
  RADDLE_FN int any(t##16 x) { return any(x.lo) | any(x.hi); }                                                         \
  RADDLE_FN int all(t##16 x) { return all(x.lo) & all(x.hi); }
RADDLE_ANY_ALL(char) RADDLE_ANY_ALL(short) RADDLE_ANY_ALL(int) RADDLE_ANY_ALL(long)
#undef RADDLE_ANY_ALL
