// Augmentation changes how a kernel looks, not what it does.
#include "corpus/neutral/augment.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "corpus/draw.h"
#include "corpus/neutral/check/checker.h"
#include "corpus/neutral/parse/lexer.h"
#include "corpus/neutral/rename.h"
#include "corpus/neutral/reorder.h"
#include "corpus/neutral/reserved.h"

namespace kcast::corpus {
namespace {

namespace fs = std::filesystem;

std::vector<Program> golden_programs() {
  std::vector<Program> programs;
  for (const auto& entry :
       fs::directory_iterator(fs::path(KCAST_SOURCE_DIR) / "tests/golden/corpus")) {
    if (entry.path().extension() != ".kc") continue;
    auto program = read_neutral(*read_file(entry.path()));
    EXPECT_TRUE(program) << entry.path();
    if (program) programs.push_back(*std::move(program));
  }
  return programs;
}

std::string wide_text(const Program& program) {
  PrintStyle wide;
  wide.width = 10000;
  std::string text = print_program(program, Language::OpenCl, wide);
  std::erase(text, '#');
  return text;
}

// The tokens of `after` are those of `before` with the names exchanged; components stay.
void expect_renamed(const std::string& before, const std::string& after, const NameMap& names) {
  const std::map<std::string, std::string, std::less<>> expected(names.begin(), names.end());
  auto old_tokens = lex_neutral(before);
  auto new_tokens = lex_neutral(after);
  ASSERT_TRUE(old_tokens && new_tokens);
  ASSERT_EQ(old_tokens->size(), new_tokens->size());
  bool after_dot = false;
  for (size_t i = 0; i < old_tokens->size(); ++i) {
    const std::string_view text = (*old_tokens)[i].text;
    const auto found = expected.find(text);
    const bool is_component = after_dot && text.size() == 1;
    after_dot = text == ".";
    if (is_component) continue;
    EXPECT_EQ((*new_tokens)[i].text, found == expected.end() ? text : found->second);
  }
}

TEST(Rename, KeepsTheTokenStructure) {
  for (const Program& program : golden_programs()) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Program renamed = program;
      Rng rng(seed);
      const NameMap names = choose_names(program, rng);
      rename_program(renamed, names);
      expect_renamed(wide_text(program), wide_text(renamed), names);
    }
  }
}

TEST(Rename, NamesAreFreeAndDistinct) {
  for (const Program& program : golden_programs()) {
    for (uint64_t seed = 0; seed < 200; ++seed) {
      Rng rng(seed);
      std::set<std::string> used;
      for (const auto& [from, to] : choose_names(program, rng)) {
        EXPECT_FALSE(is_reserved(to)) << to;
        EXPECT_TRUE(used.insert(to).second) << to;
      }
    }
  }
}

TEST(Rename, ReachesTheContract) {
  auto program = read_neutral(
      "kernel k(in int* a, out float* b, int n) { b[gid(0)] = (float)a[n - 1]; }\n"
      "contract { size n 1..9; buffer a n index_into b; buffer b n * 2; block 32; grid n; }");
  ASSERT_TRUE(program);
  rename_program(*program, {{"n", "count"}, {"a", "from"}, {"b", "to"}});
  EXPECT_EQ(program->contract->scalars[0].name, "count");
  EXPECT_EQ(program->contract->buffers[0].fill.target, "to");
  EXPECT_EQ(program->contract->buffers[1].length, "count * 2");
  EXPECT_EQ(program->contract->grid[0], "count");
}

// Runs straight-line code over int variables and the array y, in 64 bits.
class Machine {
 public:
  std::map<std::string, int64_t> state;

  void run(const std::vector<Stmt>& stmts) {
    for (const Stmt& stmt : stmts) {
      if (stmt.kind == Stmt::Kind::Block) {
        run(stmt.body);
      } else if (stmt.kind == Stmt::Kind::Declare) {
        state[stmt.variable.name] = value(stmt.exprs[0]);
      } else if (stmt.kind == Stmt::Kind::Assign) {
        int64_t& place = state[place_of(stmt.exprs[0])];
        const int64_t amount = stmt.exprs.size() > 1 ? value(stmt.exprs[1]) : 1;
        place = stmt.op == "=" ? amount : (place + amount) % 1000003;
      }
    }
  }

 private:
  std::string place_of(const Expr& expr) {
    if (expr.kind == Expr::Kind::Name) return expr.text;
    return expr.args[0].text + "[" + std::to_string(value(expr.args[1]) % 4) + "]";
  }

  int64_t value(const Expr& expr) {
    if (expr.kind == Expr::Kind::Literal) return std::stoll(expr.text);
    if (expr.kind != Expr::Kind::Binary) return state[place_of(expr)];
    const int64_t a = value(expr.args[0]);
    const int64_t b = value(expr.args[1]);
    return (expr.text == "+" ? a + b : a * b) % 1000003;
  }
};

std::string random_line(Rng& rng, int& variables) {
  const auto operand = [&] {
    if (variables > 0 && percent(rng, 60)) {
      return "v" + std::to_string(rng.below(static_cast<uint64_t>(variables)));
    }
    return percent(rng, 40) ? "y[" + std::to_string(rng.below(4)) + "]"
                            : std::to_string(rng.below(50));
  };
  const std::string value = operand() + (percent(rng, 50) ? " + " : " * ") + operand();
  switch (rng.below(4)) {
    case 0:
      return "y[" + std::to_string(rng.below(4)) + "] = " + value + ";\n";
    case 1:
      if (variables == 0) return "y[0] += " + value + ";\n";
      return "v" + std::to_string(rng.below(static_cast<uint64_t>(variables))) + " += " + value +
             ";\n";
    default:
      return "int v" + std::to_string(variables++) + " = " + value + ";\n";
  }
}

TEST(Reorder, NeverCrossesADependence) {
  int moved = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    int variables = 0;
    std::string body;
    for (int i = 0; i < 14; ++i) {
      body += random_line(rng, variables);
      if (percent(rng, 5)) body += "barrier();\n";
    }
    auto program = read_neutral("kernel k(inout int* y) {\n" + body + "}");
    ASSERT_TRUE(program) << body;
    Program changed = *program;
    reorder_statements(changed, rng);
    Machine before;
    Machine after;
    before.run(program->kernel.body);
    after.run(changed.kernel.body);
    EXPECT_EQ(before.state, after.state) << body;
    const PrintStyle style;
    moved += print_program(*program, Language::Cuda, style) !=
             print_program(changed, Language::Cuda, style);
  }
  EXPECT_GT(moved, 400);
}

TEST(Reorder, StopsAtWalls) {
  auto program = read_neutral(
      "func void put(global int* p) { p[0] = 1; }\n"
      "kernel k(inout int* y, inout int* z, int n) {\n"
      "  shared int s[4];\n  s[0] = n;\n  barrier();\n  int a = s[0];\n"
      "  atomic_add(&y[0], 1);\n  int b = 2;\n  put(z);\n  int c = 3;\n"
      "  if (n > 0) y[1] = a;\n  int d = shfl(b, 0);\n  y[2] = c + d;\n}");
  ASSERT_TRUE(program);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Program changed = *program;
    Rng rng(seed);
    reorder_statements(changed, rng);
    EXPECT_EQ(print_program(changed, Language::Cuda, {}),
              print_program(*program, Language::Cuda, {}));
  }
}

TEST(Augment, SameSeedSameText) {
  std::set<std::string> texts;
  for (const Program& program : golden_programs()) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Program a = program;
      Program b = program;
      const PrintStyle style = augment(a, seed);
      EXPECT_EQ(style, augment(b, seed));
      const std::string text = print_program(a, Language::Cuda, style);
      EXPECT_EQ(text, print_program(b, Language::Cuda, style));
      texts.insert(text);
    }
  }
  EXPECT_GT(texts.size(), 20U * golden_programs().size() - 3);
}

TEST(Augment, FlagsCorrespondBetweenLanguages) {
  int fast = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const auto has = [&](Language language, std::string_view flag) {
      for (const std::string& given : augmented_flags(language, seed)) {
        if (given == flag) return true;
      }
      return false;
    };
    EXPECT_EQ(has(Language::Cuda, "--use_fast_math"), has(Language::Hip, "-ffast-math"));
    EXPECT_EQ(has(Language::Cuda, "--use_fast_math"),
              has(Language::OpenCl, "-cl-fast-relaxed-math"));
    fast += has(Language::Cuda, "--use_fast_math") ? 1 : 0;
  }
  EXPECT_NEAR(fast, 100, 40);
}

}  // namespace
}  // namespace kcast::corpus
