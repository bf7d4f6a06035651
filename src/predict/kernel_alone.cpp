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

constexpr std::string_view kLocation = "\t.loc\t";
constexpr std::string_view kFile = "\t.file\t";
constexpr std::string_view kLabel = "$L__BB";

// Takes the first line off a text.
std::string_view take_line(std::string_view& text) {
  const size_t newline = text.find('\n');
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  return line;
}

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
  line.remove_prefix(kLocation.size());
  const bool read = take_number(line, place.first) && take_number(line, place.second) &&
                    take_number(line, column) && line.empty();
  if (!read || place.second < 0) return std::nullopt;
  return place;
}

std::string_view name_at(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_ptx_name_char(text[end]))
    ++end;
  return text.substr(0, end);
}

// What a declaration declares: ".visible .func  (.param .b32 func_retval0) f(", or
// ".extern .shared .align 16 .b8 tile[];". Empty: it is not written like that.
std::string_view declared_name(std::string_view line) {
  while (!line.empty()) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return "";
    line.remove_prefix(begin);
    const char c = line.front();
    if (c == '(') {  // the result of a function
      const size_t end = line.find(')');
      if (end == std::string_view::npos) return "";
      line.remove_prefix(end + 1);
    } else if (c == '.' || (c >= '0' && c <= '9')) {
      const size_t end = line.find_first_of(" \t");
      line.remove_prefix(std::min(end, line.size()));
    } else {
      return name_at(line);
    }
  }
  return "";
}

using Item = SplitModule::Item;

// Takes the rest of a function; `last` is its last line. Users' assembly may have any lines.
bool take_function(std::string_view& text, std::string_view& last) {
  for (bool assembly = false; !text.empty();) {
    last = take_line(text);
    if (last == "\t// begin inline asm") assembly = true;
    if (last == "\t// end inline asm") assembly = false;
    if (!assembly && (last == "}" || last == ";")) return true;
  }
  return false;
}

// The items of a text that our back end wrote; empty where it looks otherwise.
std::vector<Item> split_items(std::string_view text) {
  std::vector<Item> out;
  while (!text.empty()) {
    const char* const begin = text.data();
    const std::string_view line = take_line(text);
    if (line.empty() || line.starts_with("//") || line.starts_with("\t//")) continue;
    const bool header = line.starts_with(".version") || line.starts_with(".target") ||
                        line.starts_with(".address_size");
    if (header || line.starts_with(kFile)) {
      out.push_back({line, ""});
      continue;
    }
    const bool function = line.find(".func ") != std::string_view::npos || has_ptx_entry(line);
    if (!line.starts_with('.') || (!function && !line.ends_with(';'))) return {};
    const std::string_view name = declared_name(line);
    if (name.empty()) return {};
    std::string_view last = line;
    if (function && !take_function(text, last)) return {};
    const auto size = static_cast<size_t>(last.data() + last.size() - begin);
    out.push_back({std::string_view(begin, size), name});
  }
  return out;
}

// Writes the needed items again.
class Writer {
 public:
  explicit Writer(const std::vector<const Item*>& items) : items_(items) {}

  // False: a line is not written as ours are.
  bool collect_places() {
    for (const Item* item : items_) {
      for (std::string_view rest = item->text; !rest.empty();) {
        const std::string_view line = take_line(rest);
        if (!line.starts_with(kLocation)) continue;
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
    for (const Item* item : items_) {
      for (std::string_view rest = item->text; !rest.empty();)
        write_line(take_line(rest));
    }
    return std::move(out_);
  }

 private:
  void write_line(std::string_view line) {
    std::string& text = out_.ptx;
    if (line.starts_with(kFile)) {
      std::string_view number = line.substr(kFile.size());
      int64_t file = 0;
      if (!take_number(number, file) || !files_.contains(file)) return;
      text += line;
    } else if (line.starts_with(kLocation)) {
      const Place place = *location_of(line);
      text += kLocation;
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
    for (size_t at = line.find(kLabel); at != std::string_view::npos; at = line.find(kLabel)) {
      text += line.substr(0, at + kLabel.size());
      line.remove_prefix(at + kLabel.size());
      int64_t number = 0;
      if (take_number(line, number)) {
        text += std::to_string(labels_.emplace(number, labels_.size()).first->second);
      }
    }
    text += line;
  }

  const std::vector<const Item*>& items_;
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
  if (route == "clang") items_ = split_items(text);
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].name.empty()) {
      common_.push_back(i);
    } else {
      by_name_.emplace(items_[i].name, i);
    }
  }
}

// What the kernel names, directly or through others, and what belongs to all, in their order.
std::vector<const Item*> SplitModule::needed_by(std::string_view kernel) const {
  std::set<size_t> needed(common_.begin(), common_.end());
  std::vector<std::string_view> names = {kernel};
  while (!names.empty()) {
    const auto [first, last] = by_name_.equal_range(names.back());
    names.pop_back();
    for (auto found = first; found != last; ++found) {
      if (!needed.insert(found->second).second) continue;
      for (std::string_view rest = items_[found->second].text; !rest.empty();) {
        const std::string_view name = name_at(rest);
        if (!name.empty() && by_name_.contains(name)) names.push_back(name);
        rest.remove_prefix(std::max<size_t>(name.size(), 1));
      }
    }
  }
  std::vector<const Item*> out;
  out.reserve(needed.size());
  for (const size_t i : needed)
    out.push_back(&items_[i]);
  return out;
}

KernelAlone SplitModule::kernel_alone(std::string_view kernel) const {
  const std::vector<const Item*> needed = needed_by(kernel);
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
