/* Host stub, used where the machine has no C library headers. */
#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
/* As the C library of Linux has them here. */
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
extern "C" {
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int abs(int);
long labs(long);
int atoi(const char *);
long atol(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
double strtod(const char *, char **);
int rand(void);
void srand(unsigned int);
char *getenv(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
}
