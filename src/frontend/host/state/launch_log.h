// The launches that an evaluation made, with equal ones merged.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/host/values/value.h"
#include "schema/inspection.h"

namespace kcast::host {

constexpr const char* kVaryingNote = "stands for further launches of this site whose values vary";

struct LaunchRecord {
  HostLaunch launch;  // buffer numbers are objects of the evaluation
  const void* site = nullptr;
  std::vector<bool> is_free;  // by argument: numbers that decide nothing may differ
  int64_t count = 0;
  bool count_known = true;
  CauseSet count_causes = 0;
  uint64_t touched = 0;  // number of the latest launch that counted here
};

class LaunchLog {
 public:
  static constexpr size_t kMaxVariants = 24;  // of one site; some then stand for others
  static constexpr size_t kMaxRecords = 4096;

  void add(LaunchRecord record);
  std::vector<LaunchRecord>& records() { return records_; }
  const std::vector<LaunchRecord>& records() const { return records_; }
  bool has_site(const void* site) const;
  // Launches beyond kMaxRecords, or places in the code that make some.
  void leave_out() { ++left_out_; }
  int64_t left_out() const { return left_out_; }

 private:
  void thin(const void* site);

  std::vector<LaunchRecord> records_;
  int64_t left_out_ = 0;
};

}  // namespace kcast::host
