#include "base/io/json_at.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/io/json_problem.h"

namespace kcast {
namespace {

template <typename Work>
std::string problem_of(const Work& work) {
  try {
    work();
  } catch (const nlohmann::json::exception& error) {
    return json_problem(error.what());
  }
  return "none";
}

TEST(JsonProblem, the_library_is_not_quoted) {
  using nlohmann::json;
  const json object = {{"n", "text"}, {"list", {1}}};
  EXPECT_EQ(problem_of([] { return json::parse("{\n  \"a\": ]"); }), "not JSON (line 2, column 8)");
  EXPECT_EQ(problem_of([&] { return object.at("argv"); }), "the key 'argv' is missing");
  EXPECT_EQ(problem_of([&] { return object.at("list").at(4); }), "a list has no item 4");
  EXPECT_EQ(problem_of([&] { return object.at("n").get<int>(); }),
            "a value is of type string and has to be of type number");
  EXPECT_EQ(problem_of([&] { return object.at("n").at("x"); }),
            "a value is not of the type that it has to be");
  EXPECT_EQ(json_problem("the key 'x' is missing"), "the key 'x' is missing");
}

using Ordered = nlohmann::ordered_json;

template <typename Work>
std::string error_of(const std::string& text, const Work& work) {
  const Ordered document = Ordered::parse(text);
  try {
    work(JsonAt(document));
  } catch (const JsonError& error) {
    return error.what();
  }
  return "none";
}

TEST(JsonAt, errors_have_the_path_of_the_key) {
  const std::string text = R"({"a": [{"b": {"c": 1.5, "d": "x", "e": [1, 2]}}]})";
  using At = JsonAt<Ordered>;
  const auto inner = [](const At& root) { return root.at("a").items().at(0).at("b"); };
  EXPECT_EQ(error_of(text, [&](const At& root) { return inner(root).at("z"); }),
            "a[0].b.z is missing");
  EXPECT_EQ(error_of(text, [&](const At& root) { return inner(root).at("c").get<int64_t>(); }),
            "a[0].b.c has to be a whole number");
  EXPECT_EQ(error_of(text, [&](const At& root) { return inner(root).at("d").get<double>(); }),
            "a[0].b.d has to be a number");
  EXPECT_EQ(
      error_of(text,
               [&](const At& root) { return inner(root).at("e").get<std::array<int64_t, 3>>(); }),
      "a[0].b.e has to be a list of 3 values");
  EXPECT_EQ(error_of(text, [&](const At& root) { return root.at("a").at("b"); }),
            "a has to be an object");
  EXPECT_EQ(error_of("[]", [&](const At& root) { return root.at("b"); }),
            "the document has to be an object");
  EXPECT_EQ(error_of(text,
                     [&](const At& root) {
                       EXPECT_EQ((inner(root).at("e").get<std::vector<int>>()),
                                 (std::vector{1, 2}));
                       EXPECT_EQ(inner(root).value("f", int64_t{7}), 7);
                       EXPECT_EQ(inner(root).value("d", "y"), "x");
                     }),
            "none");
}

TEST(JsonAt, numbers_have_to_fit) {
  using At = JsonAt<Ordered>;
  const std::string text =
      R"({"large": 18446744073709551615, "huge": 1e300, "less": -1, "int": 4294967296})";
  EXPECT_EQ(error_of(text, [](const At& at) { return at.at("large").get<int64_t>(); }),
            "large is too large");
  EXPECT_EQ(error_of(text, [](const At& at) { return at.at("huge").get<int64_t>(); }),
            "huge has to be a whole number");
  EXPECT_EQ(error_of(text, [](const At& at) { return at.at("less").get<uint64_t>(); }),
            "less must not be negative");
  EXPECT_EQ(error_of(text, [](const At& at) { return at.at("int").get<int32_t>(); }),
            "int is too large");
  EXPECT_EQ(error_of(text, [](const At& at) { return at.at("large").get<uint64_t>(); }), "none");
}

}  // namespace
}  // namespace kcast
