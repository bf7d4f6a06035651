#include "serve/api/reply_cache.h"

#include <gtest/gtest.h>

namespace kcast::api {
namespace {

TEST(ReplyCache, keeps_what_was_used_last_within_its_bytes) {
  ReplyCache cache(16'000);
  const auto reply = [](char c) { return json_reply(std::string(1000, c)); };
  for (char c = 'a'; c <= 'z'; ++c) {
    cache.insert(std::string(1, c), reply(c));
    EXPECT_TRUE(cache.find("a")) << "it is used all the time";
    EXPECT_LE(cache.counts().bytes, 16'000u);
  }
  EXPECT_FALSE(cache.find("b"));
  ASSERT_TRUE(cache.find("z"));
  EXPECT_EQ(*cache.find("z")->body, std::string(1000, 'z'));
  const CacheCounts counts = cache.counts();
  EXPECT_EQ(counts.entries, 12u);  // of 1,257 bytes each
  EXPECT_EQ(counts.misses, 1u);
}

TEST(ReplyCache, does_not_give_itself_up_for_one_large_answer) {
  ReplyCache cache(16'000);
  cache.insert("small", json_reply("x"));
  cache.insert("large", json_reply(std::string(10'000, 'x')));
  EXPECT_TRUE(cache.find("small"));
  EXPECT_FALSE(cache.find("large"));
  ReplyCache none(0);
  none.insert("a", json_reply("x"));
  EXPECT_FALSE(none.find("a"));
}

}  // namespace
}  // namespace kcast::api
