//! Numbers that reach 0 from both sides
//! source: raddle
//! check: --kernel halved --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel both_sides --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel nearer --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel every_other --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel away --property termination
//! expect: termination=refuted
//! finding: termination line 44
//! why: `|n|` gets smaller when `n` is halved, towards 0, and when it goes there by one step from either side; so does the distance of `a` and `b`, which may not fit in 32
//!   bits. In `every_other` the counter stands still in each other round, and then the flag falls. In `away`, 1 becomes -1, and -1 becomes 1 at [A].
__global__ void halved(int *out, int n) {
    while (n != 0)
        n /= 2;
    out[threadIdx.x] = n;
}
__global__ void both_sides(int *out, int n) {
    while (n != 0)
        if (n > 0)
            n--;
        else
            n++;
    out[threadIdx.x] = n;
}
__global__ void nearer(int *out, int a, int b) {
    while (a != b)
        if (a < b)
            a++;
        else
            a--;
    out[threadIdx.x] = a;
}
__global__ void every_other(int *out, int n) {
    int flag = 0;
    for (int i = 0; i < n; i += flag)
        flag ^= 1;
    out[threadIdx.x] = flag;
}
__global__ void away(int *out, int n) {
    while (n != 0) // [A]
        if (n > 0)
            n -= 2;
        else
            n += 2;
    out[threadIdx.x] = n;
}
