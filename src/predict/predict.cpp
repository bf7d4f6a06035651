#include "predict/predict.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "predict/classify.h"
#include "predict/entry_order.h"
#include "predict/request_budget.h"
#include "predict/shared_work.h"
#include "predict/states/carry_corrections.h"
#include "predict/states/device_answers.h"
#include "predict/states/program_state.h"

namespace kcast::predict {

namespace {

constexpr size_t kMaxPoints = 10000;
constexpr size_t kMostFollowedTwice = 12;     // launches; see shared_work.h
constexpr size_t kWave = 16;                  // launches that are begun together
constexpr size_t kMostFollowedInOrder = 128;  // launches; later ones find L2 empty

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    const std::chrono::duration<double, std::milli> took = Clock::now() - start_;
    total_ms_ += took.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  Clock::time_point start_ = Clock::now();
};

// How many times smaller assumed sizes become, along an axis, when usual ones are too large.
constexpr std::array<int64_t, 2> kSmallerSizes = {8, 64};

// One combination of a sweep.
struct Point {
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::pair<std::string, std::string>> defines;
  LaunchOverrides launch;
};

class Run {
 public:
  Run(const PredictRequest& request, const PredictTools& tools)
      : request_(request), tools_(tools) {}

  Result<PredictReport> run() {
    if (request_.gpus.empty()) return Error{ErrorCode::InvalidInput, "no GPU was named"};
    KCAST_TRY(const Inspection* first, inspect(request_.gpus[0], {}));
    for (const std::string& note : request_.notes)
      report_.diagnostics.push_back({Severity::Note, "", 0, 0, note});
    report_.diagnostics.insert(report_.diagnostics.end(), first->diagnostics.begin(),
                               first->diagnostics.end());
    KCAST_TRY(const std::vector<Point> points, make_points(*first));
    if (first->kernels.empty()) return no_kernel(*first);
    predictions_left_ = points.size() * request_.gpus.size();
    for (const Point& point : points) {
      KCAST_OK(predict_point(point));
    }
    if (report_.predictions.empty()) return nothing_left();
    return std::move(report_);
  }

 private:
  // The names of all kernels, which the front end leaves out where one was asked for.
  std::vector<std::string> kernel_names() const {
    frontend::InspectRequest source = request_.source;
    source.arch = arch_of(request_.gpus[0]);
    source.kernel.clear();
    source.lower = false;
    std::vector<std::string> names;
    if (const auto all = tools_.inspect(source)) {
      for (const Kernel& kernel : all->kernels) {
        if (std::find(names.begin(), names.end(), kernel.name) == names.end()) {
          names.push_back(kernel.name);
        }
      }
    }
    return names;
  }

  Error no_such_kernel(const std::string& file) const {
    const std::string& wanted = request_.source.kernel;
    const std::vector<std::string> names = kernel_names();
    std::string message = "no kernel named '" + wanted + "' in " + file;
    if (const auto guess = nearest(wanted, names)) {
      message += "; did you mean '" + *guess + "'?";
    } else if (!names.empty()) {
      constexpr size_t kShown = 8;
      message +=
          "; there are " + join(std::span(names).first(std::min(names.size(), kShown)), ", ");
      if (names.size() > kShown)
        message += " and " + std::to_string(names.size() - kShown) + " more";
    }
    return {ErrorCode::NotFound, message};
  }

  // Headers that were not found are a likely cause where nothing could be predicted.
  static std::string missing_headers(const std::vector<Diagnostic>& diagnostics) {
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : diagnostics) {
      const size_t end = diagnostic.message.find("' not found");
      if (!diagnostic.message.starts_with("header '") || end == std::string::npos) continue;
      const std::string line = diagnostic.message.substr(0, end) + "'";
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    if (lines.empty()) return "";
    constexpr size_t kShown = 3;
    const bool more = lines.size() > kShown;
    if (more) lines.resize(kShown);
    return "; not found: " + join(lines, ", ") + (more ? " ..." : "") + " (-I DIR names a folder)";
  }

  Error no_kernel(const Inspection& inspection) const {
    const std::string file =
        request_.source.files.empty() ? "the sources" : request_.source.files[0].name;
    if (!request_.source.kernel.empty()) return no_such_kernel(file);
    const std::string missing = missing_headers(inspection.diagnostics);
    for (const Diagnostic& diagnostic : inspection.diagnostics) {
      if (diagnostic.severity != Severity::Error) continue;
      return {ErrorCode::InvalidInput, "no kernel in " + file + ": " + diagnostic.file + ":" +
                                           std::to_string(diagnostic.line) + ": " +
                                           diagnostic.message + missing};
    }
    return {ErrorCode::NotFound, "no kernel in " + file + missing};
  }

  Error nothing_left() const {
    std::vector<std::string> reasons;
    for (const SkippedKernel& skipped : report_.skipped)
      reasons.push_back("kernel " + skipped.name + ": " + skipped.reason);
    return {failure_, join(reasons, "; ") + missing_headers(report_.diagnostics)};
  }

  bool asks_for_device() const {
    return std::any_of(request_.source.files.begin(), request_.source.files.end(),
                       [](const frontend::SourceFile& file) {
                         const auto has = [&](const char* name) {
                           return file.text.find(name) != std::string::npos;
                         };
                         return has("GetDeviceProperties") || has("DeviceGetAttribute") ||
                                has("Occupancy");
                       });
  }

  using Defines = std::vector<std::pair<std::string, std::string>>;

  // Each combination of definitions and architecture is read once; a program that asks for
  // the device's properties, once for each GPU.
  // Sizes that are assumed in host code are `smaller` times smaller along an axis than usual ones.
  Result<const Inspection*> inspect(const Gpu& gpu, const Defines& defines, int64_t smaller = 1) {
    const auto key = std::tuple(asks_for_device() ? gpu.id : arch_of(gpu), defines, smaller);
    const auto found = inspections_.find(key);
    if (found != inspections_.end()) return &found->second;
    const Stopwatch watch(report_.times.frontend_ms);
    frontend::InspectRequest source = request_.source;
    source.arch = arch_of(gpu);
    source.assume = true;
    source.assume_smaller = smaller;
    // Settings of the environment may be there already.
    for (auto& answer : device_answers(gpu))
      source.device.push_back(std::move(answer));
    source.defines.insert(source.defines.end(), defines.begin(), defines.end());
    KCAST_TRY(Inspection inspection, tools_.inspect(source));
    if (defines.empty()) use_toolkit_code(request_.toolkit, inspection);
    return &inspections_.emplace(key, std::move(inspection)).first->second;
  }

  Result<std::vector<Point>> make_points(const Inspection& first) {
    std::vector<Point> points = {{{}, {}, request_.launch}};
    for (const Sweep& sweep : request_.sweeps) {
      if (points.size() * sweep.values.size() > kMaxPoints) {
        return Error{ErrorCode::InvalidInput, "the sweeps have more than 10000 combinations"};
      }
      KCAST_TRY(const bool is_define, swept_by_define(sweep, first));
      std::vector<Point> next;
      for (const Point& point : points) {
        for (const std::string& value : sweep.values) {
          Point more = point;
          more.settings.emplace_back(sweep.name, value);
          KCAST_OK(set(sweep.name, value, is_define, more));
          next.push_back(std::move(more));
        }
      }
      points = std::move(next);
    }
    return points;
  }

  // A name of host code moves grid, buffers and arguments together, so it comes
  // before an argument of the same name. Whether it is one shows in the launches.
  Result<bool> swept_by_define(const Sweep& sweep, const Inspection& first) {
    if (sweep.name == "block" || sweep.name == "grid" || sweep.name == "shared") return false;
    bool is_argument = false;
    for (const Kernel& kernel : first.kernels) {
      for (const Parameter& parameter : kernel.parameters)
        is_argument |= parameter.name == sweep.name;
    }
    for (const std::string* value : {&sweep.values.front(), &sweep.values.back()}) {
      KCAST_TRY(const std::string text, define_text(*value));
      KCAST_TRY(const Inspection* changed, inspect(request_.gpus[0], {{sweep.name, text}}));
      const bool same_code =
          std::equal(changed->modules.begin(), changed->modules.end(), first.modules.begin(),
                     first.modules.end(),
                     [](const PtxModule& a, const PtxModule& b) { return a.text == b.text; });
      if (changed->launches != first.launches) return true;
      if (!same_code && !is_argument) return true;
    }
    if (is_argument) return false;
    return Error{ErrorCode::InvalidInput,
                 "--sweep " + sweep.name + ": no launch and no code depends on that name"};
  }

  // "1e6" is no integer in C++.
  static Result<std::string> define_text(const std::string& value) {
    KCAST_TRY(const Number number, parse_number(value));
    return number.integer ? std::to_string(*number.integer) : value;
  }

  static Status set(const std::string& name, const std::string& value, bool is_define, Point& out) {
    if (name == "block") {
      KCAST_TRY(out.launch.block, parse_dims(value));
    } else if (name == "grid") {
      KCAST_TRY(out.launch.grid, parse_dims(value));
    } else if (name == "shared") {
      KCAST_TRY(const Number bytes, parse_number(value));
      out.launch.shared_bytes = bytes.integer.value_or(-1);
    } else if (is_define) {
      KCAST_TRY(std::string text, define_text(value));
      out.defines.emplace_back(name, std::move(text));
    } else {
      KCAST_TRY(const Number number, parse_number(value));
      out.launch.arguments.emplace_back(name, number);
    }
    return Unit{};
  }

  Status predict_point(const Point& point) {
    std::vector<std::vector<LaunchPrediction>> by_gpu;
    for (const Gpu& gpu : request_.gpus) {
      KCAST_TRY(const Inspection* inspection, inspect(gpu, point.defines));
      KCAST_TRY(LaunchChoice choice, choose(*inspection, point, gpu));
      const bool is_first = by_gpu.empty() && report_.predictions.empty();
      for (const std::string& note : is_first ? choice.notes : std::vector<std::string>())
        report_.diagnostics.push_back({Severity::Note, "", 0, 0, note});
      by_gpu.emplace_back();
      smaller_.clear();
      budget_.expect(choice.launches.size() * std::max<size_t>(predictions_left_--, 1));
      settle_sizes(*inspection, gpu, point, choice);
      std::vector<LaunchQuestion> questions;
      for (size_t i = 0; i < choice.launches.size(); ++i) {
        const ChosenLaunch& chosen = choice.launches[i];
        questions.push_back({*inspection, inspection->kernels[chosen.kernel], chosen.launch, gpu, i,
                             choice.launches.size()});
      }
      follow_program(questions, choice);
      for (const LaunchQuestion& question : questions) {
        if (question.number % kWave == 0) begin_wave(questions, question.number);
        const ChosenLaunch& chosen = choice.launches[question.number];
        const Status done = predict_launch(question, chosen, point, by_gpu.back());
        if (!done && !predict_smaller(question, chosen, point, by_gpu.back()))
          give_up(question, done.error(), point);
        if (done) shrink(question, chosen, point, by_gpu.back().back());
      }
      for (SkippedKernel& skipped : choice.skipped)
        skip(std::move(skipped), point, gpu);
      share_time(by_gpu.back());
    }
    append_by_time(by_gpu, report_.predictions);
    return Unit{};
  }

  // The launches of a wave share a limit, so that they can be analysed side by side.
  void begin_wave(const std::vector<LaunchQuestion>& questions, size_t first) {
    limit_ = budget_.next();
    if (!tools_.ahead || tools_.answer) return;
    if (tools_.limit) tools_.limit(limit_);
    const Stopwatch watch(report_.times.analysis_ms);
    const auto begin = questions.begin() + static_cast<ptrdiff_t>(first);
    const auto end = begin + static_cast<ptrdiff_t>(std::min(kWave, questions.size() - first));
    tools_.ahead({begin, end});
  }

  Result<LaunchChoice> choose(const Inspection& inspection, const Point& point, const Gpu& gpu) {
    const Stopwatch watch(report_.times.choice_ms);
    LaunchOverrides overrides = point.launch;
    overrides.apart = request_.conditions.l2 == L2State::Program;
    return choose_launches(inspection, overrides, gpu, static_cast<bool>(tools_.answer));
  }

  void skip(SkippedKernel skipped, const Point& point, const Gpu& gpu) {
    std::vector<std::string> where;
    for (const auto& [name, value] : point.settings)
      where.push_back(name + "=" + value);
    if (request_.gpus.size() > 1) where.push_back(gpu.id);
    if (!where.empty()) skipped.reason = join(where, " ") + ": " + skipped.reason;
    if (std::find(report_.skipped.begin(), report_.skipped.end(), skipped) ==
        report_.skipped.end()) {
      report_.skipped.push_back(std::move(skipped));
    }
  }

  Result<analyze::Analysis> analyse(const analyze::AnalysisOptions& options,
                                    const LaunchQuestion& question) {
    if (tools_.limit) tools_.limit(options);
    return tools_.analyze(question.inspection, question.kernel, question.launch, question.gpu);
  }

  void take(analyze::Analysis analysis, const LaunchQuestion& question, LaunchPrediction& entry) {
    entry.prediction = std::move(analysis.prediction);
    entry.features = std::move(analysis.features);
    entry.prediction.bound = Bound::None;
    apply_predictor(request_.predictor, question.kernel.language, question.gpu, entry);
  }

  // What was interpreted.
  Result<double> analyse_within(const analyze::AnalysisOptions& limit,
                                const LaunchQuestion& question, LaunchPrediction& entry) {
    KCAST_TRY(analyze::Analysis analysis, analyse(limit, question));
    const double interpreted = analysis.features.control.interpreted;
    take(std::move(analysis), question, entry);
    return interpreted;
  }

  // The same with L2 as it is asked for. Trees know launches that begin with an empty one: what
  // they change there is carried over.
  Result<double> analyse_in_state(const analyze::AnalysisOptions& limit,
                                  const LaunchQuestion& question, LaunchPrediction& entry) {
    if (request_.conditions.l2 == L2State::Cold) return analyse_within(limit, question, entry);
    KCAST_TRY(analyze::Analysis state, state_analysis(limit, question));
    const double interpreted = state.features.control.interpreted;
    if (request_.predictor != PredictorKind::Hybrid) {
      take(std::move(state), question, entry);
    } else {
      KCAST_TRY(analyze::Analysis cold, analyse(limit, question));
      const Prediction analytic = cold.prediction;
      take(std::move(cold), question, entry);
      carry_corrections({analytic, entry.prediction}, question.gpu, state.prediction);
      entry.prediction = std::move(state.prediction);
      entry.features = std::move(state.features);
      entry.prediction.bound = Bound::None;
    }
    widen_for_state(entry.prediction);
    return interpreted;
  }

  Result<analyze::Analysis> state_analysis(analyze::AnalysisOptions options,
                                           const LaunchQuestion& question) {
    options.l2 = request_.conditions.l2;
    const auto found = in_program_.find(question.number);
    if (found == in_program_.end() || found->second.launch != question.launch)
      return analyse(options, question);
    if (found->second.limit == options.exec_budget) return found->second.analysis;
    options.before = found->second.before;
    return analyse(options, question);
  }

  // Every launch in the order of the program, for what it finds in L2 and leaves there.
  void follow_program(const std::vector<LaunchQuestion>& questions, const LaunchChoice& choice) {
    in_program_.clear();
    if (request_.conditions.l2 != L2State::Program || tools_.answer) return;
    const Stopwatch watch(report_.times.analysis_ms);
    ProgramState state(questions.empty() ? Gpu() : questions[0].gpu);
    std::vector<size_t> order = order_of_launches(choice.launches);
    if (order.size() > kMostFollowedInOrder) order.resize(kMostFollowedInOrder);
    for (const size_t i : order) {
      const ChosenLaunch& launch = choice.launches[i];
      analyze::AnalysisOptions options = budget_.next();
      options.l2 = L2State::Program;
      options.before = state.begin(launch);
      auto analysis = analyse(options, questions[i]);
      if (!analysis) continue;
      const MemoryFeatures& memory = analysis->features.memory;
      state.end(launch, analysis->l2_left, memory.unique_read_bytes + memory.unique_write_bytes);
      in_program_[i] = {launch.launch, std::move(options.before), options.exec_budget,
                        *std::move(analysis)};
    }
  }

  Status analysed(const LaunchQuestion& question, LaunchPrediction& entry) {
    const analyze::AnalysisOptions limit = limit_;
    const Result<double> interpreted = analyse_in_state(limit, question, entry);
    budget_.spend(interpreted ? *interpreted : static_cast<double>(limit.exec_budget));
    if (!interpreted) return interpreted.error();
    if (!RequestBudget::cut_short(limit, *interpreted)) return Unit{};
    const Followed key(question.kernel.mangled, question.gpu.id, std::ilogb(limit.exec_budget));
    const auto known = followed_.find(key);
    if (known == followed_.end() && followed_.size() < kMostFollowedTwice) {
      LaunchPrediction whole = entry;
      if (const Result<double> more = analyse_in_state({}, question, whole)) {
        budget_.spend_again(*more);
        followed_[key] = {entry.prediction.values, whole.prediction.values};
        entry = std::move(whole);
        return Unit{};
      }
    }
    scale_from_few_blocks(known == followed_.end() ? nullptr : &known->second, question.gpu,
                          entry.prediction);
    return Unit{};
  }

  void give_up(const LaunchQuestion& question, const Error& error, const Point& point) {
    failure_ = error.code;
    skip({kernel_title(question.kernel), error.message}, point, question.gpu);
  }

  // The same launch with sizes that are so many times smaller along an axis; none: there is no
  // such.
  const ChosenLaunch* smaller_launch(const LaunchQuestion& question, const ChosenLaunch& chosen,
                                     const Point& point, int64_t smaller) {
    Point small = point;
    small.launch.smaller = smaller;
    const bool in_host_code = chosen.launch.assumed.host > 0;
    const auto [known, added] =
        smaller_.try_emplace(std::pair(smaller, in_host_code), LaunchChoice{});
    if (added) {
      const Result<const Inspection*> inspection =
          inspect(question.gpu, point.defines, in_host_code ? smaller : 1);
      if (!inspection) return nullptr;
      known->second = choose(**inspection, small, question.gpu);
    }
    const Result<LaunchChoice>& choice = known->second;
    if (!choice || question.number >= choice->launches.size()) return nullptr;
    const ChosenLaunch& other = choice->launches[question.number];
    return other.kernel != chosen.kernel || other.launch == chosen.launch ? nullptr : &other;
  }

  // Usual sizes are too large for a kernel whose work grows with their square or cube. Little
  // effort shows it, before the launch is analysed in full.
  void settle_sizes(const Inspection& inspection, const Gpu& gpu, const Point& point,
                    LaunchChoice& choice) {
    if (tools_.answer) return;
    for (size_t i = 0; i < choice.launches.size(); ++i) {
      ChosenLaunch& chosen = choice.launches[i];
      if (!rests_on_sizes(chosen.launch.assumed)) continue;
      const auto question = [&](const Launch& launch) {
        return LaunchQuestion{
            inspection, inspection.kernels[chosen.kernel], launch, gpu, i, choice.launches.size()};
      };
      if (seems_to_fit(question(chosen.launch))) continue;
      const ChosenLaunch* best = nullptr;
      for (const int64_t smaller : kSmallerSizes) {
        const ChosenLaunch* other = smaller_launch(question(chosen.launch), chosen, point, smaller);
        if (other == nullptr) break;
        best = other;
        if (seems_to_fit(question(other->launch))) break;
      }
      if (best != nullptr) chosen = *best;
    }
  }

  bool seems_to_fit(const LaunchQuestion& question) {
    constexpr int64_t kLittle = 60'000;
    const Stopwatch watch(report_.times.analysis_ms);
    analyze::AnalysisOptions limit = budget_.next();
    limit.exec_budget = std::min(limit.exec_budget, kLittle);
    limit.memory_budget = std::min(limit.memory_budget, kLittle);
    LaunchPrediction entry;
    entry.launch = question.launch;
    const Result<double> interpreted = analyse_within(limit, question, entry);
    // What little effort leaves out makes a launch rather longer.
    constexpr double kMargin = 4;
    entry.prediction.values.time_us *= kMargin;
    return interpreted && !is_too_large(entry, question);
  }

  // What little effort did not show.
  bool predict_smaller(const LaunchQuestion& question, const ChosenLaunch& chosen,
                       const Point& point, std::vector<LaunchPrediction>& out) {
    if (!chosen.launch.assumed.any() || tools_.answer) return false;
    for (const int64_t smaller : kSmallerSizes) {
      const ChosenLaunch* other = smaller_launch(question, chosen, point, smaller);
      if (other == nullptr) continue;
      const LaunchQuestion again{question.inspection, question.kernel, other->launch,
                                 question.gpu,        question.number, question.launches};
      if (!predict_launch(again, *other, point, out)) continue;
      if (smaller == kSmallerSizes.back() || !is_too_large(out.back(), question)) return true;
      out.pop_back();
    }
    return false;
  }

  static bool rests_on_sizes(const Assumptions& assumed) {
    return assumed.grid || assumed.sizes > 0 || assumed.scalars > 0 || assumed.host > 0;
  }

  // Nobody has sizes in mind that take seconds, or that no GPU holds. Of 264 kernels of public
  // programs (the open side of tests/suite) five take longer than a fifth of a second.
  static bool is_too_large(const LaunchPrediction& entry, const LaunchQuestion& question) {
    const double longest_us = question.inspection.has_main ? 2e5 : 1e6;
    if (!rests_on_sizes(entry.launch.assumed)) return false;
    double bytes = 0;
    for (const LaunchArgument& argument : entry.launch.arguments)
      bytes += static_cast<double>(argument.elements) * static_cast<double>(argument.element_bytes);
    return entry.prediction.values.time_us > longest_us ||
           bytes > static_cast<double>(question.gpu.dram.size_bytes);
  }

  void shrink(const LaunchQuestion& question, const ChosenLaunch& chosen, const Point& point,
              LaunchPrediction& entry) {
    if (!is_too_large(entry, question)) return;
    std::vector<LaunchPrediction> smaller;
    if (predict_smaller(question, chosen, point, smaller)) entry = std::move(smaller.back());
  }

  Status predict_launch(const LaunchQuestion& question, const ChosenLaunch& chosen,
                        const Point& point, std::vector<LaunchPrediction>& out) {
    const Kernel& kernel = question.kernel;
    const Gpu& gpu = question.gpu;
    LaunchPrediction entry;
    entry.name = kernel_title(kernel);
    entry.file = kernel.file;
    entry.line = kernel.line;
    entry.launch_file = chosen.file;
    entry.launch_line = chosen.line;
    entry.launch = chosen.launch;
    entry.count = chosen.count;
    entry.in_program = chosen.in_program;
    entry.validated = gpu.validated;
    entry.settings = point.settings;
    entry.conditions = request_.conditions;
    const Stopwatch watch(report_.times.analysis_ms);
    KCAST_OK(tools_.answer ? tools_.answer(question, entry) : analysed(question, entry));
    finish(entry, chosen, gpu);
    if (request_.conditions.timing == Timing::Event)
      add_event_time(kernel.language, gpu, entry.prediction);
    out.push_back(std::move(entry));
    return Unit{};
  }

  // What holds for every prediction, whoever made it: names, class, intervals that
  // contain the value.
  static void finish(LaunchPrediction& entry, const ChosenLaunch& chosen, const Gpu& gpu) {
    Prediction& prediction = entry.prediction;
    prediction.kernel = chosen.launch.kernel;
    prediction.gpu = gpu.id;
    if (prediction.bound == Bound::None && can_classify(prediction.values)) {
      const RooflineClass roofline = classify(prediction.values, gpu);
      prediction.bound = roofline.bound;
      prediction.near_ridge = roofline.near_ridge;
    }
    for (const Metric& metric : metrics()) {
      if (metric.base == nullptr) continue;
      double& low = prediction.low.*metric.base;
      double& high = prediction.high.*metric.base;
      low = std::min(low, prediction.values.*metric.base);
      high = std::max(high, prediction.values.*metric.base);
    }
    prediction.notes.insert(prediction.notes.begin(), chosen.notes.begin(), chosen.notes.end());
    if (!gpu.target.starts_with("sm_")) {
      prediction.notes.push_back("compiled for sm_90 and modelled on " + gpu.id);
    }
  }

  const PredictRequest& request_;
  const PredictTools& tools_;
  std::map<std::tuple<std::string, Defines, int64_t>, Inspection> inspections_;
  RequestBudget budget_;
  analyze::AnalysisOptions limit_;                             // of the wave
  using Followed = std::tuple<std::string, std::string, int>;  // kernel, GPU, log2 of its share
  std::map<Followed, FollowedTwice> followed_;
  // Of the point and GPU, by how much, and whether host code was read again for it.
  std::map<std::pair<int64_t, bool>, Result<LaunchChoice>> smaller_;
  // Of the point and GPU, with L2 as the program leaves it, by the launch's number.
  struct InProgram {
    Launch launch;
    L2Contents before;
    int64_t limit = 0;
    analyze::Analysis analysis;
  };
  std::map<size_t, InProgram> in_program_;
  size_t predictions_left_ = 1;  // of points and GPUs
  PredictReport report_;
  ErrorCode failure_ = ErrorCode::InvalidInput;  // what kind, if nothing can be predicted
};

}  // namespace

Result<PredictReport> predict(const PredictRequest& request, const PredictTools& tools) {
  return Run(request, tools).run();
}

}  // namespace kcast::predict
