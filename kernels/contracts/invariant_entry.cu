//! An invariant that does not hold when the loop is entered
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=refuted race=proved
//! finding: contract line 10
//! why: The sum begins with 1, when i is 0.

__global__ void count(int *out) {
    int sum = 1;
    for (int i = 0; __invariant(sum == i), i < 4; i++) { // [A]
        sum++;
    }
    out[threadIdx.x] = sum;
}
