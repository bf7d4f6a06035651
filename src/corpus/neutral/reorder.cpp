#include "corpus/neutral/reorder.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "corpus/draw.h"
#include "corpus/neutral/builtins.h"

namespace kcast::corpus {
namespace {

// What a statement touches: variables, and buffers and arrays as wholes.
struct Effects {
  std::set<std::string> reads;
  std::set<std::string> writes;
  bool is_wall = false;
};

bool overlaps(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); });
}

bool must_follow(const Effects& later, const Effects& earlier) {
  return overlaps(later.reads, earlier.writes) || overlaps(later.writes, earlier.reads) ||
         overlaps(later.writes, earlier.writes);
}

const Expr& root_of(const Expr& place) {
  const Expr* root = &place;
  while (root->kind == Expr::Kind::Index || root->kind == Expr::Kind::Member ||
         root->kind == Expr::Kind::Address ||
         (root->kind == Expr::Kind::Binary && root->type.rank > 0)) {
    root = &root->args[0];
  }
  return *root;
}

class Reorder {
 public:
  Reorder(const Program& program, Rng& rng) : rng_(rng) {
    for (const Function& function : program.functions) {
      if (has_effects(function)) impure_.insert(function.name);
    }
  }

  void block(std::vector<Stmt>& stmts) {
    for (Stmt& stmt : stmts) {
      block(stmt.body);
      block(stmt.otherwise);
    }
    std::vector<Effects> effects;
    for (const Stmt& stmt : stmts)
      effects.push_back(effects_of(stmt));
    size_t start = 0;
    for (size_t i = 0; i <= stmts.size(); ++i) {
      if (i < stmts.size() && !effects[i].is_wall) continue;
      run(stmts, effects, start, i);
      start = i + 1;
    }
  }

 private:
  static bool is_effect(const Expr& expr) {
    if (expr.kind != Expr::Kind::Call) return false;
    const Builtin* builtin = find_builtin(expr.text);
    if (builtin == nullptr) return false;
    switch (builtin->kind) {
      case BuiltinKind::Shuffle:
      case BuiltinKind::Vote:
      case BuiltinKind::Atomic:
      case BuiltinKind::Swap:
      case BuiltinKind::Sync:
        return true;
      default:
        return false;
    }
  }

  // Pointers that can be written through, and whatever concerns other threads.
  bool has_effects(const Function& function) const {
    bool found = std::any_of(
        function.parameters.begin(), function.parameters.end(), [](const Parameter& parameter) {
          return parameter.variable.type.pointer && parameter.variable.type.writable;
        });
    walk_stmts(function.body,
               [&](const Stmt& stmt) { found = found || stmt.kind == Stmt::Kind::Barrier; });
    walk_exprs(function.body, [&](const Expr& expr) {
      found = found || is_effect(expr) || impure_.contains(expr.text);
    });
    return found;
  }

  void read(const Expr& expr, Effects& effects) const {
    walk_expr(expr, [&](const Expr& inner) {
      if (inner.kind == Expr::Kind::Name) effects.reads.insert(inner.text);
      const bool is_call = inner.kind == Expr::Kind::Call;
      effects.is_wall =
          effects.is_wall || is_effect(inner) || (is_call && impure_.contains(inner.text));
    });
  }

  Effects effects_of(const Stmt& stmt) const {
    Effects effects;
    for (const Expr& expr : stmt.exprs)
      read(expr, effects);
    switch (stmt.kind) {
      case Stmt::Kind::Declare:
        effects.writes.insert(stmt.variable.name);
        for (const Expr& dim : stmt.variable.dims)
          read(dim, effects);
        if (stmt.variable.type.space == Space::Shared) effects.is_wall = true;
        break;
      case Stmt::Kind::Assign:
        effects.writes.insert(root_of(stmt.exprs[0]).text);
        break;
      case Stmt::Kind::Call: {
        const Expr& call = stmt.exprs[0];
        const Builtin* builtin = find_builtin(call.text);
        if (builtin != nullptr && builtin->kind == BuiltinKind::Store) {
          effects.writes.insert(root_of(call.args[0]).text);
        } else {
          effects.is_wall = true;
        }
        break;
      }
      default:
        effects.is_wall = true;
    }
    return effects;
  }

  // A random order of [start, end) in which everything follows what it must; the order of the
  // text is likely, as code that people write is not shuffled.
  void run(std::vector<Stmt>& stmts, const std::vector<Effects>& effects, size_t start,
           size_t end) {
    if (end < start + 2) return;
    std::vector<size_t> left;
    for (size_t i = start; i < end; ++i)
      left.push_back(i);
    std::vector<Stmt> ordered;
    while (!left.empty()) {
      std::vector<size_t> ready;
      for (size_t i = 0; i < left.size(); ++i) {
        const bool waits = std::any_of(
            left.begin(), left.begin() + static_cast<ptrdiff_t>(i),
            [&](size_t earlier) { return must_follow(effects[left[i]], effects[earlier]); });
        if (!waits) ready.push_back(i);
      }
      const size_t chosen = percent(rng_, 50) ? ready[0] : pick(rng_, ready);
      ordered.push_back(std::move(stmts[left[chosen]]));
      left.erase(left.begin() + static_cast<ptrdiff_t>(chosen));
    }
    std::move(ordered.begin(), ordered.end(), stmts.begin() + static_cast<ptrdiff_t>(start));
  }

  Rng& rng_;
  std::set<std::string> impure_;
};

}  // namespace

void reorder_statements(Program& program, Rng& rng) {
  Reorder reorder(program, rng);
  for (Function& function : program.functions)
    reorder.block(function.body);
  reorder.block(program.kernel.body);
}

}  // namespace kcast::corpus
