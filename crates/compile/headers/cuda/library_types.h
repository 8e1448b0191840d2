/* Types of data, as CUDA's libraries name them. */
#pragma once
#include "raddle/library_list.h"
