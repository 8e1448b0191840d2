//! What each two threads assert before a barrier, used after it
//! source: raddle
//! check: --kernel scatter --block 128 --grid 1 --property race,assert
//! expect: race=proved assert=proved
//! check: --kernel scatter_without --block 128 --grid 1 --property race
//! expect: race=unknown
//! check: --kernel ordered --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel two_pairs --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel with_branches --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel not_itself --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel half_of_them --block 128 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel wrong --block 128 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel afterwards --block 128 --grid 1 --property race
//! expect: race=unknown
//! check: --kernel in_a_loop --block 128 --grid 1 --property race,assert
//! expect: race=proved assert=proved
//! check: --kernel assumed --block 128 --grid 1 --property race,assert
//! expect: race=proved assert=proved
//! check: --kernel assumed_of_some --block 128 --grid 1 --property race
//! expect: race=unknown
//! why: `__other_int` is a value in the other thread; after the barrier the statement holds for the pairs of numbers that are listed. In `scatter` no two threads have
//!   found one place, so that they write apart, whatever the places are; without the statement that is not known. `ordered` names threads 3 and 5, and so does `with_branches`, in other words. In `not_itself` the
//!   two numbers may be one: of a thread and itself nothing is said. In `half_of_them` only some threads assert it; `wrong` is false; in `afterwards` the places change
//!   before the barrier. What `assumed` asserts stands on an assumption about two threads, which only half of the threads of `assumed_of_some` make.
#define SIZE 128

__kernel void scatter(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = in[t] > 0 ? 2 * t : 2 * t + 1;
    __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void scatter_without(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = in[t] > 0 ? 2 * t : 2 * t + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void ordered(__global const int *in) {
    __local int key[SIZE];
    int t = get_local_id(0);
    key[t] = 4 * t + (in[t] & 3);
    __barrier_invariant_binary_1(!(get_local_id(0) < __other_int(get_local_id(0))) |
                                     (key[get_local_id(0)] < __other_int(key[get_local_id(0)])), 3, 5);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(key[3] < key[5]);
}

__kernel void two_pairs(__global const int *in) {
    __local int key[SIZE];
    int t = get_local_id(0);
    key[t] = 4 * t + (in[t] & 3);
    __barrier_invariant_binary_2(!(get_local_id(0) < __other_int(get_local_id(0))) |
                                     (key[get_local_id(0)] < __other_int(key[get_local_id(0)])), 3, 5, 5, 9);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(key[3] < key[9]);
}

__kernel void with_branches(__global const int *in) {
    __local int key[SIZE];
    int t = get_local_id(0);
    key[t] = 4 * t + (in[t] & 3);
    __barrier_invariant_2(__implies(get_local_id(0) > 0, key[get_local_id(0)] > 3), 5, t);
    __barrier_invariant_binary_1(__implies(get_local_id(0) < __other_int(get_local_id(0)),
                                           key[get_local_id(0)] < __other_int(key[get_local_id(0)])), 3, 5);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(key[3] < key[5]);
    __assert(key[5] > 3);
    __assert(t == 0 || key[t] > 3);
}

__kernel void not_itself(int n, int m) {
    __requires(n >= 0 && n < SIZE && m >= 0 && m < SIZE);
    __local int key[SIZE];
    int t = get_local_id(0);
    key[t] = t;
    __barrier_invariant_binary_1(__distinct_int(key[get_local_id(0)]), n, m);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(key[n] != key[m]);
}

__kernel void half_of_them(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = t % 2 ? in[t] & (SIZE - 1) : t;
    if (t % 2 == 0) __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void wrong(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = in[t];
    __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void afterwards(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = t;
    __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    if (in[t] == 12345678) place[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void in_a_loop(__global int *out, __global const int *in, int n) {
    __local int place[SIZE];
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) {
        place[t] = in[t + i] > 0 ? 2 * t : 2 * t + 1;
        __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
        barrier(CLK_LOCAL_MEM_FENCE);
        out[place[t]] = t;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

// What is asserted stands on what was assumed of two threads.
__kernel void assumed(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    int to = in[t];
    __assume(__distinct_int(to));
    place[t] = to;
    __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void assumed_of_some(__global int *out, __global const int *in) {
    __local int place[SIZE];
    int t = get_local_id(0);
    int to = in[t];
    place[t] = to;
    if (t < SIZE / 2) {
        __assume(__distinct_int(to));
        __barrier_invariant_binary_1(__distinct_int(place[get_local_id(0)]), t, __other_int(t));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}
