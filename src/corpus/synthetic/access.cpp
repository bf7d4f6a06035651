#include "corpus/synthetic/access.h"

#include "corpus/draw.h"
#include "corpus/synthetic/values.h"

namespace kcast::corpus {
namespace {

// Neighbours, rows, columns and transposes of planes and volumes.
std::string plane_index(SynthWriter& writer) {
  const bool is_volume = writer.form == SynthForm::Volume;
  const std::string reach = decimal(writer.rng.between(1, 3));
  switch (writer.rng.below(is_volume ? 6 : 5)) {
    case 0:
      return is_volume ? "(pz * ny + py) * nx + min(px + " + reach + ", nx - 1)"
                       : "py * nx + min(px + " + reach + ", nx - 1)";
    case 1:
      return is_volume ? "(pz * ny + max(py - " + reach + ", 0)) * nx + px"
                       : "max(py - " + reach + ", 0) * nx + px";
    case 2:
      return is_volume ? "(px * ny + py) * nz + pz" : "px * ny + py";
    case 3:
      return "px";
    case 4:
      return is_volume ? "py * nx + px" : "py";
    default:
      return "(min(pz + " + reach + ", nz - 1) * ny + py) * nx + px";
  }
}

std::string pattern_index(SynthWriter& writer, int64_t& factor, std::string& length) {
  factor = 1;
  length = writer.size;
  const bool has_axes = writer.form == SynthForm::Plane || writer.form == SynthForm::Volume;
  if (has_axes && percent(writer.rng, 65))
    return percent(writer.rng, 40) ? writer.at : plane_index(writer);
  const int64_t amount = writer.rng.between(1, 8);
  switch (weighted(writer.rng, {34, 8, 4, 8, 6, 6, 8, 8, 4, 5, 4, 5})) {
    case 0:
      return writer.at;
    case 1:
      factor = pick_of<int64_t>(writer.rng, {2, 3, 4, 7, 8, 16, 32});
      length = "(" + writer.size + ") * " + decimal(factor);
      return writer.at + " * " + decimal(factor) +
             (percent(writer.rng, 40) ? " + " + decimal(static_cast<int64_t>(writer.rng.below(
                                                    static_cast<uint64_t>(factor))))
                                      : "");
    case 2: {
      const std::string stride = writer.count_scalar(1, 16);
      factor = 16;
      length = "(" + writer.size + ") * " + stride;
      return writer.at + " * " + stride;
    }
    case 3:
      return writer.count + " - 1 - " + writer.at;
    case 4:
      return writer.at + " / " + decimal(int64_t{1} << writer.rng.between(1, 7));
    case 5: {
      const int64_t entries = int64_t{1} << writer.rng.between(4, 12);
      length = decimal(entries);
      return writer.at +
             (percent(writer.rng, 50) ? " % " + decimal(entries) : " & " + decimal(entries - 1));
    }
    case 6:
      return percent(writer.rng, 50)
                 ? "min(" + writer.at + " + " + decimal(amount) + ", " + writer.count + " - 1)"
                 : "max(" + writer.at + " - " + decimal(amount) + ", 0)";
    case 7:
      length = writer.size + " + " + decimal(amount);
      return writer.at + " + " + decimal(amount);
    case 8: {
      const int64_t mask = (int64_t{1} << writer.rng.between(1, 5)) - 1;
      length = writer.size + " + " + decimal(mask + 1);
      return writer.at + " ^ " + decimal(mask);
    }
    case 9: {
      const int64_t rows = pick_of<int64_t>(writer.rng, {16, 32, 64, 128, 256});
      length = writer.size + " + " + decimal(rows);
      return writer.at + " % " + decimal(rows) + " * (" + writer.count + " / " + decimal(rows) +
             " + 1) + " + writer.at + " / " + decimal(rows);
    }
    case 10:
      return "(int)((uint)" + writer.at + " * " +
             decimal(2 * writer.rng.between(5000, 2000000) + 1) + "u % (uint)" + writer.count + ")";
    default: {
      // Through a buffer of indices; what it points into is filled in by load().
      return "";
    }
  }
}

// A buffer that is there already, one time in three, or a new one.
std::string pick_buffer(SynthWriter& writer, const std::string& type, const std::string& length) {
  for (const SynthBuffer& known : writer.buffers) {
    if (known.direction == "in" && known.type == type && known.fill.empty() &&
        percent(writer.rng, 30)) {
      writer.lengthen(known.name, length);
      return known.name;
    }
  }
  if (writer.buffers.size() < 9) return writer.buffer(type, "in", length);
  for (const SynthBuffer& known : writer.buffers) {
    if (known.direction == "in" && known.type == type && known.fill.empty()) {
      writer.lengthen(known.name, length);
      return known.name;
    }
  }
  return writer.buffer(type, "in", length);
}

}  // namespace

std::string draw_load(SynthWriter& writer, const std::string& type) {
  int64_t factor = 1;
  std::string length;
  std::string place = pattern_index(writer, factor, length);
  writer.grows(factor);
  const std::string name = pick_buffer(writer, type, length);
  if (!place.empty()) return name + "[" + place + "]";
  const std::string map = writer.buffer("int", "in", writer.size, "index_into " + name);
  place = map + "[" + writer.at + "]";
  if (percent(writer.rng, 15)) {
    // Two steps through indices.
    const std::string second = writer.buffer("int", "in", writer.size, "index_into " + map);
    place = map + "[" + second + "[" + writer.at + "]]";
  }
  return name + "[" + place + "]";
}

std::string draw_load_in_loop(SynthWriter& writer, const std::string& type,
                              const std::string& counter, int64_t trips,
                              const std::string& trips_scalar) {
  const std::string rounds = trips_scalar.empty() ? decimal(trips) : trips_scalar;
  const bool fits = writer.loop_depth == 1;
  std::string place;
  std::string length;
  switch (fits ? weighted(writer.rng, {25, 20, 25, 20, 10})
               : weighted(writer.rng, {0, 0, 30, 40, 30})) {
    case 0:
      writer.grows(trips);
      length = "(" + writer.size + ") * " + rounds;
      place = counter + " * " + writer.count + " + " + writer.at;
      break;
    case 1:
      writer.grows(trips);
      length = "(" + writer.size + ") * " + rounds;
      place = writer.at + " * " + rounds + " + " + counter;
      break;
    case 2:
      length = writer.size + " + " + rounds;
      place = writer.at + " + " + counter;
      break;
    case 3:
      length = rounds;
      place = counter;
      break;
    default:
      length = writer.size;
      place = "(" + writer.at + " + " + counter + " * " + decimal(writer.rng.between(3, 4096)) +
              ") % " + writer.count;
      break;
  }
  return pick_buffer(writer, type, length) + "[" + place + "]";
}

void add_load(SynthWriter& writer, const std::string& type) {
  add_value(writer, type, draw_load(writer, type));
}

void add_store(SynthWriter& writer, const std::string& type, const std::string& value) {
  std::string place = writer.at;
  std::string length = writer.size;
  switch (weighted(writer.rng, {62, 10, 8, 10, 10})) {
    case 0:
      break;
    case 1: {
      const int64_t factor = pick_of<int64_t>(writer.rng, {2, 3, 4, 8});
      writer.grows(factor);
      length = "(" + writer.size + ") * " + decimal(factor);
      place = writer.at + " * " + decimal(factor);
      break;
    }
    case 2:
      place = writer.count + " - 1 - " + writer.at;
      break;
    case 3:
      place = writer.buffer("int", "in", writer.size, "permutation") + "[" + writer.at + "]";
      break;
    default:
      if (writer.form == SynthForm::Plane) place = "px * ny + py";
      break;
  }
  const bool updates = percent(writer.rng, 20);
  const std::string name = writer.buffer(type, updates ? "inout" : "out", length);
  const std::string statement =
      name + "[" + place + "] " + (updates ? "+=" : "=") + " " + value + ";";
  writer.line(writer.guard.empty() ? statement : "if (" + writer.guard + ") " + statement);
}

}  // namespace kcast::corpus
