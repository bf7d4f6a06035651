#include "workflow/ask/model_question.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "encode/answers.h"
#include "encode/targets.h"
#include "plan/program_job.h"
#include "schema/feature_vector.h"
#include "schema/ptx_text.h"

namespace kcast::workflow {
namespace {

std::string text_of_file(const frontend::InspectRequest& source, const std::string& name) {
  for (const frontend::SourceFile& file : source.files) {
    if (file.name == name) return file.text;
  }
  return source.files.empty() ? "" : source.files[0].text;
}

// Lines that name a place name it in the program of a data set, whatever the user's file is called.
std::string with_program_name(const std::string& slice, const std::string& language) {
  std::vector<std::string> lines = split(slice, '\n');
  for (std::string& line : lines) {
    const size_t quote = line.find('"');
    if (!line.starts_with("#line ") || quote == std::string::npos) continue;
    line = line.substr(0, quote) + (language == "hip" ? "\"program.hip\"" : "\"program.cu\"");
  }
  return join(lines, "\n");
}

// The kernel without host code; empty where the front end could not write it.
std::string slice_of(const Inspection& inspection, const Kernel& kernel) {
  const PtxModule* module = module_with(inspection, kernel.mangled);
  return module == nullptr ? "" : module->slice;
}

// The text that stands in the prompt. A file that launches nothing is shown as it is, like the
// kernels of the generators; of a program, the device code, like the corpus' programs.
std::string shown_text(const predict::LaunchQuestion& launch, const LaunchTexts& texts,
                       std::vector<std::string>& notes) {
  const std::string whole = text_of_file(texts.source, launch.kernel.file);
  if (encode::wants_host_code(texts.which) || launch.inspection.launches.empty()) return whole;
  const std::string slice = slice_of(launch.inspection, launch.kernel);
  if (!slice.empty()) return with_program_name(slice, launch.kernel.language);
  notes.emplace_back("the model was shown the host code too: the device code cannot stand alone");
  return whole;
}

// The numbers of a feature row that a head was trained on.
Result<std::vector<float>> named_features(const std::vector<float>& row,
                                          const std::vector<std::string>& wanted) {
  const std::vector<std::string>& names = feature_vector_names();
  std::vector<float> out;
  for (const std::string& name : wanted) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      return Error{ErrorCode::InvalidInput, "the head reads feature '" + name +
                                                "', which this version of the analysis does not "
                                                "have; train it again"};
    }
    out.push_back(row[static_cast<size_t>(found - names.begin())]);
  }
  return out;
}

std::vector<float> named_targets(const encode::Targets& row,
                                 const std::vector<std::string>& wanted) {
  const auto names = encode::target_names();
  std::vector<float> out;
  for (const std::string& name : wanted) {
    const auto found = std::find(names.begin(), names.end(), name);
    out.push_back(found == names.end() ? std::numeric_limits<float>::quiet_NaN()
                                       : row[static_cast<size_t>(found - names.begin())]);
  }
  return out;
}

}  // namespace

Result<AskedLaunch> make_question(const predict::LaunchQuestion& launch, const LaunchTexts& texts,
                                  const encode::HeadInfo* head,
                                  const predict::PredictTools& tools) {
  AskedLaunch out;
  Launch filled = launch.launch;
  if (launch.kernel.lowered) out.notes = tools.fill(launch.inspection, launch.kernel, filled);
  // A kernel that stands alone is called as it is written.
  if (launch.inspection.launches.empty()) filled.kernel = launch.kernel.name;
  KernelSource shown;
  shown.name = filled.kernel;
  shown.language = launch.kernel.language;
  shown.source = shown_text(launch, texts, out.notes);
  shown.flags = texts.source.flags;
  encode::PromptInput input{.kernel = shown,
                            .launch = filled,
                            .gpu = launch.gpu,
                            .launch_name = "",
                            .command_line = "",
                            .examples = {}};
  if (texts.in_host && launch.launches > 1)
    input.launch_name = plan::host_launch_text(launch.number);
  out.question.prompt = encode::prompt_of(texts.which, input);
  if (head == nullptr) {
    out.question.steps =
        encode::answer_steps(encode::answer_schema(texts.which, shown, launch.gpu));
    if (!out.question.steps.empty()) return out;
    return Error{ErrorCode::InvalidInput, "template " +
                                              std::string(encode::template_name(texts.which)) +
                                              " is answered by a head; give --head"};
  }
  if (head->features.empty()) return out;
  if (!launch.kernel.lowered) {
    return Error{ErrorCode::InvalidInput,
                 "it does not compile, and the head reads features of the analysis: " +
                     launch.kernel.not_lowered_reason};
  }
  KCAST_TRY(out.analysis,
            tools.analyze(launch.inspection, launch.kernel, launch.launch, launch.gpu));
  const std::vector<float> row =
      feature_vector(out.analysis->features, out.analysis->prediction.values);
  KCAST_TRY(out.question.features, named_features(row, head->features));
  out.question.origin = named_targets(encode::origin_of(row), head->targets);
  return out;
}

frontend::InspectRequest request_for_question(const frontend::InspectRequest& source,
                                              encode::Template which,
                                              const predict::PredictTools& tools, const Gpu& gpu) {
  frontend::InspectRequest out = plan::as_collected(source, tools.inspect, gpu);
  out.slice = !encode::wants_host_code(which);
  return out;
}

}  // namespace kcast::workflow
