// Textures and surfaces, by reference and by object.
texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;
static texture<short2, cudaTextureType3D> volume;
texture<float, cudaTextureTypeCubemap> sky;
texture<int, cudaTextureType2DLayered> layers;
surface<void, cudaSurfaceType2D> canvas;
__global__ void references(float *a, int x) {
  float4 p = tex2D(picture, 0.5f, 1.5f);
  short2 v = tex3D(volume, 1.0f, 2.0f, 3.0f);
  a[0] = tex1Dfetch(line, x) + tex1D(line, 0.5f) + p.w + v.y + texCubemap(sky, 1.0f, 0.0f, 0.0f) + tex2DLayered(layers, 1.0f, 2.0f, 3);
  surf2Dwrite(make_uchar4(1, 2, 3, 4), canvas, x * 4, 7);
  uchar4 c = surf2Dread<uchar4>(canvas, x * 4, 7);
  surf2Dread(&c, canvas, x * 4, 8, cudaBoundaryModeZero);
  a[1] = c.x;
}
__global__ void objects(float4 *a, cudaTextureObject_t t, cudaSurfaceObject_t s, int x, int y) {
  float one;
  tex1Dfetch(&one, t, x);
  a[0] = tex2D<float4>(t, 0.5f, 0.5f);
  a[1] = tex2DLod<float4>(t, 0.5f, 0.5f, 1.0f);
  a[2].x = one + tex3D<float>(t, 1.0f, 2.0f, 3.0f) + tex2DGrad<float>(t, 1.0f, 2.0f, make_float2(1, 2), make_float2(3, 4)) + tex2Dgather<uint4>(t, 1.0f, 2.0f, 1).y;
  surf2Dwrite(a[0], s, x * (int)sizeof(float4), y);
  surf3Dwrite((unsigned short)3, s, x * 2, y, 1);
  surf1Dwrite((unsigned char)3, s, x);
  a[3] = surf2Dread<float4>(s, x * (int)sizeof(float4), y);
  a[4].x = surf2DLayeredread<float2>(s, x * 8, y, 2).y + surfCubemapread<int>(s, x, y, 1);
}
