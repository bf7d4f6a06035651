#include "workflow/project/first_lines.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

Diagnostic missing(const std::string& header, int64_t line = 1) {
  return {Severity::Warning, "a.cu", line, 1,
          "header '" + header + "' not found; reading on without it"};
}

predict::PredictReport report_of(std::vector<Diagnostic> diagnostics, bool assumed) {
  predict::PredictReport report;
  report.diagnostics = std::move(diagnostics);
  report.predictions.emplace_back();
  report.predictions[0].launch_file = assumed ? "" : "a.cu";
  return report;
}

TEST(FirstLines, a_missing_header_is_said_once_with_what_helps) {
  const auto dir = TempDir::make("first_lines");
  ASSERT_TRUE(dir);
  fs::create_directories(dir->path() / "p/inc/lib");
  fs::create_directories(dir->path() / "outside");
  ASSERT_TRUE(write_file(dir->path() / "p/inc/lib/x.h", ""));
  ASSERT_TRUE(write_file(dir->path() / "outside/y.h", ""));
  frontend::InspectRequest source;
  source.working_dir = (dir->path() / "p").string();
  source.readable_dirs = {source.working_dir};
  EXPECT_EQ(
      first_lines(report_of({missing("lib/x.h"), missing("lib/x.h", 9), missing("z.h", 2),
                             missing("../outside/y.h", 3)},
                            false),
                  source),
      (Lines{"a.cu:1: header 'lib/x.h' not found, read on without it; -I inc finds it",
             "a.cu:2: header 'z.h' not found, read on without it; -I DIR names its folder",
             "a.cu:3: header '../outside/y.h' lies outside the project and was not read; -I " +
                 (dir->path() / "outside").string() + " lets it be read"}));
}

TEST(FirstLines, errors_that_no_prediction_needs_are_counted) {
  const std::vector<Diagnostic> errors = {{Severity::Error, "a.cu", 3, 1, "bad one"},
                                          {Severity::Error, "a.cu", 3, 1, "bad one"},
                                          {Severity::Error, "a.cu", 4, 1, "bad two"}};
  EXPECT_EQ(first_lines(report_of(errors, false), {}),
            Lines{"2 errors in host code that no kernel needs; kcast inspect lists them"});
  EXPECT_EQ(first_lines(report_of(errors, true), {}),
            (Lines{"a.cu:3: bad one", "a.cu:4: bad two"}));
  predict::PredictReport skipped = report_of(errors, false);
  skipped.skipped = {{"k", "line 4: bad two"}};
  EXPECT_EQ(first_lines(skipped, {}),
            (Lines{"a.cu:4: bad two",
                   "1 error in host code that no kernel needs; kcast inspect lists them"}));
}

TEST(FirstLines, long_lists_end) {
  std::vector<Diagnostic> many;
  for (int i = 0; i < 20; ++i) {
    many.push_back(missing("h" + std::to_string(i) + ".h"));
    many.push_back({Severity::Error, "a.cu", i + 1, 1, "bad"});
  }
  const Lines lines = first_lines(report_of(many, true), {});
  EXPECT_EQ(lines.size(), 6U + 5U + 2U);
  EXPECT_EQ(lines[11], "14 headers more were not found; kcast inspect lists them");
  EXPECT_EQ(lines[12], "15 errors more; kcast inspect lists them");
}

TEST(FirstLines, notes_are_said) {
  EXPECT_EQ(first_lines(report_of({{Severity::Note, "", 0, 0, "build flags from x"},
                                   {Severity::Note, "", 0, 0, "build flags from x"}},
                                  false),
                        {}),
            Lines{"note: build flags from x"});
}

}  // namespace
}  // namespace kcast::workflow
