// build: sm_80 -O0 -g
// build: sm_80 -O2
//
// OpenCL kernels, whose built-in functions arrive as calls of mangled names.

kernel void saxpy(global float* y, global const float* x, float a, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = mad(a, x[i], y[i]);
}

kernel void reduce(global const int* x, global int* out, local int* part) {
    int t = get_local_id(0);
    part[t] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = part[0];
}

kernel void transpose(global const float* in, global float* out, int n) {
    local float tile[16][17];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[get_global_id(1) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + y) * n + get_group_id(1) * 16 + x] = tile[x][y];
}

kernel void vectors(global float4* p, global const uchar16* q, constant int* table) {
    size_t i = get_global_id(0);
    float4 v = p[i];
    uchar16 bytes = q[i];
    v.xy += v.wz * 2.0f;
    v.w = dot(v, (float4)(1, 2, 3, 4)) + convert_float(bytes.s5) + sqrt(v.x) + clamp(v.y, 0.0f, 1.0f);
    p[i] = select(v, -v, (int4)(table[i & 3]));
}

kernel void histogram(global const uchar* data, global uint* out, int n) {
    local uint bins[64];
    if (get_local_id(0) < 64) bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[data[i] & 63]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 64) atomic_add(&out[get_local_id(0)], bins[get_local_id(0)]);
}
