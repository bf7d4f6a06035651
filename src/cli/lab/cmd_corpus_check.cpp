// kcast corpus check: motif files before they are part of the corpus.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/lab/subcommands.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif/motif.h"
#include "frontend/frontend.h"
#include "plan/check_kernel.h"
#include "predict/gpus.h"

namespace kcast::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  std::string print;
  std::string language = "cuda";
  std::string gpu;
  double most_mib = 2048;
  bool quick = false;
};

std::string bindings_text(const corpus::Bindings& bindings) {
  std::vector<std::string> words;
  for (const auto& [name, value] : bindings)
    words.push_back(name == "level" ? value : name + "=" + value);
  return join(words, " ");
}

// Every combination, or about forty of them, spread over the levels.
std::vector<corpus::Bindings> combinations(const corpus::Motif& motif, bool quick) {
  constexpr size_t kQuickPerLevel = 8;
  std::vector<corpus::Bindings> out;
  for (const std::string& level : motif.levels) {
    const std::vector<corpus::Bindings> all = corpus::all_bindings(motif, level);
    const size_t stride = quick ? std::max<size_t>(all.size() / kQuickPerLevel, 1) : 1;
    for (size_t i = 0; i < all.size(); i += stride)
      out.push_back(all[i]);
  }
  return out;
}

class MotifCheck {
 public:
  MotifCheck(const CheckOptions& options, frontend::Frontend& frontend, Gpu gpu)
      : options_(options), frontend_(frontend), gpu_(std::move(gpu)) {}

  Status run(const std::string& file) {
    KCAST_TRY(const std::string text, read_file(file));
    std::string name = file.substr(file.rfind('/') + 1);
    name = name.substr(0, name.find('.'));
    KCAST_TRY(const corpus::Motif motif, corpus::parse_motif(name, text));
    if (!options_.print.empty()) return print(motif);
    const std::vector<corpus::Bindings> all = combinations(motif, options_.quick);
    Progress progress(name, all.size());
    for (const corpus::Bindings& bindings : all) {
      check(motif, bindings);
      progress.advance();
    }
    progress.finish();
    std::cout << name << ": " << all.size() << " combinations, " << launches_ << " launches, "
              << complaints_ << " complaints; largest " << static_cast<int64_t>(largest_ / 1e6)
              << " MB, longest " << static_cast<int64_t>(longest_us_) << " us\n";
    bad_ |= complaints_ > 0;
    complaints_ = launches_ = 0;
    largest_ = longest_us_ = 0;
    return Unit{};
  }

  bool bad() const { return bad_; }

 private:
  Status print(const corpus::Motif& motif) {
    const auto language = corpus::language_named(options_.language);
    const std::vector<corpus::Bindings> all = corpus::all_bindings(motif, options_.print);
    if (all.empty() || !language) {
      return Error{ErrorCode::InvalidInput,
                   "no level '" + options_.print + "' or no language '" + options_.language + "'"};
    }
    KCAST_TRY(const std::string text, corpus::expand_motif(motif, all[all.size() / 2]));
    KCAST_TRY(const corpus::MadeKernel kernel, corpus::kernel_of_text(text));
    KCAST_TRY(const KernelSource source, corpus::print_kernel(kernel, *language));
    std::cout << source.source;
    return Unit{};
  }

  void check(const corpus::Motif& motif, const corpus::Bindings& bindings) {
    const auto complain = [&](const std::string& text) {
      constexpr int kMostShown = 12;
      if (++complaints_ > kMostShown) return;
      std::cout << motif.name << " " << bindings_text(bindings) << ": " << text << "\n";
    };
    const auto text = corpus::expand_motif(motif, bindings);
    if (!text) return complain(text.error().message);
    const auto kernel = corpus::kernel_of_text(*text);
    if (!kernel) return complain(kernel.error().message);
    if (!kernel->program.contract) return complain("it has no contract");
    const plan::KernelVerdict verdict = plan::check_kernel(
        *kernel,
        [this](const frontend::InspectRequest& request) { return frontend_.inspect(request); },
        gpu_, options_.most_mib * (1 << 20));
    for (const plan::KernelComplaint& complaint : verdict.complaints) {
      complain(complaint.language +
               (complaint.launch.empty() ? "" : " [" + complaint.launch + "]") + ": " +
               complaint.reason);
    }
    launches_ += verdict.launches;
    largest_ = std::max(largest_, verdict.largest_bytes);
    longest_us_ = std::max(longest_us_, verdict.longest_us);
  }

  const CheckOptions& options_;
  frontend::Frontend& frontend_;
  Gpu gpu_;
  int complaints_ = 0;
  int launches_ = 0;
  double largest_ = 0;
  double longest_us_ = 0;
  bool bad_ = false;
};

Status check(const CheckOptions& options) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  MotifCheck motif_check(options, *frontend, gpus.at(0));
  for (const std::string& file : options.files) {
    auto status = motif_check.run(file);
    if (!status) return std::move(status).error().context(file);
  }
  if (motif_check.bad()) {
    return Error{ErrorCode::InvalidInput, "not every combination is right; see above"};
  }
  return Unit{};
}

}  // namespace

void add_corpus_check(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "check", "try motif files: every combination, language and end of its sizes");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("FILE", options->files, "motif files, .kct (docs/corpus.md)")->required();
  command->add_flag("--quick", options->quick, "try a sample of the combinations");
  command->add_option("--print", options->print,
                      "print a kernel of this level instead of checking");
  command->add_option("--language", options->language, "language of what is printed");
  command->add_option("--gpu", options->gpu, "GPU whose limits apply (default h200)");
  command->add_option("--most-mib", options->most_mib,
                      "most memory of a launch that is tried, in MiB");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace kcast::cli
