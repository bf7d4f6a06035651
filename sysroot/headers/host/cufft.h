#ifndef KCAST_CUFFT_H
#define KCAST_CUFFT_H
#include <__kcast_library.h>
#define _CUFFT_H_
enum cufftResult {
  CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED,
  CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST, CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR,
  CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR, CUFFT_NOT_SUPPORTED, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE,
  CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE
};
typedef cufftResult cufftResult_t;
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#define CUFFT_BACKWARD 1
KCAST_CALL(cufftResult, cufftPlan1d)
KCAST_CALL(cufftResult, cufftPlan2d)
KCAST_CALL(cufftResult, cufftPlan3d)
KCAST_CALL(cufftResult, cufftPlanMany)
KCAST_CALL(cufftResult, cufftCreate)
KCAST_CALL(cufftResult, cufftDestroy)
KCAST_CALL(cufftResult, cufftMakePlan1d)
KCAST_CALL(cufftResult, cufftMakePlan2d)
KCAST_CALL(cufftResult, cufftMakePlan3d)
KCAST_CALL(cufftResult, cufftMakePlanMany)
KCAST_CALL(cufftResult, cufftGetSize)
KCAST_CALL(cufftResult, cufftSetStream)
KCAST_CALL(cufftResult, cufftSetWorkArea)
KCAST_CALL(cufftResult, cufftSetAutoAllocation)
KCAST_CALL(cufftResult, cufftEstimateMany)
KCAST_CALL(cufftResult, cufftExecC2C)
KCAST_CALL(cufftResult, cufftExecR2C)
KCAST_CALL(cufftResult, cufftExecC2R)
KCAST_CALL(cufftResult, cufftExecZ2Z)
KCAST_CALL(cufftResult, cufftExecD2Z)
KCAST_CALL(cufftResult, cufftExecZ2D)
#endif
