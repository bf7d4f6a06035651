// hipRAND's device functions are cuRAND's under another name.
#pragma once
#include <__kcast_hiprand.h>
#include <curand_kernel.h>
#include <hip/hip_runtime.h>
typedef curandState hiprandState;
typedef curandState hiprandState_t;
typedef curandStateXORWOW_t hiprandStateXORWOW_t;
typedef curandStatePhilox4_32_10_t hiprandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a_t hiprandStateMRG32k3a_t;
#define hiprand_init curand_init
#define hiprand curand
#define hiprand4 curand4
#define hiprand_uniform curand_uniform
#define hiprand_uniform4 curand_uniform4
#define hiprand_uniform_double curand_uniform_double
#define hiprand_normal curand_normal
#define hiprand_normal2 curand_normal2
#define hiprand_normal4 curand_normal4
#define hiprand_uniform2_double curand_uniform2_double
#define hiprand_normal_double curand_normal_double
#define hiprand_normal2_double curand_normal2_double
#define hiprand_log_normal curand_log_normal
#define hiprand_log_normal2 curand_log_normal2
#define hiprand_log_normal4 curand_log_normal4
#define hiprand_log_normal_double curand_log_normal_double
#define hiprand_log_normal2_double curand_log_normal2_double
#define hiprand_poisson curand_poisson
#define hiprand_poisson4 curand_poisson4
