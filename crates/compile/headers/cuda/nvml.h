/* The interface of NVML, as far as a source needs it to parse. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/library.h"
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum nvmlReturn_enum { NVML_SUCCESS, NVML_ERROR_UNINITIALIZED, NVML_ERROR_INVALID_ARGUMENT, NVML_ERROR_NOT_SUPPORTED, NVML_ERROR_UNKNOWN = 999 } nvmlReturn_t;
typedef enum nvmlClockType_enum { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO } nvmlClockType_t;
typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;
struct nvmlUtilization_t { unsigned int gpu, memory; };
struct nvmlMemory_t { unsigned long long total, free, used; };
#define RADDLE_NVML(name) RADDLE_LIBRARY(nvmlReturn_t, nvml##name)
RADDLE_NVML(Init) RADDLE_NVML(Init_v2) RADDLE_NVML(Shutdown) RADDLE_NVML(DeviceGetCount) RADDLE_NVML(DeviceGetHandleByIndex)
RADDLE_NVML(DeviceGetName) RADDLE_NVML(DeviceGetPowerUsage) RADDLE_NVML(DeviceGetTotalEnergyConsumption) RADDLE_NVML(DeviceGetClockInfo)
RADDLE_NVML(DeviceGetTemperature) RADDLE_NVML(DeviceGetUtilizationRates) RADDLE_NVML(DeviceGetMemoryInfo) RADDLE_NVML(DeviceGetHandleByPciBusId)
RADDLE_LIBRARY(const char *, nvmlErrorString)
#undef RADDLE_NVML
