#include "base/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace kcast {
namespace {

TEST(Progress, shows_share_rate_and_time_left) {
  const std::string line = render_progress(
      {.label = "collecting", .done = 250, .total = 1000, .failed = 3, .seconds = 10}, 100);
  EXPECT_NE(line.find("collecting [#######"), std::string::npos) << line;
  EXPECT_NE(line.find("250/1000  25 %  25/s  30 s left  3 failed"), std::string::npos) << line;
}

TEST(Progress, fits_a_narrow_terminal_and_an_unknown_total) {
  EXPECT_LE(render_progress({.label = "x", .done = 250, .total = 1000, .seconds = 10}, 20).size(),
            20U);
  EXPECT_EQ(render_progress({.label = "x", .done = 7, .seconds = 2}, 80), "x 7  3.5/s");
}

TEST(Progress, leaves_a_clean_line) {
  std::ostringstream out;
  {
    Progress progress("work", 2, &out, 60);
    progress.advance(2);
  }
  EXPECT_NE(out.str().find("2/2  100 %"), std::string::npos);
  EXPECT_TRUE(out.str().ends_with("\r\x1b[K"));
}

TEST(Progress, is_silent_without_a_stream) {
  Progress progress("work", 2, nullptr, 60);
  progress.advance();
  progress.finish();
}

}  // namespace
}  // namespace kcast
