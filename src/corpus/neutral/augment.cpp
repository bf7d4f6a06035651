#include "corpus/neutral/augment.h"

#include <utility>

#include "corpus/draw.h"
#include "corpus/neutral/builtins.h"
#include "corpus/neutral/rename.h"
#include "corpus/neutral/reorder.h"

namespace kcast::corpus {
namespace {

enum class CommentHabit : uint8_t { None, Sparse, AsWritten, Chatty, Banner };

void thin_out(std::vector<std::string>& comments, Rng& rng, int keep) {
  if (!comments.empty() && !percent(rng, keep)) comments.clear();
}

// What people say who comment every step.
std::string remark(const Stmt& stmt, Rng& rng) {
  if (stmt.kind == Stmt::Kind::Barrier) {
    return pick_of<std::string>(
        rng, {"wait for all threads of the block", "make sure the tile is complete", "sync",
              "synchronize before reading shared memory", "barrier"});
  }
  if (stmt.kind == Stmt::Kind::Return && stmt.exprs.empty()) return "out of range";
  if (stmt.kind == Stmt::Kind::Declare && stmt.variable.type.space == Space::Shared) {
    return pick_of<std::string>(rng, {"shared memory", "on-chip tile", "one tile per block"});
  }
  if (stmt.kind == Stmt::Kind::Declare && !stmt.exprs.empty()) {
    bool is_global = false;
    walk_expr(stmt.exprs[0], [&](const Expr& expr) {
      is_global = is_global || (expr.kind == Expr::Kind::Call && expr.text == "gid");
    });
    if (is_global) {
      return pick_of<std::string>(rng,
                                  {"global index", "global thread index", "calculate the index",
                                   "one element per thread", "get the thread id"});
    }
  }
  if (stmt.kind == Stmt::Kind::For) {
    return pick_of<std::string>(rng,
                                {"main loop", "loop over the elements", "iterate", "accumulate"});
  }
  if (stmt.kind == Stmt::Kind::If) {
    return pick_of<std::string>(rng, {"boundary check", "check bounds", "guard"});
  }
  return {};
}

void add_banner(Function& kernel, Rng& rng) {
  const auto length = static_cast<size_t>(rng.between(40, 76));
  const std::string rule(length, percent(rng, 50) ? '-' : '=');
  std::vector<std::string> lines = {rule, kernel.name};
  lines.insert(lines.end(), kernel.comments.begin(), kernel.comments.end());
  lines.push_back(rule);
  kernel.comments = std::move(lines);
}

void change_stmt_comments(Stmt& stmt, CommentHabit habit, Rng& rng) {
  if (habit == CommentHabit::None) stmt.comments.clear();
  if (habit == CommentHabit::Sparse) thin_out(stmt.comments, rng, 40);
  const bool adds = habit == CommentHabit::Chatty && stmt.comments.empty() && percent(rng, 60);
  if (!adds) return;
  std::string text = remark(stmt, rng);
  if (!text.empty()) stmt.comments.push_back(std::move(text));
}

void change_comments(Program& program, Rng& rng) {
  const auto habit = static_cast<CommentHabit>(weighted(rng, {30, 20, 20, 20, 10}));
  const auto change = [&](Function& function) {
    if (habit == CommentHabit::None) function.comments.clear();
    walk_stmts(function.body, [&](Stmt& stmt) { change_stmt_comments(stmt, habit, rng); });
    // The init and step of a loop stand on its line.
    walk_stmts(function.body, [&](Stmt& stmt) {
      for (Stmt& part : stmt.head)
        part.comments.clear();
    });
  };
  for (Function& function : program.functions)
    change(function);
  change(program.kernel);
  if (habit == CommentHabit::Banner) add_banner(program.kernel, rng);
}

PrintStyle choose_style(Rng& rng) {
  PrintStyle style;
  style.indent = pick_of(rng, {2, 2, 2, 4, 4, 4, 4, 3, 8, 0});
  style.width = pick_of(rng, {80, 80, 100, 100, 120, 72});
  style.allman = percent(rng, 25);
  style.braces = percent(rng, 60);
  style.same_line = percent(rng, 40);
  style.pointer_left = percent(rng, 55);
  style.blank_lines = percent(rng, 60);
  style.postfix = percent(rng, 60);
  style.restrict_pointers = percent(rng, 50);
  style.const_locals = percent(rng, 30);
  style.const_scalars = percent(rng, 25);
  style.auto_locals = percent(rng, 10);
  style.long_unsigned = percent(rng, 70);
  style.short_reals = percent(rng, 20);
  style.plain_math = percent(rng, 25);
  style.defines = percent(rng, 65);
  style.lane_by_mask = percent(rng, 50);
  style.half_underscores = percent(rng, 40);
  style.extern_c = percent(rng, 10);
  style.underscores = percent(rng, 75);
  style.index_order = static_cast<uint8_t>(weighted(rng, {50, 35, 15}));
  style.cast = static_cast<uint8_t>(weighted(rng, {65, 20, 15}));
  style.inlining = static_cast<uint8_t>(weighted(rng, {45, 25, 20, 10}));
  style.mask = static_cast<uint8_t>(weighted(rng, {60, 20, 20}));
  return style;
}

struct FlagRow {
  std::string_view cuda;
  std::string_view hip;
  std::string_view opencl;
  int probability;
};

constexpr FlagRow kFlagRows[] = {
    {"-O3", "-O3", "", 35},
    {"--use_fast_math", "-ffast-math", "-cl-fast-relaxed-math", 25},
    {"", "-munsafe-fp-atomics", "", 15},
    {"-fmad=false", "", "-cl-mad-enable", 6},
    {"-maxrregcount=64", "", "", 5},
    {"-maxrregcount=32", "", "", 4},
    {"", "-funroll-loops", "", 8},
    {"", "", "-cl-denorms-are-zero", 8},
};

}  // namespace

PrintStyle augment(Program& program, uint64_t seed) {
  Rng order = Rng::for_name(seed, "order");
  if (percent(order, 50)) reorder_statements(program, order);
  Rng names = Rng::for_name(seed, "names");
  if (!percent(names, 15)) rename_program(program, choose_names(program, names));
  Rng comments = Rng::for_name(seed, "comments");
  change_comments(program, comments);
  Rng style = Rng::for_name(seed, "style");
  return choose_style(style);
}

std::vector<std::string> augmented_flags(Language language, uint64_t seed) {
  std::vector<std::string> flags;
  Rng rng = Rng::for_name(seed, "flags");
  for (const FlagRow& row : kFlagRows) {
    const bool chosen = percent(rng, row.probability);
    std::string_view flag = row.opencl;
    if (language == Language::Cuda) flag = row.cuda;
    if (language == Language::Hip) flag = row.hip;
    // Clang's own, as HIP's compiler takes them, without what only AMD's GPUs have.
    if (language == Language::OpenMp) flag = row.cuda.empty() ? "" : row.hip;
    const bool is_second_limit = flag.starts_with("-maxrregcount") && !flags.empty() &&
                                 flags.back().starts_with("-maxrregcount");
    if (chosen && !flag.empty() && !is_second_limit) flags.emplace_back(flag);
  }
  return flags;
}

}  // namespace kcast::corpus
