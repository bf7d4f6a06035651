#include "corpus/synthetic/synthetic.h"

#include <algorithm>

#include "corpus/draw.h"
#include "corpus/synthetic/access.h"
#include "corpus/synthetic/sections.h"
#include "corpus/synthetic/values.h"
#include "corpus/synthetic/writer.h"

namespace kcast::corpus {
namespace {

struct Shape {
  std::string blocks;  // line of the contract
  int threads;         // of a block, where one shape is stated
};

Shape choose_shape(Rng& rng, SynthForm form, bool is_fixed) {
  if (form == SynthForm::Plane) {
    const Shape shapes[] = {{"16x16", 256}, {"32x8", 256},  {"32x4", 128},
                            {"8x8", 64},    {"32x16", 512}, {"64x4", 256}};
    return pick(rng, shapes);
  }
  if (form == SynthForm::Volume) {
    const Shape shapes[] = {
        {"8x8x4", 256}, {"32x4x2", 256}, {"16x4x4", 256}, {"32x2x2", 128}, {"8x8x8", 512}};
    return pick(rng, shapes);
  }
  if (is_fixed) {
    const int threads = pick_of(rng, {64, 128, 128, 256, 256, 256, 512, 1024});
    return {std::to_string(threads), threads};
  }
  return {pick_of<std::string>(
              rng, {"64 128 256 512", "128 256", "256 512 1024", "warps 1024", "warps 512"}),
          0};
}

class Synthesis {
 public:
  explicit Synthesis(uint64_t seed) : writer_(seed), rng_(writer_.rng) {}

  std::string text() {
    writer_.form = static_cast<SynthForm>(weighted(rng_, {38, 10, 14, 10, 18, 10}));
    writer_.main_type =
        pick_of<std::string>(rng_, {"float", "float", "float", "float", "float", "float", "double",
                                    "double", "double", "int", "int", "uint", "long", "half"});
    is_collective_ = percent(rng_, writer_.form == SynthForm::Tiles ? 85 : 25);
    if (writer_.form == SynthForm::GridStride || writer_.form == SynthForm::Items)
      is_collective_ = false;
    const Shape shape = choose_shape(rng_, writer_.form, is_collective_);
    writer_.block = shape.threads;
    sizes();
    head();
    body();
    tail();
    const std::string bounds = shape.threads > 0 && percent(rng_, 20)
                                   ? "bounds(" + std::to_string(shape.threads) + ")\n"
                                   : "";
    return assemble_synthetic(writer_, "synthetic", shape.blocks, grid(), bounds);
  }

 private:
  void size_scalar(const std::string& name, int low) {
    writer_.scalars.push_back(
        {name, "int", "size " + name + " " + std::to_string(low) + "..", true});
  }

  void sizes() {
    if (writer_.form == SynthForm::Plane || writer_.form == SynthForm::Volume) {
      size_scalar("nx", 32);
      size_scalar("ny", 16);
      if (writer_.form == SynthForm::Volume) size_scalar("nz", 8);
      writer_.size = writer_.form == SynthForm::Volume ? "nx * ny * nz" : "nx * ny";
      return;
    }
    size_scalar("n", 1024);
  }

  std::string grid() const {
    switch (writer_.form) {
      case SynthForm::PerThread:
        return "ceil_div(n, bx)";
      case SynthForm::Items:
        return "ceil_div(n, bx * " + std::to_string(items_) + ")";
      case SynthForm::GridStride:
      case SynthForm::Tiles:
        return "any min(ceil_div(n, bx), " + std::to_string(most_blocks_) + ")";
      case SynthForm::Plane:
        return "ceil_div(nx, bx), ceil_div(ny, by)";
      case SynthForm::Volume:
        break;
    }
    return "ceil_div(nx, bx), ceil_div(ny, by), ceil_div(nz, bz)";
  }

  // Threads beyond the end leave, or stay for barriers and work on the last element.
  void clamp_or_leave(const std::string& index) {
    if (is_collective_) {
      writer_.line("int i = min(" + index + ", " + writer_.count + " - 1);");
      writer_.guard = index + " < " + writer_.count;
    } else {
      writer_.line("if (" + index + " >= n) return;");
      writer_.at = index;
    }
  }

  void head() {
    most_blocks_ = pick_of(rng_, {132, 264, 528, 1024, 2048});
    switch (writer_.form) {
      case SynthForm::PerThread:
        if (is_collective_) {
          writer_.line("int g = gid(0);");
          clamp_or_leave("g");
        } else {
          writer_.line("int i = gid(0);");
          guarded_ = percent(rng_, 50);
          if (guarded_) {
            writer_.open("if (i < n)");
          } else {
            writer_.line("if (i >= n) return;");
          }
        }
        return;
      case SynthForm::Items:
        items_ = pick_of(rng_, {2, 4, 4, 8});
        writer_.line("int first = bid(0) * bdim(0) * " + std::to_string(items_) + " + tid(0);");
        writer_.open("for (int item = 0; item < " + std::to_string(items_) + "; ++item)");
        writer_.line("int i = first + item * bdim(0);");
        writer_.line(percent(rng_, 50) ? "if (i >= n) break;" : "if (i >= n) continue;");
        return;
      case SynthForm::GridStride:
        writer_.open("for (int i = gid(0); i < n; i += gsize(0))");
        return;
      case SynthForm::Tiles:
        writer_.open("for (int base = bid(0) * bdim(0); base < n; base += gsize(0))");
        writer_.line("int g = base + tid(0);");
        writer_.line("int i = min(g, n - 1);");
        writer_.guard = "g < n";
        return;
      case SynthForm::Plane:
      case SynthForm::Volume:
        return axes();
    }
  }

  void axes() {
    const bool is_volume = writer_.form == SynthForm::Volume;
    if (is_collective_) {
      writer_.line("int px = min(gid(0), nx - 1);");
      writer_.line("int py = min(gid(1), ny - 1);");
      if (is_volume) writer_.line("int pz = min(gid(2), nz - 1);");
      writer_.guard =
          is_volume ? "gid(0) < nx && gid(1) < ny && gid(2) < nz" : "gid(0) < nx && gid(1) < ny";
    } else {
      writer_.line("int px = gid(0);");
      writer_.line("int py = gid(1);");
      if (is_volume) writer_.line("int pz = gid(2);");
      writer_.line(is_volume ? "if (px >= nx || py >= ny || pz >= nz) return;"
                             : "if (px >= nx || py >= ny) return;");
    }
    writer_.line(is_volume ? "int n = nx * ny * nz;" : "int n = nx * ny;");
    writer_.line(is_volume ? "int i = (pz * ny + py) * nx + px;" : "int i = py * nx + px;");
  }

  void body() {
    const int64_t loads = rng_.between(1, 4);
    for (int64_t i = 0; i < loads; ++i)
      add_load(writer_, writer_.main_type);
    if (writer_.main_type != "int" && percent(rng_, 25)) add_load(writer_, "int");
    if (writer_.main_type == "float" && percent(rng_, 12)) add_load(writer_, "double");
    if ((writer_.main_type == "float" || writer_.main_type == "double") && percent(rng_, 40)) {
      writer_.values.push_back({writer_.real_scalar(writer_.main_type), writer_.main_type, false});
    }
    add_arithmetic(writer_, static_cast<int>(rng_.between(1, 5)));
    int64_t sections = rng_.between(1, 3);
    while (sections < 9 && percent(rng_, 45))
      ++sections;
    const auto collective_at =
        is_collective_ ? rng_.below(static_cast<uint64_t>(sections)) : UINT64_MAX;
    for (int64_t i = 0; i < sections; ++i) {
      if (static_cast<uint64_t>(i) == collective_at) add_collective_section(writer_);
      add_section(writer_);
    }
    if (is_collective_ && percent(rng_, 25)) add_collective_section(writer_);
    add_arithmetic(writer_, static_cast<int>(rng_.between(1, 4)));
  }

  void tail() {
    use_up_values(writer_);
    // The first result depends on everything that went before.
    std::string value = cast_value(writer_.values.back(), writer_.main_type);
    if (percent(rng_, 50)) value += " + " + draw_expression(writer_, writer_.main_type, 1);
    add_store(writer_, writer_.main_type, value);
    for (size_t more = weighted(rng_, {70, 22, 8}); more > 0; --more) {
      const std::string type = percent(rng_, 75) ? writer_.main_type : "float";
      const int depth = static_cast<int>(rng_.below(3));
      add_store(writer_, type, draw_expression(writer_, type, depth));
    }
    const bool is_open = guarded_ || writer_.form == SynthForm::Items ||
                         writer_.form == SynthForm::GridStride || writer_.form == SynthForm::Tiles;
    if (is_open) writer_.close();
  }

  SynthWriter writer_;
  Rng& rng_;
  bool is_collective_ = false;  // barriers and warp functions: every thread must get there
  bool guarded_ = false;
  int items_ = 1;
  int most_blocks_ = 1024;
};

}  // namespace

std::string synthetic_text(uint64_t seed) {
  return Synthesis(seed).text();
}

std::string omniwise_text(uint64_t seed) {
  SynthWriter writer(seed);
  Rng& rng = writer.rng;
  writer.main_type = pick_of<std::string>(rng, {"float", "double"});
  const std::string& type = writer.main_type;
  writer.scalars.push_back({"n", "int", "size n 1024..", true});
  writer.line("int i = gid(0);");
  writer.line("if (i >= n) return;");
  const int64_t inputs = rng.between(1, 6);
  std::vector<std::string> names;
  for (int64_t k = 0; k < inputs; ++k)
    names.push_back(writer.buffer(type, "in", "n"));
  const int64_t loads = rng.between(1, 12);
  for (int64_t k = 0; k < loads; ++k) {
    add_value(writer, type, pick(rng, names) + "[i]");
    for (uint64_t op = rng.below(6); op > 0; --op) {
      const std::string a = draw_operand(writer, type);
      const std::string b = draw_operand(writer, type);
      const std::string c = draw_operand(writer, type);
      switch (rng.below(5)) {
        case 0:
          add_value(writer, type, a + " * " + b + " + " + c);
          break;
        case 1:
          add_value(writer, type, a + " + " + b);
          break;
        case 2:
          add_value(writer, type, a + " - " + b);
          break;
        case 3:
          add_value(writer, type, a + " * " + b);
          break;
        default:
          add_value(writer, type, a + " / " + b);
          break;
      }
    }
  }
  const int64_t stores = rng.between(1, 4);
  for (int64_t k = 0; k < stores; ++k) {
    const std::string name = writer.buffer(type, "out", "n");
    writer.line(name + "[i] = " + draw_operand(writer, type) + ";");
  }
  return assemble_synthetic(writer, "generated_kernel", "64 128 256 512 1024", "ceil_div(n, bx)",
                            "");
}

}  // namespace kcast::corpus
