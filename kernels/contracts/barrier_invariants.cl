//! What each thread asserts before a barrier, used after it
//! source: raddle
//! check: --kernel own --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel neighbour --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel first --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel argument --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel permuted --block 128 --grid 1 --property race,assert
//! expect: race=proved assert=proved
//! check: --kernel permuted_without --block 128 --grid 1 --property race
//! expect: race=unknown
//! check: --kernel half_of_them --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel beyond --block 128 --grid 1 --property assert
//! expect: assert=unknown
//! check: --kernel private_value --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel afterwards --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel wrong --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel perhaps_afterwards --block 128 --grid 1 --property assert
//! expect: assert=unknown
//! check: --kernel the_same_afterwards --block 128 --grid 1 --property assert
//! expect: assert=proved
//! check: --kernel other_memory --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! check: --kernel other_thread --block 128 --grid 1 --property race
//! expect: race=refuted
//! check: --kernel itself --block 128 --grid 1 --property assert
//! expect: assert=refuted
//! why: After the barrier the statement holds for the threads that are listed: for the thread itself, for its neighbour, for thread 0, for the one that an
//!   argument names. In `permuted` it tells that the places of the scatter are different ones. In `half_of_them` only even threads assert it; `beyond` names threads that
//!   there are not; `private_value` says something of a variable, which another thread has with another value; in `afterwards` the memory changes before the barrier, in
//!   `perhaps_afterwards` it may, and in `the_same_afterwards` it changes to what the statement allows. The barrier of `other_memory` does not order what is spoken of: what
//!   follows from two such statements would be that 0 is 1, and with that everything. `other_thread` says that a thread is not the other one, and names a thread that may be just that.
//!   `wrong` is false for each thread, and `itself` speaks of an argument, of which it must not prove what it says.

#define SIZE 128

__kernel void own() {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = t;
    __barrier_invariant_1(b[get_local_id(0)] == get_local_id(0), get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t] == t);
}

__kernel void neighbour() {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = t;
    __barrier_invariant_2(b[get_local_id(0)] == get_local_id(0), t, t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] == (t ^ 1));
}

__kernel void first() {
    __local int b[SIZE];
    b[get_local_id(0)] = get_local_id(0);
    __barrier_invariant_1(b[get_local_id(0)] == get_local_id(0), 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[0] == 0);
}

__kernel void argument(unsigned int n) {
    __requires(n < SIZE);
    __local int b[SIZE];
    b[get_local_id(0)] = get_local_id(0);
    __barrier_invariant_1(b[get_local_id(0)] == get_local_id(0), n);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[n] == n);
}

__kernel void permuted(__global int *out) {
    __local int place[SIZE];
    int t = get_local_id(0);
    place[t] = (get_local_id(0) + 5) % SIZE;
    __barrier_invariant_1(place[get_local_id(0)] == (get_local_id(0) + 5) % SIZE, t);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void permuted_without(__global int *out, int n) {
    __local int place[SIZE];
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) place[t] = (t + 5) % SIZE;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[t]] = t;
}

__kernel void half_of_them() {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = t % 2;
    if (t % 2 == 0) __barrier_invariant_1(b[get_local_id(0)] == 0, t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] == 0);
}

__kernel void beyond(int n) {
    __local int b[2 * SIZE];
    b[get_local_id(0)] = 1;
    __barrier_invariant_1(b[get_local_id(0)] == 1, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[n & (2 * SIZE - 1)] == 1);
}

__kernel void private_value(__global int *in) {
    __local int b[SIZE];
    int t = get_local_id(0), v = in[t];
    b[t] = v;
    __barrier_invariant_1(b[get_local_id(0)] == v, t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] == v);
}

__kernel void afterwards() {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = 0;
    __barrier_invariant_1(b[get_local_id(0)] == 0, t ^ 1);
    b[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] == 0);
}

__kernel void perhaps_afterwards(__global int *in) {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = 0;
    __barrier_invariant_1(b[get_local_id(0)] == 0, t ^ 1);
    if (in[t] == 12345678) b[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] == 0);
}

__kernel void the_same_afterwards(__global int *in) {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = 0;
    __barrier_invariant_1(b[get_local_id(0)] >= 0, t ^ 1);
    if (in[t] == 12345678) b[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t ^ 1] >= 0);
}

__kernel void other_memory(__global int *in, int n) {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = 0;
    __barrier_invariant_1(b[get_local_id(0)] == 0, t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    b[t] = 1;
    __barrier_invariant_1(b[get_local_id(0)] == 1, t ^ 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < n; i++)
        if (in[i] == 12345678 * n) __assert(in[t] == 0);
}

__kernel void other_thread(__global int *out, int n) {
    int t = get_local_id(0);
    __barrier_invariant_1(__distinct_int(get_local_id(0)), t ^ 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (out[t] == 12345678 * n) out[SIZE + t / 2] = t;
}

__kernel void wrong() {
    __local int b[SIZE];
    int t = get_local_id(0);
    b[t] = t + 1;
    __barrier_invariant_1(b[get_local_id(0)] == get_local_id(0), t);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(b[t] == t);
}

__kernel void itself(int n) {
    __local int b[SIZE];
    b[get_local_id(0)] = get_local_id(0);
    __barrier_invariant_1(n == 5, get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(n == 5);
}
