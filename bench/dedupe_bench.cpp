// How long it takes to find the near-duplicates among synthetic kernels, all at once and one
// after the other. Making the kernels is not part of it. Times are of the processor, so that a
// busy machine does not change them; with several threads they are sums.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/text.h"
#include "corpus/dedupe/near_duplicate_filter.h"
#include "corpus/dedupe/near_duplicates.h"
#include "corpus/kernel_maker.h"

namespace kcast::corpus {
namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Texts {
  uint64_t first = 0;
  std::vector<std::string> texts;
};

Texts make_texts(uint64_t first, size_t count, size_t jobs) {
  Texts made{first, std::vector<std::string>(count)};
  parallel_for(jobs, count, 8, [&](size_t i) {
    corpus::KernelRecipe recipe;
    recipe.seed = first + i;
    const auto kernel = corpus::make_kernel(recipe);
    if (!kernel) return;
    if (auto source = corpus::print_kernel(*kernel, corpus::Language::Cuda))
      made.texts[i] = source->source;
  });
  return made;
}

struct Times {
  double making = 0, printing = 0, report = 0, filter = 0;
  size_t bytes = 0;
};

void print_row(const char* what, double seconds, size_t count) {
  std::printf("| %-32s | %8.2f | %9.1f |\n", what, seconds,
              1e6 * seconds / static_cast<double>(count));
}

int run(size_t count, size_t jobs, bool with_filter) {
  constexpr size_t kAtOnce = 10000;
  Times times;
  corpus::NearDuplicates duplicates;
  corpus::NearDuplicateFilter filter;
  for (size_t first = 0; first < count; first += kAtOnce) {
    double start = cpu_seconds();
    const Texts made = make_texts(first, std::min(kAtOnce, count - first), jobs);
    times.making += cpu_seconds() - start;
    start = cpu_seconds();
    std::vector<corpus::CodePrint> prints(made.texts.size());
    parallel_for(jobs, prints.size(), 8,
                 [&](size_t i) { prints[i] = duplicates.print(made.texts[i]); });
    for (size_t i = 0; i < prints.size(); ++i)
      duplicates.add({}, std::to_string(first + i), std::move(prints[i]));
    times.printing += cpu_seconds() - start;
    start = cpu_seconds();
    for (size_t i = 0; with_filter && i < made.texts.size(); ++i)
      filter.add_unless_duplicate(std::to_string(first + i), made.texts[i]);
    times.filter += cpu_seconds() - start;
    for (const std::string& text : made.texts)
      times.bytes += text.size();
  }
  const double start = cpu_seconds();
  const corpus::NearDuplicateReport report = duplicates.report(jobs);
  times.report = cpu_seconds() - start;
  std::printf("%zu kernels, %.1f MB, %zu threads; %zu clusters, %.3f %% between families\n\n",
              count, 1e-6 * static_cast<double>(times.bytes), jobs, report.clusters.size(),
              100 * report.share_between_families());
  std::printf("| stage                            |    CPU s | us/kernel |\n");
  std::printf("|----------------------------------|----------|-----------|\n");
  print_row("(making the kernels)", times.making, count);
  print_row("tokens, 6-grams, bands", times.printing, count);
  print_row("clusters", times.report, count);
  if (with_filter) print_row("filter, one after the other", times.filter, count);
  return 0;
}

}  // namespace
}  // namespace kcast::corpus

// dedupe_bench [KERNELS [THREADS [nofilter]]]
int main(int argc, char** argv) {
  const auto number = [&](int i, int64_t otherwise) {
    const auto value = argc > i ? kcast::parse_int(argv[i]) : std::nullopt;
    return static_cast<size_t>(std::max<int64_t>(1, value.value_or(otherwise)));
  };
  return kcast::corpus::run(number(1, 20000), number(2, 2), argc <= 3);
}
