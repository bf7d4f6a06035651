#include "frontend/assume/read_source.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "frontend/assume/opencl_build.h"
#include "frontend/parse/guesses.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/repair/repair.h"

namespace kcast::frontend {

namespace {

// The language whose run time a C++ source asks for through a header of the project.
std::string_view language_missed(const ParsedUnit& unit) {
  if (unit.language->lowers) return "";
  for (const Diagnostic& diagnostic : unit.diagnostics) {
    const auto names = [&](const char* header) {
      return diagnostic.severity == Severity::Warning &&
             diagnostic.message.starts_with("header '" + std::string(header));
    };
    if (names("hip/hip_")) return "hip";
    if (names("cuda_runtime") || names("cuda.h'") || names("device_launch_parameters")) {
      return "cuda";
    }
  }
  return "";
}

class LenientParse {
 public:
  LenientParse(const SourceReader& reader, UnitGuesses& guesses, const std::string& text)
      : reader_(reader), input_(guesses.input), macros_(guesses.macros), text_(text) {}

  Result<std::unique_ptr<ParsedUnit>> run() {
    KCAST_TRY(auto unit, parse_with(input_));
    if (const std::string_view missed = language_missed(*unit);
        reader_.request.language.empty() && !missed.empty()) {
      KCAST_TRY(input_.language, find_language(missed, ""));
      KCAST_TRY(unit, parse_with(input_));
    }
    const bool is_opencl = input_.language->name == "opencl";
    if (is_opencl && reader_.request.assume) {
      OpenClBuild build(reader_.tree, reader_.request, input_, macros_);
      KCAST_TRY(unit, build.complete(std::move(unit)));
    }
    if (swallows_the_rest(*unit)) return close_braces(std::move(unit));
    if (is_opencl || !reader_.request.assume) return unit;
    KCAST_OK(open_conditions(unit));
    KCAST_OK(add_names(unit));
    return unit;
  }

 private:
  Result<std::unique_ptr<ParsedUnit>> parse_with(const ParseInput& input) const {
    return parse(input, reader_.tree, &reader_.prepared);
  }

  // Parses a source with missing braces once more, mended. What the user sees are
  // the errors of the text as it is; a function that had to be closed stays broken.
  Result<std::unique_ptr<ParsedUnit>> close_braces(std::unique_ptr<ParsedUnit> unit) {
    const std::optional<Mended> mended = close_open_braces(text_);
    if (!mended) return unit;
    reader_.tree->add_text(input_.file, mended->text);
    KCAST_TRY(auto second, parse_with(input_));
    const clang::SourceManager& sources = second->sources();
    for (const size_t line : mended->lines) {
      ParseError error;
      error.diagnostic.line = static_cast<int64_t>(line);
      error.diagnostic.message = "expected '}'";
      error.location =
          sources.translateLineCol(sources.getMainFileID(), static_cast<unsigned>(line), 1);
      second->errors.push_back(std::move(error));
    }
    second->diagnostics = unit->diagnostics;
    return second;
  }

  bool is_gpu_cpp() const { return input_.language->lowers && input_.language->has_host_code; }

  // A unit is never freed: taking it apart costs as much as lowering a kernel.
  static void take(std::unique_ptr<ParsedUnit>& unit, std::unique_ptr<ParsedUnit> other) {
    (void)unit.release();
    unit = std::move(other);
  }

  // Kernels that the preprocessor left out, all of them: the build defines what they wait for.
  Status open_conditions(std::unique_ptr<ParsedUnit>& unit) {
    if (!is_gpu_cpp() || !find_kernels(*unit).empty()) return Unit{};
    std::vector<std::string> names = closed_conditions(text_, input_.language->name);
    std::erase_if(names, [&](const std::string& name) { return is_defined(*unit, name); });
    if (names.empty()) return Unit{};
    for (const std::string& name : names) {
      input_.macros.emplace_back(name, "1");
      macros_.push_back(name + "=1");
    }
    KCAST_TRY(auto other, parse_with(input_));
    take(unit, std::move(other));
    return Unit{};
  }

  static bool is_defined(const ParsedUnit& unit, const std::string& name) {
    const clang::Preprocessor& preprocessor = unit.compiler->getPreprocessor();
    const clang::IdentifierInfo* known = preprocessor.getIdentifierInfo(name);
    return known != nullptr && known->hasMacroDefinition();
  }

  // Behind a name that is not declared there are often others; in the end it must be worth it.
  Status add_names(std::unique_ptr<ParsedUnit>& unit) {
    constexpr int kMostRounds = 5;
    std::unique_ptr<ParsedUnit> last;
    ParseInput next = input_;
    std::vector<std::string> assumed;
    for (int round = 0; round < kMostRounds; ++round) {
      const std::vector<ParseError>& errors = (last ? *last : *unit).errors;
      const bool with_headers = is_gpu_cpp() && add_headers(errors, next);
      const bool with_macros = add_macros(errors, next, assumed);
      if (!with_headers && !with_macros) break;
      if (last) (void)last.release();
      KCAST_TRY(last, parse_with(next));
    }
    if (last && last->errors.size() < unit->errors.size()) {
      input_ = std::move(next);
      macros_.insert(macros_.end(), assumed.begin(), assumed.end());
      std::swap(unit, last);
    }
    if (last) (void)last.release();
    return Unit{};
  }

  static bool add_macros(const std::vector<ParseError>& errors, ParseInput& next,
                         std::vector<std::string>& assumed) {
    auto macros = guess_macros(errors);
    std::erase_if(macros, [&](const auto& macro) {
      return std::any_of(next.macros.begin(), next.macros.end(),
                         [&](const auto& known) { return known.first == macro.first; });
    });
    for (const auto& [name, value] : macros)
      assumed.push_back(name + "=" + value);
    next.macros.insert(next.macros.end(), macros.begin(), macros.end());
    return !macros.empty();
  }

  static bool add_headers(const std::vector<ParseError>& errors, ParseInput& next) {
    std::vector<std::string>& known = next.forced_files;
    std::vector<std::string> headers = guess_headers(errors);
    std::erase_if(headers, [&](const std::string& header) {
      return std::find(known.begin(), known.end(), header) != known.end();
    });
    known.insert(known.end(), headers.begin(), headers.end());
    return !headers.empty();
  }

  const SourceReader& reader_;
  ParseInput& input_;
  std::vector<std::string>& macros_;
  const std::string& text_;
};

}  // namespace

bool swallows_the_rest(const ParsedUnit& unit) {
  return std::any_of(unit.errors.begin(), unit.errors.end(), [](const ParseError& error) {
    const std::string& message = error.diagnostic.message;
    return message == "function definition is not allowed here" ||
           message.starts_with("expected '}'") || message.starts_with("templates can only be") ||
           message.starts_with("a template declaration cannot");
  });
}

Result<std::unique_ptr<ParsedUnit>> read_source(const SourceReader& reader, UnitGuesses& guesses,
                                                const std::string& text) {
  return LenientParse(reader, guesses, text).run();
}

}  // namespace kcast::frontend
