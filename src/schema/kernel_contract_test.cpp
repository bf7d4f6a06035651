#include "schema/kernel_contract.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "schema/kernel_contract_json.h"

namespace kcast {
namespace {

int64_t value_of(std::string_view text) {
  const std::vector<NamedNumber> names = {{"n", 1000}, {"bx", 256}, {"zero", 0}};
  auto value = evaluate_size(text, names);
  EXPECT_TRUE(value) << text;
  return value ? *value : -1;
}

std::string error_of(std::string_view text) {
  const std::vector<NamedNumber> names = {{"n", 1000}, {"zero", 0}};
  auto value = evaluate_size(text, names);
  return value ? "no error" : value.error().message;
}

TEST(SizeExpression, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 7);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
  EXPECT_EQ(value_of("20 - 3 - 4"), 13);
  EXPECT_EQ(value_of("n / 3 % 100"), 33);
  EXPECT_EQ(value_of("-3 + n"), 997);
  EXPECT_EQ(value_of("ceil_div(n, bx)"), 4);
  EXPECT_EQ(value_of("ceil_div(1024, bx)"), 4);
  EXPECT_EQ(value_of("min(n, max(bx, 300)) * 4"), 1200);
}

TEST(SizeExpression, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("m + 1"), "size 'm + 1' mentions 'm', which has no value");
  EXPECT_EQ(error_of("n / zero"), "size 'n / zero' divides by zero");
  EXPECT_EQ(error_of("n +"), "size 'n +' lacks a number or a name");
  EXPECT_EQ(error_of("(n"), "size '(n' lacks a ')'");
  EXPECT_EQ(error_of("n n"), "size 'n n' has a stray 'n'");
  EXPECT_NE(error_of("n*n*n*n*n*n*n*n").find("is out of range"), std::string::npos);
  EXPECT_NE(error_of(std::string(100, '(')).find("too deeply"), std::string::npos);
  EXPECT_NE(error_of(std::string(1000, '1')).find("too long"), std::string::npos);
}

TEST(SizeExpression, IsRenamedByWholeWords) {
  const std::vector<std::pair<std::string, std::string>> renamed = {{"n", "count"}};
  EXPECT_EQ(rename_size("min(n, nn) + n*2", renamed), "min(count, nn) + count*2");
  EXPECT_EQ(names_of_size("ceil_div(n, bx) + n"), (std::vector<std::string>{"n", "bx", "n"}));
}

TEST(KernelContract, SurvivesJson) {
  KernelContract contract;
  contract.scalars = {{"n", ScalarRole::Size, 256, 1e8, 4, true, ""},
                      {"half_n", ScalarRole::Derived, 0, 0, 1, false, "n / 2"}};
  contract.buffers = {{"x", "n * 2", {FillKind::IndexInto, 0, 1, "y"}}};
  contract.blocks = {{16, 16, 1}};
  contract.grid = {"ceil_div(n, bx)", "2", "1"};
  contract.any_grid = true;
  contract.shared_bytes = "bx * 4";
  auto back = kernel_contract_from_json(to_json_document(contract));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, contract);
  EXPECT_FALSE(kernel_contract_from_json(nlohmann::ordered_json::parse(R"({"blocks": 3})")));
}

}  // namespace
}  // namespace kcast
