#include "frontend/parse/guesses.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace kcast::frontend {

namespace {

struct NamedGuess {
  std::string_view words;  // separated and framed by blanks
  std::string_view value;
};

// Whole names, in small letters. The tiles of matrix products are the ones that most people take.
constexpr NamedGuess kConstantNames[] = {
    {" bm bn ", "128"},
    {" bk tm tn tk ", "8"},
    {" wm wn ", "64"},
    {" bs nt tpb nthreads blocksize block_size threads num_threads threads_per_block cta ", "256"},
    {" ws warp_size warpsize ", "32"},
    {" d dim head_dim headdim head_size hd dk dv ", "64"},
};

// Parts of names, the first that fits.
constexpr NamedGuess kConstantParts[] = {
    {"ispow2", "1"},      {"per_thread", "4"}, {"unroll", "4"},  {"vec", "4"},     {"items", "4"},
    {"ilp", "4"},         {"iter", "4"},       {"warp", "32"},   {"tile", "32"},   {"block", "256"},
    {"thread", "256"},    {"group", "256"},    {"wgs", "256"},   {"simd", "32"},   {"bins", "256"},
    {"radius", "4"},      {"stage", "2"},      {"log", "5"},     {"width", "32"},  {"height", "32"},
    {"mode", "0"},        {"type", "0"},       {"head", "64"},   {"dim", "64"},    {"pad", "1"},
    {"mask", "1"},        {"use", "0"},        {"enable", "0"},  {"is_", "0"},     {"has_", "0"},
    {"epsilon", "1e-6f"}, {"alpha", "1.0f"},   {"beta", "0.0f"}, {"scale", "1.0f"}};

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The arguments of a list that begins behind its "<"; empty: it is none.
std::vector<std::string> argument_list(std::string_view text) {
  std::vector<std::string> out;
  int depth = 0;
  int brackets = 0;
  size_t start = 0;
  constexpr size_t kLongest = 300;
  for (size_t i = 0; i < std::min(text.size(), kLongest); ++i) {
    const char c = text[i];
    if (c == ';' || c == '{' || c == '}') return {};
    if (c == '(') ++brackets;
    if (c == ')') --brackets;
    if (brackets > 0) continue;
    if (c == '<') ++depth;
    const bool ends = c == '>' && depth == 0;
    if (c == '>' && !ends) --depth;
    if (!ends && !(c == ',' && depth == 0)) continue;
    const std::string_view part = trimmed(text.substr(start, i - start));
    if (part.empty()) return {};
    out.emplace_back(part);
    start = i + 1;
    if (ends) return out;
  }
  return {};
}

// A name of the language or of a library is no macro of the build.
bool is_own_name(std::string_view name) {
  if (name.size() < 2 || std::isupper(static_cast<unsigned char>(name[0])) == 0) return false;
  const bool in_capitals = std::all_of(name.begin(), name.end(), [](char c) {
    return is_name_char(c) && std::islower(static_cast<unsigned char>(c)) == 0;
  });
  if (!in_capitals) return false;
  for (const char* prefix : {"CL_", "CLK_", "CUDA", "CU_", "HIP", "INT_", "UINT", "FLT_", "DBL_",
                             "LONG_", "CHAR_", "SHRT_", "SCHAR_", "M_", "HALF_", "GGML_", "NULL"}) {
    if (name.starts_with(prefix)) return false;
  }
  return !name.ends_with("_MAX") && !name.ends_with("_MIN") && name != "NAN" &&
         name != "INFINITY" && name != "EOF" && name != "FILE";
}

bool names_type(std::string_view name) {
  const std::string word = to_lower(name);
  for (const char* part : {"type", "real", "scalar", "float", "double"}) {
    if (word.find(part) != std::string::npos) return true;
  }
  return word.ends_with("_t");
}

// What a message says between its first two quotes, if it begins as it should.
std::string_view quoted(std::string_view message, std::string_view beginning) {
  if (!message.starts_with(beginning)) return {};
  message.remove_prefix(beginning.size());
  return message.substr(0, message.find('\''));
}

// Empty: the name says nothing.
std::string_view named_constant(const std::string& word) {
  for (const NamedGuess& guess : kConstantNames) {
    if (guess.words.find(" " + word + " ") != std::string_view::npos) return guess.value;
  }
  for (const NamedGuess& guess : kConstantParts) {
    if (word.find(guess.words) != std::string::npos) return guess.value;
  }
  return "";
}

// isFirst, nIsPow2, useImages: a question that the build answers.
bool names_flag(std::string_view name) {
  const auto is_upper = [&](size_t i) {
    return i < name.size() && std::isupper(static_cast<unsigned char>(name[i])) != 0;
  };
  for (const std::string_view verb : {"is", "has", "use"}) {
    if (name.starts_with(verb) && is_upper(verb.size())) return true;
  }
  const size_t middle = name.find("Is");
  return middle != std::string_view::npos && middle > 0 && is_upper(middle + 2);
}

// Types that OpenCL kernels leave to the build, sizes such as blockSize, and flags. Types of
// libraries that were not found are none: a value for these would be wrong, not unknown.
bool is_usual_macro(std::string_view name, bool is_type) {
  constexpr std::string_view kTypes = " real real_t scalar scalar_t dtype data_t datatype fptype ";
  const auto is_upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  const std::string word = to_lower(name);
  if (is_type) {
    return (name.size() == 1 && is_upper(name[0])) ||
           kTypes.find(" " + word + " ") != std::string_view::npos;
  }
  if (names_flag(name)) return true;
  return std::any_of(name.begin(), name.end(), is_upper) && !named_constant(word).empty() &&
         (word.ends_with("size") || word.ends_with("width"));
}

}  // namespace

std::string guess_constant(std::string_view name, int attempt) {
  constexpr std::string_view kUnnamed[] = {"8", "32", "16", "1"};
  const std::string_view other = kUnnamed[std::clamp(attempt, 0, 3)];
  const std::string_view named = attempt < 2 ? named_constant(to_lower(name)) : "";
  if (named.empty()) return std::string(other);
  // A block of 256 is too much where it is the side of a square.
  const bool is_large = attempt == 1 && named.size() > 2 && named.find('.') == std::string::npos;
  return std::string(is_large ? other : named);
}

std::string guess_type(std::string_view name, int attempt) {
  if (attempt > 1) return attempt == 2 ? "int" : "float4";
  const std::string word = to_lower(name);
  for (const char* part : {"int", "idx", "index", "offset", "size", "key"}) {
    if (word.find(part) != std::string::npos) return "int";
  }
  const bool is_vector = word.ends_with("4") || word.find("vec") != std::string::npos;
  if (word.find("half") != std::string::npos) return "half";
  return is_vector ? "float4" : "float";
}

std::vector<std::vector<std::string>> template_uses(std::string_view text, std::string_view name) {
  std::vector<std::vector<std::string>> out;
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if (at > 0 && is_name_char(text[at - 1])) continue;
    std::string_view rest = text.substr(at + name.size());
    const size_t gap = rest.find_first_not_of(" \t\r\n");
    if (gap == std::string_view::npos || rest[gap] != '<') continue;
    rest.remove_prefix(gap + 1);
    if (rest.starts_with("<")) continue;  // a launch
    std::vector<std::string> list = argument_list(rest);
    if (!list.empty() && std::find(out.begin(), out.end(), list) == out.end()) {
      out.push_back(std::move(list));
    }
  }
  return out;
}

bool is_simple(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_name_char(c) || c == ':'; });
}

std::vector<std::pair<std::string, std::string>> guess_macros(
    const std::vector<ParseError>& errors) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](std::string_view name, std::string value, bool is_type) {
    const auto same = [&](const auto& entry) { return entry.first == name; };
    if (!is_own_name(name) && !is_usual_macro(name, is_type)) return;
    if (std::any_of(out.begin(), out.end(), same)) return;
    out.emplace_back(std::string(name), std::move(value));
  };
  for (const ParseError& error : errors) {
    const std::string_view message = error.diagnostic.message;
    const std::string_view type = quoted(message, "unknown type name '");
    const std::string_view name = quoted(message, "use of undeclared identifier '");
    if (!type.empty()) add(type, guess_type(type, 0), true);
    if (name.empty()) continue;
    const bool is_type = names_type(name);
    const bool is_flag = names_flag(name) && to_lower(name).find("pow2") == std::string::npos;
    add(name, is_type ? guess_type(name, 0) : is_flag ? "0" : guess_constant(name, 0), is_type);
  }
  return out;
}

namespace {

struct NamedHeader {
  std::string_view name;  // ending in "*": the beginning of one
  std::string_view header;
};

constexpr NamedHeader kHeaderOfName[] = {
    {"half", "cuda_fp16.h"},
    {"half2", "cuda_fp16.h"},
    {"__half*", "cuda_fp16.h"},
    {"__float2half*", "cuda_fp16.h"},
    {"__half2float", "cuda_fp16.h"},
    {"nv_bfloat16*", "cuda_bf16.h"},
    {"__nv_bfloat16*", "cuda_bf16.h"},
    {"__bfloat16*", "cuda_bf16.h"},
    {"__float2bfloat16*", "cuda_bf16.h"},
    {"__nv_fp8*", "cuda_fp8.h"},
    {"curandState*", "curand_kernel.h"},
    {"curand_*", "curand_kernel.h"},
    {"cuComplex", "cuComplex.h"},
    {"cuFloatComplex", "cuComplex.h"},
    {"cuDoubleComplex", "cuComplex.h"},
    {"cooperative_groups", "cooperative_groups.h"},
    {"cub", "cub/cub.cuh"},
    {"nvcuda", "mma.h"},
    {"hipcub", "hipcub/hipcub.hpp"},
    {"hiprandState*", "hiprand/hiprand_kernel.h"},
};

std::string_view header_of(std::string_view name) {
  for (const NamedHeader& entry : kHeaderOfName) {
    const bool fits = entry.name.ends_with("*")
                          ? name.starts_with(entry.name.substr(0, entry.name.size() - 1))
                          : name == entry.name;
    if (fits) return entry.header;
  }
  return {};
}

// The name that is not declared, if that is what the message says.
std::string_view undeclared_name(std::string_view message) {
  for (const char* beginning :
       {"unknown type name '", "use of undeclared identifier '", "no template named '",
        "expected namespace name '", "no type named '"}) {
    if (const std::string_view name = quoted(message, beginning); !name.empty()) return name;
  }
  return {};
}

// What a condition of #if needs to be defined: "defined(A) && B"; of alternatives one.
std::vector<std::string> needed_names(std::string_view condition, std::string_view language) {
  std::vector<std::string> out;
  condition = condition.substr(0, std::min(condition.find("//"), condition.find("/*")));
  if (condition.find_first_of("<>=") != std::string_view::npos) return {};
  for (size_t i = 0; i < condition.size(); ++i) {
    const char c = condition[i];
    if (!is_name_char(c) || std::isdigit(static_cast<unsigned char>(c)) != 0) continue;
    size_t end = i;
    while (end < condition.size() && is_name_char(condition[end]))
      ++end;
    const std::string_view name = condition.substr(i, end - i);
    const std::string_view before = trimmed(condition.substr(0, i));
    i = end - 1;
    const bool is_negated = before.ends_with("!") || before.ends_with("!defined") ||
                            before.ends_with("!defined(") || before.ends_with("! defined(");
    if (name == "defined" || name.starts_with("__") || is_negated) continue;
    out.emplace_back(name);
  }
  if (out.size() < 2 || condition.find("||") == std::string_view::npos) return out;
  const auto names_language = [&](const std::string& name) {
    return to_lower(name).find(language) != std::string::npos;
  };
  const auto own = std::find_if(out.begin(), out.end(), names_language);
  return {own == out.end() ? out[0] : *own};
}

}  // namespace

std::vector<std::string> guess_headers(const std::vector<ParseError>& errors) {
  std::vector<std::string> out;
  for (const ParseError& error : errors) {
    const std::string header(header_of(undeclared_name(error.diagnostic.message)));
    if (!header.empty() && std::find(out.begin(), out.end(), header) == out.end()) {
      out.push_back(header);
    }
  }
  return out;
}

std::vector<std::string> closed_conditions(std::string_view text, std::string_view language) {
  std::vector<std::vector<std::string>> open;  // what each #if that is open needs
  for (const std::string& line : split(text, '\n')) {
    std::string_view rest = trimmed(line);
    if (!rest.starts_with("#")) {
      if (rest.starts_with("//") || rest.find("__global__") == std::string_view::npos) continue;
      std::vector<std::string> all;
      for (const auto& names : open)
        all.insert(all.end(), names.begin(), names.end());
      return all;
    }
    rest = trimmed(rest.substr(1));
    const std::string_view condition =
        rest.substr(std::min(rest.size(), rest.find_first_of(" \t(!")));
    if (rest.starts_with("if")) {
      open.push_back(rest.starts_with("ifndef") ? std::vector<std::string>{}
                                                : needed_names(condition, language));
    } else if (!open.empty() && rest.starts_with("el")) {
      open.back() =
          rest.starts_with("elif") ? needed_names(condition, language) : std::vector<std::string>{};
    } else if (!open.empty() && rest.starts_with("endif")) {
      open.pop_back();
    }
  }
  return {};
}

}  // namespace kcast::frontend
