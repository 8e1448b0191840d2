/* Host stub, used where the machine has no C library headers. */
#pragma once
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000L
struct timespec { time_t tv_sec; long tv_nsec; };
#define CLOCK_MONOTONIC 1
extern "C" {
time_t time(time_t *);
clock_t clock(void);
int clock_gettime(int, struct timespec *);
}
