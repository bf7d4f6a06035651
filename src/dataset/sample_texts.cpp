#include "dataset/sample_texts.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "dataset/omniwise.h"

namespace kcast::dataset {
namespace {

using nlohmann::ordered_json;

// What both papers' samples carry beside their texts.
ordered_json origin_json(const TextSample& sample) {
  const Row& row = *sample.row;
  return {{"recipe", row.kernel.recipe},
          {"language", row.kernel.language},
          {"launch", row.launch},
          {"family", row.kernel.family},
          {"gpu", row.gpu},
          {"side", sample.side}};
}

// Texts of authored programs may hold any bytes.
std::string line_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string omniwise_answer(const TextSample& sample, const std::string& flags, bool rounded) {
  ordered_json counters = {{"compiler_flags", flags}, {"architecture", sample.target}};
  for (const OmniwiseCounter& counter : omniwise_counters())
    counters[counter.key] = omniwise_value(counter, sample.row->reading.values, rounded);
  return "Here are the performance counters for the " + sample.target +
         " GPU architecture and the " + flags +
         " compiler flags combination in JSON format:\n\n```json\n" + counters.dump(2) + "\n```";
}

std::string real_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

std::string scalar_value(const LaunchArgument& argument) {
  if (argument.integer) return std::to_string(*argument.integer);
  if (argument.real) return real_text(*argument.real);
  std::vector<std::string> members;
  for (const LaunchArgument& member : argument.members) {
    members.push_back(member.name + " = " +
                      (member.elements > 0 ? std::to_string(member.elements) + " elements"
                                           : scalar_value(member)));
  }
  return "{" + join(members, ", ") + "}";
}

std::string argument_line(const LaunchArgument& argument, size_t position) {
  const std::string head =
      "Argument at position " + std::to_string(position) + " is " + argument.name + ", which is ";
  if (argument.local_bytes > 0) {
    return head + "local buffer of type " + argument.element_type + " with size " +
           std::to_string(argument.local_bytes / std::max<int64_t>(argument.element_bytes, 1));
  }
  if (argument.elements > 0 || argument.buffer >= 0) {
    return head + "global buffer of type " + argument.element_type + " with size " +
           std::to_string(argument.elements);
  }
  return head + "private scalar of type " + argument.element_type + " with value " +
         scalar_value(argument);
}

// Trailing ones are left out, as in cl::NDRange(1024).
std::string range_text(const std::array<int64_t, 3>& sizes) {
  std::string out = std::to_string(sizes[0]);
  if (sizes[1] > 1 || sizes[2] > 1) out += ", " + std::to_string(sizes[1]);
  if (sizes[2] > 1) out += ", " + std::to_string(sizes[2]);
  return out;
}

std::string language_name(const std::string& language) {
  if (language == "opencl") return "OpenCL";
  return language == "hip" ? "HIP" : "CUDA";
}

std::string llmperf_prompt(const TextSample& sample) {
  const Launch& launch = sample.launch;
  std::string out = "Predict time for the following " + language_name(sample.row->kernel.language) +
                    " kernel:\n" + sample.text;
  if (!out.ends_with('\n')) out += '\n';
  out += "Given input:\n";
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    out += argument_line(launch.arguments[i], i) + "\n";
  std::array<int64_t, 3> global{};
  for (size_t d = 0; d < 3; ++d)
    global[d] = launch.grid[d] * launch.block[d];
  return out + "Given kernel are executed with global size equals cl::NDRange(" +
         range_text(global) + "), local work-group size equals cl::NDRange(" +
         range_text(launch.block) + ")";
}

}  // namespace

std::string omniwise_line(const TextSample& sample, const OmniwiseStyle& style) {
  const std::string flags = sample.flags.empty() ? "-O3" : join(sample.flags, " ");
  const std::string what = style.several ? "kernel " + sample.launch.kernel + " (launch " +
                                               sample.row->launch + ") in the following code"
                                         : "following code";
  ordered_json line = origin_json(sample);
  line["messages"] = {
      {{"role", "system"},
       {"content",
        "You are an expert GPU programmer and profiler. Given a code, you will predict its "
        "performance counters."}},
      {{"role", "user"},
       {"content", "For the GPU architecture " + sample.target + " and the compiler flags " +
                       flags +
                       ", what are the bandwidth, arithmetic intensity, hit rates, flops "
                       "of the " +
                       what + "? Output the answer in JSON format.\n\n" + sample.text}},
      {{"role", "assistant"}, {"content", omniwise_answer(sample, flags, style.rounded)}}};
  return line_of(line);
}

std::string llmperf_line(const TextSample& sample) {
  const double time = sample.row->reading.values.time_us;
  ordered_json line = origin_json(sample);
  line["prompt"] = llmperf_prompt(sample);
  line["time_us"] = time;
  line["log2_time_us"] = std::log2(time);
  return line_of(line);
}

}  // namespace kcast::dataset
