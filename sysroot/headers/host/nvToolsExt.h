#ifndef KCAST_NVTOOLSEXT_H
#define KCAST_NVTOOLSEXT_H
#include <__kcast_library.h>
typedef unsigned long nvtxRangeId_t;
typedef struct nvtxDomain* nvtxDomainHandle_t;
struct nvtxEventAttributes_t {
  unsigned short version, size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType, reserved0;
  union {
    unsigned long ullValue;
    double dValue;
  } payload;
  int messageType;
  union {
    const char* ascii;
  } message;
};
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE sizeof(nvtxEventAttributes_t)
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1
KCAST_CALL(int, nvtxRangePushA)
KCAST_CALL(int, nvtxRangePushEx)
KCAST_CALL(int, nvtxRangePop)
KCAST_CALL(int, nvtxRangeStartA)
KCAST_CALL(int, nvtxRangeStartEx)
KCAST_CALL(int, nvtxRangeEnd)
KCAST_CALL(int, nvtxMarkA)
KCAST_CALL(int, nvtxMarkEx)
KCAST_CALL(int, nvtxNameCudaStreamA)
KCAST_CALL(int, nvtxNameOsThreadA)
KCAST_CALL(int, nvtxDomainRangePushEx)
KCAST_CALL(int, nvtxDomainRangePop)
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#endif
