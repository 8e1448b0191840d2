//! Loops that no thread reaches, that are never run, or that never repeat
//! source: raddle
//! check: --property termination --strict-wrap
//! expect: termination=proved
//! why: No number is above 5 and below 3 [A], 10 is not below 10 [B], and the first body is left at its end [C]: the report says so, and speaks of nothing that gets smaller.
//!   The body of `do … while` is run once more than its condition leads back [D].
__global__ void unreached(int *out, int n) {
    if (n > 5 && n < 3)
        for (int i = 0; i < n; i++) // [A]
            out[i] = 1;
}
__global__ void never_run(int *out) {
    for (int i = 10; i < 10; i++) // [B]
        out[i] = 1;
}
__global__ void none_left(int *out, int n) {
    for (int i = n; i < n; i++)
        out[i] = 1;
}
__global__ void once(int *out, int n) {
    int i = 0;
    while (true) { // [C]
        out[i] = n;
        if (i >= 0)
            break;
        i++;
    }
}
__global__ void at_its_end(int *out, unsigned n) {
    unsigned i = 0;
    do { // [D]
        out[i] = 1;
        i++;
    } while (i < n);
}
__global__ void within(int *out, int n) {
    if (n > 1000)
        return;
    int i = n;
    while (i > 0) {
        i--;
        for (int j = 0; j < i; j++)
            out[j] = i;
    }
}
