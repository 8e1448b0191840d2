/* CUDA's Runtime API. Names, values and members only; written by crates/compile/api/make.py. */
#pragma once

struct CUdevResourceDesc_st; struct CUevent_st; struct CUexternalMemory_st; struct CUexternalSemaphore_st; struct CUfunc_st;
  struct CUgraphDeviceUpdatableNode_st; struct CUgraphExec_st; struct CUgraphNode_st; struct CUgraph_st; struct CUkern_st; struct CUlib_st;
  struct CUlogsCallbackEntry_st; struct CUmemPoolHandle_st; struct CUstream_st; struct CUuserObject_st; struct cudaArray; struct cudaAsyncCallbackEntry;
  struct cudaExecutionContext_st; struct cudaGraphicsResource; struct cudaMipmappedArray; struct CUuuid_st; struct cudaAccessPolicyWindow;
  struct cudaArrayMemoryRequirements; struct cudaArraySparseProperties; struct cudaAsyncNotificationInfo; struct cudaChannelFormatDesc;
  struct cudaChildGraphNodeParams; struct cudaConditionalNodeParams; struct cudaDevResource_st; struct cudaDevSmResource;
  struct cudaDevSmResourceGroupParams_st; struct cudaDevWorkqueueConfigResource; struct cudaDevWorkqueueResource; struct cudaDeviceProp;
  struct cudaEventRecordNodeParams; struct cudaEventWaitNodeParams; struct cudaExtent; struct cudaExternalMemoryBufferDesc;
  struct cudaExternalMemoryHandleDesc; struct cudaExternalMemoryMipmappedArrayDesc; struct cudaExternalSemaphoreHandleDesc;
  struct cudaExternalSemaphoreSignalNodeParams; struct cudaExternalSemaphoreSignalNodeParamsV2; struct cudaExternalSemaphoreSignalParams;
  struct cudaExternalSemaphoreSignalParams_v1; struct cudaExternalSemaphoreWaitNodeParams; struct cudaExternalSemaphoreWaitNodeParamsV2;
  struct cudaExternalSemaphoreWaitParams; struct cudaExternalSemaphoreWaitParams_v1; struct cudaFuncAttributes; struct cudaGraphEdgeData_st;
  struct cudaGraphExecUpdateResultInfo_st; struct cudaGraphInstantiateParams_st; struct cudaGraphKernelNodeUpdate; struct cudaGraphNodeParams;
  struct cudaGraphRecaptureCallbackData; struct cudaHostNodeParams; struct cudaHostNodeParamsV2; struct cudaIpcEventHandle_st; struct cudaIpcMemHandle_st;
  struct cudaKernelNodeParams; struct cudaKernelNodeParamsV2; union cudaLaunchAttributeValue; struct cudaLaunchAttribute_st; struct cudaLaunchConfig_st;
  struct cudaLaunchMemSyncDomainMap_st; struct cudaLaunchParams; struct cudaMemAccessDesc; struct cudaMemAllocNodeParams; struct cudaMemAllocNodeParamsV2;
  struct cudaMemFabricHandle_st; struct cudaMemFreeNodeParams; struct cudaMemLocation; struct cudaMemPoolProps; struct cudaMemPoolPtrExportData;
  struct cudaMemcpy3DBatchOp; struct cudaMemcpy3DOperand; struct cudaMemcpy3DParms; struct cudaMemcpy3DPeerParms; struct cudaMemcpyAttributes;
  struct cudaMemcpyBatchNodeParams; struct cudaMemcpyNodeParams; struct cudaMemsetParams; struct cudaMemsetParamsV2; struct cudaOffset3D;
  struct cudaPitchedPtr; struct cudaPointerAttributes; struct cudaPos; struct cudaResourceDesc; struct cudaResourceViewDesc; struct cudaTextureDesc;
  struct cudaTextureDesc_v2;
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
enum cudaError { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInitializationError, cudaErrorCudartUnloading,
  cudaErrorProfilerDisabled, cudaErrorProfilerNotInitialized, cudaErrorProfilerAlreadyStarted, cudaErrorProfilerAlreadyStopped, cudaErrorInvalidConfiguration,
  cudaErrorVersionTranslation, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol, cudaErrorInvalidHostPointer = 16, cudaErrorInvalidDevicePointer,
  cudaErrorInvalidTexture, cudaErrorInvalidTextureBinding, cudaErrorInvalidChannelDescriptor, cudaErrorInvalidMemcpyDirection, cudaErrorAddressOfConstant,
  cudaErrorTextureFetchFailed, cudaErrorTextureNotBound, cudaErrorSynchronizationError, cudaErrorInvalidFilterSetting, cudaErrorInvalidNormSetting,
  cudaErrorMixedDeviceExecution, cudaErrorNotYetImplemented = 31, cudaErrorMemoryValueTooLarge, cudaErrorStubLibrary = 34, cudaErrorInsufficientDriver,
  cudaErrorCallRequiresNewerDriver, cudaErrorInvalidSurface, cudaErrorDuplicateVariableName = 43, cudaErrorDuplicateTextureName, cudaErrorDuplicateSurfaceName,
  cudaErrorDevicesUnavailable, cudaErrorIncompatibleDriverContext = 49, cudaErrorMissingConfiguration = 52, cudaErrorPriorLaunchFailure,
  cudaErrorLaunchMaxDepthExceeded = 65, cudaErrorLaunchFileScopedTex, cudaErrorLaunchFileScopedSurf, cudaErrorSyncDepthExceeded,
  cudaErrorLaunchPendingCountExceeded, cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100, cudaErrorInvalidDevice, cudaErrorDeviceNotLicensed,
  cudaErrorSoftwareValidityNotEstablished, cudaErrorStartupFailure = 127, cudaErrorInvalidKernelImage = 200, cudaErrorDeviceUninitialized,
  cudaErrorMapBufferObjectFailed = 205, cudaErrorUnmapBufferObjectFailed, cudaErrorArrayIsMapped, cudaErrorAlreadyMapped, cudaErrorNoKernelImageForDevice,
  cudaErrorAlreadyAcquired, cudaErrorNotMapped, cudaErrorNotMappedAsArray, cudaErrorNotMappedAsPointer, cudaErrorECCUncorrectable, cudaErrorUnsupportedLimit,
  cudaErrorDeviceAlreadyInUse, cudaErrorPeerAccessUnsupported, cudaErrorInvalidPtx, cudaErrorInvalidGraphicsContext, cudaErrorNvlinkUncorrectable,
  cudaErrorJitCompilerNotFound, cudaErrorUnsupportedPtxVersion, cudaErrorJitCompilationDisabled, cudaErrorUnsupportedExecAffinity,
  cudaErrorUnsupportedDevSideSync, cudaErrorContained, cudaErrorInsufficientLoaderVersion, cudaErrorInvalidSource = 300, cudaErrorFileNotFound,
  cudaErrorSharedObjectSymbolNotFound, cudaErrorSharedObjectInitFailed, cudaErrorOperatingSystem, cudaErrorInvalidResourceHandle = 400, cudaErrorIllegalState,
  cudaErrorLossyQuery, cudaErrorSymbolNotFound = 500, cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources,
  cudaErrorLaunchTimeout, cudaErrorLaunchIncompatibleTexturing, cudaErrorPeerAccessAlreadyEnabled, cudaErrorPeerAccessNotEnabled,
  cudaErrorSetOnActiveProcess = 708, cudaErrorContextIsDestroyed, cudaErrorAssert, cudaErrorTooManyPeers, cudaErrorHostMemoryAlreadyRegistered,
  cudaErrorHostMemoryNotRegistered, cudaErrorHardwareStackError, cudaErrorIllegalInstruction, cudaErrorMisalignedAddress, cudaErrorInvalidAddressSpace,
  cudaErrorInvalidPc, cudaErrorLaunchFailure, cudaErrorCooperativeLaunchTooLarge, cudaErrorTensorMemoryLeak, cudaErrorNotPermitted = 800,
  cudaErrorNotSupported, cudaErrorSystemNotReady, cudaErrorSystemDriverMismatch, cudaErrorCompatNotSupportedOnDevice, cudaErrorMpsConnectionFailed,
  cudaErrorMpsRpcFailure, cudaErrorMpsServerNotReady, cudaErrorMpsMaxClientsReached, cudaErrorMpsMaxConnectionsReached, cudaErrorMpsClientTerminated,
  cudaErrorCdpNotSupported, cudaErrorCdpVersionMismatch, cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated,
  cudaErrorStreamCaptureMerge, cudaErrorStreamCaptureUnmatched, cudaErrorStreamCaptureUnjoined, cudaErrorStreamCaptureIsolation,
  cudaErrorStreamCaptureImplicit, cudaErrorCapturedEvent, cudaErrorStreamCaptureWrongThread, cudaErrorTimeout, cudaErrorGraphExecUpdateFailure,
  cudaErrorExternalDevice, cudaErrorInvalidClusterSize, cudaErrorFunctionNotLoaded, cudaErrorInvalidResourceType, cudaErrorInvalidResourceConfiguration,
  cudaErrorStreamDetached = 917, cudaErrorGraphRecaptureFailure, cudaErrorFabricNotReady, cudaErrorUnknown = 999, cudaErrorApiFailureBase = 10000 };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone,
  cudaChannelFormatKindNV12, cudaChannelFormatKindUnsignedNormalized8X1, cudaChannelFormatKindUnsignedNormalized8X2,
  cudaChannelFormatKindUnsignedNormalized8X4, cudaChannelFormatKindUnsignedNormalized16X1, cudaChannelFormatKindUnsignedNormalized16X2,
  cudaChannelFormatKindUnsignedNormalized16X4, cudaChannelFormatKindSignedNormalized8X1, cudaChannelFormatKindSignedNormalized8X2,
  cudaChannelFormatKindSignedNormalized8X4, cudaChannelFormatKindSignedNormalized16X1, cudaChannelFormatKindSignedNormalized16X2,
  cudaChannelFormatKindSignedNormalized16X4, cudaChannelFormatKindUnsignedBlockCompressed1, cudaChannelFormatKindUnsignedBlockCompressed1SRGB,
  cudaChannelFormatKindUnsignedBlockCompressed2, cudaChannelFormatKindUnsignedBlockCompressed2SRGB, cudaChannelFormatKindUnsignedBlockCompressed3,
  cudaChannelFormatKindUnsignedBlockCompressed3SRGB, cudaChannelFormatKindUnsignedBlockCompressed4, cudaChannelFormatKindSignedBlockCompressed4,
  cudaChannelFormatKindUnsignedBlockCompressed5, cudaChannelFormatKindSignedBlockCompressed5, cudaChannelFormatKindUnsignedBlockCompressed6H,
  cudaChannelFormatKindSignedBlockCompressed6H, cudaChannelFormatKindUnsignedBlockCompressed7, cudaChannelFormatKindUnsignedBlockCompressed7SRGB,
  cudaChannelFormatKindUnsignedNormalized1010102, cudaChannelFormatKindUnsigned8Packed422, cudaChannelFormatKindUnsigned8Packed444,
  cudaChannelFormatKindUnsigned8SemiPlanar420, cudaChannelFormatKindUnsigned16SemiPlanar420, cudaChannelFormatKindUnsigned8SemiPlanar422,
  cudaChannelFormatKindUnsigned16SemiPlanar422, cudaChannelFormatKindUnsigned8SemiPlanar444, cudaChannelFormatKindUnsigned16SemiPlanar444,
  cudaChannelFormatKindUnsigned8Planar420, cudaChannelFormatKindUnsigned16Planar420, cudaChannelFormatKindUnsigned8Planar422,
  cudaChannelFormatKindUnsigned16Planar422, cudaChannelFormatKindUnsigned8Planar444, cudaChannelFormatKindUnsigned16Planar444 };
typedef CUdevResourceDesc_st *cudaDevResourceDesc_t;
typedef cudaExecutionContext_st *cudaExecutionContext_t;
struct cudaChannelFormatDesc { int x; int y; int z; int w; cudaChannelFormatKind f; };
typedef cudaArray *cudaArray_t;
typedef const cudaArray *cudaArray_const_t;
typedef cudaMipmappedArray *cudaMipmappedArray_t;
typedef const cudaMipmappedArray *cudaMipmappedArray_const_t;
struct cudaArraySparseProperties { struct { unsigned int width; unsigned int height; unsigned int depth; } tileExtent; unsigned int miptailFirstLevel;
  unsigned long long miptailSize; unsigned int flags; unsigned int reserved[4]; };
struct cudaArrayMemoryRequirements { size_t size; size_t alignment; unsigned int reserved[4]; };
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
struct cudaPitchedPtr { void *ptr; size_t pitch; size_t xsize; size_t ysize; };
struct cudaExtent { size_t width; size_t height; size_t depth; };
struct cudaPos { size_t x; size_t y; size_t z; };
struct cudaMemcpy3DParms { cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; cudaArray_t dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr;
  cudaExtent extent; cudaMemcpyKind kind; };
struct cudaMemcpyNodeParams { int flags; int reserved; cudaExecutionContext_t ctx; cudaMemcpy3DParms copyParams; };
struct cudaMemcpy3DPeerParms { cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; int srcDevice; cudaArray_t dstArray; cudaPos dstPos;
  cudaPitchedPtr dstPtr; int dstDevice; cudaExtent extent; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height; };
struct cudaMemsetParamsV2 { void *dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height; cudaExecutionContext_t ctx; };
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp; cudaAccessProperty missProp; };
typedef void (*cudaHostFn_t)(void *);
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaHostNodeParamsV2 { cudaHostFn_t fn; void *userData; unsigned int syncMode; cudaExecutionContext_t ctx; };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum cudaGraphRecaptureStatus { cudaGraphRecaptureEligibleForUpdate, cudaGraphRecaptureIneligibleForUpdate, cudaGraphRecaptureError };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaSynchronizationPolicy { cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield, cudaSyncPolicyBlockingSync };
enum cudaClusterSchedulingPolicy { cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread, cudaClusterSchedulingPolicyLoadBalancing,
  cudaClusterSchedulingPolicyRubinDsmemLocality };
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies };
enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };
enum cudaHostTaskSyncMode { cudaHostTaskBlocking, cudaHostTaskSpinWait };
enum cudaGraphicsRegisterFlags { cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8 };
enum cudaGraphicsMapFlags { cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard };
enum cudaGraphicsCubeFace { cudaGraphicsCubeFacePositiveX, cudaGraphicsCubeFaceNegativeX, cudaGraphicsCubeFacePositiveY, cudaGraphicsCubeFaceNegativeY,
  cudaGraphicsCubeFacePositiveZ, cudaGraphicsCubeFaceNegativeZ };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
enum cudaResourceViewFormat { cudaResViewFormatNone, cudaResViewFormatUnsignedChar1, cudaResViewFormatUnsignedChar2, cudaResViewFormatUnsignedChar4,
  cudaResViewFormatSignedChar1, cudaResViewFormatSignedChar2, cudaResViewFormatSignedChar4, cudaResViewFormatUnsignedShort1, cudaResViewFormatUnsignedShort2,
  cudaResViewFormatUnsignedShort4, cudaResViewFormatSignedShort1, cudaResViewFormatSignedShort2, cudaResViewFormatSignedShort4, cudaResViewFormatUnsignedInt1,
  cudaResViewFormatUnsignedInt2, cudaResViewFormatUnsignedInt4, cudaResViewFormatSignedInt1, cudaResViewFormatSignedInt2, cudaResViewFormatSignedInt4,
  cudaResViewFormatHalf1, cudaResViewFormatHalf2, cudaResViewFormatHalf4, cudaResViewFormatFloat1, cudaResViewFormatFloat2, cudaResViewFormatFloat4,
  cudaResViewFormatUnsignedBlockCompressed1, cudaResViewFormatUnsignedBlockCompressed2, cudaResViewFormatUnsignedBlockCompressed3,
  cudaResViewFormatUnsignedBlockCompressed4, cudaResViewFormatSignedBlockCompressed4, cudaResViewFormatUnsignedBlockCompressed5,
  cudaResViewFormatSignedBlockCompressed5, cudaResViewFormatUnsignedBlockCompressed6H, cudaResViewFormatSignedBlockCompressed6H,
  cudaResViewFormatUnsignedBlockCompressed7 };
struct cudaResourceDesc { cudaResourceType resType;
  union { struct { cudaArray_t array; } array; struct { cudaMipmappedArray_t mipmap; } mipmap; struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear; struct { void *devPtr; cudaChannelFormatDesc desc; size_t width; size_t height; size_t pitchInBytes; } pitch2D; struct { int reserved[32]; } reserved; } res;
  unsigned int flags; };
struct cudaResourceViewDesc { cudaResourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer; unsigned int reserved[16]; };
enum cudaSharedMemoryMode { cudaSharedMemoryModeDefault, cudaSharedMemoryModeRequirePortable, cudaSharedMemoryModeAllowNonPortable,
  cudaSharedMemoryModeAllowOversizedSharedMemory, cudaSharedMemoryModePreferOversizedSharedMemory };
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer; void *hostPointer; union { int localityDomainOrdinal; long unused; };
  long reserved[7]; };
struct cudaFuncAttributes { size_t sharedSizeBytes; size_t constSizeBytes; size_t localSizeBytes; int maxThreadsPerBlock; int numRegs; int ptxVersion;
  int binaryVersion; int cacheModeCA; int maxDynamicSharedSizeBytes; int preferredShmemCarveout; int clusterDimMustBeSet; int requiredClusterWidth;
  int requiredClusterHeight; int requiredClusterDepth; int clusterSchedulingPolicyPreference; int nonPortableClusterSizeAllowed; int deviceNodeUpdateStatus;
  cudaSharedMemoryMode sharedMemoryMode; int reserved[14]; };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout, cudaFuncAttributeClusterDimMustBeSet,
  cudaFuncAttributeRequiredClusterWidth, cudaFuncAttributeRequiredClusterHeight, cudaFuncAttributeRequiredClusterDepth,
  cudaFuncAttributeNonPortableClusterSizeAllowed, cudaFuncAttributeClusterSchedulingPolicyPreference, cudaFuncAttributeSharedMemoryMode, cudaFuncAttributeMax };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100, cudaSharedmemCarveoutMaxL1 = 0 };
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize, cudaLimitPerBlockMemorySize = 10 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy };
enum cudaMemRangeAttribute { cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
  cudaMemRangeAttributeLastPrefetchLocation, cudaMemRangeAttributePreferredLocationType, cudaMemRangeAttributePreferredLocationId,
  cudaMemRangeAttributeLastPrefetchLocationType, cudaMemRangeAttributeLastPrefetchLocationId };
enum cudaFlushGPUDirectRDMAWritesOptions { cudaFlushGPUDirectRDMAWritesOptionHost = 1, cudaFlushGPUDirectRDMAWritesOptionMemOps };
enum cudaGPUDirectRDMAWritesOrdering { cudaGPUDirectRDMAWritesOrderingNone, cudaGPUDirectRDMAWritesOrderingOwner = 100,
  cudaGPUDirectRDMAWritesOrderingAllDevices = 200 };
enum cudaFlushGPUDirectRDMAWritesScope { cudaFlushGPUDirectRDMAWritesToOwner = 100, cudaFlushGPUDirectRDMAWritesToAllDevices = 200 };
enum cudaFlushGPUDirectRDMAWritesTarget { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice };
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ, cudaDevAttrMaxGridDimX,
  cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxPitch,
  cudaDevAttrMaxRegistersPerBlock, cudaDevAttrClockRate, cudaDevAttrTextureAlignment, cudaDevAttrGpuOverlap, cudaDevAttrMultiProcessorCount,
  cudaDevAttrKernelExecTimeout, cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory, cudaDevAttrComputeMode, cudaDevAttrMaxTexture1DWidth,
  cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth,
  cudaDevAttrMaxTexture2DLayeredWidth, cudaDevAttrMaxTexture2DLayeredHeight, cudaDevAttrMaxTexture2DLayeredLayers, cudaDevAttrSurfaceAlignment,
  cudaDevAttrConcurrentKernels, cudaDevAttrEccEnabled, cudaDevAttrPciBusId, cudaDevAttrPciDeviceId, cudaDevAttrTccDriver, cudaDevAttrMemoryClockRate,
  cudaDevAttrGlobalMemoryBusWidth, cudaDevAttrL2CacheSize, cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrAsyncEngineCount, cudaDevAttrUnifiedAddressing,
  cudaDevAttrMaxTexture1DLayeredWidth, cudaDevAttrMaxTexture1DLayeredLayers, cudaDevAttrMaxTexture2DGatherWidth = 45, cudaDevAttrMaxTexture2DGatherHeight,
  cudaDevAttrMaxTexture3DWidthAlt, cudaDevAttrMaxTexture3DHeightAlt, cudaDevAttrMaxTexture3DDepthAlt, cudaDevAttrPciDomainId, cudaDevAttrTexturePitchAlignment,
  cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxTextureCubemapLayeredWidth, cudaDevAttrMaxTextureCubemapLayeredLayers, cudaDevAttrMaxSurface1DWidth,
  cudaDevAttrMaxSurface2DWidth, cudaDevAttrMaxSurface2DHeight, cudaDevAttrMaxSurface3DWidth, cudaDevAttrMaxSurface3DHeight, cudaDevAttrMaxSurface3DDepth,
  cudaDevAttrMaxSurface1DLayeredWidth, cudaDevAttrMaxSurface1DLayeredLayers, cudaDevAttrMaxSurface2DLayeredWidth, cudaDevAttrMaxSurface2DLayeredHeight,
  cudaDevAttrMaxSurface2DLayeredLayers, cudaDevAttrMaxSurfaceCubemapWidth, cudaDevAttrMaxSurfaceCubemapLayeredWidth, cudaDevAttrMaxSurfaceCubemapLayeredLayers,
  cudaDevAttrMaxTexture1DLinearWidth, cudaDevAttrMaxTexture2DLinearWidth, cudaDevAttrMaxTexture2DLinearHeight, cudaDevAttrMaxTexture2DLinearPitch,
  cudaDevAttrMaxTexture2DMipmappedWidth, cudaDevAttrMaxTexture2DMipmappedHeight, cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
  cudaDevAttrMaxTexture1DMipmappedWidth, cudaDevAttrStreamPrioritiesSupported, cudaDevAttrGlobalL1CacheSupported, cudaDevAttrLocalL1CacheSupported,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrManagedMemory, cudaDevAttrIsMultiGpuBoard,
  cudaDevAttrMultiGpuBoardGroupID, cudaDevAttrHostNativeAtomicSupported, cudaDevAttrSingleToDoublePrecisionPerfRatio, cudaDevAttrPageableMemoryAccess,
  cudaDevAttrConcurrentManagedAccess, cudaDevAttrComputePreemptionSupported, cudaDevAttrCanUseHostPointerForRegisteredMem, cudaDevAttrReserved92,
  cudaDevAttrReserved93, cudaDevAttrReserved94, cudaDevAttrCooperativeLaunch, cudaDevAttrReserved96, cudaDevAttrMaxSharedMemoryPerBlockOptin,
  cudaDevAttrCanFlushRemoteWrites, cudaDevAttrHostRegisterSupported, cudaDevAttrPageableMemoryAccessUsesHostPageTables,
  cudaDevAttrDirectManagedMemAccessFromHost, cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrMaxPersistingL2CacheSize = 108,
  cudaDevAttrMaxAccessPolicyWindowSize, cudaDevAttrReservedSharedMemoryPerBlock = 111, cudaDevAttrSparseCudaArraySupported,
  cudaDevAttrHostRegisterReadOnlySupported, cudaDevAttrTimelineSemaphoreInteropSupported, cudaDevAttrMemoryPoolsSupported, cudaDevAttrGPUDirectRDMASupported,
  cudaDevAttrGPUDirectRDMAFlushWritesOptions, cudaDevAttrGPUDirectRDMAWritesOrdering, cudaDevAttrMemoryPoolSupportedHandleTypes, cudaDevAttrClusterLaunch,
  cudaDevAttrDeferredMappingCudaArraySupported, cudaDevAttrReserved122, cudaDevAttrReserved123, cudaDevAttrReserved124, cudaDevAttrIpcEventSupport,
  cudaDevAttrMemSyncDomainCount, cudaDevAttrReserved127, cudaDevAttrReserved128, cudaDevAttrReserved129, cudaDevAttrNumaConfig, cudaDevAttrNumaId,
  cudaDevAttrReserved132, cudaDevAttrMpsEnabled, cudaDevAttrHostNumaId, cudaDevAttrD3D12CigSupported, cudaDevAttrVulkanCigSupported = 138,
  cudaDevAttrGpuPciDeviceId, cudaDevAttrGpuPciSubsystemId, cudaDevAttrReserved141, cudaDevAttrHostNumaMemoryPoolsSupported,
  cudaDevAttrHostNumaMultinodeIpcSupported, cudaDevAttrHostMemoryPoolsSupported, cudaDevAttrReserved145, cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
  cudaDevAttrAtomicReductionSupported, cudaDevAttrLocalityDomainCount, cudaDevAttrOversizedSharedMemoryPerBlock, cudaDevAttrCigStreamsSupported,
  cudaDevAttrLocalityDomainMultiprocessorCount = 157, cudaDevAttrTensorMapLargeTensorMinSize = 160, cudaDevAttrMax,
  cudaDevAttrCooperativeMultiDeviceLaunch = 96, cudaDevAttrMaxTimelineSemaphoreInteropSupported = 114 };
enum cudaMemPoolAttr { cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh, cudaMemPoolAttrAllocationType, cudaMemPoolAttrExportHandleTypes, cudaMemPoolAttrLocationId, cudaMemPoolAttrLocationType,
  cudaMemPoolAttrMaxPoolSize, cudaMemPoolAttrHwDecompressEnabled, cudaMemPoolAttrLocalityDomainId };
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeNone = 0, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
  cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent, cudaMemLocationTypeInvisible, cudaMemLocationTypeDeviceLocalityDomain };
struct cudaMemLocation { cudaMemLocationType type; union { int id; struct { unsigned char deviceId; unsigned char localityDomainId; } localized; }; };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned, cudaMemAllocationTypeManaged, cudaMemAllocationTypeMax = 2147483647 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor, cudaMemHandleTypeWin32, cudaMemHandleTypeWin32Kmt = 4,
  cudaMemHandleTypeFabric = 8 };
struct cudaMemPoolProps { cudaMemAllocationType allocType; cudaMemAllocationHandleType handleTypes; cudaMemLocation location; void *win32SecurityAttributes;
  size_t maxSize; unsigned short usage; unsigned char reserved[53]; unsigned char reserved1; };
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
struct cudaMemAllocNodeParams { cudaMemPoolProps poolProps; const cudaMemAccessDesc *accessDescs; size_t accessDescCount; size_t bytesize; void *dptr; };
struct cudaMemAllocNodeParamsV2 { cudaMemPoolProps poolProps; const cudaMemAccessDesc *accessDescs; size_t accessDescCount; size_t bytesize; void *dptr; };
struct cudaMemFreeNodeParams { void *dptr; };
enum cudaGraphMemAttributeType { cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent,
  cudaGraphMemAttrReservedMemHigh };
enum cudaMemcpyFlags { cudaMemcpyFlagDefault, cudaMemcpyFlagPreferOverlapWithCompute };
enum cudaMemcpySrcAccessOrder { cudaMemcpySrcAccessOrderInvalid, cudaMemcpySrcAccessOrderStream, cudaMemcpySrcAccessOrderDuringApiCall,
  cudaMemcpySrcAccessOrderAny, cudaMemcpySrcAccessOrderMax = 2147483647 };
struct cudaMemcpyAttributes { cudaMemcpySrcAccessOrder srcAccessOrder; cudaMemLocation srcLocHint; cudaMemLocation dstLocHint; unsigned int flags; };
enum cudaMemcpy3DOperandType { cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray, cudaMemcpyOperandTypeMax = 2147483647 };
struct cudaOffset3D { size_t x; size_t y; size_t z; };
struct cudaMemcpy3DOperand { cudaMemcpy3DOperandType type;
  union { struct { void *ptr; size_t rowLength; size_t layerHeight; cudaMemLocation locHint; } ptr; struct { cudaArray_t array; cudaOffset3D offset; } array; } op; };
struct cudaMemcpy3DBatchOp { cudaMemcpy3DOperand src; cudaMemcpy3DOperand dst; cudaExtent extent; cudaMemcpySrcAccessOrder srcAccessOrder; unsigned int flags; };
enum cudaDeviceP2PAttr { cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
  cudaDevP2PAttrCudaArrayAccessSupported, cudaDevP2PAttrOnlyPartialNativeAtomicSupported };
enum cudaAtomicOperation { cudaAtomicOperationIntegerAdd, cudaAtomicOperationIntegerMin, cudaAtomicOperationIntegerMax, cudaAtomicOperationIntegerIncrement,
  cudaAtomicOperationIntegerDecrement, cudaAtomicOperationAnd, cudaAtomicOperationOr, cudaAtomicOperationXOR, cudaAtomicOperationExchange,
  cudaAtomicOperationCAS, cudaAtomicOperationFloatAdd, cudaAtomicOperationFloatMin, cudaAtomicOperationFloatMax };
enum cudaAtomicOperationCapability { cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned, cudaAtomicCapabilityReduction = 4,
  cudaAtomicCapabilityScalar32 = 8, cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32, cudaAtomicCapabilityVector32x4 = 64 };
struct CUuuid_st { char bytes[16]; };
typedef CUuuid_st CUuuid;
typedef CUuuid_st cudaUUID_t;
struct cudaDeviceProp { char name[256]; cudaUUID_t uuid; char luid[8]; unsigned int luidDeviceNodeMask; size_t totalGlobalMem; size_t sharedMemPerBlock;
  int regsPerBlock; int warpSize; size_t memPitch; int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; size_t totalConstMem; int major;
  int minor; size_t textureAlignment; size_t texturePitchAlignment; int multiProcessorCount; int integrated; int canMapHostMemory; int maxTexture1D;
  int maxTexture1DMipmap; int maxTexture2D[2]; int maxTexture2DMipmap[2]; int maxTexture2DLinear[3]; int maxTexture2DGather[2]; int maxTexture3D[3];
  int maxTexture3DAlt[3]; int maxTextureCubemap; int maxTexture1DLayered[2]; int maxTexture2DLayered[3]; int maxTextureCubemapLayered[2]; int maxSurface1D;
  int maxSurface2D[2]; int maxSurface3D[3]; int maxSurface1DLayered[2]; int maxSurface2DLayered[3]; int maxSurfaceCubemap; int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment; int concurrentKernels; int ECCEnabled; int pciBusID; int pciDeviceID; int pciDomainID; int tccDriver; int asyncEngineCount;
  int unifiedAddressing; int memoryBusWidth; int l2CacheSize; int persistingL2CacheMaxSize; int maxThreadsPerMultiProcessor; int streamPrioritiesSupported;
  int globalL1CacheSupported; int localL1CacheSupported; size_t sharedMemPerMultiprocessor; int regsPerMultiprocessor; int managedMemory; int isMultiGpuBoard;
  int multiGpuBoardGroupID; int hostNativeAtomicSupported; int pageableMemoryAccess; int concurrentManagedAccess; int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem; int cooperativeLaunch; size_t sharedMemPerBlockOptin; int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost; int maxBlocksPerMultiProcessor; int accessPolicyMaxWindowSize; size_t reservedSharedMemPerBlock;
  int hostRegisterSupported; int sparseCudaArraySupported; int hostRegisterReadOnlySupported; int timelineSemaphoreInteropSupported; int memoryPoolsSupported;
  int gpuDirectRDMASupported; unsigned int gpuDirectRDMAFlushWritesOptions; int gpuDirectRDMAWritesOrdering; unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported; int ipcEventSupported; int clusterLaunch; int unifiedFunctionPointers; int deviceNumaConfig; int deviceNumaId;
  int mpsEnabled; int hostNumaId; unsigned int gpuPciDeviceID; unsigned int gpuPciSubsystemID; int hostNumaMultinodeIpcSupported; int reserved[56];
  int clockRate; int deviceOverlap; int kernelExecTimeoutEnabled; int computeMode; int maxTexture1DLinear; int memoryClockRate;
  int singleToDoublePrecisionPerfRatio; int cooperativeMultiDeviceLaunch; };
struct cudaIpcEventHandle_st { char reserved[64]; };
typedef cudaIpcEventHandle_st cudaIpcEventHandle_t;
struct cudaIpcMemHandle_st { char reserved[64]; };
typedef cudaIpcMemHandle_st cudaIpcMemHandle_t;
struct cudaMemFabricHandle_st { char reserved[64]; };
typedef cudaMemFabricHandle_st cudaMemFabricHandle_t;
enum cudaExternalMemoryHandleType { cudaExternalMemoryHandleTypeOpaqueFd = 1, cudaExternalMemoryHandleTypeOpaqueWin32,
  cudaExternalMemoryHandleTypeOpaqueWin32Kmt, cudaExternalMemoryHandleTypeD3D12Heap, cudaExternalMemoryHandleTypeD3D12Resource,
  cudaExternalMemoryHandleTypeD3D11Resource, cudaExternalMemoryHandleTypeD3D11ResourceKmt, cudaExternalMemoryHandleTypeNvSciBuf };
struct cudaExternalMemoryHandleDesc { cudaExternalMemoryHandleType type;
  union { int fd; struct { void *handle; const void *name; } win32; const void *nvSciBufObject; } handle; unsigned long long size; unsigned int flags;
  unsigned int reserved[16]; };
struct cudaExternalMemoryBufferDesc { unsigned long long offset; unsigned long long size; unsigned int flags; unsigned int reserved[16]; };
struct cudaExternalMemoryMipmappedArrayDesc { unsigned long long offset; cudaChannelFormatDesc formatDesc; cudaExtent extent; unsigned int flags;
  unsigned int numLevels; unsigned int reserved[16]; };
enum cudaExternalSemaphoreHandleType { cudaExternalSemaphoreHandleTypeOpaqueFd = 1, cudaExternalSemaphoreHandleTypeOpaqueWin32,
  cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt, cudaExternalSemaphoreHandleTypeD3D12Fence, cudaExternalSemaphoreHandleTypeD3D11Fence,
  cudaExternalSemaphoreHandleTypeNvSciSync, cudaExternalSemaphoreHandleTypeKeyedMutex, cudaExternalSemaphoreHandleTypeKeyedMutexKmt,
  cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 };
struct cudaExternalSemaphoreHandleDesc { cudaExternalSemaphoreHandleType type;
  union { int fd; struct { void *handle; const void *name; } win32; const void *nvSciSyncObj; } handle; unsigned int flags; unsigned int reserved[16]; };
struct cudaExternalSemaphoreSignalParams {
  struct { struct { unsigned long long value; } fence; union { void *fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; } keyedMutex; unsigned int reserved[12]; } params;
  unsigned int flags; unsigned int reserved[16]; };
struct cudaExternalSemaphoreWaitParams {
  struct { struct { unsigned long long value; } fence; union { void *fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; unsigned int reserved[10]; } params;
  unsigned int flags; unsigned int reserved[16]; };
enum cudaDevSmResourceGroup_flags { cudaDevSmResourceGroupDefault, cudaDevSmResourceGroupBackfill, cudaDevSmResourceGroupLocalityDomainId,
  cudaDevSmResourceGroupLocalityDomainSupplementalSms = 4 };
enum cudaDevSmResourceSplitByCount_flags { cudaDevSmResourceSplitIgnoreSmCoscheduling = 1, cudaDevSmResourceSplitMaxPotentialClusterSize };
enum cudaDevResourceType { cudaDevResourceTypeInvalid, cudaDevResourceTypeSm, cudaDevResourceTypeWorkqueueConfig = 1000, cudaDevResourceTypeWorkqueue = 10000 };
struct cudaDevSmResource { unsigned int smCount; unsigned int minSmPartitionSize; unsigned int smCoscheduledAlignment; unsigned int flags;
  unsigned int localityDomainId; };
enum cudaDevWorkqueueConfigScope { cudaDevWorkqueueConfigScopeDeviceCtx, cudaDevWorkqueueConfigScopeGreenCtxBalanced };
struct cudaDevWorkqueueConfigResource { int device; unsigned int wqConcurrencyLimit; cudaDevWorkqueueConfigScope sharingScope; };
struct cudaDevWorkqueueResource { unsigned char reserved[40]; };
struct cudaDevSmResourceGroupParams_st { unsigned int smCount; unsigned int coscheduledSmCount; unsigned int preferredCoscheduledSmCount; unsigned int flags;
  unsigned int localityDomainId; unsigned int reserved[11]; };
typedef cudaDevSmResourceGroupParams_st cudaDevSmResourceGroupParams;
struct cudaDevResource_st { cudaDevResourceType type; unsigned char _internal_padding[92];
  union { cudaDevSmResource sm; cudaDevWorkqueueConfigResource wqConfig; cudaDevWorkqueueResource wq; unsigned char _oversize[40]; };
  cudaDevResource_st *nextResource; };
typedef cudaDevResource_st cudaDevResource;
typedef cudaError cudaError_t;
typedef CUstream_st *cudaStream_t;
typedef CUevent_st *cudaEvent_t;
typedef cudaGraphicsResource *cudaGraphicsResource_t;
typedef CUexternalMemory_st *cudaExternalMemory_t;
typedef CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef CUgraph_st *cudaGraph_t;
typedef CUgraphNode_st *cudaGraphNode_t;
typedef CUuserObject_st *cudaUserObject_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef CUfunc_st *cudaFunction_t;
typedef CUkern_st *cudaKernel_t;
enum cudaJitOption { cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitWallTime, cudaJitInfoLogBuffer, cudaJitInfoLogBufferSizeBytes, cudaJitErrorLogBuffer,
  cudaJitErrorLogBufferSizeBytes, cudaJitOptimizationLevel, cudaJitFallbackStrategy = 10, cudaJitGenerateDebugInfo, cudaJitLogVerbose, cudaJitGenerateLineInfo,
  cudaJitCacheMode, cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm, cudaJitMaxThreadsPerBlock, cudaJitOverrideDirectiveValues };
enum cudaLibraryOption { cudaLibraryHostUniversalFunctionAndDataTable, cudaLibraryBinaryIsPreserved };
enum cudaJit_CacheMode { cudaJitCacheOptionNone, cudaJitCacheOptionCG, cudaJitCacheOptionCA };
enum cudaJit_Fallback { cudaPreferPtx, cudaPreferBinary };
typedef CUlib_st *cudaLibrary_t;
typedef CUmemPoolHandle_st *cudaMemPool_t;
enum cudaCGScope { cudaCGScopeInvalid, cudaCGScopeGrid, cudaCGScopeReserved, cudaCGScopeMultiGrid = 2 };
struct cudaKernelNodeParams { void *func; dim3 gridDim; dim3 blockDim; unsigned int sharedMemBytes; void **kernelParams; void **extra; };
enum cudaKernelFunctionType { cudaKernelFunctionTypeUnspecified, cudaKernelFunctionTypeDeviceEntry, cudaKernelFunctionTypeKernel,
  cudaKernelFunctionTypeFunction };
struct cudaKernelNodeParamsV2 { union { void *func; cudaKernel_t kern; cudaFunction_t cuFunc; }; dim3 gridDim; dim3 blockDim; unsigned int sharedMemBytes;
  void **kernelParams; void **extra; cudaExecutionContext_t ctx; cudaKernelFunctionType functionType; };
struct cudaExternalSemaphoreSignalNodeParams { cudaExternalSemaphore_t *extSemArray; const cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems; };
struct cudaExternalSemaphoreSignalNodeParamsV2 { cudaExternalSemaphore_t *extSemArray; const cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems; cudaExecutionContext_t ctx; };
struct cudaExternalSemaphoreWaitNodeParams { cudaExternalSemaphore_t *extSemArray; const cudaExternalSemaphoreWaitParams *paramsArray; unsigned int numExtSems; };
struct cudaExternalSemaphoreWaitNodeParamsV2 { cudaExternalSemaphore_t *extSemArray; const cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems; cudaExecutionContext_t ctx; };
enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
struct cudaConditionalNodeParams { cudaGraphConditionalHandle handle; cudaGraphConditionalNodeType type; unsigned int size; cudaGraph_t *phGraph_out;
  cudaExecutionContext_t ctx; };
struct cudaMemcpyBatchNodeParams { size_t count; void **dsts; void **srcs; size_t *sizes; cudaMemcpyAttributes *attrs; size_t *attrsIdxs; size_t numAttrs;
  cudaExecutionContext_t ctx; };
enum cudaGraphNodeType { cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph,
  cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeExtSemaphoreSignal, cudaGraphNodeTypeExtSemaphoreWait,
  cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree, cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeMemcpyBatch, cudaGraphNodeTypeReserved16 = 16,
  cudaGraphNodeTypeExternalEngine, cudaGraphNodeTypeCount };
enum cudaGraphChildGraphNodeOwnership { cudaGraphChildGraphOwnershipClone, cudaGraphChildGraphOwnershipMove, cudaGraphChildGraphOwnershipInvalid = -1 };
struct cudaChildGraphNodeParams { cudaGraph_t graph; cudaGraphChildGraphNodeOwnership ownership; };
struct cudaEventRecordNodeParams { cudaEvent_t event; cudaExecutionContext_t ctx; };
struct cudaEventWaitNodeParams { cudaEvent_t event; };
struct cudaGraphNodeParams { cudaGraphNodeType type; int reserved0[3];
  union { long long reserved1[29]; cudaKernelNodeParamsV2 kernel; cudaMemcpyNodeParams memcpy; cudaMemsetParamsV2 memset; cudaHostNodeParamsV2 host; cudaChildGraphNodeParams graph; cudaEventWaitNodeParams eventWait; cudaEventRecordNodeParams eventRecord; cudaExternalSemaphoreSignalNodeParamsV2 extSemSignal; cudaExternalSemaphoreWaitNodeParamsV2 extSemWait; cudaMemAllocNodeParamsV2 alloc; cudaMemFreeNodeParams free; cudaConditionalNodeParams conditional; cudaMemcpyBatchNodeParams memcpyBatch; };
  long long reserved2; };
enum cudaGraphDependencyType_enum { cudaGraphDependencyTypeDefault, cudaGraphDependencyTypeProgrammatic };
typedef cudaGraphDependencyType_enum cudaGraphDependencyType;
struct cudaGraphEdgeData_st { unsigned char from_port; unsigned char to_port; unsigned char type; unsigned char reserved[5]; };
typedef cudaGraphEdgeData_st cudaGraphEdgeData;
typedef CUgraphExec_st *cudaGraphExec_t;
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged,
  cudaGraphExecUpdateErrorNodeTypeChanged, cudaGraphExecUpdateErrorFunctionChanged, cudaGraphExecUpdateErrorParametersChanged,
  cudaGraphExecUpdateErrorNotSupported, cudaGraphExecUpdateErrorUnsupportedFunctionChange, cudaGraphExecUpdateErrorAttributesChanged };
enum cudaGraphInstantiateResult { cudaGraphInstantiateSuccess, cudaGraphInstantiateError, cudaGraphInstantiateInvalidStructure,
  cudaGraphInstantiateNodeOperationNotSupported, cudaGraphInstantiateMultipleDevicesNotSupported, cudaGraphInstantiateConditionalHandleUnused };
struct cudaGraphInstantiateParams_st { unsigned long long flags; cudaStream_t uploadStream; cudaGraphNode_t errNode_out; cudaGraphInstantiateResult result_out; };
typedef cudaGraphInstantiateParams_st cudaGraphInstantiateParams;
struct cudaGraphExecUpdateResultInfo_st { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode; cudaGraphNode_t errorFromNode; };
typedef cudaGraphExecUpdateResultInfo_st cudaGraphExecUpdateResultInfo;
typedef CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
enum cudaGraphKernelNodeField { cudaGraphKernelNodeFieldInvalid, cudaGraphKernelNodeFieldGridDim, cudaGraphKernelNodeFieldParam,
  cudaGraphKernelNodeFieldEnabled };
struct cudaGraphKernelNodeUpdate { cudaGraphDeviceNode_t node; cudaGraphKernelNodeField field;
  union { dim3 gridDim; struct { const void *pValue; size_t offset; size_t size; } param; unsigned int isEnabled; } updateData; };
enum cudaGetDriverEntryPointFlags { cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream };
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent };
enum cudaGraphDebugDotFlags { cudaGraphDebugDotFlagsVerbose = 1, cudaGraphDebugDotFlagsKernelNodeParams = 4, cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
  cudaGraphDebugDotFlagsMemsetNodeParams = 16, cudaGraphDebugDotFlagsHostNodeParams = 32, cudaGraphDebugDotFlagsEventNodeParams = 64,
  cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128, cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256, cudaGraphDebugDotFlagsKernelNodeAttributes = 512,
  cudaGraphDebugDotFlagsHandles = 1024, cudaGraphDebugDotFlagsConditionalNodeParams = 32768, cudaGraphDebugDotFlagsMemcpyBatchNodeParams = 65536 };
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload, cudaGraphInstantiateFlagDeviceLaunch = 4,
  cudaGraphInstantiateFlagUseNodePriority = 8 };
enum cudaLaunchMemSyncDomain { cudaLaunchMemSyncDomainDefault, cudaLaunchMemSyncDomainRemote };
struct cudaLaunchMemSyncDomainMap_st { unsigned char default_; unsigned char remote; };
typedef cudaLaunchMemSyncDomainMap_st cudaLaunchMemSyncDomainMap;
enum cudaLaunchAttributePortableClusterMode { cudaLaunchPortableClusterModeDefault, cudaLaunchPortableClusterModeRequirePortable,
  cudaLaunchPortableClusterModeAllowNonPortable };
enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
  cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension, cudaLaunchAttributeClusterSchedulingPolicyPreference,
  cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority, cudaLaunchAttributeMemSyncDomainMap,
  cudaLaunchAttributeMemSyncDomain, cudaLaunchAttributePreferredClusterDimension, cudaLaunchAttributeLaunchCompletionEvent,
  cudaLaunchAttributeDeviceUpdatableKernelNode, cudaLaunchAttributePreferredSharedMemoryCarveout, cudaLaunchAttributeNvlinkUtilCentricScheduling = 16,
  cudaLaunchAttributePortableClusterSizeMode, cudaLaunchAttributeSharedMemoryMode };
union cudaLaunchAttributeValue { char pad[64]; cudaAccessPolicyWindow accessPolicyWindow; int cooperative; cudaSynchronizationPolicy syncPolicy;
  struct { unsigned int x; unsigned int y; unsigned int z; } clusterDim; cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed; struct { cudaEvent_t event; int flags; int triggerAtBlockStart; } programmaticEvent; int priority;
  cudaLaunchMemSyncDomainMap memSyncDomainMap; cudaLaunchMemSyncDomain memSyncDomain;
  struct { unsigned int x; unsigned int y; unsigned int z; } preferredClusterDim; struct { cudaEvent_t event; int flags; } launchCompletionEvent;
  struct { int deviceUpdatable; cudaGraphDeviceNode_t devNode; } deviceUpdatableKernelNode; unsigned int sharedMemCarveout;
  unsigned int nvlinkUtilCentricScheduling; cudaLaunchAttributePortableClusterMode portableClusterSizeMode; cudaSharedMemoryMode sharedMemoryMode; };
struct cudaLaunchAttribute_st { cudaLaunchAttributeID id; char pad[4]; cudaLaunchAttributeValue val; };
typedef cudaLaunchAttribute_st cudaLaunchAttribute;
struct cudaLaunchConfig_st { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned int numAttrs; };
typedef cudaLaunchConfig_st cudaLaunchConfig_t;
enum cudaDeviceNumaConfig { cudaDeviceNumaConfigNone, cudaDeviceNumaConfigNumaNode };
typedef cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
enum cudaAsyncNotificationType_enum { cudaAsyncNotificationTypeOverBudget = 1 };
typedef cudaAsyncNotificationType_enum cudaAsyncNotificationType;
struct cudaAsyncNotificationInfo { cudaAsyncNotificationType type; union { struct { unsigned long long bytesOverBudget; } overBudget; } info; };
typedef cudaAsyncNotificationInfo cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t);
enum CUDAlogLevel_enum { cudaLogLevelError, cudaLogLevelWarning };
typedef CUDAlogLevel_enum cudaLogLevel;
typedef CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator;
enum cudaFabricOpStatusSource { cudaFabricOpStatusSourceMbarrierV1, cudaFabricOpStatusSourceMax = 2147483647 };
enum cudaFabricOpStatusInfo { cudaFabricOpStatusInfoSuccess, cudaFabricOpStatusInfoLast = 0, cudaFabricOpStatusInfoMax = 2147483647 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
struct cudaTextureDesc { cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode; cudaTextureReadMode readMode; int sRGB; float borderColor[4];
  int normalizedCoords; unsigned int maxAnisotropy; cudaTextureFilterMode mipmapFilterMode; float mipmapLevelBias; float minMipmapLevelClamp;
  float maxMipmapLevelClamp; int disableTrilinearOptimization; int seamlessCubemap; };
typedef unsigned long long cudaTextureObject_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef cudaError_t (*cudaGraphRecaptureCallback_t)(void *, cudaGraphNode_t, const cudaGraphNodeParams *, const cudaGraphNodeParams *, cudaGraphRecaptureStatus);
struct cudaGraphRecaptureCallbackData { cudaGraphRecaptureCallback_t callbackFunc; void *userData; };
typedef void (*cudaLogsCallback_t)(void *, cudaLogLevel, char *, size_t);
struct cudaExternalSemaphoreSignalParams_v1 {
  struct { struct { unsigned long long value; } fence; union { void *fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; } keyedMutex; } params;
  unsigned int flags; };
struct cudaExternalSemaphoreWaitParams_v1 {
  struct { struct { unsigned long long value; } fence; union { void *fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; } params;
  unsigned int flags; };
struct cudaLaunchParams { void *func; dim3 gridDim; dim3 blockDim; void **args; size_t sharedMem; cudaStream_t stream; };
enum cudaOutputMode { cudaKeyValuePair, cudaCSV };
typedef cudaOutputMode cudaOutputMode_t;
struct cudaTextureDesc_v2 { cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode; cudaTextureReadMode readMode; int sRGB;
  float borderColor[4]; int normalizedCoords; unsigned int maxAnisotropy; cudaTextureFilterMode mipmapFilterMode; float mipmapLevelBias;
  float minMipmapLevelClamp; float maxMipmapLevelClamp; int disableTrilinearOptimization; int seamlessCubemap; };
#define cudaArrayColorAttachment 0x20
#define cudaArrayCubemap 0x04
#define cudaArrayDefault 0x00
#define cudaArrayDeferredMapping 0x80
#define cudaArrayLayered 0x01
#define cudaArraySparse 0x40
#define cudaArraySparsePropertiesSingleMipTail 0x1
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayTextureGather 0x08
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02
#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceMapHost 0x08
#define cudaDeviceMask 0xff
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceSyncMemops 0x80
#define cudaEventBlockingSync 0x01
#define cudaEventDefault 0x00
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01
#define cudaExternalMemoryDedicated 0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortLaunchCompletion 2
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaHostAllocDefault 0x00
#define cudaHostAllocMapped 0x02
#define cudaHostAllocPortable 0x01
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterReadOnly 0x08
#define cudaInitDeviceFlagsAreValid 0x01
#define cudaIpcMemLazyEnablePeerAccess 0x01
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaMemPoolCreateUsageHwDecompress 0x2
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaPeerAccessDefault 0x00
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceTypeCubemapLayered 0xFC
#define cudaTextureType1D 0x01
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2D 0x02
#define cudaTextureType2DLayered 0xF2
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureTypeCubemapLayered 0xFC

#define RADDLE_CALL(name) template <class... T> cudaError_t name(T...);
RADDLE_CALL(cudaArrayGetInfo) RADDLE_CALL(cudaArrayGetMemoryRequirements) RADDLE_CALL(cudaArrayGetPlane) RADDLE_CALL(cudaArrayGetSparseProperties)
  RADDLE_CALL(cudaBindTextureToMipmappedArray) RADDLE_CALL(cudaCtxResetPersistingL2Cache) RADDLE_CALL(cudaDestroyExternalMemory)
  RADDLE_CALL(cudaDestroyExternalSemaphore) RADDLE_CALL(cudaDevResourceGenerateDesc) RADDLE_CALL(cudaDevSmResourceSplit)
  RADDLE_CALL(cudaDevSmResourceSplitByCount) RADDLE_CALL(cudaDeviceFlushGPUDirectRDMAWrites) RADDLE_CALL(cudaDeviceGetByPCIBusId)
  RADDLE_CALL(cudaDeviceGetDefaultMemPool) RADDLE_CALL(cudaDeviceGetDevResource) RADDLE_CALL(cudaDeviceGetExecutionCtx)
  RADDLE_CALL(cudaDeviceGetGraphMemAttribute) RADDLE_CALL(cudaDeviceGetHostAtomicCapabilities) RADDLE_CALL(cudaDeviceGetMemPool)
  RADDLE_CALL(cudaDeviceGetNvSciSyncAttributes) RADDLE_CALL(cudaDeviceGetP2PAtomicCapabilities) RADDLE_CALL(cudaDeviceGetTexture1DLinearMaxWidth)
  RADDLE_CALL(cudaDeviceGraphMemTrim) RADDLE_CALL(cudaDeviceRegisterAsyncNotification) RADDLE_CALL(cudaDeviceSetGraphMemAttribute)
  RADDLE_CALL(cudaDeviceSetMemPool) RADDLE_CALL(cudaDeviceUnregisterAsyncNotification) RADDLE_CALL(cudaEventRecordWithFlags)
  RADDLE_CALL(cudaExecutionCtxDestroy) RADDLE_CALL(cudaExecutionCtxGetDevResource) RADDLE_CALL(cudaExecutionCtxGetDevice) RADDLE_CALL(cudaExecutionCtxGetId)
  RADDLE_CALL(cudaExecutionCtxRecordEvent) RADDLE_CALL(cudaExecutionCtxStreamCreate) RADDLE_CALL(cudaExecutionCtxSynchronize)
  RADDLE_CALL(cudaExecutionCtxWaitEvent) RADDLE_CALL(cudaExternalMemoryGetMappedBuffer) RADDLE_CALL(cudaExternalMemoryGetMappedMipmappedArray)
  RADDLE_CALL(cudaFuncGetName) RADDLE_CALL(cudaFuncGetParamCount) RADDLE_CALL(cudaFuncGetParamInfo) RADDLE_CALL(cudaGetDriverEntryPoint)
  RADDLE_CALL(cudaGetDriverEntryPointByVersion) RADDLE_CALL(cudaGetExportTable) RADDLE_CALL(cudaGetFuncBySymbol) RADDLE_CALL(cudaGetKernel)
  RADDLE_CALL(cudaGetSurfaceObjectResourceDesc) RADDLE_CALL(cudaGetSurfaceReference) RADDLE_CALL(cudaGetTextureAlignmentOffset)
  RADDLE_CALL(cudaGetTextureObjectResourceDesc) RADDLE_CALL(cudaGetTextureObjectResourceViewDesc) RADDLE_CALL(cudaGetTextureObjectTextureDesc)
  RADDLE_CALL(cudaGetTextureReference) RADDLE_CALL(cudaGraphAddChildGraphNode) RADDLE_CALL(cudaGraphAddDependencies) RADDLE_CALL(cudaGraphAddEmptyNode)
  RADDLE_CALL(cudaGraphAddEventRecordNode) RADDLE_CALL(cudaGraphAddEventWaitNode) RADDLE_CALL(cudaGraphAddExternalSemaphoresSignalNode)
  RADDLE_CALL(cudaGraphAddExternalSemaphoresWaitNode) RADDLE_CALL(cudaGraphAddHostNode) RADDLE_CALL(cudaGraphAddKernelNode)
  RADDLE_CALL(cudaGraphAddMemAllocNode) RADDLE_CALL(cudaGraphAddMemFreeNode) RADDLE_CALL(cudaGraphAddMemcpyNode) RADDLE_CALL(cudaGraphAddMemcpyNode1D)
  RADDLE_CALL(cudaGraphAddMemcpyNodeFromSymbol) RADDLE_CALL(cudaGraphAddMemcpyNodeToSymbol) RADDLE_CALL(cudaGraphAddMemsetNode) RADDLE_CALL(cudaGraphAddNode)
  RADDLE_CALL(cudaGraphChildGraphNodeGetGraph) RADDLE_CALL(cudaGraphClone) RADDLE_CALL(cudaGraphConditionalHandleCreate) RADDLE_CALL(cudaGraphCreate)
  RADDLE_CALL(cudaGraphDebugDotPrint) RADDLE_CALL(cudaGraphDestroy) RADDLE_CALL(cudaGraphDestroyNode) RADDLE_CALL(cudaGraphEventRecordNodeGetEvent)
  RADDLE_CALL(cudaGraphEventRecordNodeSetEvent) RADDLE_CALL(cudaGraphEventWaitNodeGetEvent) RADDLE_CALL(cudaGraphEventWaitNodeSetEvent)
  RADDLE_CALL(cudaGraphExecChildGraphNodeSetParams) RADDLE_CALL(cudaGraphExecDestroy) RADDLE_CALL(cudaGraphExecEventRecordNodeSetEvent)
  RADDLE_CALL(cudaGraphExecEventWaitNodeSetEvent) RADDLE_CALL(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
  RADDLE_CALL(cudaGraphExecExternalSemaphoresWaitNodeSetParams) RADDLE_CALL(cudaGraphExecGetFlags) RADDLE_CALL(cudaGraphExecGetId)
  RADDLE_CALL(cudaGraphExecHostNodeSetParams) RADDLE_CALL(cudaGraphExecKernelNodeSetParams) RADDLE_CALL(cudaGraphExecMemcpyNodeSetParams)
  RADDLE_CALL(cudaGraphExecMemcpyNodeSetParams1D) RADDLE_CALL(cudaGraphExecMemcpyNodeSetParamsFromSymbol) RADDLE_CALL(cudaGraphExecMemcpyNodeSetParamsToSymbol)
  RADDLE_CALL(cudaGraphExecMemsetNodeSetParams) RADDLE_CALL(cudaGraphExecNodeSetParams) RADDLE_CALL(cudaGraphExternalSemaphoresSignalNodeGetParams)
  RADDLE_CALL(cudaGraphExternalSemaphoresSignalNodeSetParams) RADDLE_CALL(cudaGraphExternalSemaphoresWaitNodeGetParams)
  RADDLE_CALL(cudaGraphExternalSemaphoresWaitNodeSetParams) RADDLE_CALL(cudaGraphGetEdges) RADDLE_CALL(cudaGraphGetId) RADDLE_CALL(cudaGraphGetNodes)
  RADDLE_CALL(cudaGraphGetRootNodes) RADDLE_CALL(cudaGraphHostNodeGetParams) RADDLE_CALL(cudaGraphHostNodeSetParams) RADDLE_CALL(cudaGraphInstantiateWithFlags)
  RADDLE_CALL(cudaGraphInstantiateWithParams) RADDLE_CALL(cudaGraphKernelNodeCopyAttributes) RADDLE_CALL(cudaGraphKernelNodeGetAttribute)
  RADDLE_CALL(cudaGraphKernelNodeGetParams) RADDLE_CALL(cudaGraphKernelNodeSetAttribute) RADDLE_CALL(cudaGraphKernelNodeSetParams) RADDLE_CALL(cudaGraphLaunch)
  RADDLE_CALL(cudaGraphMemAllocNodeGetParams) RADDLE_CALL(cudaGraphMemFreeNodeGetParams) RADDLE_CALL(cudaGraphMemcpyNodeGetParams)
  RADDLE_CALL(cudaGraphMemcpyNodeSetParams) RADDLE_CALL(cudaGraphMemcpyNodeSetParams1D) RADDLE_CALL(cudaGraphMemcpyNodeSetParamsFromSymbol)
  RADDLE_CALL(cudaGraphMemcpyNodeSetParamsToSymbol) RADDLE_CALL(cudaGraphMemsetNodeGetParams) RADDLE_CALL(cudaGraphMemsetNodeSetParams)
  RADDLE_CALL(cudaGraphNodeFindInClone) RADDLE_CALL(cudaGraphNodeGetContainingGraph) RADDLE_CALL(cudaGraphNodeGetDependencies)
  RADDLE_CALL(cudaGraphNodeGetDependentNodes) RADDLE_CALL(cudaGraphNodeGetEnabled) RADDLE_CALL(cudaGraphNodeGetLocalId) RADDLE_CALL(cudaGraphNodeGetParams)
  RADDLE_CALL(cudaGraphNodeGetToolsId) RADDLE_CALL(cudaGraphNodeGetType) RADDLE_CALL(cudaGraphNodeSetEnabled) RADDLE_CALL(cudaGraphNodeSetParams)
  RADDLE_CALL(cudaGraphReleaseUserObject) RADDLE_CALL(cudaGraphRemoveDependencies) RADDLE_CALL(cudaGraphRetainUserObject) RADDLE_CALL(cudaGraphUpload)
  RADDLE_CALL(cudaGraphicsMapResources) RADDLE_CALL(cudaGraphicsResourceGetMappedMipmappedArray) RADDLE_CALL(cudaGraphicsResourceGetMappedPointer)
  RADDLE_CALL(cudaGraphicsResourceSetMapFlags) RADDLE_CALL(cudaGraphicsSubResourceGetMappedArray) RADDLE_CALL(cudaGraphicsUnmapResources)
  RADDLE_CALL(cudaGraphicsUnregisterResource) RADDLE_CALL(cudaGreenCtxCreate) RADDLE_CALL(cudaHostGetFlags) RADDLE_CALL(cudaImportExternalMemory)
  RADDLE_CALL(cudaImportExternalSemaphore) RADDLE_CALL(cudaInitDevice) RADDLE_CALL(cudaIpcCloseMemHandle) RADDLE_CALL(cudaIpcGetEventHandle)
  RADDLE_CALL(cudaIpcGetMemHandle) RADDLE_CALL(cudaIpcOpenEventHandle) RADDLE_CALL(cudaIpcOpenMemHandle) RADDLE_CALL(cudaKernelSetAttributeForDevice)
  RADDLE_CALL(cudaLaunchCooperativeKernelMultiDevice) RADDLE_CALL(cudaLibraryEnumerateKernels) RADDLE_CALL(cudaLibraryGetGlobal)
  RADDLE_CALL(cudaLibraryGetKernel) RADDLE_CALL(cudaLibraryGetKernelCount) RADDLE_CALL(cudaLibraryGetManaged) RADDLE_CALL(cudaLibraryGetUnifiedFunction)
  RADDLE_CALL(cudaLibraryLoadData) RADDLE_CALL(cudaLibraryLoadFromFile) RADDLE_CALL(cudaLibraryUnload) RADDLE_CALL(cudaLogsCurrent)
  RADDLE_CALL(cudaLogsDumpToFile) RADDLE_CALL(cudaLogsDumpToMemory) RADDLE_CALL(cudaLogsRegisterCallback) RADDLE_CALL(cudaLogsUnregisterCallback)
  RADDLE_CALL(cudaMallocFromPoolAsync) RADDLE_CALL(cudaMemDiscardAndPrefetchBatchAsync) RADDLE_CALL(cudaMemDiscardBatchAsync)
  RADDLE_CALL(cudaMemGetDefaultMemPool) RADDLE_CALL(cudaMemGetLocationInfo) RADDLE_CALL(cudaMemGetMemPool) RADDLE_CALL(cudaMemPoolCreate)
  RADDLE_CALL(cudaMemPoolDestroy) RADDLE_CALL(cudaMemPoolExportPointer) RADDLE_CALL(cudaMemPoolExportToShareableHandle) RADDLE_CALL(cudaMemPoolGetAccess)
  RADDLE_CALL(cudaMemPoolGetAttribute) RADDLE_CALL(cudaMemPoolImportFromShareableHandle) RADDLE_CALL(cudaMemPoolImportPointer)
  RADDLE_CALL(cudaMemPoolSetAccess) RADDLE_CALL(cudaMemPoolSetAttribute) RADDLE_CALL(cudaMemPoolTrimTo) RADDLE_CALL(cudaMemPrefetchBatchAsync)
  RADDLE_CALL(cudaMemRangeGetAttribute) RADDLE_CALL(cudaMemRangeGetAttributes) RADDLE_CALL(cudaMemSetMemPool) RADDLE_CALL(cudaMemcpy2DArrayToArray)
  RADDLE_CALL(cudaMemcpy2DFromArrayAsync) RADDLE_CALL(cudaMemcpy3DBatchAsync) RADDLE_CALL(cudaMemcpy3DPeer) RADDLE_CALL(cudaMemcpy3DPeerAsync)
  RADDLE_CALL(cudaMemcpy3DWithAttributesAsync) RADDLE_CALL(cudaMemcpyArrayToArray) RADDLE_CALL(cudaMemcpyBatchAsync) RADDLE_CALL(cudaMemcpyFromArrayAsync)
  RADDLE_CALL(cudaMemcpyToArrayAsync) RADDLE_CALL(cudaMemcpyWithAttributesAsync) RADDLE_CALL(cudaMemset3DAsync)
  RADDLE_CALL(cudaMipmappedArrayGetMemoryRequirements) RADDLE_CALL(cudaMipmappedArrayGetSparseProperties) RADDLE_CALL(cudaOccupancyMaxActiveClusters)
  RADDLE_CALL(cudaOccupancyMaxPotentialClusterSize) RADDLE_CALL(cudaSetDoubleForDevice) RADDLE_CALL(cudaSetDoubleForHost) RADDLE_CALL(cudaSetValidDevices)
  RADDLE_CALL(cudaSignalExternalSemaphoresAsync) RADDLE_CALL(cudaStreamBeginCapture) RADDLE_CALL(cudaStreamBeginCaptureToGraph)
  RADDLE_CALL(cudaStreamBeginRecaptureToGraph) RADDLE_CALL(cudaStreamCopyAttributes) RADDLE_CALL(cudaStreamEndCapture) RADDLE_CALL(cudaStreamGetAttribute)
  RADDLE_CALL(cudaStreamGetCaptureInfo) RADDLE_CALL(cudaStreamGetDevResource) RADDLE_CALL(cudaStreamGetDevice) RADDLE_CALL(cudaStreamGetFlags)
  RADDLE_CALL(cudaStreamGetId) RADDLE_CALL(cudaStreamGetPriority) RADDLE_CALL(cudaStreamIsCapturing) RADDLE_CALL(cudaStreamSetAttribute)
  RADDLE_CALL(cudaStreamUpdateCaptureDependencies) RADDLE_CALL(cudaThreadExchangeStreamCaptureMode) RADDLE_CALL(cudaThreadGetCacheConfig)
  RADDLE_CALL(cudaThreadGetLimit) RADDLE_CALL(cudaUserObjectCreate) RADDLE_CALL(cudaUserObjectRelease) RADDLE_CALL(cudaUserObjectRetain)
  RADDLE_CALL(cudaWaitExternalSemaphoresAsync)
#undef RADDLE_CALL
