//! With pointers of 32 bits a buffer may reach beyond 2 GiB
//! source: raddle
//! check: --block 4 --grid 1 --kernel far --pointer-bits 32 --buffer out=3000000000
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel far --pointer-bits 32 --buffer out=3000000000 --arg n=2147483648
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel pairs --pointer-bits 32 --buffer out=900000000
//! expect: race=refuted
//! why: An index of 32 bits is no signed number: 2^31 is a place after the first 2 GiB.
__global__ void far(char *out, unsigned n) {
    __requires(n >= 0x80000000u && n < 0x90000000u);
    out[n] = threadIdx.x;
}

__global__ void pairs(int *out, int n) {
    __requires(n > 0x20000000 && n < 0x30000000);
    out[n + (threadIdx.x >> 1)] = threadIdx.x;
}
