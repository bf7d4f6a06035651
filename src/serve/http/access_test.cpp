#include "serve/http/access.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace kcast::http {
namespace {

Request with(std::vector<std::pair<std::string, std::string>> headers) {
  Request request;
  request.headers = std::move(headers);
  return request;
}

bool served(const std::string& host, const AccessRules& rules = {}) {
  return !refuse_foreign(with({{"host", host}}), rules);
}

TEST(Access, serves_addresses_and_localhost_under_any_port) {
  for (const char* host : {"localhost", "localhost:8787", "LOCALHOST:1", "127.0.0.1:8787",
                           "[::1]:8787", "192.168.1.5:80", "app.localhost", "localhost."}) {
    EXPECT_TRUE(served(host)) << host;
  }
}

// A name that a stranger lets mean 127.0.0.1.
TEST(Access, refuses_names_that_nobody_allowed) {
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "evil.example:8787", "", ":80", "[::1", "[evil]", "localhost:80x"}) {
    EXPECT_FALSE(served(host)) << host;
  }
  EXPECT_TRUE(served("gpu.example:8787", {.host_names = {"gpu.example"}}));
}

TEST(Access, refuses_pages_of_other_sites) {
  const auto status = [](const char* origin) {
    const auto error = refuse_foreign(with({{"host", "127.0.0.1:8787"}, {"origin", origin}}), {});
    return error ? error->code : "";
  };
  EXPECT_EQ(status("http://127.0.0.1:8787"), "");
  EXPECT_EQ(status("http://evil.example"), "cross_origin");
  EXPECT_EQ(status("http://127.0.0.1:9999"), "cross_origin");
  EXPECT_EQ(status("null"), "cross_origin");
}

TEST(Access, wants_the_token_and_nothing_like_it) {
  const AccessRules rules{.token = "0123456789abcdef0123"};
  const auto refused = [&](const char* header) {
    return refuse_unknown(with({{"authorization", header}}), rules).has_value();
  };
  EXPECT_FALSE(refused("Bearer 0123456789abcdef0123"));
  EXPECT_FALSE(refused("bearer  0123456789abcdef0123"));
  EXPECT_TRUE(refused("Bearer 0123456789abcdef0124"));
  EXPECT_TRUE(refused("Bearer 0123456789abcdef012"));
  EXPECT_TRUE(refused("Bearer "));
  EXPECT_TRUE(refused("Basic 0123456789abcdef0123"));
  EXPECT_TRUE(refuse_unknown(with({}), rules).has_value());
  EXPECT_FALSE(refuse_unknown(with({}), {}).has_value());
}

TEST(Access, reads_token_files_that_are_secret_and_long_enough) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const std::string file = (dir->path() / "token").string();
  ASSERT_TRUE(write_file(file, "0123456789abcdef0123\n"));
  ::chmod(file.c_str(), 0644);
  EXPECT_FALSE(read_token(file));
  ::chmod(file.c_str(), 0600);
  const auto token = read_token(file);
  ASSERT_TRUE(token) << token.error().message;
  EXPECT_EQ(*token, "0123456789abcdef0123");
  ASSERT_TRUE(write_file(file, "short\n"));
  ::chmod(file.c_str(), 0600);
  EXPECT_FALSE(read_token(file));
  EXPECT_FALSE(read_token(file + "-missing"));
}

TEST(Access, knows_what_stays_on_this_machine) {
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("127.1.2.3"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_FALSE(is_loopback("::"));
  EXPECT_FALSE(is_loopback("127.evil.example"));
}

}  // namespace
}  // namespace kcast::http
