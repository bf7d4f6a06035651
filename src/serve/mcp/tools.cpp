#include "serve/mcp/tools.h"

#include <algorithm>
#include <array>

namespace kcast::mcp {

namespace {

constexpr std::array<const char*, 5> kToolNames = {"predict", "explain", "rank", "diff", "gpus"};

Json text_type(const std::string& description) {
  return {{"type", "string"}, {"description", description}};
}

Json texts_type(const std::string& description) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", description}};
}

Json values_type(const std::string& description) {
  return {{"type", "object"},
          {"additionalProperties", {{"type", Json::array({"string", "number"})}}},
          {"description", description}};
}

Json value_type(const std::string& description) {
  return {{"type", Json::array({"string", "number"})}, {"description", description}};
}

// Where a source comes from.
Json source_properties() {
  return {
      {"path", text_type("a source file on this machine (.cu, .hip, .cl, .cpp); its project's "
                         "headers and build flags are found")},
      {"code", text_type("the source itself, instead of a path")},
      {"language",
       {{"type", "string"},
        {"enum", Json::array({"cuda", "hip", "opencl", "openmp"})},
        {"description", "of the code; default: by its words"}}},
  };
}

// What decides a launch; the same for every tool that predicts.
Json launch_properties() {
  return {
      {"kernel", text_type("only this kernel; default: all")},
      {"gpu", text_type("h200 (default), a name of the tool gpus, several with commas, or all")},
      {"l2", text_type("what L2 holds when a launch begins: cold (default), warm (the same launch "
                       "ran just before, as in a benchmark loop) or program (what the launches "
                       "before it left)")},
      {"timing", text_type("kernel (default): as ncu shows it; event: as events around the launch "
                           "show it")},
      {"grid", value_type("blocks: 1024 or \"64x64\"; default: what host code says")},
      {"block", value_type("threads of a block: 256 or \"16x16\"")},
      {"shared", value_type("dynamic shared memory of a block, bytes")},
      {"args", values_type("arguments of the kernel by name: {\"n\": 1e7}; of a buffer its number "
                           "of elements")},
      {"fills",
       values_type("what buffers hold: {\"idx\": \"permutation\", \"x\": \"uniform:0,1\"}")},
      {"defines", values_type("macros, or values of host variables: {\"N\": 4096}")},
      {"argv", text_type("arguments of the program: \"100 8192\"")},
      {"flags", text_type("build flags as nvcc takes them: \"--use_fast_math -DTILE=32\"")},
  };
}

Json object_schema(Json properties, const Json& required = Json::array()) {
  Json out = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) out["required"] = required;
  out["additionalProperties"] = false;
  return out;
}

Json number_or_null() {
  return {{"type", Json::array({"number", "null"})}};
}

Json list_of(const Json& properties, const Json& required) {
  return {{"type", "array"},
          {"items", {{"type", "object"}, {"properties", properties}, {"required", required}}}};
}

Json skipped_schema() {
  return list_of({{"kernel", {{"type", "string"}}}, {"reason", {{"type", "string"}}}},
                 {"kernel", "reason"});
}

// One launch in short, as predict and rank give it.
Json launch_schema() {
  return {
      {"kernel", {{"type", "string"}}},   {"gpu", {{"type", "string"}}},
      {"time_us", number_or_null()},      {"low_us", number_or_null()},
      {"high_us", number_or_null()},      {"class", {{"type", Json::array({"string", "null"})}}},
      {"summary", {{"type", "string"}}},  {"launch", {{"type", "string"}}},
      {"assumed", {{"type", "boolean"}}}, {"settings", {{"type", "object"}}}};
}

Json tool(const std::string& name, const std::string& title, const std::string& description,
          Json input, Json output) {
  return {{"name", name},
          {"title", title},
          {"description", description},
          {"inputSchema", std::move(input)},
          {"outputSchema", std::move(output)},
          {"annotations", {{"title", title}, {"readOnlyHint", true}, {"openWorldHint", false}}}};
}

Json merged(Json a, const Json& b) {
  a.update(b);
  return a;
}

Json output_schema(const Json& properties, const Json& required) {
  return {{"type", "object"}, {"properties", properties}, {"required", required}};
}

Json predict_tool() {
  Json input = merged(source_properties(), launch_properties());
  input["sweep"] = texts_type("what-if: [\"block=64,128,256\", \"n=1e6..1e8\"]; every combination");
  input["detail"] = {{"type", "string"},
                     {"enum", Json::array({"short", "full"})},
                     {"description", "full: every metric with its interval (long); default short"}};
  const Json output = {
      {"predictions", list_of(launch_schema(), {"kernel", "gpu", "time_us", "summary"})},
      {"skipped", skipped_schema()},
      {"notes", {{"type", "array"}, {"items", {{"type", "string"}}}}},
      {"left_out", {{"type", "integer"}}},
      {"report", {{"type", "object"}}}};
  return tool("predict", "Predict GPU kernel performance",
              "Predicts time (with a 90 % interval), roofline class and limits of CUDA, HIP or "
              "OpenCL kernels from source. No GPU is used and nothing is run. Grid, block and "
              "arguments come from host code in the source; give them where there is none.",
              object_schema(std::move(input)), output_schema(output, {"predictions", "skipped"}));
}

Json explain_tool() {
  const Json line = {{"line", {{"type", "integer"}}},
                     {"source", {{"type", "string"}}},
                     {"text", {{"type", "string"}}}};
  const Json output = {
      {"kernel", {{"type", "string"}}},
      {"gpu", {{"type", "string"}}},
      {"summary", {{"type", "string"}}},
      {"busy", list_of({{"part", {{"type", "string"}}}, {"share", {{"type", "number"}}}},
                       {"part", "share"})},
      {"reasons", list_of(line, {"text"})},
      {"causes", list_of(merged(line, {{"code", {{"type", "string"}}}}), {"code", "text"})},
      {"occupancy", {{"type", "object"}}},
      {"assumed", {{"type", "array"}, {"items", {{"type", "string"}}}}}};
  return tool("explain", "Explain what limits a kernel",
              "Says which part of the GPU is busiest, which source lines cause it, what can be "
              "improved (uncoalesced access, bank conflicts, occupancy, divergence, atomics) and "
              "what was assumed, for the kernel that takes longest or the one named.",
              object_schema(merged(source_properties(), launch_properties())),
              output_schema(output, {"kernel", "gpu", "summary", "busy", "reasons"}));
}

Json rank_tool() {
  const Json candidate = {
      {"type", "object"},
      {"properties", merged({{"label", text_type("its name in the answer")}}, source_properties())},
      {"additionalProperties", false}};
  Json input = {{"candidates",
                 {{"type", "array"},
                  {"items", candidate},
                  {"minItems", 1},
                  {"maxItems", 64},
                  {"description", "versions to compare, each a path or code"}}}};
  input.update(launch_properties());
  input["by"] = text_type("metric, best first: time_us (default), gflops, hbm_read_bytes ...");
  const Json output = {
      {"by", {{"type", "string"}}},
      {"ranking", list_of(merged({{"label", {{"type", "string"}}}, {"value", number_or_null()}},
                                 launch_schema()),
                          {"label", "kernel", "gpu", "value"})},
      {"skipped", skipped_schema()}};
  return tool("rank", "Rank versions of a kernel",
              "Sorts versions of a kernel by predicted time or another metric, best first; "
              "milliseconds a version, so many can be tried.",
              object_schema(std::move(input), {"candidates"}),
              output_schema(output, {"by", "ranking", "skipped"}));
}

Json diff_tool() {
  const Json side = {
      {"type", "object"}, {"properties", source_properties()}, {"additionalProperties", false}};
  Json input = {{"before", side}, {"after", side}};
  input.update(launch_properties());
  const Json change = {{"kernel", {{"type", "string"}}},     {"gpu", {{"type", "string"}}},
                       {"before_us", number_or_null()},      {"after_us", number_or_null()},
                       {"change_percent", number_or_null()}, {"summary", {{"type", "string"}}},
                       {"metrics", {{"type", "object"}}}};
  const Json output = {{"changes", list_of(change, {"kernel", "gpu", "summary"})},
                       {"only_before", {{"type", "array"}, {"items", {{"type", "string"}}}}},
                       {"only_after", {{"type", "array"}, {"items", {{"type", "string"}}}}}};
  return tool("diff", "Compare two versions",
              "What a change of source does to the predicted time and counters, launch by launch: "
              "metrics that change by more than 1 %.",
              object_schema(std::move(input), {"before", "after"}),
              output_schema(output, {"changes", "only_before", "only_after"}));
}

Json gpus_tool() {
  const Json gpu = {{"id", {{"type", "string"}}},       {"name", {{"type", "string"}}},
                    {"vendor", {{"type", "string"}}},   {"validated", {{"type", "boolean"}}},
                    {"dram_gbs", {{"type", "number"}}}, {"fp32_gflops", {{"type", "number"}}}};
  return tool("gpus", "List GPUs",
              "The GPUs that can be predicted, with their peaks and whether predictions for them "
              "were compared with hardware.",
              object_schema(Json::object()),
              output_schema({{"gpus", list_of(gpu, {"id", "name"})}}, {"gpus"}));
}

}  // namespace

Json tools_json() {
  return Json::array({predict_tool(), explain_tool(), rank_tool(), diff_tool(), gpus_tool()});
}

bool has_tool(const std::string& name) {
  return std::find(kToolNames.begin(), kToolNames.end(), name) != kToolNames.end();
}

std::string instructions() {
  return "Predicts how GPU kernels perform from source alone; no GPU is needed and nothing is run. "
         "Start with predict on a file; explain says what limits a kernel and in which line; after "
         "a change, diff tells whether it helped; rank chooses among versions. Times are of one "
         "launch, with 90 % intervals: differences much smaller than these are within what a "
         "prediction can tell, though two versions of one kernel compare better than that. What "
         "was assumed is said: give grid, block and args where host code does not state them.";
}

}  // namespace kcast::mcp
