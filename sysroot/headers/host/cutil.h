// The helper header of the first CUDA samples.
#ifndef KCAST_CUTIL_H
#define KCAST_CUTIL_H
#include <helper_string.h>
#include <helper_timer.h>
#include <stdio.h>
#define CUDA_SAFE_CALL(call) ((void)(call))
#define CUDA_SAFE_CALL_NO_SYNC(call) ((void)(call))
#define CUT_SAFE_CALL(call) ((void)(call))
#define CUT_CHECK_ERROR(message) ((void)(message))
#define CUT_DEVICE_INIT(argc, argv) ((void)(argc), (void)(argv))
#define CUT_EXIT(argc, argv) return 0
#define cutilSafeCall(call) ((void)(call))
#define cutilCheckMsg(message) ((void)(message))
#define cutilDeviceInit(argc, argv) 0
enum CUTBoolean { CUTFalse, CUTTrue };
inline CUTBoolean cutCreateTimer(unsigned* timer) {
  *timer = 0;
  return CUTTrue;
}
inline CUTBoolean cutStartTimer(unsigned) { return CUTTrue; }
inline CUTBoolean cutStopTimer(unsigned) { return CUTTrue; }
inline CUTBoolean cutResetTimer(unsigned) { return CUTTrue; }
inline CUTBoolean cutDeleteTimer(unsigned) { return CUTTrue; }
inline float cutGetTimerValue(unsigned) { return __kcast_unknown<float>("cutGetTimerValue", "run-time query"); }
inline CUTBoolean cutCheckCmdLineFlag(int argc, const char** argv, const char* name) {
  return checkCmdLineFlag(argc, argv, name) ? CUTTrue : CUTFalse;
}
inline CUTBoolean cutGetCmdLineArgumenti(int argc, const char** argv, const char* name, int* value) {
  return getCmdLineArgumentValue(argc, argv, name, value) ? CUTTrue : CUTFalse;
}
#endif
