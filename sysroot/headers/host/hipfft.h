#ifndef KCAST_HIPFFT_H
#define KCAST_HIPFFT_H
#include <__kcast_library.h>
enum hipfftResult {
  HIPFFT_SUCCESS, HIPFFT_INVALID_PLAN, HIPFFT_ALLOC_FAILED, HIPFFT_INVALID_TYPE, HIPFFT_INVALID_VALUE, HIPFFT_INTERNAL_ERROR, HIPFFT_EXEC_FAILED,
  HIPFFT_SETUP_FAILED, HIPFFT_INVALID_SIZE
};
typedef hipfftResult hipfftResult_t;
enum hipfftType { HIPFFT_R2C = 0x2a, HIPFFT_C2R = 0x2c, HIPFFT_C2C = 0x29, HIPFFT_D2Z = 0x6a, HIPFFT_Z2D = 0x6c, HIPFFT_Z2Z = 0x69 };
typedef struct hipfftPlan* hipfftHandle;
typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef float2 hipfftComplex;
typedef double2 hipfftDoubleComplex;
#define HIPFFT_FORWARD (-1)
#define HIPFFT_INVERSE 1
#define HIPFFT_BACKWARD 1
KCAST_CALL(hipfftResult, hipfftPlan1d)
KCAST_CALL(hipfftResult, hipfftPlan2d)
KCAST_CALL(hipfftResult, hipfftPlan3d)
KCAST_CALL(hipfftResult, hipfftPlanMany)
KCAST_CALL(hipfftResult, hipfftCreate)
KCAST_CALL(hipfftResult, hipfftDestroy)
KCAST_CALL(hipfftResult, hipfftMakePlan1d)
KCAST_CALL(hipfftResult, hipfftMakePlan2d)
KCAST_CALL(hipfftResult, hipfftMakePlan3d)
KCAST_CALL(hipfftResult, hipfftMakePlanMany)
KCAST_CALL(hipfftResult, hipfftGetSize)
KCAST_CALL(hipfftResult, hipfftSetStream)
KCAST_CALL(hipfftResult, hipfftSetWorkArea)
KCAST_CALL(hipfftResult, hipfftSetAutoAllocation)
KCAST_CALL(hipfftResult, hipfftEstimateMany)
KCAST_CALL(hipfftResult, hipfftExecC2C)
KCAST_CALL(hipfftResult, hipfftExecR2C)
KCAST_CALL(hipfftResult, hipfftExecC2R)
KCAST_CALL(hipfftResult, hipfftExecZ2Z)
KCAST_CALL(hipfftResult, hipfftExecD2Z)
KCAST_CALL(hipfftResult, hipfftExecZ2D)
#endif
