//! Pointers that a thread keeps in its own variables, and passes on
//! source: raddle
//! check: --block 64 --grid 4 --cta all --kernel by_reference --kernel through_a_temporary --kernel copied
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel by_reference_shared_by_two
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel one_of_two --arg n=0
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel one_of_two
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel overwritten
//! expect: race=refuted
//! why: Not optimised, a structure, a reference and a temporary lie in memory of the thread, and so do pointers to them. What is loaded from there is what was
//!   stored there just before, so it is known where each access leads. In one_of_two the pointer is one of two, which n tells, and two threads
//!   write one element; in overwritten the second half of the threads writes where the first one does, through a pointer that was changed through a reference.
struct Place {
    int *base;
    int at;
};

__device__ void twice(int &x) { x *= 2; }
__device__ void half(int &x) { x /= 2; }
__device__ int *address(const Place &place) { return place.base + place.at; }
__device__ Place moved(Place place, int by) {
    place.at += by;
    return place;
}

__global__ void by_reference(int *a, int n) {
    Place place;
    place.base = a;
    place.at = blockIdx.x * blockDim.x + threadIdx.x;
    twice(place.at);
    *address(place) = n;
}

__global__ void through_a_temporary(int *a, int n) {
    Place place = {a, (int)(blockIdx.x * blockDim.x + threadIdx.x)};
    *address(moved(moved(place, 3), 4)) = threadIdx.x;
}

__global__ void copied(int *a, int *b, int n) {
    Place places[2] = {{a, (int)threadIdx.x}, {b, (int)threadIdx.x}};
    Place other = places[1];
    other.base = places[0].base;
    other.at = places[1].at + blockIdx.x * blockDim.x;
    *address(other) = n;
}

__global__ void by_reference_shared_by_two(int *a, int n) {
    Place place;
    place.base = a;
    place.at = threadIdx.x;
    half(place.at);
    *address(place) = n + threadIdx.x;
}

__global__ void one_of_two(int *a, int *b, int n) {
    Place place = {a, (int)threadIdx.x};
    Place *which = n == threadIdx.x ? &place : nullptr;
    if (which) which->at += 1;
    *address(place) = threadIdx.x;
}

__global__ void overwritten(int *a, int *b) {
    int *p = b;
    int *&q = p;
    if (threadIdx.x >= 32) q = a - 32;
    if (threadIdx.x < 32) q = a;
    p[threadIdx.x] = threadIdx.x;
}
