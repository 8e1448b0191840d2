//! Virtual functions of two classes
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=refuted divergence=proved deadlock=proved
//! why: A call of a virtual function goes where the table of the class says, and the host may have written that. So each of the two
//!   functions may be called; both write the thread's own element. That of the base is not there. With RACY one writes element 0: a run
//!   shows it with the tables as the module initialises them.

struct Base {
    __device__ virtual void go(int *v) = 0;
};

struct Own : Base {
    __device__ void go(int *v) override { v[threadIdx.x] = 1; }
};

struct Other : Base {
    __device__ void go(int *v) override {
#ifdef RACY
        v[0] = (int)threadIdx.x; // [A]
#else
        v[threadIdx.x] = 2;
#endif
    }
};

__global__ void call(int *v, int *w) {
    Own own;
    Other other;
    Base *all[2] = {&own, &other};
    all[0]->go(v);
    all[1]->go(w);
}
