#include "corpus/synthetic/writer.h"

#include <algorithm>

#include "base/check.h"
#include "corpus/draw.h"

namespace kcast::corpus {
namespace {

// Index arithmetic is in 32 bits.
constexpr int64_t kMostElements = 2000000000;
constexpr int64_t kMostThreads = 100000000;

std::string longest(const std::vector<std::string>& lengths) {
  std::string text = lengths.front();
  for (size_t i = 1; i < lengths.size(); ++i)
    text = "max(" + text + ", " + lengths[i] + ")";
  return text;
}

}  // namespace

void SynthWriter::line(const std::string& text) {
  body_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n";
}

void SynthWriter::open(const std::string& head) {
  line(head + " {");
  ++depth_;
}

void SynthWriter::close() {
  --depth_;
  line("}");
}

std::string SynthWriter::fresh(std::string_view stem) {
  return std::string(stem) + std::to_string(names_++);
}

std::string SynthWriter::buffer(const std::string& type, const std::string& direction,
                                const std::string& length, const std::string& fill) {
  const std::string stem = direction == "in" ? "src" : (direction == "out" ? "dst" : "acc");
  SynthBuffer made{fresh(stem), type, direction, {length}, fill};
  buffers.push_back(made);
  return made.name;
}

void SynthWriter::lengthen(const std::string& name, const std::string& length) {
  for (SynthBuffer& known : buffers) {
    if (known.name != name) continue;
    auto& lengths = known.lengths;
    if (std::find(lengths.begin(), lengths.end(), length) == lengths.end()) {
      lengths.push_back(length);
    }
  }
}

std::string SynthWriter::count_scalar(int64_t low, int64_t high) {
  const std::string name = fresh("m");
  scalars.push_back(
      {name, "int", "count " + name + " " + std::to_string(low) + ".." + std::to_string(high)});
  return name;
}

std::string SynthWriter::real_scalar(const std::string& type) {
  const std::string name = fresh("a");
  scalars.push_back({name, type, "real " + name + " 0.25..1.75"});
  return name;
}

void SynthWriter::grows(int64_t factor) {
  length_factor = std::max(length_factor, factor);
}

std::string assemble_synthetic(const SynthWriter& writer, const std::string& name,
                               const std::string& blocks, const std::string& grid,
                               const std::string& bounds) {
  std::string text;
  for (const auto* part : {&writer.constants, &writer.records, &writer.tables, &writer.functions}) {
    for (const std::string& item : *part)
      text += item + "\n";
  }
  text += bounds + "kernel " + name + "(";
  bool is_first = true;
  for (const SynthBuffer& buffer : writer.buffers) {
    text += (is_first ? "" : ", ") + buffer.direction + " " + buffer.type + "* " + buffer.name;
    is_first = false;
  }
  for (const SynthScalar& scalar : writer.scalars)
    text += ", " + scalar.type + " " + scalar.name;
  text += ") {\n";
  for (const std::string& declaration : writer.shared)
    text += "  " + declaration + "\n";
  text += writer.body() + "}\ncontract {\n";
  const int64_t most = std::min(kMostThreads, kMostElements / writer.length_factor);
  for (const SynthScalar& scalar : writer.scalars) {
    text += "  " + scalar.line;
    if (scalar.is_size) {
      // The product of the sizes is what is limited.
      int64_t high = most;
      if (writer.form == SynthForm::Plane) high = 1024;
      if (writer.form == SynthForm::Volume) high = 128;
      while (writer.form == SynthForm::Plane && high * high * 4 <= most && high < 8192)
        high *= 2;
      while (writer.form == SynthForm::Volume && high * high * high * 8 <= most && high < 512)
        high *= 2;
      text += std::to_string(high);
    }
    text += ";\n";
  }
  for (const SynthBuffer& buffer : writer.buffers) {
    // Integers between 1 and 2 would all be the same.
    const bool is_whole =
        buffer.type.starts_with("int") || buffer.type.starts_with("uint") || buffer.type == "long";
    const std::string fill = buffer.fill.empty() && is_whole ? "uniform_int 0 1000" : buffer.fill;
    text += "  buffer " + buffer.name + " " + longest(buffer.lengths) +
            (fill.empty() ? "" : " " + fill) + ";\n";
  }
  return text + "  block " + blocks + ";\n  grid " + grid + ";\n}\n";
}

}  // namespace kcast::corpus
