//! Pointers to one of two buffers, by a branch
//! source: raddle
//! check: --block 64 --grid 1 --property race --kernel which
//! expect: race=proved
//! check: --block 64 --grid 1 --property race --kernel crossed
//! expect: race=proved
//! check: --block 64 --grid 1 --property race --kernel crossed_by_thread
//! expect: race=refuted
//! check: --block 64 --grid 1 --property race --kernel ping_pong
//! expect: race=unknown
//! check: --block 64 --grid 1 --property race --kernel the_other_later
//! expect: race=refuted
//! why: In `crossed` all threads choose alike, so what one writes through `t` and another through `u` are two buffers; in `crossed_by_thread` thread x writes an element of `q` through `t`, and
//!   thread x + 1 the same through `u`. In `the_other_later` a thread reads through `t` what its neighbour has written to `q`. That `from` and `to` are never the same in `ping_pong` is an invariant that is not found.
kernel void which(global float *p, global float *q, int x) {
  global float *t;
  if (x > 4) t = p; else t = q;
  t[get_global_id(0)] = t[get_global_id(0)] + 1;
}
kernel void crossed(global float *p, global float *q, int x) {
  global float *t;
  global float *u;
  if (x > 4) { t = p; u = q; } else { t = q; u = p; }
  t[get_global_id(0)] = 2;
  u[get_global_id(0) + 1] = 3;
}
kernel void crossed_by_thread(global float *p, global float *q, int x) {
  global float *t;
  global float *u;
  if (get_local_id(0) > x) { t = p; u = q; } else { t = q; u = p; }
  t[get_global_id(0)] = 2;
  u[get_global_id(0) + 1] = 3;
}
kernel void ping_pong(global float *p, global float *q, int n) {
  global float *from = p;
  global float *to = q;
  for (int i = 0; i < n; i++) {
    to[get_local_id(0)] = from[get_local_id(0) ^ 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    global float *t = from; from = to; to = t;
  }
}
kernel void the_other_later(global float *p, global float *q, int n) {
  float x = 0;
  global float *t = p;
  for (int i = 0; i < n; i++) {
    if (i == 3) t = q;
    x += t[get_global_id(0)];
  }
  q[get_global_id(0) + 1] = x;
}
