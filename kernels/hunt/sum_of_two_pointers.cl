//! A pointer to which the distance of another one is added
//! source: raddle
//! check: --block 4 --grid 1 --kernel there
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel perhaps
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel perhaps --arg n=1
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel there_and_back
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel in_a_variable
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel in_memory
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel pointers_in_memory
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel pointers_in_memory --arg n=1
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel chosen_distance
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel replaced
//! expect: race=unknown
//! check: --block 4 --grid 1 --kernel chosen_distance --arg n=1
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel filled
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel within
//! expect: race=proved
//! check: --block 4 --grid 1 --kernel position
//! expect: race=proved
//! why: `a + (b - a)` is `b`. In all kernels but the last two a thread may write what another one writes through `b` at [A], or through
//!   `u` at [B]. A distance within one buffer is a number.
__kernel void there(__global int *a, __global int *b) {
    int t = get_local_id(0);
    __global int *p = a + (b - a);
    p[t] = t;
    b[t + 1] = t + 64; // [A]
}

__kernel void perhaps(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    __global int *p = (__global int *)((size_t)a + (n & 1) * ((size_t)b - (size_t)a));
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void there_and_back(int n) {
    __local int s[64], u[64];
    int t = get_local_id(0);
    __local int *p = s;
    long d = u - s;
    for (int i = 0; i < n; i++) {
        p += d;
        d = -d;
    }
    p[t] = t;
    u[t + 1] = t + 64; // [B]
}

void add(long *sum, long d) { *sum += d; }

__kernel void in_a_variable(__global int *a, __global int *b) {
    int t = get_local_id(0);
    int d = 0;
    long sum = 0;
    add(&sum, b - a);
    d = (int)sum;
    __global int *p = a + d;
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void in_memory(__global int *a, __global int *b) {
    __local long d[4];
    int t = get_local_id(0);
    d[t] = b - a;
    __global int *p = a + d[t];
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void pointers_in_memory(__global int *a, __global int *b, int n) {
    __local size_t kept[2];
    int t = get_local_id(0);
    if (t == 0) {
        kept[0] = (size_t)a;
        kept[1] = (size_t)b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __global int *p = (__global int *)((size_t)a + (n & 1) * (kept[1] - kept[0]));
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void within(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    __global int *end = a + 4 * n;
    long d = end - a;
    b[d + t] = t;
    a[t] = t;
}

__kernel void position(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    for (__global int *p = a + t; p < a + 64; p += 4)
        b[p - a] = t;
}

__kernel void chosen_distance(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    long d[2];
    d[0] = 0;
    d[1] = (__global char *)b - (__global char *)a;
    __global int *p = (__global int *)((__global char *)a + d[n]);
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void replaced(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    __local long kept[2];
    if (t == 0) {
        kept[0] = (__global char *)b - (__global char *)a;
        kept[1] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int2 halves = (int2)(((__local int *)kept)[2 * (n & 1)], ((__local int *)kept)[2 * (n & 1) + 1]);
    __global int *p = (__global int *)((__global char *)a + as_long(halves));
    p[t] = t;
    b[t + 1] = t + 64;
}

__kernel void filled(__global int *a, __global int *b, int n) {
    int t = get_local_id(0);
    long d[8];
    for (int i = 0; i < n; i++) d[i] = (__global char *)b - (__global char *)a;
    __global int *p = (__global int *)((__global char *)a + d[n & 1]);
    p[t] = t;
    b[t + 1] = t + 64;
}
