//! An invariant that is true, but does not follow from itself
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=unknown race=proved
//! check: --block 64 --grid 1 -D WHOLE
//! expect: contract=proved race=proved
//! why: a gets the value of b, of which the invariant says nothing: an arbitrary iteration may begin with any b. It is not
//!   refuted, for no run shows it false. With b in the invariant it is proved.

__global__ void pairs(int *out, int n) {
    int a = 0, b = 0;
    for (int i = 0; i < n; i++) {
#ifdef WHOLE
        __invariant(a >= 0 && a < 100 && b >= 0 && b < 100);
#else
        __invariant(a >= 0 && a < 100);
#endif
        a = b;
        b = n > 5 ? 1 : 2;
    }
    out[threadIdx.x] = a;
}
