#include "corpus/neutral/offload.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/rng.h"
#include "corpus/neutral/builtins.h"
#include "corpus/neutral/offload_limits.h"
#include "corpus/neutral/reserved.h"

namespace kcast::corpus {
namespace {

Error cannot(const std::string& what) {
  return {ErrorCode::Unsupported, "openmp has no " + what};
}

Expr name_expr(const std::string& name, Type type = plain(Scalar::Int)) {
  Expr expr;
  expr.kind = Expr::Kind::Name;
  expr.type = type;
  expr.text = name;
  return expr;
}

Expr binary(const char* op, Expr left, Expr right) {
  Expr expr;
  expr.kind = Expr::Kind::Binary;
  expr.type = left.type;
  expr.text = op;
  expr.args = {std::move(left), std::move(right)};
  return expr;
}

// gid(0) and the like.
const Builtin* index_builtin(const Expr& expr) {
  const Builtin* builtin = expr.kind == Expr::Kind::Call ? find_builtin(expr.text) : nullptr;
  return builtin != nullptr && builtin->kind == BuiltinKind::Index ? builtin : nullptr;
}

int axis_of(const Expr& call) {
  return call.args.empty() ? 0 : call.args[0].text[0] - '0';
}

bool is_call(const Expr& expr, std::string_view name) {
  return expr.kind == Expr::Kind::Call && expr.text == name;
}

template <typename Test>
bool any_expr(const std::vector<Stmt>& stmts, Test test) {
  bool found = false;
  walk_exprs(stmts, [&](const Expr& expr) { found = found || test(expr); });
  return found;
}

bool mentions(const std::vector<Stmt>& stmts, const std::string& name) {
  return any_expr(
      stmts, [&](const Expr& expr) { return expr.kind == Expr::Kind::Name && expr.text == name; });
}

bool assigns(const std::vector<Stmt>& stmts, const std::string& name) {
  bool found = false;
  walk_stmts(stmts, [&](const Stmt& stmt) {
    found = found || (stmt.kind == Stmt::Kind::Assign && stmt.exprs[0].kind == Expr::Kind::Name &&
                      stmt.exprs[0].text == name);
  });
  return found;
}

bool declares(const std::vector<Stmt>& stmts, const std::string& name) {
  bool found = false;
  walk_stmts(stmts, [&](const Stmt& stmt) {
    found = found || (stmt.kind == Stmt::Kind::Declare && stmt.variable.name == name);
  });
  return found;
}

// Calls `visit` for statements that no loop encloses.
template <typename Visit>
void walk_outside_loops(std::vector<Stmt>& stmts, Visit&& visit) {
  for (Stmt& stmt : stmts) {
    visit(stmt);
    const bool is_loop = stmt.kind == Stmt::Kind::For || stmt.kind == Stmt::Kind::While ||
                         stmt.kind == Stmt::Kind::Do;
    if (is_loop) continue;
    walk_outside_loops(stmt.body, visit);
    walk_outside_loops(stmt.otherwise, visit);
  }
}

size_t count_kind(const std::vector<Stmt>& stmts, Stmt::Kind kind) {
  size_t count = 0;
  walk_stmts(stmts, [&](const Stmt& stmt) { count += stmt.kind == kind ? 1 : 0; });
  return count;
}

// A thread that is done is an iteration that is done; false where one is done inside a loop.
bool leave_by_continue(std::vector<Stmt>& stmts) {
  walk_outside_loops(stmts, [](Stmt& stmt) {
    if (stmt.kind == Stmt::Kind::Return) stmt.kind = Stmt::Kind::Continue;
  });
  return count_kind(stmts, Stmt::Kind::Return) == 0;
}

// The terms of a && b && c.
void split_terms(const Expr& expr, std::string_view op, std::vector<Expr>& out) {
  if (expr.kind == Expr::Kind::Binary && expr.text == op) {
    for (const Expr& arg : expr.args)
      split_terms(arg, op, out);
    return;
  }
  out.push_back(expr);
}

Expr joined_terms(std::vector<Expr> terms, const char* op) {
  Expr out = std::move(terms[0]);
  for (size_t i = 1; i < terms.size(); ++i)
    out = binary(op, std::move(out), std::move(terms[i]));
  return out;
}

// The loops that a guard of the thread's numbers stands for.
class LoopFinder {
 public:
  explicit LoopFinder(const Program& program) : program_(program), kernel_(program.kernel) {}

  std::optional<OffloadedKernel> find() {
    if (auto strided = grid_stride()) return strided;
    return guarded();
  }

  // The bound as an expression of a contract; empty: it depends on more than the arguments.
  std::string size_text(const Expr& expr) const;

 private:
  std::optional<OffloadedKernel> grid_stride();
  std::optional<OffloadedKernel> guarded();
  bool take_declaration(const Stmt& stmt, std::vector<Stmt>& body);
  bool take_guard(const Stmt& stmt, bool is_last, std::vector<Stmt>& body);
  bool take_terms(const std::vector<Expr>& terms, std::string_view less, std::string_view more,
                  std::vector<Expr>& rest);
  bool take_bound(const std::string& index, const Expr& bound);
  Expr written_out(const Expr& expr) const;
  std::optional<OffloadedKernel> finish(std::vector<Stmt> body);

  struct Axis {
    std::string index;
    Type type;
    std::optional<Expr> bound;
  };
  const Program& program_;
  const Function& kernel_;
  std::map<int, Axis> axes_;
  std::map<std::string, Expr> uniform_;  // variables that are the same for all threads
};

std::string LoopFinder::size_text(const Expr& expr) const {
  switch (expr.kind) {
    case Expr::Kind::Literal:
      return expr.text.substr(0, expr.text.find_first_of("ul"));
    case Expr::Kind::Name: {
      for (const NamedConstant& constant : program_.constants)
        if (constant.name == expr.text) return std::to_string(constant.value);
      if (!program_.contract) return "";
      for (const ScalarContract& scalar : program_.contract->scalars) {
        if (scalar.name == expr.text && scalar.role != ScalarRole::Real) return expr.text;
      }
      return "";
    }
    case Expr::Kind::Cast:
      return is_integer(expr.type.scalar) ? size_text(expr.args[0]) : "";
    case Expr::Kind::Binary: {
      const std::string left = size_text(expr.args[0]);
      const std::string right = size_text(expr.args[1]);
      const bool known = std::string_view("+-*/%").find(expr.text) != std::string_view::npos;
      return left.empty() || right.empty() || !known || expr.text.size() != 1
                 ? ""
                 : "(" + left + " " + expr.text + " " + right + ")";
    }
    default:
      return "";
  }
}

// Local names replaced by what they stand for.
Expr LoopFinder::written_out(const Expr& expr) const {
  if (expr.kind == Expr::Kind::Name) {
    const auto found = uniform_.find(expr.text);
    return found == uniform_.end() ? expr : written_out(found->second);
  }
  Expr out = expr;
  for (Expr& arg : out.args)
    arg = written_out(arg);
  return out;
}

bool LoopFinder::take_bound(const std::string& index, const Expr& bound) {
  for (auto& [axis, found] : axes_) {
    if (found.index != index || found.bound) continue;
    Expr written = written_out(bound);
    if (size_text(written).empty()) return false;
    found.bound = std::move(written);
    return true;
  }
  return false;
}

// `less` and `more` are the operators of "i < n" and "n > i", or of "i >= n" and "n <= i".
bool LoopFinder::take_terms(const std::vector<Expr>& terms, std::string_view less,
                            std::string_view more, std::vector<Expr>& rest) {
  bool any = false;
  for (const Expr& term : terms) {
    const bool is_comparison = term.kind == Expr::Kind::Binary && term.args.size() == 2;
    bool taken = false;
    if (is_comparison && term.text == less && term.args[0].kind == Expr::Kind::Name) {
      taken = take_bound(term.args[0].text, term.args[1]);
    } else if (is_comparison && term.text == more && term.args[1].kind == Expr::Kind::Name) {
      taken = take_bound(term.args[1].text, term.args[0]);
    }
    if (!taken) rest.push_back(term);
    any = any || taken;
  }
  return any;
}

bool LoopFinder::take_guard(const Stmt& stmt, bool is_last, std::vector<Stmt>& body) {
  if (stmt.kind != Stmt::Kind::If || !stmt.otherwise.empty()) return false;
  const bool leaves = stmt.body.size() == 1 && stmt.body[0].kind == Stmt::Kind::Return;
  if (!leaves && !is_last) return false;
  const char* const op = leaves ? "||" : "&&";
  std::vector<Expr> terms;
  std::vector<Expr> rest;
  split_terms(stmt.exprs[0], op, terms);
  if (!take_terms(terms, leaves ? ">=" : "<", leaves ? "<=" : ">", rest)) return false;
  if (!rest.empty()) {
    Stmt remaining = stmt;
    remaining.exprs[0] = joined_terms(std::move(rest), op);
    body.push_back(std::move(remaining));
  } else if (!leaves) {
    body.insert(body.end(), stmt.body.begin(), stmt.body.end());
  }
  return true;
}

// What stands before the guard: the threads' numbers, and values that nothing else sees.
bool LoopFinder::take_declaration(const Stmt& stmt, std::vector<Stmt>& body) {
  if (stmt.kind != Stmt::Kind::Declare || stmt.variable.type.space == Space::Shared) return false;
  const bool is_number = is_plain(stmt.variable.type) && stmt.exprs.size() == 1;
  if (is_number && is_call(stmt.exprs[0], "gid") && is_integer(stmt.variable.type.scalar)) {
    const int axis = axis_of(stmt.exprs[0]);
    if (axes_.contains(axis) || assigns(kernel_.body, stmt.variable.name)) return false;
    axes_[axis] = {stmt.variable.name, stmt.variable.type, std::nullopt};
    return true;
  }
  const bool is_uniform = is_number && is_integer(stmt.variable.type.scalar) &&
                          !assigns(kernel_.body, stmt.variable.name) &&
                          !size_text(written_out(stmt.exprs[0])).empty();
  if (is_uniform) uniform_.emplace(stmt.variable.name, stmt.exprs[0]);
  body.push_back(stmt);
  return true;
}

// for (int i = gid(0); i < n; i += gsize(0)), and nothing behind it.
std::optional<OffloadedKernel> LoopFinder::grid_stride() {
  axes_.clear();
  uniform_.clear();
  std::vector<Stmt> before;
  for (size_t i = 0; i + 1 < kernel_.body.size(); ++i) {
    if (!take_declaration(kernel_.body[i], before)) return std::nullopt;
  }
  if (!axes_.empty() || kernel_.body.empty()) return std::nullopt;
  const Stmt& loop = kernel_.body.back();
  if (loop.kind != Stmt::Kind::For || loop.head[0].kind != Stmt::Kind::Declare) return std::nullopt;
  const Stmt& first = loop.head[0];
  const Stmt& step = loop.head[1];
  const bool strides = first.exprs.size() == 1 && is_call(first.exprs[0], "gid") &&
                       axis_of(first.exprs[0]) == 0 && step.kind == Stmt::Kind::Assign &&
                       step.op == "+=" && is_call(step.exprs[1], "gsize") &&
                       step.exprs[0].text == first.variable.name;
  const bool leaves = count_kind(loop.body, Stmt::Kind::Return) > 0;
  bool breaks = false;
  std::vector<Stmt> body = loop.body;
  walk_outside_loops(body, [&](Stmt& stmt) { breaks = breaks || stmt.kind == Stmt::Kind::Break; });
  if (!strides || leaves || breaks || assigns(loop.body, first.variable.name)) return std::nullopt;
  axes_[0] = {first.variable.name, first.variable.type, std::nullopt};
  std::vector<Expr> rest;
  if (!take_terms({loop.exprs[0]}, "<", ">", rest)) return std::nullopt;
  before.insert(before.end(), body.begin(), body.end());
  return finish(std::move(before));
}

std::optional<OffloadedKernel> LoopFinder::guarded() {
  axes_.clear();
  uniform_.clear();
  std::vector<Stmt> body;
  size_t at = 0;
  const size_t count = kernel_.body.size();
  while (at < count && take_declaration(kernel_.body[at], body))
    ++at;
  if (at == count || axes_.empty()) return std::nullopt;
  if (!take_guard(kernel_.body[at], at + 1 == count, body)) return std::nullopt;
  body.insert(body.end(), kernel_.body.begin() + static_cast<std::ptrdiff_t>(at) + 1,
              kernel_.body.end());
  return finish(std::move(body));
}

std::optional<OffloadedKernel> LoopFinder::finish(std::vector<Stmt> body) {
  int expected = 0;
  for (const auto& [axis, found] : axes_) {
    if (axis != expected++ || !found.bound) return std::nullopt;
  }
  walk_exprs(body, [&](Expr& expr) {
    if (!is_call(expr, "gid") || !axes_.contains(axis_of(expr))) return;
    expr = name_expr(axes_[axis_of(expr)].index);
  });
  const auto is_index = [](const Expr& expr) { return index_builtin(expr) != nullptr; };
  if (any_expr(body, is_index) || !leave_by_continue(body)) return std::nullopt;
  // What only the bound needed.
  std::erase_if(body, [&](const Stmt& stmt) {
    return stmt.kind == Stmt::Kind::Declare && uniform_.contains(stmt.variable.name) &&
           !mentions(body, stmt.variable.name);
  });
  OffloadedKernel out;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis)
    out.loops.push_back({axis->second.index, axis->second.type, *axis->second.bound});
  out.body = std::move(body);
  return out;
}

// One loop over all threads of a launch with one axis.
class FlatLoop {
 public:
  explicit FlatLoop(const Program& program) : program_(program) {}

  Result<OffloadedKernel> make() {
    OffloadedKernel out;
    out.body = program_.kernel.body;
    const bool is_flat = !any_expr(out.body, [](const Expr& expr) {
      return index_builtin(expr) != nullptr && axis_of(expr) != 0;
    });
    if (!is_flat) return cannot("blocks of two axes without loops for them");
    teams_ = free_name({"teams", "num_blocks", "n_teams"});
    threads_ = free_name({"threads", "block_size", "n_threads"});
    index_ = take_index(out.body);
    if (teams_.empty() || threads_.empty() || index_.empty()) return cannot("name for its loop");
    walk_exprs(out.body, [&](Expr& expr) { replace(expr); });
    if (!leave_by_continue(out.body)) return cannot("way to leave a loop and its iteration");
    out.loops.push_back({index_, plain(Scalar::Int), total()});
    return out;
  }

  const std::string& teams() const { return teams_; }
  const std::string& threads() const { return threads_; }

 private:
  bool is_free(const std::string& name) const {
    const auto is_parameter = [&](const Parameter& parameter) {
      return parameter.variable.name == name;
    };
    const auto& parameters = program_.kernel.parameters;
    const auto names_it = [&](const auto& item) { return item.name == name; };
    return !is_reserved(name) && !mentions(program_.kernel.body, name) &&
           !declares(program_.kernel.body, name) &&
           std::none_of(parameters.begin(), parameters.end(), is_parameter) &&
           std::none_of(program_.functions.begin(), program_.functions.end(), names_it) &&
           std::none_of(program_.constants.begin(), program_.constants.end(), names_it) &&
           program_.kernel.name != name;
  }

  std::string free_name(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (is_free(name)) return name;
    return "";
  }

  // int i = gid(0) becomes the loop's variable, unless it moves.
  std::string take_index(std::vector<Stmt>& body) const {
    for (size_t i = 0; i < body.size(); ++i) {
      const Stmt& stmt = body[i];
      const bool is_index = stmt.kind == Stmt::Kind::Declare && stmt.exprs.size() == 1 &&
                            is_call(stmt.exprs[0], "gid") &&
                            stmt.variable.type.scalar == Scalar::Int;
      if (!is_index || assigns(body, stmt.variable.name)) continue;
      std::string name = stmt.variable.name;
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      return name;
    }
    return free_name({"id", "worker", "item", "at_thread"});
  }

  Expr total() const { return binary("*", name_expr(teams_), name_expr(threads_)); }

  void replace(Expr& expr) const {
    if (index_builtin(expr) == nullptr) return;
    const std::string what = expr.text;
    if (what == "gid") expr = name_expr(index_);
    if (what == "tid") expr = binary("%", name_expr(index_), name_expr(threads_));
    if (what == "bid") expr = binary("/", name_expr(index_), name_expr(threads_));
    if (what == "bdim") expr = name_expr(threads_);
    if (what == "gdim") expr = name_expr(teams_);
    if (what == "gsize") expr = total();
  }

  const Program& program_;
  std::string teams_;
  std::string threads_;
  std::string index_;
};

int64_t volume(const std::array<int64_t, 3>& dims) {
  return dims[0] * dims[1] * dims[2];
}

// One of the contract's blocks that is a good size of a team.
std::array<int64_t, 3> chosen_block(const KernelContract& contract, uint64_t draw) {
  std::vector<std::array<int64_t, 3>> blocks;
  for (const auto& block : contract.blocks)
    if (volume(block) % 32 == 0) blocks.push_back(block);
  for (const int64_t size : {64, 128, 256, 512})
    if (size <= contract.warp_multiples_up_to) blocks.push_back({size, 1, 1});
  if (blocks.empty()) blocks = contract.blocks;
  return blocks.empty() ? std::array<int64_t, 3>{256, 1, 1} : blocks[draw % blocks.size()];
}

// How people launch regions: many say nothing, others a limit, and who knows the default grid its
// number of teams. It follows from the program, so that recipes need not say it.
void choose_clauses(const Program& program, const LoopFinder& finder, OffloadedKernel& kernel) {
  std::string text = program.kernel.name;
  for (const Parameter& parameter : program.kernel.parameters)
    text += ' ' + parameter.variable.name;
  const uint64_t draw = stable_hash(text + " clauses");
  constexpr int64_t kTeams[] = {256, 528, 1056, 2048, 8192};
  KernelContract contract = *program.contract;
  const std::array<int64_t, 3> block = chosen_block(contract, draw >> 16);
  contract.blocks = {block};
  contract.warp_multiples_up_to = 0;
  contract.any_grid = false;  // clauses choose it
  const uint64_t place = draw % 100;
  if (place >= 35) kernel.thread_limit = volume(block);
  kernel.sizes_teams = place >= 55 && place < 85;
  if (place >= 85) kernel.num_teams = kTeams[(draw >> 32) % std::size(kTeams)];
  OffloadRule rule;
  for (const OffloadLoop& loop : kernel.loops)
    rule.trip += (rule.trip.empty() ? "" : " * ") + finder.size_text(loop.bound);
  rule.thread_limit = kernel.thread_limit;
  rule.num_teams = kernel.num_teams;
  rule.sizes_teams = kernel.sizes_teams;
  contract.offload = std::move(rule);
  kernel.contract = std::move(contract);
}

bool is_simple_length(const std::string& length) {
  constexpr std::string_view kFromLaunch[] = {"bx", "by", "bz", "gx", "gy", "gz"};
  if (length.find("min(") != std::string::npos || length.find("max(") != std::string::npos ||
      length.find("ceil_div(") != std::string::npos) {
    return false;
  }
  const std::vector<std::string> names = names_of_size(length);
  return std::none_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(std::begin(kFromLaunch), std::end(kFromLaunch), name) != std::end(kFromLaunch);
  });
}

bool can_map(const Program& program) {
  constexpr uint64_t kOneInWithout = 4;
  const auto& buffers = program.contract->buffers;
  return stable_hash(program.kernel.name + " maps") % kOneInWithout != 0 &&
         std::all_of(buffers.begin(), buffers.end(),
                     [](const BufferContract& buffer) { return is_simple_length(buffer.length); });
}

}  // namespace

Result<OffloadedKernel> offload_kernel(const Program& program) {
  if (const std::string missing = missing_in_openmp(program); !missing.empty()) {
    return cannot(missing);
  }
  if (!program.contract) return cannot("launch for a kernel without a contract");
  LoopFinder finder(program);
  std::optional<OffloadedKernel> loops = finder.find();
  if (loops) {
    choose_clauses(program, finder, *loops);
    loops->maps = can_map(program);
    return *std::move(loops);
  }
  FlatLoop flat(program);
  KCAST_TRY(OffloadedKernel kernel, flat.make());
  kernel.contract = program.contract;
  kernel.contract->offload =
      OffloadRule{.trip = "", .teams_name = flat.teams(), .threads_name = flat.threads()};
  kernel.maps = can_map(program);
  return kernel;
}

}  // namespace kcast::corpus
