#include "workflow/dataset/samples.h"

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "base/io/new_file.h"
#include "encode/answers.h"
#include "encode/prompts.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// The lines of a kernel by side, and reasons for rows that have none.
struct KernelLines {
  std::array<std::string, 3> lines;
  std::array<size_t, 3> counts{};
  std::map<std::string, size_t> left_out;
};

using nlohmann::ordered_json;

// Texts of authored programs may hold any bytes.
std::string line_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

// What samples carry beside their texts.
ordered_json origin_json(const dataset::Row& row, dataset::Side side) {
  return {{"recipe", row.kernel.recipe},
          {"language", row.kernel.language},
          {"launch", row.launch},
          {"family", row.kernel.family},
          {"gpu", row.gpu},
          {"side", dataset::side_name(side)}};
}

// A chat of system, user and assistant.
std::string chat_line(ordered_json line, encode::Template which, const encode::PromptInput& input,
                      const BaseQuantities& values) {
  ordered_json messages = ordered_json::array();
  for (const encode::Turn& turn : encode::prompt_of(which, input))
    messages.push_back({{"role", turn.role}, {"content", turn.text()}});
  const encode::AnswerSchema schema = encode::answer_schema(which, input.kernel, input.gpu);
  messages.push_back(
      {{"role", "assistant"}, {"content", encode::answer_text(schema, values, Bound::None)}});
  line["messages"] = std::move(messages);
  return line_of(line);
}

// LLMPerf's prompt, and the binary logarithm of the time in microseconds.
std::string time_line(ordered_json line, const encode::PromptInput& input, double time_us) {
  line["prompt"] = encode::prompt_of(encode::Template::LlmPerf, input).at(0).text();
  line["time_us"] = time_us;
  line["log2_time_us"] = std::log2(time_us);
  return line_of(line);
}

class LineMaker {
 public:
  LineMaker(const dataset::SampleSet& set, const Remaker& remaker, const SampleFormat& format,
            const dataset::SplitRules& rules)
      : set_(set), remaker_(remaker), format_(format), rules_(rules) {}

  KernelLines lines_of(const SetKernel& kernel) const {
    KernelLines out;
    const Result<plan::PlanJob> job = remaker_.make(set_, kernel);
    if (!job) {
      out.left_out["the kernel cannot be made"] += kernel.labels.size();
      return out;
    }
    out.left_out["the launch cannot be made"] += job->refused.size();
    size_t launches = 0;
    for (const plan::PlanKernel& made : job->kernels)
      launches += made.launches.size();
    for (const plan::PlanKernel& made : job->kernels) {
      for (const auto& [number, launch] : made.launches)
        add_line(kernel, kernel.labels[number], made.kernel, launch, launches > 1, out);
    }
    return out;
  }

 private:
  void add_line(const SetKernel& kernel, size_t label, const KernelSource& source,
                const Launch& launch, bool several, KernelLines& out) const {
    const dataset::Row& row = set_.labels[label];
    const bool omniwise = format_.name != "llmperf";
    if (omniwise && !dataset::has_counters(row.reading.values)) {
      ++out.left_out["only the time was read"];
      return;
    }
    const dataset::Side side = side_of_label(label);
    const Gpu& gpu = remaker_.gpu(row.gpu);
    std::string& lines = out.lines[static_cast<size_t>(side)];
    if (!omniwise) {
      lines += time_line(origin_json(row, side), {source, launch, gpu, "", "", {}},
                         row.reading.values.time_us);
      ++out.counts[static_cast<size_t>(side)];
      return;
    }
    auto program = text_with_host(kernel, launch);
    if (!program) {
      ++out.left_out[program.error().message];
      return;
    }
    KernelSource whole = source;
    whole.source = *std::move(program);
    const bool named = several && row.launch.starts_with("host:");
    lines += chat_line(
        origin_json(row, side),
        format_.name == "omniwise" ? encode::Template::Omniwise : encode::Template::OmniwiseRaw,
        {whole, launch, gpu, named ? row.launch : "", "", {}}, row.reading.values);
    ++out.counts[static_cast<size_t>(side)];
  }

  dataset::Side side_of_label(size_t label) const {
    return side_of(set_, label, format_.split, rules_);
  }

  const dataset::SampleSet& set_;
  const Remaker& remaker_;
  const SampleFormat& format_;
  const dataset::SplitRules& rules_;
};

constexpr std::array kSides = {dataset::Side::Train, dataset::Side::Validation,
                               dataset::Side::Test};

// Three files that appear when all of them are whole.
class SideFiles {
 public:
  static Result<SideFiles> create(const fs::path& folder) {
    SideFiles out;
    for (const dataset::Side side : kSides) {
      KCAST_TRY(NewFile file,
                NewFile::create(folder / (std::string(dataset::side_name(side)) + ".jsonl")));
      out.files_.push_back(std::move(file));
    }
    return out;
  }

  Status add(const KernelLines& kernel) {
    for (size_t side = 0; side < files_.size(); ++side) {
      KCAST_OK(files_[side].write(kernel.lines[side]));
    }
    return Unit{};
  }

  Status finish() {
    for (NewFile& file : files_) {
      KCAST_OK(file.finish());
    }
    return Unit{};
  }

 private:
  SideFiles() = default;
  std::vector<NewFile> files_;  // by side
};

}  // namespace

Result<SampleCounts> write_samples(const dataset::SampleSet& set, const Remaker& remaker,
                                   const SampleFormat& format, const fs::path& folder) {
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const LineMaker maker(set, remaker, format, rules);
  const std::vector<SetKernel> kernels = kernels_of(set);
  std::vector<std::optional<KernelLines>> made(kernels.size());
  KCAST_TRY(SideFiles files, SideFiles::create(folder));
  KernelLines total;
  KCAST_OK(each_kernel(
      "writing samples", kernels.size(), format.jobs,
      [&](size_t i) { made[i] = maker.lines_of(kernels[i]); },
      [&](size_t i) -> Status {
        KCAST_OK(files.add(*made[i]));
        for (size_t side = 0; side < kSides.size(); ++side)
          total.counts[side] += made[i]->counts[side];
        for (const auto& [why, rows] : made[i]->left_out)
          total.left_out[why] += rows;
        made[i].reset();
        return Unit{};
      }));
  KCAST_OK(files.finish());
  return SampleCounts{total.counts, total.left_out};
}

}  // namespace kcast::workflow
