#include "encode/prompts.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/text.h"

namespace kcast::encode {
namespace {

constexpr std::array<std::string_view, kTemplates.size()> kNames = {
    "omniwise", "omniwise-raw", "llmperf", "roofline", "roofline-few-shot", "compact"};

std::string real_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

// Two decimals at most: "4814.08", "66908".
std::string figure_text(double value) {
  return real_text(std::round(value * 100) / 100);
}

std::string language_title(const std::string& language) {
  if (language == "opencl") return "OpenCL";
  if (language == "openmp") return "OMP";
  return language == "hip" ? "HIP" : "CUDA";
}

std::string scalar_text(const LaunchArgument& argument) {
  if (argument.integer) return std::to_string(*argument.integer);
  if (argument.real) return real_text(*argument.real);
  std::vector<std::string> members;
  for (const LaunchArgument& member : argument.members) {
    members.push_back(member.name + " = " +
                      (member.elements > 0 ? std::to_string(member.elements) + " elements"
                                           : scalar_text(member)));
  }
  return "{" + join(members, ", ") + "}";
}

bool is_buffer(const LaunchArgument& argument) {
  return argument.elements > 0 || argument.buffer >= 0;
}

int64_t local_elements(const LaunchArgument& argument) {
  return argument.local_bytes / std::max<int64_t>(argument.element_bytes, 1);
}

// --- Omniwise -----------------------------------------------------------------------------------

std::vector<Turn> omniwise_prompt(const PromptInput& input) {
  const std::string what = input.launch_name.empty()
                               ? "following code"
                               : "kernel " + input.launch.kernel + " (launch " + input.launch_name +
                                     ") in the following code";
  return {{"system",
           "You are an expert GPU programmer and profiler. Given a code, you will predict its "
           "performance counters.",
           "", ""},
          {"user",
           "For the GPU architecture " + input.gpu.target + " and the compiler flags " +
               flags_text(input.kernel) +
               ", what are the bandwidth, arithmetic intensity, hit rates, flops of the " + what +
               "? Output the answer in JSON format.\n\n",
           input.kernel.source, ""}};
}

// --- LLMPerf ------------------------------------------------------------------------------------

std::string argument_line(const LaunchArgument& argument, size_t position) {
  const std::string head =
      "Argument at position " + std::to_string(position) + " is " + argument.name + ", which is ";
  if (argument.local_bytes > 0) {
    return head + "local buffer of type " + argument.element_type + " with size " +
           std::to_string(local_elements(argument));
  }
  if (is_buffer(argument)) {
    return head + "global buffer of type " + argument.element_type + " with size " +
           std::to_string(argument.elements);
  }
  return head + "private scalar of type " + argument.element_type + " with value " +
         scalar_text(argument);
}

// Trailing ones are left out, as in cl::NDRange(1024).
std::string range_text(const std::array<int64_t, 3>& sizes) {
  std::string out = std::to_string(sizes[0]);
  if (sizes[1] > 1 || sizes[2] > 1) out += ", " + std::to_string(sizes[1]);
  if (sizes[2] > 1) out += ", " + std::to_string(sizes[2]);
  return out;
}

std::vector<Turn> llmperf_prompt(const PromptInput& input) {
  const Launch& launch = input.launch;
  Turn turn;
  turn.before =
      "Predict time for the following " + language_title(input.kernel.language) + " kernel:\n";
  turn.code = input.kernel.source;
  if (!turn.code.ends_with('\n')) turn.after = "\n";
  turn.after += "Given input:\n";
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    turn.after += argument_line(launch.arguments[i], i) + "\n";
  std::array<int64_t, 3> global{};
  for (size_t d = 0; d < 3; ++d)
    global[d] = launch.grid[d] * launch.block[d];
  turn.after += "Given kernel are executed with global size equals cl::NDRange(" +
                range_text(global) + "), local work-group size equals cl::NDRange(" +
                range_text(launch.block) + ")";
  return {turn};
}

// --- roofline question --------------------------------------------------------------------------

// The paper's slides leave the beginning of the prompt out; this one is ours.
constexpr std::string_view kContext =
    "You are an expert in GPU performance who classifies kernels by the roofline model. A kernel "
    "is compute-bound if the operations per byte that it moves between the GPU and its memory "
    "exceed the ratio of peak performance to max bandwidth for one of the listed types of "
    "operations, and bandwidth-bound if they do not.\n\n"
    "Provide only one word as your response, chosen from the set: ['Compute', 'Bandwidth'].\n";

std::string triple_text(const std::array<int64_t, 3>& sizes) {
  return "(" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
         std::to_string(sizes[2]) + ")";
}

std::string called_with(const PromptInput& input) {
  if (!input.command_line.empty()) {
    return "The executable running this kernel is launched with the following command-line "
           "arguments: [" +
           input.command_line + "].";
  }
  std::vector<std::string> values;
  for (const LaunchArgument& argument : input.launch.arguments) {
    const std::string elements = argument.local_bytes > 0 ? std::to_string(local_elements(argument))
                                                          : std::to_string(argument.elements);
    values.push_back(is_buffer(argument) || argument.local_bytes > 0
                         ? argument.name + ": " + argument.element_type + "[" + elements + "]"
                         : argument.name + " = " + scalar_text(argument));
  }
  return "The kernel is called with the following arguments: [" + join(values, ", ") + "].";
}

std::string roofline_question(const PromptInput& input) {
  const std::string language = language_title(input.kernel.language);
  const Gpu& gpu = input.gpu;
  return "Classify the " + language + " kernel called " + input.launch.kernel +
         " as Bandwidth or Compute bound. The system it will execute on is a " + gpu.name +
         " with:\n- peak single-precision performance of " + figure_text(gpu.peaks.fp32_gflops) +
         " GFLOP/s\n- peak double-precision performance of " + figure_text(gpu.peaks.fp64_gflops) +
         " GFLOP/s\n- peak integer performance of " + figure_text(gpu.peaks.int32_gops) +
         " GINTOP/s\n- max bandwidth of " + figure_text(gpu.bandwidth.dram_gbs) +
         " GB/s\n\nThe block and grid sizes of the invoked kernel are " +
         triple_text(input.launch.block) + " and " + triple_text(input.launch.grid) +
         ", respectively. " + called_with(input) +
         "\n\nBelow is the source code of the requested " + language + " kernel:\n\n";
}

std::vector<Turn> roofline_prompt(const PromptInput& input, bool few_shot) {
  Turn turn{"user", std::string(kContext) + "\n", input.kernel.source, ""};
  if (few_shot) {
    turn.before += "Examples:\n\n";
    const std::vector<PromptExample> examples =
        input.examples.empty() ? roofline_examples(input.kernel.language) : input.examples;
    for (size_t i = 0; i < examples.size(); ++i) {
      turn.before += "Example " + std::to_string(i + 1) + ":\n\n" + examples[i].code +
                     (examples[i].code.ends_with('\n') ? "\n" : "\n\n") + "Response: " +
                     (examples[i].bound == Bound::Compute ? "Compute" : "Bandwidth") + "\n\n";
    }
    turn.before +=
        "Now, analyze the following source codes for the requested kernel of the specified "
        "hardware.\n\n";
  }
  turn.before += roofline_question(input);
  return {turn};
}

// --- ours ---------------------------------------------------------------------------------------

// What changes least comes first, so that launches of a kernel share a prefix.
std::string gpu_line(const Gpu& gpu) {
  return "gpu " + gpu.id + " " + gpu.target + " units " + std::to_string(gpu.units.count) +
         " mhz " + figure_text(gpu.clocks.boost_mhz) + " fp32 " +
         figure_text(std::round(gpu.peaks.fp32_gflops)) + " fp64 " +
         figure_text(std::round(gpu.peaks.fp64_gflops)) + " int32 " +
         figure_text(std::round(gpu.peaks.int32_gops)) + " dram " +
         figure_text(std::round(gpu.bandwidth.dram_gbs)) + " l2 " +
         std::to_string(gpu.l2.size_bytes / 1024) + "K l1 " +
         std::to_string(gpu.l1.size_bytes / 1024) + "K\n";
}

std::string sizes_text(const std::array<int64_t, 3>& sizes) {
  return std::to_string(sizes[0]) + " " + std::to_string(sizes[1]) + " " + std::to_string(sizes[2]);
}

// "a float[1048576]", "n = 1024", and what is not usual of a buffer: contents, shared memory.
std::string compact_argument(const Launch& launch, size_t position) {
  const LaunchArgument& argument = launch.arguments[position];
  if (argument.local_bytes > 0) {
    return argument.name + " local " + argument.element_type + "[" +
           std::to_string(local_elements(argument)) + "]\n";
  }
  if (!is_buffer(argument)) return argument.name + " = " + scalar_text(argument) + "\n";
  std::string out =
      argument.name + " " + argument.element_type + "[" + std::to_string(argument.elements) + "]";
  for (size_t i = 0; i < position && argument.buffer >= 0; ++i) {
    if (launch.arguments[i].buffer != argument.buffer) continue;
    out += " is " + launch.arguments[i].name;
    break;
  }
  if (!(argument.fill == Fill{})) out += " " + fill_text(argument.fill);
  return out + "\n";
}

std::vector<Turn> compact_prompt(const PromptInput& input) {
  const Launch& launch = input.launch;
  Turn turn{"user", gpu_line(input.gpu), input.kernel.source, ""};
  turn.before += input.kernel.language + " " + flags_text(input.kernel) + "\n";
  if (!turn.code.ends_with('\n')) turn.after = "\n";
  turn.after += "launch " + launch.kernel + " grid " + sizes_text(launch.grid) + " block " +
                sizes_text(launch.block);
  if (launch.shared_bytes > 0) turn.after += " shared " + std::to_string(launch.shared_bytes);
  turn.after += "\n";
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    turn.after += compact_argument(launch, i);
  return {turn};
}

// --- examples -----------------------------------------------------------------------------------

// CUDA's and HIP's differ in the host code alone, which is not shown.
constexpr std::string_view kComputeCuda =
    "__global__ void iterate(const float* x, float* y, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  float a = x[i], b = 1.0f - a;\n"
    "  for (int k = 0; k < 2000; ++k) {\n"
    "    a = a * 0.75f + b;\n"
    "    b = b * 0.5f + a;\n"
    "  }\n"
    "  y[i] = a + b;\n"
    "}\n";
constexpr std::string_view kBandwidthCuda =
    "__global__ void triad(const float* x, const float* y, float* z, float s, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) z[i] = x[i] + s * y[i];\n"
    "}\n";
constexpr std::string_view kComputeOpenCl =
    "kernel void iterate(global const float* x, global float* y, int n) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i >= n) return;\n"
    "  float a = x[i], b = 1.0f - a;\n"
    "  for (int k = 0; k < 2000; ++k) {\n"
    "    a = a * 0.75f + b;\n"
    "    b = b * 0.5f + a;\n"
    "  }\n"
    "  y[i] = a + b;\n"
    "}\n";
constexpr std::string_view kBandwidthOpenCl =
    "kernel void triad(global const float* x, global const float* y, global float* z, float s,\n"
    "                  int n) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) z[i] = x[i] + s * y[i];\n"
    "}\n";

}  // namespace

std::string_view template_name(Template which) {
  return kNames[static_cast<size_t>(which)];
}

Result<Template> template_named(std::string_view name) {
  for (const Template which : kTemplates) {
    if (template_name(which) == name) return which;
  }
  const std::vector<std::string> names(kNames.begin(), kNames.end());
  return Error{ErrorCode::InvalidInput,
               "no template '" + std::string(name) + "'; there are " + join(names, ", ")};
}

bool wants_host_code(Template which) {
  return which == Template::Omniwise || which == Template::OmniwiseRaw;
}

std::vector<PromptExample> roofline_examples(std::string_view language) {
  const bool opencl = language == "opencl";
  return {{std::string(opencl ? kComputeOpenCl : kComputeCuda), Bound::Compute},
          {std::string(opencl ? kBandwidthOpenCl : kBandwidthCuda), Bound::Bandwidth}};
}

std::string flags_text(const KernelSource& kernel) {
  return kernel.flags.empty() ? "-O3" : join(kernel.flags, " ");
}

std::vector<Turn> prompt_of(Template which, const PromptInput& input) {
  switch (which) {
    case Template::Omniwise:
    case Template::OmniwiseRaw:
      return omniwise_prompt(input);
    case Template::LlmPerf:
      return llmperf_prompt(input);
    case Template::Roofline:
      return roofline_prompt(input, false);
    case Template::RooflineFewShot:
      return roofline_prompt(input, true);
    case Template::Compact:
      return compact_prompt(input);
  }
  KCAST_CHECK(false, "every template has a prompt");
  return {};
}

}  // namespace kcast::encode
