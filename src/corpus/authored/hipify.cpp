#include "corpus/authored/hipify.h"

#include <set>
#include <utility>
#include <vector>

#include "corpus/authored/hipify_names.h"
#include "corpus/authored/source_tokens.h"

namespace kcast::corpus {
namespace {

constexpr std::string_view kRuntimeHeader = "hip/hip_runtime.h";

class Hipifier {
 public:
  explicit Hipifier(std::string_view cuda)
      : tokens_(tokens_of_source(cuda)), places_(places_without_space(tokens_)) {
    out_.reserve(tokens_.size());
    for (const SourceToken& token : tokens_)
      out_.emplace_back(token.text);
  }

  Result<std::string> translate() {
    note_macros();
    for (size_t i = 0; i < places_.size(); ++i) {
      const SourceToken& token = at(i);
      Status status = Unit{};
      if (token.kind == Cut::Header) status = change_header(i);
      if (token.kind == Cut::Name && !is_member(i) && !macros_.contains(token.text)) {
        status = change_name(i);
      }
      if (!status) return std::move(status).error();
    }
    add_runtime_header();
    std::string text;
    for (const std::string& piece : out_)
      text += piece;
    return text;
  }

 private:
  const SourceToken& at(size_t i) const { return tokens_[places_[i]]; }
  std::string& out(size_t i) { return out_[places_[i]]; }
  bool is_at(size_t i, std::string_view text) const { return i < places_.size() && at(i).is(text); }
  bool is_member(size_t i) const { return i > 0 && (is_at(i - 1, ".") || is_at(i - 1, "->")); }

  static Error cuda_only(std::string_view thing, std::string_view what) {
    return Error{ErrorCode::Unsupported, "cuda only: '" + std::string(thing) + "'" +
                                             (what.empty() ? "" : " (" + std::string(what) + ")") +
                                             " has no counterpart in HIP"};
  }

  // Names that the program gives its own macros say nothing about CUDA.
  void note_macros() {
    for (size_t i = 0; i + 2 < places_.size(); ++i) {
      if (is_at(i, "#") && is_at(i + 1, "define")) macros_.insert(at(i + 2).text);
    }
  }

  Status change_header(size_t i) {
    const std::string_view quoted = at(i).text;
    const std::string_view name = quoted.substr(1, quoted.size() - 2);
    const auto header = hip_header(name);
    if (!header) return Unit{};
    if (header->text.empty()) return cuda_only(name, header->what);
    if (headers_.insert(header->text).second) {
      out(i) = "<" + std::string(header->text) + ">";
    } else {
      drop_line(places_[i]);
    }
    return Unit{};
  }

  // The line of a token, with what ends it.
  void drop_line(size_t place) {
    size_t first = place;
    while (first > 0 && tokens_[first - 1].kind != Cut::NewLine)
      --first;
    for (size_t k = first; k < tokens_.size(); ++k) {
      out_[k].clear();
      if (tokens_[k].kind == Cut::NewLine) break;
    }
  }

  Status change_name(size_t i) {
    const auto name = hip_name(at(i).text);
    if (!name) return Unit{};
    switch (name->change) {
      case HipChange::None:
        return cuda_only(at(i).text, name->text);
      case HipChange::Mask:
        drop_first_argument(i);
        break;
      case HipChange::Symbol:
        wrap_first_argument(i, "HIP_SYMBOL(", ")");
        break;
      case HipChange::Function:
        wrap_first_argument(i, "reinterpret_cast<const void*>(", ")");
        break;
      case HipChange::Name:
        break;
    }
    out(i) = name->text;
    return Unit{};
  }

  // The place behind the first argument of the call of name i: a comma or the parenthesis. The
  // name itself where it is not called.
  size_t argument_end(size_t i) const {
    if (!is_at(i + 1, "(")) return i;
    int depth = 0;
    for (size_t k = i + 2; k < places_.size(); ++k) {
      if (depth == 0 && (is_at(k, ",") || is_at(k, ")"))) return k;
      if (is_at(k, "(") || is_at(k, "[") || is_at(k, "{")) ++depth;
      if (is_at(k, ")") || is_at(k, "]") || is_at(k, "}")) --depth;
    }
    return i;
  }

  void drop_first_argument(size_t i) {
    const size_t end = argument_end(i);
    if (end == i) return;
    const size_t stop = is_at(end, ",") ? places_[end + 1] : places_[end];
    for (size_t k = places_[i + 1] + 1; k < stop; ++k)
      out_[k].clear();
  }

  void wrap_first_argument(size_t i, std::string_view before, std::string_view after) {
    const size_t end = argument_end(i);
    if (end <= i + 2) return;
    // At the punctuation, since the argument itself may change.
    out(i + 1).append(before);
    out(end).insert(0, after);
  }

  // In front of the first include, or of the code.
  void add_runtime_header() {
    if (headers_.contains(kRuntimeHeader) || places_.empty()) return;
    size_t first = 0;
    for (size_t i = 0; i + 1 < places_.size() && first == 0; ++i) {
      if (is_at(i, "#") && is_at(i + 1, "include")) first = i;
    }
    out(first).insert(0, "#include <" + std::string(kRuntimeHeader) + ">\n");
  }

  std::vector<SourceToken> tokens_;
  std::vector<size_t> places_;    // of the tokens that are no space
  std::vector<std::string> out_;  // what becomes of each token
  std::set<std::string_view> macros_;
  std::set<std::string_view> headers_;  // of HIP, that are included
};

}  // namespace

Result<std::string> hip_from_cuda(std::string_view cuda) {
  return Hipifier(cuda).translate();
}

}  // namespace kcast::corpus
