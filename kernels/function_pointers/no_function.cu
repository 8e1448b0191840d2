//! What is called is a number, at which no function lies
//! source: raddle
//! check: --block 64 --grid 1
//! expect: bounds=refuted
//! finding: bounds line 18
//! check: --block 64 --grid 1 -D NUMBER=5
//! expect: bounds=refuted
//! finding: bounds line 18
//! why: The address is the null pointer, or another number of the code: a call of it is like an access there [A].

#ifndef NUMBER
#define NUMBER 0
#endif

__global__ void call(int *v) {
    void (*f)(int *, unsigned) = (void (*)(int *, unsigned))NUMBER;
    v[threadIdx.x] = 1;
    f(v, threadIdx.x); // [A]
}
