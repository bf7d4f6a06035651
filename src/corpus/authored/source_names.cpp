#include "corpus/authored/source_names.h"

#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "corpus/authored/hipify_names.h"
#include "corpus/neutral/reserved.h"

namespace kcast::corpus {
namespace {

constexpr std::string_view kIntegerTypes =
    "int unsigned signed short long char bool size_t ssize_t int8_t int16_t int32_t int64_t "
    "uint8_t uint16_t uint32_t uint64_t uint uchar ushort ulong uintptr_t ptrdiff_t";
constexpr std::string_view kRealTypes =
    "float double half half2 __half __half2 __nv_bfloat16 __nv_bfloat162";
constexpr std::string_view kContainers = "vector device_vector host_vector unique_ptr array";
constexpr std::string_view kBesideTypes = "const volatile static constexpr inline * & __restrict__";

std::set<std::string> word_set(std::string_view text) {
  std::set<std::string> words;
  for (std::string& word : split_words(text))
    words.insert(std::move(word));
  return words;
}

// float4, uchar2 and the like.
bool is_vector_type(std::string_view name) {
  for (const std::string_view base :
       {"float", "double", "int", "uint", "char", "uchar", "short", "ushort", "longlong"}) {
    if (!name.starts_with(base) || name.size() != base.size() + 1) continue;
    if (name.back() >= '1' && name.back() <= '4') return true;
  }
  return false;
}

// What is known when a declaration has been found.
struct Declaration {
  size_t type = 0;  // the place of its type
  bool integer = false;
  bool real = false;
  bool pointer = false;
  bool container = false;
};

class NameFinder {
 public:
  explicit NameFinder(const std::vector<SourceToken>& tokens)
      : tokens_(tokens), places_(places_without_space(tokens)) {}

  std::vector<DeclaredName> find() {
    find_types();
    for (size_t i = 0; i < places_.size(); ++i)
      visit(i);
    std::vector<DeclaredName> free;
    std::set<std::string> listed;
    for (DeclaredName& name : names_) {
      if (!blocked_.contains(name.name) && listed.insert(name.name).second) {
        free.push_back(std::move(name));
      }
    }
    return free;
  }

  std::vector<std::string> kernels() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < places_.size(); ++i) {
      const size_t name = is_at(i, "__global__") ? function_name(i) : 0;
      if (name != 0) names.emplace_back(text(name));
    }
    return names;
  }

 private:
  enum class Block : uint8_t { Namespace, Record, Code };

  const SourceToken& at(size_t i) const { return tokens_[places_[i]]; }
  std::string_view text(size_t i) const {
    return i < places_.size() ? at(i).text : std::string_view();
  }
  bool is_at(size_t i, std::string_view wanted) const { return text(i) == wanted; }
  bool is_name(size_t i) const {
    return i < places_.size() && at(i).kind == Cut::Name && !at(i).in_directive;
  }
  bool is_one_of(size_t i, const std::set<std::string>& words) const {
    return words.contains(std::string(text(i)));
  }
  bool in_record() const { return !blocks_.empty() && blocks_.back() == Block::Record; }
  bool in_code() const { return !blocks_.empty() && blocks_.back() == Block::Code; }

  void block(size_t i) { blocked_.insert(std::string(text(i))); }

  void find_types() {
    for (size_t i = 0; i + 1 < places_.size(); ++i) {
      const bool declares_type = is_at(i, "struct") || is_at(i, "class") || is_at(i, "union") ||
                                 is_at(i, "enum") || is_at(i, "typename") || is_at(i, "using") ||
                                 is_at(i, "namespace") || is_at(i, "goto");
      if (declares_type && is_name(i + 1)) {
        types_.insert(std::string(text(i + 1)));
        block(i + 1);
      }
      // typedef struct { ... } Name;
      if (is_at(i, "typedef")) block_statement(i);
    }
  }

  void block_statement(size_t i) {
    for (int depth = 0; i < places_.size() && (depth > 0 || !is_at(i, ";")); ++i) {
      if (is_at(i, "{")) ++depth;
      if (is_at(i, "}")) --depth;
      if (is_name(i) && is_at(i + 1, ";")) types_.insert(std::string(text(i)));
      block(i);
    }
  }

  void visit(size_t i) {
    if (at(i).in_directive) {
      if (at(i).kind == Cut::Name) block(i);
      return;
    }
    track_blocks(i);
    if (at(i).kind == Cut::Name) visit_name(i);
    if (is_at(i, ">")) visit_container(i);
  }

  void track_blocks(size_t i) {
    const std::string_view word = text(i);
    const bool is_parameter = i > 0 && (is_at(i - 1, "<") || is_at(i - 1, ","));
    if ((word == "struct" || word == "class" || word == "union" || word == "enum") &&
        !is_parameter) {
      next_block_ = Block::Record;
    } else if (word == "namespace" || word == "extern") {
      next_block_ = Block::Namespace;
    } else if (word == ";" || word == "(" || word == ")") {
      next_block_ = Block::Code;
    }
    if (word == "{") blocks_.push_back(std::exchange(next_block_, Block::Code));
    if (word == "}" && !blocks_.empty()) blocks_.pop_back();
    if (word == "(") parens_.push_back(i > 0 && is_at(i - 1, "for"));
    if (word == ")" && !parens_.empty()) parens_.pop_back();
  }

  void visit_name(size_t i) {
    const bool is_member = i > 0 && (is_at(i - 1, ".") || is_at(i - 1, "->"));
    const bool is_qualified = is_at(i + 1, "::") || (i > 0 && is_at(i - 1, "::"));
    const std::string name(text(i));
    const bool is_foreign = is_reserved(name) || hip_name(name) || name == "argc" || name == "argv";
    if (is_member || is_qualified || in_record() || is_foreign) block(i);
    if ((name == "__global__" || name == "__device__") && !in_record()) visit_function(i);
    visit_declaration(i);
    const bool is_called = is_at(i + 1, "(") && !callable_.contains(i);
    if (is_called && !functions_.contains(name)) block(i);
  }

  // The name of the function that a __device__ or __global__ begins; 0: it is a variable.
  size_t function_name(size_t i) const {
    for (size_t k = i + 1; k < places_.size(); ++k) {
      if (is_at(k, ";") || is_at(k, "=") || is_at(k, "{") || is_at(k, "[")) return 0;
      if (is_at(k, "__launch_bounds__") || is_at(k, "__align__")) {
        for (int depth = 0; k + 1 < places_.size();) {
          ++k;
          if (is_at(k, "(")) ++depth;
          if (is_at(k, ")") && --depth == 0) break;
        }
      } else if (is_at(k, "(")) {
        return is_name(k - 1) ? k - 1 : 0;
      }
    }
    return 0;
  }

  void visit_function(size_t i) {
    const size_t name = function_name(i);
    if (name == 0 || is_at(name, "operator")) return;
    functions_.insert(std::string(text(name)));
    const bool is_kernel = is_at(i, "__global__");
    names_.push_back({std::string(text(name)), is_kernel ? NameRole::Kernel : NameRole::Function});
  }

  bool is_type(size_t i, Declaration& found) const {
    static const std::set<std::string> integers = word_set(kIntegerTypes);
    static const std::set<std::string> reals = word_set(kRealTypes);
    found.integer = is_one_of(i, integers);
    found.real = is_one_of(i, reals) || is_vector_type(text(i));
    return found.integer || found.real || is_one_of(i, types_);
  }

  void visit_declaration(size_t i) {
    Declaration found;
    found.type = i;
    if (is_type(i, found)) declare(i + 1, found);
  }

  // std::vector<float> x: the type ends in a bracket.
  void visit_container(size_t i) {
    static const std::set<std::string> containers = word_set(kContainers);
    int depth = 0;
    size_t open = i;
    for (; open > 0 && i - open < 40; --open) {
      if (is_at(open, ">")) ++depth;
      if (is_at(open, "<") && --depth == 0) break;
      if (is_at(open, ";") || is_at(open, "{") || is_at(open, "}")) return;
    }
    if (depth != 0 || open == 0 || !is_one_of(open - 1, containers)) return;
    Declaration found;
    found.type = open - 1;
    found.container = true;
    declare(i + 1, found);
  }

  // What follows a type: words and stars, then a name and how it goes on.
  void declare(size_t i, Declaration found) {
    static const std::set<std::string> beside = word_set(kBesideTypes);
    Declaration other;
    while (is_one_of(i, beside) || (is_name(i) && is_type(i, other) && !is_one_of(i, types_))) {
      found.pointer = found.pointer || is_at(i, "*");
      ++i;
    }
    if (!is_declared(i)) return;
    const bool is_user_value = !found.integer && !found.real && !found.container && !found.pointer;
    if (is_at(i + 1, "(")) {
      // At file scope it is a function, which kernels and device functions are found by.
      if (!in_code()) return;
      callable_.insert(i);
    }
    if (!is_user_value) names_.push_back({std::string(text(i)), role_of(i, found)});
    if (parens_.empty() || parens_.back()) declare_rest(i + 1, found);
  }

  bool is_declared(size_t i) const {
    if (!is_name(i) || is_one_of(i, types_)) return false;
    const std::string_view next = text(i + 1);
    return next == "=" || next == ";" || next == "," || next == ")" || next == "[" || next == "{" ||
           next == "(" || next == ":";
  }

  // int a = f(x, y), *b;
  void declare_rest(size_t i, Declaration found) {
    int depth = 0;
    for (; i < places_.size(); ++i) {
      const std::string_view word = text(i);
      if (word == "(" || word == "[" || word == "{") ++depth;
      if (word == ")" || word == "]" || word == "}") --depth;
      if (depth < 0 || (depth == 0 && (word == ";" || word == ":"))) return;
      if (depth > 0 || word != ",") continue;
      found.pointer = is_at(i + 1, "*");
      if (found.pointer) ++i;
      if (!is_declared(i + 1)) return;
      if (is_at(i + 2, "(")) callable_.insert(i + 1);
      names_.push_back({std::string(text(i + 1)), role_of(i + 1, found)});
    }
  }

  NameRole role_of(size_t name, const Declaration& found) const {
    const bool is_parameter = !parens_.empty() && !parens_.back();
    if (is_parameter) return parameter_role(found);
    if (!in_code()) return has_before(found.type, "const") ? NameRole::Constant : NameRole::Table;
    if (has_before(found.type, "__shared__")) return NameRole::Shared;
    if (!parens_.empty()) return NameRole::Counter;
    if (found.container || found.pointer) return NameRole::InOut;
    if (!found.integer) return NameRole::Real;
    for (size_t i = name; i < places_.size() && !is_at(i, ";"); ++i) {
      if (is_at(i, "threadIdx") || is_at(i, "blockIdx")) return NameRole::Index;
    }
    return NameRole::Integer;
  }

  NameRole parameter_role(const Declaration& found) const {
    if (!found.pointer && !found.container) {
      return found.integer ? NameRole::Size : NameRole::Coefficient;
    }
    if (!has_before(found.type, "const")) return NameRole::Output;
    return found.integer ? NameRole::IndexBuffer : NameRole::Input;
  }

  // Among the words of a declaration in front of its type; const stands for constexpr as well.
  bool has_before(size_t type, std::string_view word) const {
    for (size_t i = type; i > 0; --i) {
      if (!is_name(i - 1)) return false;
      if (text(i - 1).starts_with(word)) return true;
    }
    return false;
  }

  const std::vector<SourceToken>& tokens_;
  std::vector<size_t> places_;  // of the tokens that are no space
  std::vector<DeclaredName> names_;
  std::set<std::string> blocked_;
  std::set<std::string> types_;      // that the program declares
  std::set<std::string> functions_;  // kernels and device functions
  std::set<size_t> callable_;        // names that a parenthesis follows where they are declared
  std::vector<Block> blocks_;
  std::vector<bool> parens_;  // whether they are a for's
  Block next_block_ = Block::Code;
};

}  // namespace

std::vector<DeclaredName> renamable_names(const std::vector<SourceToken>& tokens) {
  return NameFinder(tokens).find();
}

std::vector<std::string> kernel_names(const std::vector<SourceToken>& tokens) {
  return NameFinder(tokens).kernels();
}

}  // namespace kcast::corpus
