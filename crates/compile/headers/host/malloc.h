/* malloc.h for the host half of a .cu file. */
#pragma once
#include <stdlib.h>
extern "C" void *memalign(size_t, size_t);
