#ifndef KCAST_CURAND_H
#define KCAST_CURAND_H
#include <__kcast_library.h>
enum curandStatus { CURAND_STATUS_SUCCESS, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED, CURAND_STATUS_ALLOCATION_FAILED };
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
