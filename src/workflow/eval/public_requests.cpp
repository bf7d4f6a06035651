#include "workflow/eval/public_requests.h"

#include <cmath>
#include <cstring>

#include "base/files.h"
#include "base/text.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxSourceBytes = size_t{8} << 20;

Status add_files(const std::vector<std::string>& files, frontend::InspectRequest& out) {
  for (const std::string& name : files) {
    KCAST_TRY(const fs::path file, path_inside(out.working_dir, name));
    KCAST_TRY(std::string text, read_file(file, kMaxSourceBytes));
    out.files.push_back({name, std::move(text)});
  }
  // As for a user whose project this is.
  out.readable_dirs = {"."};
  return Unit{};
}

// -I goes to the folders, which may be relative to `base`; the rest stays a flag.
void add_flags(const std::vector<std::string>& flags, const fs::path& base,
               frontend::InspectRequest& out) {
  for (size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i].starts_with("-I")) {
      out.flags.push_back(flags[i]);
      continue;
    }
    const bool is_apart = flags[i] == "-I" && i + 1 < flags.size();
    const std::string folder = is_apart ? flags[++i] : flags[i].substr(2);
    const std::string below = (base / folder).string();
    out.include_dirs.push_back(below.empty() ? "." : below);
  }
}

Result<predict::PredictRequest> request_in(const fs::path& sources, const PublicProgram& program,
                                           const Gpu& gpu) {
  predict::PredictRequest out;
  std::error_code failed;
  out.source.working_dir =
      fs::absolute(repository_folder(sources, program.repository), failed).string();
  if (failed) return Error{ErrorCode::Io, sources.string() + ": " + failed.message()};
  out.gpus = {gpu};
  return out;
}

template <typename T>
T value_of(const std::string& bytes) {
  T out;
  std::memcpy(&out, bytes.data(), sizeof(T));
  return out;
}

predict::Number real_number(double value) {
  constexpr double kExact = 9007199254740992;  // 2^53
  predict::Number out;
  out.real = value;
  if (std::floor(value) == value && std::abs(value) < kExact)
    out.integer = static_cast<int64_t>(value);
  return out;
}

bool is_unsigned(const std::string& type) {
  return type.starts_with("u") || type.find("unsigned") != std::string::npos ||
         type.find("size_t") != std::string::npos || type == "bool";
}

void give(const std::string& name, const std::optional<predict::Number>& number,
          predict::LaunchOverrides& out) {
  if (number && !name.empty()) out.arguments.emplace_back(name, *number);
}

void give_value(const std::string& bytes, const Parameter& parameter,
                predict::LaunchOverrides& out) {
  if (parameter.members.empty()) {
    const std::string& type = parameter.element_type;
    return give(parameter.name, number_of_bytes(bytes, type.empty() ? parameter.type : type), out);
  }
  for (const ParameterMember& member : parameter.members) {
    const auto from = static_cast<size_t>(member.offset_bytes);
    const auto size = static_cast<size_t>(member.size_bytes);
    if (member.is_pointer || from + size > bytes.size()) continue;
    give(member.name, number_of_bytes(bytes.substr(from, size), member.element_type), out);
  }
}

}  // namespace

fs::path repository_folder(const fs::path& sources, const std::string& repository) {
  std::string name = repository;
  if (const size_t slash = name.find('/'); slash != std::string::npos) name[slash] = '+';
  return sources / name;
}

Result<predict::PredictRequest> program_request(const fs::path& sources,
                                                const PublicProgram& program, const Gpu& gpu) {
  KCAST_TRY(predict::PredictRequest out, request_in(sources, program, gpu));
  std::vector<std::string> files = program.files;
  files.insert(files.end(), program.kernel_files.begin(), program.kernel_files.end());
  KCAST_OK(add_files(files, out.source));
  add_flags(program.flags, "", out.source);
  for (const std::string& folder : program.beside)
    out.source.include_dirs.push_back(repository_folder("..", folder).string());
  if (!program.arguments.empty()) out.source.argv = program.arguments;
  return out;
}

Result<predict::PredictRequest> kernel_request(const fs::path& sources,
                                               const PublicProgram& program,
                                               const PublicReading& reading, const Gpu& gpu) {
  KCAST_TRY(predict::PredictRequest out, request_in(sources, program, gpu));
  // Without a file of its own the kernel is in a text of the program.
  KCAST_OK(
      add_files(program.kernel_files.empty() ? program.files : program.kernel_files, out.source));
  if (program.kernel_files.empty()) add_flags(program.flags, "", out.source);
  add_flags(split_words(reading.options), program.folder, out.source);
  out.source.kernel = reading.kernel;
  return out;
}

predict::LaunchOverrides given_launch(const PublicReading& reading, const Kernel& kernel) {
  predict::LaunchOverrides out;
  out.grid = reading.grid;
  out.block = reading.block;
  const size_t count = std::min(reading.arguments.size(), kernel.parameters.size());
  for (size_t i = 0; i < count; ++i) {
    const PublicArgument& argument = reading.arguments[i];
    const Parameter& parameter = kernel.parameters[i];
    const std::optional<int64_t> bytes =
        argument.local_bytes ? argument.local_bytes : argument.buffer_bytes;
    if (!bytes) {
      give_value(argument.value, parameter, out);
    } else if (parameter.is_pointer) {
      const int64_t elements = *bytes / std::max<int64_t>(parameter.element_bytes, 1);
      give(parameter.name, predict::Number{elements, static_cast<double>(elements)}, out);
    }
  }
  return out;
}

std::optional<predict::Number> number_of_bytes(const std::string& bytes, const std::string& type) {
  const bool is_real =
      type.find("float") != std::string::npos || type.find("double") != std::string::npos;
  if (is_real && bytes.size() == sizeof(float)) return real_number(value_of<float>(bytes));
  if (is_real && bytes.size() == sizeof(double)) return real_number(value_of<double>(bytes));
  if (is_real || bytes.empty() || bytes.size() > sizeof(int64_t)) return std::nullopt;
  uint64_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  const size_t bits = 8 * bytes.size();
  const bool is_negative = !is_unsigned(type) && ((value >> (bits - 1)) & 1) != 0;
  if (is_negative && bits < 64) value |= ~uint64_t{0} << bits;
  const auto integer = static_cast<int64_t>(value);
  return predict::Number{integer, static_cast<double>(integer)};
}

}  // namespace kcast::workflow
