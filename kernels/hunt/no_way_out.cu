//! Assumptions that let no thread leave a loop
//! source: raddle
//! check: --block 64 --grid 1 --property termination --kernel forever
//! expect: termination=unknown
//! check: --block 64 --grid 1 --property termination --kernel sixth_round
//! expect: termination=unknown
//! check: --block 64 --grid 1 --property termination --kernel with_a_way
//! expect: termination=proved
//! why: No run of `forever` and of `sixth_round` meets the assumption in all rounds and ends: that each such run ends says nothing. In `with_a_way` the loop is left with `i` = 5.
__global__ void forever(int *a) {
    int i = 0;
    while (1) {
        __assume(i < 5);
        i++;
    }
}

__global__ void sixth_round(int *a) {
    for (int i = 0; i < 10; i++) {
        __assume(i < 5);
    }
    a[0] = 1;
}

__global__ void with_a_way(int *a, int n) {
    for (int i = 0; i < n; i++) {
        __assume(n < 6);
    }
    a[0] = 1;
}
