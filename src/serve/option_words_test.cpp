#include "serve/option_words.h"

#include <gtest/gtest.h>

namespace kcast::serve {
namespace {

TEST(OptionWords, are_those_of_the_surface) {
  const auto http = [](std::string_view text) { return with_fields(text, kHttpFields); };
  EXPECT_EQ(http("assumed 3 elements of 'x'; give them with --arg x=ELEMENTS"),
            "assumed 3 elements of 'x'; give them with \"arguments\": {\"x\": ELEMENTS}");
  EXPECT_EQ(http("assumed n=4; give them with --arg"), "assumed n=4; give them with \"arguments\"");
  EXPECT_EQ(http("give the sizes with --arg and what buffers hold with --fill"),
            "give the sizes with \"arguments\" and what buffers hold with \"fills\"");
  EXPECT_EQ(http("give them with -D rows=VALUE"), "give them with \"defines\": {\"rows\": VALUE}");
  EXPECT_EQ(http("(--predictor analytic: without)"), "(\"predictor\": \"analytic\": without)");
  EXPECT_EQ(http("name them with --kernel 'f<int, 3>' ..."),
            "name them with \"kernel\": \"f<int, 3>\" ...");
  EXPECT_EQ(http("not found: 'a.h' (-I DIR names a folder)"),
            "not found: 'a.h' (send headers in \"files\")");
  EXPECT_EQ(http("give it with --block"), "give it with \"launch.block\"");
  EXPECT_EQ(with_fields("give it with --block", kToolFields), "give it with \"block\"");
  EXPECT_EQ(with_fields("(--predictor analytic: without)", kToolFields),
            "(--predictor analytic: without)");
}

TEST(OptionWords, leave_other_words) {
  for (const std::string_view text :
       {"a--arg", "--arguments", "-Dx", "x -D", "--argv2", "i--", "n=1 - D", "", "-", "--"}) {
    const std::string same = with_fields(text, kHttpFields);
    EXPECT_EQ(same, text == "x -D" ? "x \"defines\"" : text);
  }
}

TEST(OptionWords, are_replaced_in_all_sentences) {
  predict::PredictReport report;
  report.predictions.resize(1);
  report.predictions[0].prediction.notes = {"give it with --grid"};
  report.skipped = {{"k", "give it with --argv"}};
  report.diagnostics = {{Severity::Note, "", 0, 0, "see --shared"}};
  const auto said = with_fields(report, kHttpFields);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->predictions[0].prediction.notes[0], "give it with \"launch.grid\"");
  EXPECT_EQ(said->skipped[0].reason, "give it with \"argv\"");
  EXPECT_EQ(said->diagnostics[0].message, "see \"launch.shared\"");
  const auto error = with_fields(Error{ErrorCode::NotFound, "give --arg n=1"}, kToolFields);
  EXPECT_EQ(error.error().message, "give \"args\": {\"n\": 1}");
  EXPECT_EQ(error.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace kcast::serve
