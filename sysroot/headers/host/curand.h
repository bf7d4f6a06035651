#ifndef KCAST_CURAND_H
#define KCAST_CURAND_H
#include <__kcast_library.h>
#define CURAND_H_
enum curandStatus { CURAND_STATUS_SUCCESS, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED,
  CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE, CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
  CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE, CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999 };
typedef curandStatus curandStatus_t;
enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32
};
typedef curandRngType curandRngType_t;
typedef struct curandGenerator_st* curandGenerator_t;
KCAST_CREATE(curandStatus_t, curandCreateGenerator)
KCAST_CREATE(curandStatus_t, curandCreateGeneratorHost)
KCAST_CALL(curandStatus_t, curandDestroyGenerator)
KCAST_CALL(curandStatus_t, curandSetPseudoRandomGeneratorSeed)
KCAST_CALL(curandStatus_t, curandSetGeneratorOffset)
KCAST_CALL(curandStatus_t, curandSetGeneratorOrdering)
KCAST_CALL(curandStatus_t, curandSetQuasiRandomGeneratorDimensions)
KCAST_CALL(curandStatus_t, curandSetStream)
KCAST_CALL(curandStatus_t, curandGenerateSeeds)
KCAST_CALL(curandStatus_t, curandGenerate)
KCAST_CALL(curandStatus_t, curandGenerateLongLong)
KCAST_CALL(curandStatus_t, curandGenerateUniform)
KCAST_CALL(curandStatus_t, curandGenerateUniformDouble)
KCAST_CALL(curandStatus_t, curandGenerateNormal)
KCAST_CALL(curandStatus_t, curandGenerateNormalDouble)
KCAST_CALL(curandStatus_t, curandGenerateLogNormal)
KCAST_CALL(curandStatus_t, curandGenerateLogNormalDouble)
KCAST_CALL(curandStatus_t, curandGeneratePoisson)
#endif
