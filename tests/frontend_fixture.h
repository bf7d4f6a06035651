// A front end and the H200, for tests that compile kernels.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "base/files.h"
#include "frontend/frontend.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {

class FrontendTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = frontend::Frontend::start();
    ASSERT_TRUE(started) << started.error().message;
    the_frontend = std::move(*started).release();
    const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
    ASSERT_TRUE(text);
    auto gpu = gpu_from_json("h200.json", *text);
    ASSERT_TRUE(gpu);
    the_gpu = new Gpu(*std::move(gpu));
  }
  static void TearDownTestSuite() {
    delete the_frontend;
    delete the_gpu;
  }

  static inline frontend::Frontend* the_frontend = nullptr;
  static inline Gpu* the_gpu = nullptr;
};

}  // namespace kcast
