//! Loops that need more than one variable or one distance
//! source: raddle
//! check: --property termination
//! expect: termination=proved
//! check: --property termination --strict-wrap
//! expect: termination=proved
//! why: `trade`: neither counter falls each time, their sum does. `weighted`: a sum with weights does. `brake`: first the speed falls,
//!   wherever the way is; once it is negative, the way falls (two phases). `grid`: the column falls, or it begins again one row on. A counter that wraps around
//!   leaves each of the loops, so nothing is demanded of the inputs.
__global__ void trade(int *out, const int *way, int x, int y) {
    while (x > 0 && y > 0)
        if (way[x] > 0) {
            x -= 2;
            y++;
        } else {
            x++;
            y -= 2;
        }
    out[threadIdx.x] = x + y;
}
__global__ void weighted(int *out, const int *way, int x, int y) {
    while (x > 0 && y > 0)
        if (way[x] > 0) {
            x--;
            y++;
        } else {
            x++;
            y -= 3;
        }
    out[threadIdx.x] = x + y;
}
__global__ void brake(int *out, int way, int speed) {
    while (way > 0) {
        way += speed;
        speed--;
    }
    out[threadIdx.x] = way;
}
__global__ void grid(int *out, const int *skip, int rows, int columns) {
    if (columns > 1000000)
        return;
    int row = 0, column = 0;
    while (row < rows)
        if (column < columns && skip[column] == 0)
            column++;
        else {
            row++;
            column = 0;
        }
    out[threadIdx.x] = row;
}
