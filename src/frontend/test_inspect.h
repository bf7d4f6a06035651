// Short ways for tests to ask the front end.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "frontend/inspect_here.h"
#include "frontend/request.h"

namespace kcast::frontend {

inline InspectRequest request_for(const std::string& text, const std::string& name = "test.cu") {
  InspectRequest request;
  request.files = {{name, text}};
  return request;
}

// Reads in this process; the test fails if the request is refused.
inline Inspection inspect_ok(const InspectRequest& request) {
  auto result = inspect_here(request);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *std::move(result) : Inspection{};
}

inline Inspection inspect_text(const std::string& text, const std::string& name = "test.cu") {
  return inspect_ok(request_for(text, name));
}

inline const Kernel* kernel_named(const Inspection& inspection, const std::string& name) {
  for (const Kernel& kernel : inspection.kernels) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

inline std::string ptx_of(const Inspection& inspection) {
  std::string all;
  for (const PtxModule& module : inspection.modules)
    all += module.text;
  return all;
}

}  // namespace kcast::frontend
