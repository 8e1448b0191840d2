//! A function that calls through a pointer, which may lead back to it
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=unknown divergence=unknown deadlock=unknown
//! check: --block 64 --grid 1 -D SURELY
//! expect-exit: 3
//! why: The pointer comes from memory: it may be `step` again, and how often is unknown. With SURELY it is `step`, and
//!   raddle inlines every call.

struct Node;
typedef void (*Function)(int *, const Node *);

struct Node {
    Function f;
    const Node *next;
};

__device__ void last(int *v, const Node *) {
    v[threadIdx.x] = 1;
}

__device__ void step(int *v, const Node *node) {
    v[threadIdx.x] += 1;
#ifdef SURELY
    Function f = step;
    f(v, node);
#else
    if (node->next)
        node->next->f(v, node->next);
#endif
}

__global__ void walk(int *v, const Node *node, int which) {
    Function f = which ? step : last;
    f(v, node);
}
