#include "analyze/ptx/parse/readable.h"

#include <algorithm>
#include <vector>

#include "schema/ptx_text.h"

namespace kcast::ptx {

namespace {

// A function with its body: [begin, end) of the text.
struct FunctionText {
  size_t begin = 0;
  size_t end = 0;
  std::string name;
};

// The identifier before the last parenthesis that opens in the head: ".func (.param .b32 r) f(".
std::string name_in(std::string_view head) {
  const size_t entry = head.find(".entry ");
  size_t end = entry == std::string_view::npos ? head.rfind('(') : head.find('(', entry);
  end = std::min(end, head.size());
  while (end > 0 && !is_ptx_name_char(head[end - 1]))
    --end;
  size_t begin = end;
  while (begin > 0 && is_ptx_name_char(head[begin - 1]))
    --begin;
  return std::string(head.substr(begin, end - begin));
}

bool begins_function(std::string_view line) {
  return line.starts_with('.') && (line.find(".entry ") != std::string_view::npos ||
                                   line.find(".func ") != std::string_view::npos);
}

std::vector<FunctionText> find_functions(std::string_view text) {
  std::vector<FunctionText> out;
  bool open = false;
  for (size_t at = 0; at < text.size();) {
    const size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, next - at);
    if (begins_function(line)) {
      // A declaration has no body and is left where it is.
      if (open && out.back().end == 0) out.pop_back();
      out.push_back({at, 0, name_in(line)});
      open = true;
    } else if (open && line == "}\n") {
      out.back().end = next;  // the last brace before the next function counts
    }
    at = next;
  }
  if (open && out.back().end == 0) out.pop_back();
  return out;
}

// Takes functions in, as many at a time as can be parsed with those before them.
class Reading {
 public:
  Reading(std::string_view text, const ParseLimits& limits)
      : text_(text), limits_(limits), functions_(find_functions(text)) {
    taken_.assign(functions_.size(), false);
  }

  Result<ReadableModule> run(const Error& whole) {
    why_ = whole.message;
    take(0, functions_.size(), /*known_bad=*/true);
    if (std::none_of(taken_.begin(), taken_.end(), [](bool taken) { return taken; })) return whole;
    KCAST_TRY(out_.module, parse());
    return std::move(out_);
  }

 private:
  static constexpr int kMostParses = 64;
  static constexpr size_t kMostBytes = size_t{256} << 20;

  // The text with empty lines for what was not taken.
  Result<Module> parse() {
    std::string some(text_);
    for (size_t i = 0; i < functions_.size(); ++i) {
      if (taken_[i]) continue;
      for (size_t at = functions_[i].begin; at < functions_[i].end; ++at)
        if (some[at] != '\n') some[at] = ' ';
    }
    ++parses_;
    bytes_ += some.size();
    return parse_ptx(some, limits_);
  }

  void take(size_t first, size_t last, bool known_bad) {
    if (first >= last) return;
    const bool may_try = parses_ < kMostParses && bytes_ < kMostBytes;
    if (may_try && !(known_bad && last - first > 1)) {
      std::fill(taken_.begin() + static_cast<ptrdiff_t>(first),
                taken_.begin() + static_cast<ptrdiff_t>(last), true);
      const Result<Module> module = parse();
      if (module) return;
      why_ = module.error().message;
      std::fill(taken_.begin() + static_cast<ptrdiff_t>(first),
                taken_.begin() + static_cast<ptrdiff_t>(last), false);
    }
    if (may_try && last - first > 1) {
      const size_t middle = first + (last - first) / 2;
      take(first, middle, false);
      return take(middle, last, false);
    }
    for (size_t i = first; i < last; ++i)
      out_.left_out[functions_[i].name] = "its code cannot be read: " + why_;
  }

  std::string_view text_;
  const ParseLimits& limits_;
  std::vector<FunctionText> functions_;
  std::vector<bool> taken_;
  std::string why_;  // of the last parse that failed
  ReadableModule out_;
  int parses_ = 0;
  size_t bytes_ = 0;
};

}  // namespace

Result<ReadableModule> parse_readable(std::string_view text, const ParseLimits& limits) {
  Result<Module> whole = parse_ptx(text, limits);
  if (whole) return ReadableModule{*std::move(whole), {}};
  if (text.size() > limits.bytes) return whole.error();
  return Reading(text, limits).run(whole.error());
}

}  // namespace kcast::ptx
