/* The built-in atomics of CUDA 12.8 (programming guide, "Built-in Atomic Functions"): those of cuda::atomic_ref, with the order and the scope as
 * numbers. A cluster's scope is taken for a block's, the next narrower one; a thread's, which PTX lacks, for a block's as well. */
#pragma once
#include "../cuda/atomic"
#include "inlining.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

/* What `call` gives for an object at `p` with this scope. */
#define RADDLE_AT(scope, call)                                                                                         \
  switch (scope) {                                                                                                     \
  case __NV_THREAD_SCOPE_SYSTEM: { const cuda::atomic_ref<T, cuda::thread_scope_system> at(*p); call; }                \
  case __NV_THREAD_SCOPE_DEVICE: { const cuda::atomic_ref<T, cuda::thread_scope_device> at(*p); call; }                \
  default: { const cuda::atomic_ref<T, cuda::thread_scope_block> at(*p); call; }                                       \
  }
#define RADDLE_ORDER ((cuda::memory_order)order)
#define RADDLE_SCOPED int scope = __NV_THREAD_SCOPE_SYSTEM

template <class T> RADDLE_FN T __nv_atomic_load_n(T *p, int order, RADDLE_SCOPED) { RADDLE_AT(scope, return at.load(RADDLE_ORDER)) }
template <class T> RADDLE_FN void __nv_atomic_load(T *p, T *result, int order, RADDLE_SCOPED) { *result = __nv_atomic_load_n(p, order, scope); }
template <class T> RADDLE_FN void __nv_atomic_store_n(T *p, T v, int order, RADDLE_SCOPED) { RADDLE_AT(scope, return at.store(v, RADDLE_ORDER)) }
template <class T> RADDLE_FN void __nv_atomic_store(T *p, T *v, int order, RADDLE_SCOPED) { __nv_atomic_store_n(p, *v, order, scope); }
template <class T> RADDLE_FN T __nv_atomic_exchange_n(T *p, T v, int order, RADDLE_SCOPED) { RADDLE_AT(scope, return at.exchange(v, RADDLE_ORDER)) }
template <class T> RADDLE_FN void __nv_atomic_exchange(T *p, T *v, T *result, int order, RADDLE_SCOPED) {
  *result = __nv_atomic_exchange_n(p, *v, order, scope);
}
template <class T>
RADDLE_FN bool __nv_atomic_compare_exchange_n(T *p, T *expected, T v, bool, int order, int, RADDLE_SCOPED) {
  RADDLE_AT(scope, return at.compare_exchange_strong(*expected, v, RADDLE_ORDER))
}
template <class T>
RADDLE_FN bool __nv_atomic_compare_exchange(T *p, T *expected, T *v, bool weak, int order, int failed, RADDLE_SCOPED) {
  return __nv_atomic_compare_exchange_n(p, expected, *v, weak, order, failed, scope);
}
#define RADDLE_FETCH(name)                                                                                             \
  template <class T, class V> RADDLE_FN T __nv_atomic_fetch_##name(T *p, V v, int order, RADDLE_SCOPED) {              \
    RADDLE_AT(scope, return at.fetch_##name((T)v, RADDLE_ORDER))                                                       \
  }                                                                                                                    \
  template <class T, class V> RADDLE_FN void __nv_atomic_##name(T *p, V v, int order, RADDLE_SCOPED) {                 \
    (void)__nv_atomic_fetch_##name(p, v, order, scope);                                                                \
  }
RADDLE_FETCH(add) RADDLE_FETCH(sub) RADDLE_FETCH(and) RADDLE_FETCH(or) RADDLE_FETCH(xor) RADDLE_FETCH(min) RADDLE_FETCH(max)
RADDLE_FN void __nv_atomic_thread_fence(int order, RADDLE_SCOPED) {
  cuda::atomic_thread_fence(RADDLE_ORDER, scope == __NV_THREAD_SCOPE_SYSTEM   ? cuda::thread_scope_system
                                          : scope == __NV_THREAD_SCOPE_DEVICE ? cuda::thread_scope_device
                                                                              : cuda::thread_scope_block);
}
#undef RADDLE_FETCH
#undef RADDLE_AT
#undef RADDLE_ORDER
#undef RADDLE_SCOPED
#include "no_inlining.h"
