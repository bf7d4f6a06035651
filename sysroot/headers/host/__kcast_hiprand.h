#ifndef KCAST_HIPRAND_H
#define KCAST_HIPRAND_H
#include <__kcast_library.h>
enum hiprandStatus { HIPRAND_STATUS_SUCCESS, HIPRAND_STATUS_VERSION_MISMATCH = 100, HIPRAND_STATUS_NOT_INITIALIZED, HIPRAND_STATUS_ALLOCATION_FAILED };
typedef hiprandStatus hiprandStatus_t;
enum hiprandRngType {
  HIPRAND_RNG_PSEUDO_DEFAULT = 100, HIPRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_MRG32K3A = 121, HIPRAND_RNG_PSEUDO_MTGP32 = 141,
  HIPRAND_RNG_PSEUDO_MT19937, HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 161, HIPRAND_RNG_QUASI_DEFAULT = 200, HIPRAND_RNG_QUASI_SOBOL32
};
typedef hiprandRngType hiprandRngType_t;
typedef struct hiprandGenerator_st* hiprandGenerator_t;
KCAST_CREATE(hiprandStatus_t, hiprandCreateGenerator)
KCAST_CREATE(hiprandStatus_t, hiprandCreateGeneratorHost)
KCAST_CALL(hiprandStatus_t, hiprandDestroyGenerator)
KCAST_CALL(hiprandStatus_t, hiprandSetPseudoRandomGeneratorSeed)
KCAST_CALL(hiprandStatus_t, hiprandSetGeneratorOffset)
KCAST_CALL(hiprandStatus_t, hiprandSetGeneratorOrdering)
KCAST_CALL(hiprandStatus_t, hiprandSetQuasiRandomGeneratorDimensions)
KCAST_CALL(hiprandStatus_t, hiprandSetStream)
KCAST_CALL(hiprandStatus_t, hiprandGenerateSeeds)
KCAST_CALL(hiprandStatus_t, hiprandGenerate)
KCAST_CALL(hiprandStatus_t, hiprandGenerateLongLong)
KCAST_CALL(hiprandStatus_t, hiprandGenerateUniform)
KCAST_CALL(hiprandStatus_t, hiprandGenerateUniformDouble)
KCAST_CALL(hiprandStatus_t, hiprandGenerateNormal)
KCAST_CALL(hiprandStatus_t, hiprandGenerateNormalDouble)
KCAST_CALL(hiprandStatus_t, hiprandGenerateLogNormal)
KCAST_CALL(hiprandStatus_t, hiprandGenerateLogNormalDouble)
KCAST_CALL(hiprandStatus_t, hiprandGeneratePoisson)
#endif
