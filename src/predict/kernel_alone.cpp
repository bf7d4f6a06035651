#include "predict/kernel_alone.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

bool take_number(std::string_view& text, int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return true;
}

using Place = std::pair<int64_t, int64_t>;  // file and line

std::optional<Place> location_of(std::string_view line) {
  Place place;
  int64_t column = 0;
  line.remove_prefix(kPtxLocation.size());
  const bool read = take_number(line, place.first) && take_number(line, place.second) &&
                    take_number(line, column) && line.empty();
  if (!read || place.second < 0) return std::nullopt;
  return place;
}

// Writes the needed items again.
class Writer {
 public:
  explicit Writer(const std::vector<const PtxItem*>& items) : items_(items) {}

  // False: a line is not written as ours are.
  bool collect_places() {
    for (const PtxItem* item : items_) {
      for (std::string_view rest = item->text; !rest.empty();) {
        const std::string_view line = take_ptx_line(rest);
        if (!line.starts_with(kPtxLocation)) continue;
        const auto place = location_of(line);
        if (!place) return false;
        files_.insert(place->first);
        if (place->second > 0) places_.emplace(*place, 0);
      }
    }
    int64_t number = 0;
    for (auto& [place, line] : places_) {
      out_.lines.push_back(place.second);
      line = kFirstLine + number++;
    }
    return true;
  }

  KernelAlone write() {
    for (const PtxItem* item : items_) {
      for (std::string_view rest = item->text; !rest.empty();)
        write_line(take_ptx_line(rest));
    }
    return std::move(out_);
  }

 private:
  void write_line(std::string_view line) {
    std::string& text = out_.ptx;
    if (line.starts_with(kPtxFile)) {
      std::string_view number = line.substr(kPtxFile.size());
      int64_t file = 0;
      if (!take_number(number, file) || !files_.contains(file)) return;
      text += line;
    } else if (line.starts_with(kPtxLocation)) {
      const Place place = *location_of(line);
      text += kPtxLocation;
      text += std::to_string(place.first) + " ";
      text += std::to_string(place.second > 0 ? places_.at(place) : 0) + " 0";
    } else {
      write_code(line.substr(0, line.find("//")));
    }
    text += '\n';
  }

  // "$L__BB7_2" is the label of a function whose number in the module is 7.
  void write_code(std::string_view line) {
    std::string& text = out_.ptx;
    for (size_t at = line.find(kPtxLabel); at != std::string_view::npos;
         at = line.find(kPtxLabel)) {
      text += line.substr(0, at + kPtxLabel.size());
      line.remove_prefix(at + kPtxLabel.size());
      int64_t number = 0;
      if (take_number(line, number)) {
        text += std::to_string(labels_.emplace(number, labels_.size()).first->second);
      }
    }
    text += line;
  }

  const std::vector<const PtxItem*>& items_;
  std::map<Place, int64_t> places_;   // and their new lines
  std::set<int64_t> files_;           // that occur
  std::map<int64_t, size_t> labels_;  // numbers of functions in their labels, and the new ones
  KernelAlone out_;
};

template <typename Line>
void restore(const std::vector<int64_t>& lines, Line& line) {
  const int64_t number = line - kFirstLine;
  if (number >= 0 && number < static_cast<int64_t>(lines.size())) {
    line = static_cast<Line>(lines[static_cast<size_t>(number)]);
  }
}

}  // namespace

SplitModule::SplitModule(std::string_view text, std::string_view route) : text_(text) {
  // Machine code stands apart from the kernel that it is of.
  if (route == "clang" && !has_machine_code(text)) items_ = split_ptx_items(text);
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].name.empty()) {
      common_.push_back(i);
    } else {
      by_name_.emplace(items_[i].name, i);
    }
  }
}

// What the kernel names, directly or through others, and what belongs to all, in their order.
std::vector<const PtxItem*> SplitModule::needed_by(std::string_view kernel) const {
  std::set<size_t> needed(common_.begin(), common_.end());
  std::vector<std::string_view> names = {kernel};
  while (!names.empty()) {
    const auto [first, last] = by_name_.equal_range(names.back());
    names.pop_back();
    for (auto found = first; found != last; ++found) {
      if (!needed.insert(found->second).second) continue;
      for (std::string_view rest = items_[found->second].text; !rest.empty();) {
        const std::string_view name = ptx_name_at(rest);
        if (!name.empty() && by_name_.contains(name)) names.push_back(name);
        rest.remove_prefix(std::max<size_t>(name.size(), 1));
      }
    }
  }
  std::vector<const PtxItem*> out;
  out.reserve(needed.size());
  for (const size_t i : needed)
    out.push_back(&items_[i]);
  return out;
}

KernelAlone SplitModule::kernel_alone(std::string_view kernel) const {
  const std::vector<const PtxItem*> needed = needed_by(kernel);
  Writer writer(needed);
  if (items_.empty() || !writer.collect_places()) return {std::string(text_), {}};
  return writer.write();
}

KernelAlone kernel_alone(const PtxModule& module, std::string_view kernel) {
  return SplitModule(module.text, module.route).kernel_alone(kernel);
}

void restore_lines(const std::vector<int64_t>& lines, std::string& text) {
  constexpr std::string_view kLine = "line ";
  for (size_t at = text.find(kLine); at != std::string::npos; at = text.find(kLine, at + 1)) {
    const size_t begin = at + kLine.size();
    int64_t line = 0;
    const char* const first = text.data() + begin;
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), line);
    if (error != std::errc() || line < kFirstLine) continue;
    restore(lines, line);
    text.replace(begin, static_cast<size_t>(end - first), std::to_string(line));
  }
}

void restore_lines(const std::vector<int64_t>& lines, analyze::Analysis& analysis) {
  for (LineCost& cost : analysis.features.lines)
    restore(lines, cost.line);
  for (Reason& reason : analysis.prediction.reasons) {
    restore(lines, reason.line);
    restore_lines(lines, reason.text);
  }
  for (std::string& note : analysis.features.notes)
    restore_lines(lines, note);
  for (std::string& note : analysis.prediction.notes)
    restore_lines(lines, note);
  restore_lines(lines, analysis.faults.out_of_bounds);
}

}  // namespace kcast::predict
