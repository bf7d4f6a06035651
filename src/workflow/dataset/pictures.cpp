#include "workflow/dataset/pictures.h"

#include "base/files.h"
#include "base/histograms_svg.h"
#include "dataset/summary.h"

namespace kcast::workflow {

Result<std::vector<std::string>> write_pictures(const dataset::SampleSet& set,
                                                const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  const std::string launches = std::to_string(set.labels.size()) + " launches";
  std::vector<std::string> files;
  for (const dataset::OmniwiseFigure& figure : dataset::omniwise_figures(set)) {
    files.push_back(figure.name + ".svg");
    std::string remark = "share of " + launches +
                         "; as a part of the ceiling of Omniwise's Table 2 (its Figure " +
                         std::to_string(figure.number) + ")";
    if (figure.panels.size() > 2) remark += ", and in its own unit";
    const std::string svg = histograms_svg(figure.panels, figure.title, remark,
                                           {.across = 2, .panel_width = 420, .panel_height = 220});
    KCAST_OK(write_file(folder / files.back(), svg));
  }
  files.emplace_back("quantities.svg");
  const std::string svg =
      histograms_svg(dataset::distributions(set), "All quantities",
                     "share of " + launches + "; what is 0 is left out of logarithmic axes");
  KCAST_OK(write_file(folder / files.back(), svg));
  return files;
}

}  // namespace kcast::workflow
