//! Buffers of structures, of vectors of 3 and of types with another name: `--buffer NAME=N` counts what the pointer points to
//! source: raddle
//! check: --kernel scaled --block 64 --grid 2 --arg n=100 --buffer p=100 --property bounds
//! expect: bounds=proved
//! check: --kernel scaled --block 64 --grid 2 --arg n=101 --buffer p=100 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 25
//! check: --kernel moved --block 64 --grid 2 --arg n=100 --buffer p=100 --property bounds
//! expect: bounds=proved
//! check: --kernel cleared --block 32 --grid 1 --arg n=32 --buffer p=64 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 35
//! check: --kernel decoded --block 64 --grid 1 --buffer message=32 --buffer out=64 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 39
//! why: A `Vector` has 12 bytes, though the first access to one has 4 [A]. `cleared` writes 256 bytes over 192 [B], and never accesses a pixel as such.
//!   A `byte` is one byte, whatever the first access to the message is [C].
typedef struct {
    float x, y, z;
} Vector;
typedef unsigned char byte;

__global__ void scaled(Vector *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].z *= 2; // [A]
}

__global__ void moved(float3 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].y += 1;
}

struct Pixel { byte r, g, b; };
__global__ void cleared(Pixel *p, int n) {
    if (threadIdx.x < n) ((uint2 *)p)[threadIdx.x] = make_uint2(0, 0); // [B]
}

__global__ void decoded(const byte *message, int *out) {
    out[threadIdx.x] = *(const int *)message + message[16 + threadIdx.x]; // [C]
}
