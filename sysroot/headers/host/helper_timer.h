#ifndef KCAST_HELPER_TIMER_H
#define KCAST_HELPER_TIMER_H
#include <__kcast_host.h>
class StopWatchInterface {
 public:
  void start() {}
  void stop() {}
  void reset() {}
  float getTime() { return __kcast_unknown<float>("sdkGetTimerValue", "run-time query"); }
  float getAverageTime() { return getTime(); }
};
typedef StopWatchInterface StopWatchLinux;
inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface();
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface**) { return true; }
inline bool sdkStartTimer(StopWatchInterface**) { return true; }
inline bool sdkStopTimer(StopWatchInterface**) { return true; }
inline bool sdkResetTimer(StopWatchInterface**) { return true; }
inline float sdkGetTimerValue(StopWatchInterface** timer) { return (*timer)->getTime(); }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) { return (*timer)->getTime(); }
#endif
