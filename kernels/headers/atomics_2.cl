//! Atomics of OpenCL 2.0 have the order and the scope that they name
//! source: raddle
//! check: --std CL2.0 --block 64 --grid 2 --cta all --kernel count
//! expect: race=proved
//! check: --std CL2.0 --block 64 --grid 2 --cta all --kernel of_a_group
//! expect: race=refuted
//! finding: race line 25
//! check: --std CL2.0 --block 64 --grid 1 --kernel plain
//! expect: race=refuted
//! check: --std CL2.0 --block 64 --grid 1 --kernel exchange
//! expect: race=proved
//! check: --std CL2.0 --block 64 --grid 1 --kernel initialises
//! expect: race=refuted
//! check: --std CL2.0 --block 64 --grid 1 --kernel spaces
//! expect: race=proved
//! why: Atomics with the scope of a work-group [A] race with those of another group. `plain` reads the counter as a number, and `initialises` writes it as one, which
//!   is no atomic operation. A failed comparison of `exchange` writes the work-item's own variable. `spaces` goes through generic pointers.

__kernel void count(__global atomic_int *counter, __global atomic_float *last) {
    atomic_fetch_add(counter, 1);
    atomic_store_explicit(last, 1.0f, memory_order_relaxed);
}

__kernel void of_a_group(__global atomic_int *counter) {
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_work_group); // [A]
}

__kernel void plain(__global atomic_int *counter, __global int *out) {
    atomic_fetch_max(counter, 1);
    out[get_global_id(0)] = *(volatile __global int *)counter;
}

__kernel void exchange(__global atomic_int *owner, __global int *out) {
    int expected = 0;
    bool done = atomic_compare_exchange_strong(owner, &expected, (int)get_local_id(0));
    out[get_global_id(0)] = done ? 1 : expected;
}

__kernel void initialises(__global atomic_int *counter) {
    atomic_init(counter, (int)get_local_id(0));
    atomic_fetch_add(counter, 1);
}

__kernel void spaces(__global int *out, __local atomic_uint *counter) {
    atomic_uint *anywhere = counter;
    int *place = out + get_global_id(0);
    atomic_fetch_or(anywhere, 1u);
    __global int *known = to_global(place);
    *known = get_fence(place) == CLK_GLOBAL_MEM_FENCE;
}
