#include "frontend/lower/crash_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kcast::frontend {
namespace {

struct Search {
  CrashSearchResult result;
  size_t trials = 0;
  size_t work = 0;  // things tried, all trials together
};

Search search(size_t count, const std::set<size_t>& bad, size_t enough_for = 1'000'000) {
  Search out;
  out.result = search_crashes(
      count,
      [&](size_t first, size_t last) {
        ++out.trials;
        out.work += last - first;
        const auto found = bad.lower_bound(first);
        return found == bad.end() || *found >= last;
      },
      [&] { return out.trials < enough_for; });
  return out;
}

TEST(CrashSearch, finds_each) {
  const Search few = search(16, {0, 3, 15});
  EXPECT_EQ(few.result.failed, (std::vector<size_t>{0, 3, 15}));
  EXPECT_TRUE(few.result.untried.empty());
  EXPECT_EQ(few.work, 16U);
  const Search many = search(1000, {17, 800});
  EXPECT_EQ(many.result.failed, (std::vector<size_t>{17, 800}));
  EXPECT_TRUE(many.result.untried.empty());
  EXPECT_LE(many.work, 1200U);
  EXPECT_TRUE(search(0, {}).result.failed.empty());
  EXPECT_TRUE(search(500, {}).result.failed.empty());
}

TEST(CrashSearch, ends_whatever_fails) {
  std::set<size_t> bad;
  for (size_t i = 0; i < 8000; i += 2)
    bad.insert(i);
  const Search all = search(8000, bad);
  EXPECT_LE(all.trials, 200U);
  EXPECT_LE(all.work, 4U * 8000);
  // Each bad one is named in one of the lists.
  std::set<size_t> named(all.result.failed.begin(), all.result.failed.end());
  named.insert(all.result.suspect.begin(), all.result.suspect.end());
  EXPECT_TRUE(all.result.untried.empty());
  EXPECT_TRUE(std::includes(named.begin(), named.end(), bad.begin(), bad.end()));
}

TEST(CrashSearch, says_what_it_did_not_come_to) {
  const Search early = search(10, {2}, 3);
  EXPECT_EQ(early.result.failed, (std::vector<size_t>{2}));
  EXPECT_EQ(early.result.untried, (std::vector<size_t>{3, 4, 5, 6, 7, 8, 9}));
  const Search in_pieces = search(32, {2}, 2);
  EXPECT_TRUE(in_pieces.result.failed.empty());
  EXPECT_EQ(in_pieces.result.suspect, (std::vector<size_t>{2, 3}));
  EXPECT_EQ(in_pieces.result.untried.size(), 28U);
}

}  // namespace
}  // namespace kcast::frontend
