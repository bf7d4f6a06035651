#include "report/gpus_view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "schema/gpu/gpu_figures.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::report {
namespace {

constexpr size_t kColumns = 100;
constexpr size_t kLabelColumn = 2;   // where the label of a figure starts
constexpr size_t kValueColumn = 36;  // where its value starts
constexpr size_t kSourceColumn = 62;

// `decimals` digits after the point at most, trailing zeros dropped.
std::string number(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  std::string text = buffer;
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string fixed(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return buffer;
}

// 49152 as "48 KiB"; what is no round number of KiB is megabytes or plain bytes.
std::string size_text(double bytes) {
  constexpr double kKib = 1024;
  constexpr double kMib = kKib * 1024;
  constexpr double kGib = kMib * 1024;
  const auto whole = [&](double unit) { return bytes >= unit && std::fmod(bytes, unit) == 0; };
  if (whole(kGib)) return number(bytes / kGib, 0) + " GiB";
  if (bytes >= kGib) return number(bytes / kGib, 1) + " GiB";
  if (whole(kMib)) return number(bytes / kMib, 0) + " MiB";
  if (whole(kKib)) return number(bytes / kKib, 0) + " KiB";
  if (bytes >= 1e6) return number(bytes / 1e6, 1) + " MB";
  return number(bytes, 0) + " B";
}

std::string quantity(double value, std::string_view unit) {
  if (unit == "bytes") return size_text(value);
  if (unit == "GFLOP/s" && value >= 1000) return number(value / 1000, 1) + " TFLOP/s";
  if (unit == "GOP/s" && value >= 1000) return number(value / 1000, 1) + " TOP/s";
  return number(value, 2) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string value_text(double value, std::string_view unit) {
  return quantity(value, unit);
}
std::string value_text(int64_t value, std::string_view unit) {
  return quantity(static_cast<double>(value), unit);
}
std::string value_text(bool value, std::string_view) {
  return value ? "yes" : "no";
}
std::string value_text(const std::string& value, std::string_view) {
  return value;
}

// Sizes share one unit: "0, 8, 16, 32 KiB".
std::string value_text(const std::vector<int64_t>& values, std::string_view unit) {
  const bool kib = unit == "bytes" && std::all_of(values.begin(), values.end(),
                                                  [](int64_t v) { return v % 1024 == 0; });
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const int64_t value : values)
    parts.push_back(std::to_string(kib ? value / 1024 : value));
  const std::string suffix = kib ? "KiB" : std::string(unit);
  return join(parts, ", ") + (suffix.empty() ? "" : " " + suffix);
}

std::string value_text(const std::array<int64_t, 3>& values, std::string_view) {
  return std::to_string(values[0]) + " x " + std::to_string(values[1]) + " x " +
         std::to_string(values[2]);
}

// Breaks `text` at blanks so that no line passes the last column; all lines are indented.
std::string wrapped(std::string_view text, size_t indent) {
  std::string result;
  std::string line;
  for (const std::string& word : split(text, ' ')) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) {
      result += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    if (!line.empty()) line += " ";
    line += word;
  }
  if (!line.empty()) result += std::string(indent, ' ') + line + "\n";
  return result;
}

// "units" as people read it.
std::string title_of(std::string_view section) {
  if (section == "l1") return "L1 cache";
  if (section == "l2") return "L2 cache";
  if (section == "last_level") return "last-level cache";
  if (section == "dram") return "DRAM";
  if (section == "rates") return "rates (results per clock and unit)";
  if (section == "peaks") return "nominal peaks";
  if (section == "bandwidth") return "nominal bandwidth";
  if (section == "registers") return "registers (32 bits)";
  std::string title(section);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

// Appends figures, a heading before the first of each section.
class FigureLines {
 public:
  FigureLines(const Gpu& gpu, std::string& out) : gpu_(gpu), out_(out) {}

  template <typename T>
  void operator()(const FigureSpec& spec, const T& value) {
    add(spec, value_text(value, spec.unit));
  }

  // Unknown figures are not shown; the JSON form has them.
  template <typename T>
  void operator()(const FigureSpec& spec, const std::optional<T>& value) {
    if (value) add(spec, value_text(*value, spec.unit));
  }

 private:
  void add(const FigureSpec& spec, const std::string& value) {
    if (spec.section != section_) {
      section_ = spec.section;
      out_ += "\n" + title_of(section_) + "\n";
    }
    const auto found =
        gpu_.figure_sources.find(std::string(spec.section) + "." + std::string(spec.key));
    const FigureSource from = found == gpu_.figure_sources.end() ? FigureSource{} : found->second;
    const auto source = gpu_.sources.find(from.source);
    const bool estimate =
        source != gpu_.sources.end() && source->second.kind == SourceKind::Estimate;
    std::string line = std::string(kLabelColumn, ' ') + std::string(spec.label);
    line = pad_right(line, kValueColumn) + (estimate ? "~" : "") + value;
    // A long list leaves no room for the source, which then gets the next line.
    if (line.size() + 2 > kSourceColumn) {
      out_ += line + "\n";
      line.clear();
    }
    out_ += pad_right(line, kSourceColumn) + "[" + from.source + "]\n";
    if (!from.note.empty()) out_ += wrapped(from.note, kValueColumn);
  }

  const Gpu& gpu_;
  std::string& out_;
  std::string_view section_;
};

void append_provenance(const MeasuredProvenance& from, std::string& out) {
  const std::pair<std::string_view, const std::string&> rows[] = {{"date", from.date},
                                                                  {"driver", from.driver},
                                                                  {"tool", from.tool},
                                                                  {"clocks", from.clocks},
                                                                  {"made by", from.command}};
  for (const auto& [label, text] : rows) {
    out += pad_right("  " + std::string(label), kValueColumn) +
           (text.empty() ? "not recorded" : text) + "\n";
  }
}

void append_instructions(const Measured& measured, std::string& out) {
  if (measured.instructions.empty()) return;
  out += "\nmeasured instructions              per clock and unit      latency\n";
  for (const auto& [name, timing] : measured.instructions) {
    out += pad_right("  " + name, 36);
    out += pad_left(timing.per_clock ? number(*timing.per_clock, 1) : "-", 17);
    out +=
        pad_left(timing.latency_cycles ? number(*timing.latency_cycles, 1) + " cycles" : "-", 13);
    out += "  [" + timing.source + "]\n";
  }
}

std::string tera(double giga, int decimals = 1) {
  return fixed(giga / 1000, decimals);
}

}  // namespace

std::string render_gpus_text(std::span<const Gpu> gpus) {
  size_t id_width = 12;
  size_t name_width = 29;
  for (const Gpu& gpu : gpus)
    id_width = std::max(id_width, gpu.id.size() + 2);
  const auto row = [&](std::string_view id, std::string_view name,
                       const std::array<std::string, 8>& cells) {
    constexpr size_t kWidths[] = {5, 6, 7, 7, 8, 7, 5, 7};
    std::string line = pad_right(id, id_width) + pad_right(name, name_width);
    for (size_t i = 0; i < cells.size(); ++i)
      line += pad_left(cells[i], kWidths[i]);
    return line + "\n";
  };
  std::string out =
      row("gpu", "name", {"units", "boost", "fp32", "fp64", "tensor", "DRAM", "L2", "valid-"});
  out += row("", "", {"", "GHz", "TFLOPS", "TFLOPS", "TFLOPS", "GB/s", "MiB", "ated"});
  for (const Gpu& gpu : gpus) {
    const auto& peaks = gpu.peaks;
    out += row(gpu.id, gpu.name,
               {std::to_string(gpu.units.count), fixed(gpu.clocks.boost_mhz / 1000, 2),
                tera(peaks.fp32_gflops), tera(peaks.fp64_gflops), tera(peaks.tensor_fp16_gflops, 0),
                fixed(gpu.bandwidth.dram_gbs, 0),
                number(static_cast<double>(gpu.l2.size_bytes) / (1024.0 * 1024.0), 1),
                gpu.validated ? "yes" : "no"});
  }
  out += "\nNominal peaks; tensor: fp16 inputs, fp32 sums, dense.\n";
  for (const Gpu& gpu : gpus) {
    if (!gpu.peaks.fp32_packed_gflops) continue;
    out += gpu.id + ": fp32 is " + tera(*gpu.peaks.fp32_packed_gflops) +
           " with packed instructions.\n";
  }
  out += "All figures and their sources: kcast gpus NAME\n";
  return out;
}

std::string render_gpu_text(const Gpu& gpu) {
  std::string out = gpu.name + " (" + gpu.id + ")\n";
  out += "  " + gpu.vendor + ", " + gpu.architecture + ", " + gpu.target + "; predictions " +
         (gpu.validated ? "were validated" : "not validated") + " on this hardware\n";
  if (!gpu.aliases.empty()) out += wrapped("also called " + join(gpu.aliases, ", "), 2);
  if (!gpu.note.empty()) out += wrapped(gpu.note, 2);

  FigureLines lines(gpu, out);
  visit_figures(gpu, lines);
  if (gpu.measured) {
    visit_measured(*gpu.measured, lines);
    append_provenance(gpu.measured->provenance, out);
    append_instructions(*gpu.measured, out);
  }
  out += "\nsources (~ marks an estimate)\n";
  for (const auto& [key, source] : gpu.sources) {
    out += "  [" + key + "] " + std::string(to_text(source.kind)) + "\n" + wrapped(source.title, 4);
    if (!source.where.empty()) out += wrapped(source.where, 4);
    if (!source.note.empty()) out += wrapped(source.note, 4);
  }
  return out;
}

std::string render_gpus_json(std::span<const Gpu> gpus) {
  return gpus_to_json(gpus);
}
std::string render_gpu_json(const Gpu& gpu) {
  return gpu_to_json(gpu);
}

}  // namespace kcast::report
