/* The host's side of textures, surfaces and arrays: declared so that it compiles. (CUDA Runtime API.) */
#pragma once
#include "texture.h"

inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return cudaExtent{w, h, d}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t x, size_t y) { return cudaPitchedPtr{p, pitch, x, y}; }

template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
extern "C" {
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *, cudaArray_const_t);
cudaError_t cudaMallocArray(cudaArray_t *, const cudaChannelFormatDesc *, size_t, size_t = 0, unsigned int = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr *, cudaExtent);
cudaError_t cudaMalloc3DArray(cudaArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned int = 0);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned int, unsigned int = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *, cudaMipmappedArray_const_t, unsigned int);
cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t);
cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *, cudaStream_t = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr, int, cudaExtent);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *, const cudaResourceDesc *, const cudaTextureDesc *, const cudaResourceViewDesc *);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *, const cudaResourceDesc *);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t);
}
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *, const texture<T, Type, Mode> &, const void *, size_t = ~0u);
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *, const texture<T, Type, Mode> &, const void *, const cudaChannelFormatDesc &, size_t = ~0u);
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, Type, Mode> &, const void *, size_t, size_t, size_t);
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, Type, Mode> &, const void *, const cudaChannelFormatDesc &, size_t, size_t, size_t);
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> &, cudaArray_t);
template <class T, int Type, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> &, cudaArray_t, const cudaChannelFormatDesc &);
template <class T, int Type, cudaTextureReadMode Mode> cudaError_t cudaUnbindTexture(const texture<T, Type, Mode> &);
template <class T, int Type> cudaError_t cudaBindSurfaceToArray(const surface<T, Type> &, cudaArray_t);
template <class T, int Type> cudaError_t cudaBindSurfaceToArray(const surface<T, Type> &, cudaArray_t, const cudaChannelFormatDesc &);
