/* Headers of the SDK's samples, for the host: checks of return values, the choice of a device, arguments, timers. Declared so that it
 * compiles. */
#pragma once
#include "raddle/cuda.h"
template <class T> inline void __raddle_checked(T) {}
#define checkCudaErrors(e) __raddle_checked(e)
#define getLastCudaError(message) ((void)(message))
#define printLastCudaError(message) ((void)(message))
#define CUDA_SAFE_CALL(e) __raddle_checked(e)
#define CUT_CHECK_ERROR(message) ((void)(message))
#define CUT_SAFE_CALL(e) __raddle_checked(e)
#define CUT_DEVICE_INIT(argc, argv) ((void)(argc), (void)(argv))
#define CUT_EXIT(argc, argv) ((void)(argc), (void)(argv))
#ifndef DEVICE_RESET
#define DEVICE_RESET cudaDeviceReset();
#endif
inline int findCudaDevice(int, const char **) { return 0; }
inline int gpuDeviceInit(int) { return 0; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int cutGetMaxGflopsDeviceId() { return 0; }
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline bool checkCudaCapabilities(int, int) { return true; }

/* helper_string.h */
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
bool checkCmdLineFlag(int, const char **, const char *);
int getCmdLineArgumentInt(int, const char **, const char *);
float getCmdLineArgumentFloat(int, const char **, const char *);
bool getCmdLineArgumentString(int, const char **, const char *, char **);
char *sdkFindFilePath(const char *, const char *);

/* helper_timer.h, helper_functions.h */
struct StopWatchInterface;
bool sdkCreateTimer(StopWatchInterface **);
bool sdkDeleteTimer(StopWatchInterface **);
bool sdkStartTimer(StopWatchInterface **);
bool sdkStopTimer(StopWatchInterface **);
bool sdkResetTimer(StopWatchInterface **);
float sdkGetTimerValue(StopWatchInterface **);
float sdkGetAverageTimerValue(StopWatchInterface **);
template <class T> bool sdkLoadPGM(const char *, T **, unsigned int *, unsigned int *);
template <class T> bool sdkSavePGM(const char *, T *, unsigned int, unsigned int);
template <class T> bool sdkLoadPPM4(const char *, T **, unsigned int *, unsigned int *);
template <class T> bool sdkSavePPM4ub(const char *, T *, unsigned int, unsigned int);
bool sdkCompareL2fe(const float *, const float *, unsigned int, float);
