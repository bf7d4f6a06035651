#include "workflow/chat/chat_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "report/svg_parts.h"

namespace kcast::workflow {
namespace {

constexpr double kLeft = 60;
constexpr double kWide = 460;
constexpr double kTop = 50;
constexpr double kBottom = 60;
constexpr double kLabels = 556;  // where they begin
constexpr double kLabelHeight = 17;
constexpr double kLetter = 6.6;  // wide

std::string label_of(const ChatSummary& run) {
  return (run.asked ? run.model + ", " + run.task : run.model) + ": " +
         format_number(run.accuracy, 1) + " %";
}

class Picture {
 public:
  explicit Picture(const std::vector<ChatSummary>& runs)
      : runs_(runs),
        dollars_(std::all_of(runs.begin(), runs.end(),
                             [](const ChatSummary& one) { return one.cost >= 0 || !one.asked; })),
        tall_(std::max(300.0, kLabelHeight * static_cast<double>(runs.size()))) {
    choose_decades();
  }

  std::string draw() {
    size_t letters = 0;
    for (const ChatSummary& one : runs_)
      letters = std::max(letters, label_of(one).size());
    const double width = kLabels + kLetter * static_cast<double>(letters) + 12;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           report::svg_attributes({{"width", width}, {"height", kTop + tall_ + kBottom}}) + ">\n";
    out_ += report::svg_style();
    out_ += "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n";
    out_ += report::svg_text(kLeft, 28, "Accuracy against the cost of 1,000 kernels",
                             " class=\"title\"");
    draw_axes();
    draw_runs();
    return out_ + "</svg>\n";
  }

 private:
  double cost(const ChatSummary& one) const { return dollars_ ? one.cost : one.seconds; }

  void choose_decades() {
    double least = 1e300;
    double most = 0;
    for (const ChatSummary& one : runs_) {
      if (cost(one) <= 0) continue;
      least = std::min(least, cost(one));
      most = std::max(most, cost(one));
    }
    if (most == 0) least = most = 1;
    low_ = static_cast<int>(std::floor(std::log10(least) - 0.2));
    high_ = static_cast<int>(std::ceil(std::log10(most) + 0.01));
  }

  double x_of(double value) const {
    return value > 0 ? kLeft + kWide * (std::log10(value) - low_) / (high_ - low_) : kLeft;
  }
  double y_of(double percent) const { return kTop + tall_ * (1 - percent / 100); }

  void draw_axes() {
    for (int percent = 0; percent <= 100; percent += 25) {
      out_ += report::svg_line("grid", kLeft, y_of(percent), kLeft + kWide, y_of(percent));
      out_ += report::svg_text(kLeft - 8, y_of(percent) + 4, std::to_string(percent) + " %",
                               " class=\"small\" text-anchor=\"end\"");
    }
    for (int power = low_; power <= high_; ++power) {
      const double tick = std::pow(10.0, power);
      const double x = x_of(tick);
      out_ += report::svg_line("grid", x, kTop, x, kTop + tall_);
      out_ += report::svg_text(x, kTop + tall_ + 18, format_number(tick, std::max(0, -power)),
                               " class=\"small\" text-anchor=\"middle\"");
    }
    out_ += report::svg_text(
        kLeft + kWide / 2, kTop + tall_ + 42,
        std::string(dollars_ ? "dollars" : "seconds of waiting") + " (left edge: none)",
        " class=\"small\" text-anchor=\"middle\"");
  }

  // A model has one colour, tuned or not.
  std::string colour_of(const ChatSummary& run) {
    const std::string name = run.model.substr(0, run.model.find(", "));
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto place = static_cast<size_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(name);
    return "c" + std::to_string(place % 6);
  }

  // Labels stand in a column in the order of their points, none on another.
  void draw_runs() {
    std::vector<size_t> order(runs_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return runs_[a].accuracy > runs_[b].accuracy; });
    std::vector<std::string> colours;
    for (const ChatSummary& one : runs_)
      colours.push_back(colour_of(one));
    std::string points;
    double above = kTop - kLabelHeight;
    for (size_t i = 0; i < order.size(); ++i) {
      const ChatSummary& one = runs_[order[i]];
      const std::string& colour = colours[order[i]];
      const double x = x_of(cost(one));
      const double y = y_of(one.accuracy);
      const double room = kTop + tall_ - kLabelHeight * static_cast<double>(order.size() - 1 - i);
      above = std::min(std::max(y, above + kLabelHeight), room);
      out_ += report::svg_line("join " + colour, x, y, kLabels - 6, above);
      points += report::svg_line("whisker " + colour, x, y_of(one.low), x, y_of(one.high));
      points += "<circle class=\"point " + colour + "\"" +
                report::svg_attributes({{"cx", x}, {"cy", y}, {"r", 4.5}}) + "/>\n";
      points += report::svg_text(kLabels, above + 4, label_of(one), " class=\"small\"");
    }
    out_ += points;
  }

  const std::vector<ChatSummary>& runs_;
  bool dollars_;
  double tall_;
  int low_ = 0;
  int high_ = 1;
  std::vector<std::string> names_;
  std::string out_;
};

}  // namespace

std::string chat_svg(const std::vector<ChatSummary>& runs) {
  return Picture(runs).draw();
}

}  // namespace kcast::workflow
