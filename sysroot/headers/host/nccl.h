#ifndef KCAST_NCCL_H
#define KCAST_NCCL_H
#include <__kcast_library.h>
enum ncclResult_t { ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument };
enum ncclDataType_t { ncclInt8, ncclChar = 0, ncclUint8, ncclInt32, ncclInt = 2, ncclUint32, ncclInt64, ncclUint64, ncclFloat16, ncclHalf = 6,
  ncclFloat32, ncclFloat = 7, ncclFloat64, ncclDouble = 8, ncclBfloat16 };
enum ncclRedOp_t { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg };
typedef struct ncclComm* ncclComm_t;
struct ncclUniqueId {
  char internal[128];
};
inline const char* ncclGetErrorString(ncclResult_t) { return "no error"; }
KCAST_CREATE(ncclResult_t, ncclCommInitRank)
KCAST_CALL(ncclResult_t, ncclGetUniqueId)
KCAST_CALL(ncclResult_t, ncclCommInitAll)
KCAST_CALL(ncclResult_t, ncclCommDestroy)
KCAST_CALL(ncclResult_t, ncclCommAbort)
KCAST_CALL(ncclResult_t, ncclCommCount)
KCAST_CALL(ncclResult_t, ncclCommUserRank)
KCAST_CALL(ncclResult_t, ncclGroupStart)
KCAST_CALL(ncclResult_t, ncclGroupEnd)
KCAST_CALL(ncclResult_t, ncclAllReduce)
KCAST_CALL(ncclResult_t, ncclReduce)
KCAST_CALL(ncclResult_t, ncclBroadcast)
KCAST_CALL(ncclResult_t, ncclBcast)
KCAST_CALL(ncclResult_t, ncclAllGather)
KCAST_CALL(ncclResult_t, ncclReduceScatter)
KCAST_CALL(ncclResult_t, ncclSend)
KCAST_CALL(ncclResult_t, ncclRecv)
KCAST_CALL(ncclResult_t, ncclGetVersion)
#endif
