//! Preconditions on the command line about members of a structure
//! source: raddle
//! check: --block 64 --grid 1 --require grid.step>0&&grid.cells<1000&&grid.count[1]>=1&&grid.count[1]<=1000
//! expect: race=proved termination=proved
//! check: --block 64 --grid 1 --require grid.count[1]==0
//! expect: race=refuted
//! check: --block 64 --grid 1 --require grid.steps>0
//! expect-exit: 3
//! check: --block 64 --grid 1 --require grid>0
//! expect-exit: 3
//! why: A step that is not 0 ends the loop, as fewer than 1000 cells exclude that the counter wraps around. Each thread writes an element of its own if these are apart, and not so
//!   far that the product wraps around; with 0 all write the first one. A structure is no number, and has no other members than those that it declares.
struct Grid {
    int cells, step;
    unsigned count[2];
    float scale;
};

__global__ void fill(int *out, Grid grid) {
    for (int i = 0; i < grid.cells; i += grid.step)
        out[threadIdx.x * grid.count[1]] = i;
}
