// What libkcast-inject.so does in an application: the driver tells it of every launch, before and
// behind it, and it reads those that are wanted.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

#include "collect/cuda/inject/inject_driver.h"
#include "collect/cuda/inject/launch_reader.h"
#include "collect/inject/inject_settings.h"

namespace kcast::collect {

class Injector {
 public:
  // Asks CUPTI to be told of launches. May run while the driver starts: calls nothing of it.
  static Result<std::unique_ptr<Injector>> attach(const InjectSettings& settings);

  // CUPTI's callbacks.
  void called(CUpti_CallbackId function, const CUpti_CallbackData& data);

 private:
  // A call that launches a kernel.
  struct Call {
    CUfunction function = nullptr;
    CUstream stream = nullptr;
    RunShape shape;
    std::string symbol;
  };
  // The launch that is being read.
  struct Reading {
    Call call;
    ReadLaunch launch;
  };

  Injector(InjectSettings settings, const Cupti& cupti, FirstLaunches choice);
  static std::optional<Call> call_of(CUpti_CallbackId function, const CUpti_CallbackData& data);
  std::optional<Reading> chosen(const Call& call);
  bool begin(const Call& call, CUcontext context);
  void end(CUresult launched);
  Status begin_reading(const InjectDriver& driver, CUcontext context, Reading& reading);
  void record(const Reading& reading, const std::optional<ReadingFailure>& launch_failure);
  void remark(const std::string& text) const;

  InjectSettings settings_;
  std::mutex choosing_;  // choice_, driver_
  FirstLaunches choice_;
  std::optional<Result<InjectDriver>> driver_;
  // Held by every launch from its beginning to its end, by one that is read alone: another launch
  // beside it would be counted, too.
  std::shared_mutex launching_;
  LaunchReader reader_;
  std::optional<Reading> reading_;
};

}  // namespace kcast::collect
