#include "collect/cuda/compiler_process.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "collect/cuda/ptxas.h"

namespace kcast::collect {

namespace {

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out += kDigits[value >> 4];
    out += kDigits[value & 15];
  }
  return out;
}

std::string from_hex(std::string_view digits) {
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  std::string out;
  out.reserve(digits.size() / 2);
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    out += static_cast<char>(value(digits[i]) * 16 + value(digits[i + 1]));
  return out;
}

std::string one_line(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

nlohmann::json answer(const std::string& line) {
  const auto json = nlohmann::json::parse(line);
  auto compiled = compile_kernel({.name = json.at("name"),
                                  .source = json.at("source"),
                                  .kernel = json.at("kernel"),
                                  .target = json.at("target"),
                                  .flags = json.at("flags"),
                                  .headers = {},
                                  .variables = json.at("variables"),
                                  .ptx = json.at("ptx")});
  if (!compiled) return {{"error", compiled.error().message}};
  // Here and not in the collector's process, whose driver would assemble one after the other.
  if (const std::string& ptx = json.at("ptx").get_ref<const std::string&>(); !ptx.empty()) {
    Result<std::string> assembled = assemble(json.at("name"), ptx, json.at("target"));
    if (!assembled) return {{"error", assembled.error().message}};
    compiled->cubin = *std::move(assembled);
  }
  return {{"cubin", to_hex(compiled->cubin)},
          {"symbol", compiled->symbol},
          {"variables", compiled->variables}};
}

}  // namespace

CompilerProcess::CompilerProcess(std::vector<std::string> command, std::chrono::seconds patience)
    : command_(std::move(command)), patience_(patience) {}

Error CompilerProcess::end(const std::string& why) {
  process_.reset();
  return Error{ErrorCode::External, why};
}

Result<CompiledKernel> CompilerProcess::compile(const CompileRequest& request) {
  if (!process_) {
    KCAST_TRY(WorkerProcess started, WorkerProcess::start(command_));
    process_.emplace(std::move(started));
  }
  process_->write_line(one_line({{"name", request.name},
                                 {"source", request.source},
                                 {"kernel", request.kernel},
                                 {"target", request.target},
                                 {"flags", request.flags},
                                 {"variables", request.variables},
                                 {"ptx", request.ptx}}));
  std::string line;
  switch (process_->read_line(line, patience_)) {
    case WorkerProcess::Read::Line:
      break;
    case WorkerProcess::Read::Nothing:
      return end(request.name + ": NVRTC takes longer than " + std::to_string(patience_.count()) +
                 " s");
    case WorkerProcess::Read::End: {
      const std::string how = process_->wait();
      return end(request.name + ": NVRTC did not survive it: " + how);
    }
  }
  try {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("error")) {
      return Error{ErrorCode::External, json.at("error").get<std::string>()};
    }
    return CompiledKernel{.cubin = from_hex(json.at("cubin").get_ref<const std::string&>()),
                          .symbol = json.at("symbol").get<std::string>(),
                          .variables = json.at("variables").get<std::vector<std::string>>()};
  } catch (const nlohmann::json::exception&) {
    return end(request.name + ": NVRTC's process answers '" + line.substr(0, 80) + "'");
  }
}

void serve_compiler(std::istream& input, std::ostream& output) {
  std::string line;
  while (std::getline(input, line))
    output << one_line(answer(line)) << '\n' << std::flush;
}

}  // namespace kcast::collect
