// Access patterns. Each names an index and the length that keeps it in bounds.
#include <algorithm>

#include "corpus/draw.h"
#include "corpus/synthetic/writer.h"

namespace kcast::corpus {
// Neighbours, rows, columns and transposes of planes and volumes.
std::string SynthWriter::plane_index() {
  const bool is_volume = form == SynthForm::Volume;
  const std::string reach = decimal(rng.between(1, 3));
  switch (rng.below(is_volume ? 6 : 5)) {
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

std::string SynthWriter::pattern_index(int64_t& factor, std::string& length) {
  factor = 1;
  length = size;
  const bool has_axes = form == SynthForm::Plane || form == SynthForm::Volume;
  if (has_axes && percent(rng, 65)) return percent(rng, 40) ? at : plane_index();
  const int64_t amount = rng.between(1, 8);
  switch (weighted(rng, {34, 8, 4, 8, 6, 6, 8, 8, 4, 5, 4, 5})) {
    case 0:
      return at;
    case 1:
      factor = pick_of<int64_t>(rng, {2, 3, 4, 7, 8, 16, 32});
      length = "(" + size + ") * " + decimal(factor);
      return at + " * " + decimal(factor) +
             (percent(rng, 40)
                  ? " + " + decimal(static_cast<int64_t>(rng.below(static_cast<uint64_t>(factor))))
                  : "");
    case 2: {
      const std::string stride = count_scalar(1, 16);
      factor = 16;
      length = "(" + size + ") * " + stride;
      return at + " * " + stride;
    }
    case 3:
      return count + " - 1 - " + at;
    case 4:
      return at + " / " + decimal(int64_t{1} << rng.between(1, 7));
    case 5: {
      const int64_t entries = int64_t{1} << rng.between(4, 12);
      length = decimal(entries);
      return at + (percent(rng, 50) ? " % " + decimal(entries) : " & " + decimal(entries - 1));
    }
    case 6:
      return percent(rng, 50) ? "min(" + at + " + " + decimal(amount) + ", " + count + " - 1)"
                              : "max(" + at + " - " + decimal(amount) + ", 0)";
    case 7:
      length = size + " + " + decimal(amount);
      return at + " + " + decimal(amount);
    case 8: {
      const int64_t mask = (int64_t{1} << rng.between(1, 5)) - 1;
      length = size + " + " + decimal(mask + 1);
      return at + " ^ " + decimal(mask);
    }
    case 9: {
      const int64_t rows = pick_of<int64_t>(rng, {16, 32, 64, 128, 256});
      length = size + " + " + decimal(rows);
      return at + " % " + decimal(rows) + " * (" + count + " / " + decimal(rows) + " + 1) + " + at +
             " / " + decimal(rows);
    }
    case 10:
      return "(int)((uint)" + at + " * " + decimal(2 * rng.between(5000, 2000000) + 1) +
             "u % (uint)" + count + ")";
    default: {
      // Through a buffer of indices; what it points into is filled in by load().
      return "";
    }
  }
}

// A buffer that is there already, one time in three, or a new one.
std::string SynthWriter::pick_buffer(const std::string& type, const std::string& length) {
  for (const SynthBuffer& known : buffers) {
    if (known.direction == "in" && known.type == type && known.fill.empty() && percent(rng, 30)) {
      lengthen(known.name, length);
      return known.name;
    }
  }
  if (buffers.size() < 9) return buffer(type, "in", length);
  for (const SynthBuffer& known : buffers) {
    if (known.direction == "in" && known.type == type && known.fill.empty()) {
      lengthen(known.name, length);
      return known.name;
    }
  }
  return buffer(type, "in", length);
}

std::string SynthWriter::load(const std::string& type) {
  int64_t factor = 1;
  std::string length;
  std::string place = pattern_index(factor, length);
  grows(factor);
  const std::string name = pick_buffer(type, length);
  if (!place.empty()) return name + "[" + place + "]";
  const std::string map = buffer("int", "in", size, "index_into " + name);
  place = map + "[" + at + "]";
  if (percent(rng, 15)) {
    // Two steps through indices.
    const std::string second = buffer("int", "in", size, "index_into " + map);
    place = map + "[" + second + "[" + at + "]]";
  }
  return name + "[" + place + "]";
}

void SynthWriter::load_value(const std::string& type) {
  add_value(type, load(type));
}

// Inside a loop over `counter`, which stays below `trips`, or below the scalar where one is named.
std::string SynthWriter::load_in_loop(const std::string& type, const std::string& counter,
                                      int64_t trips, const std::string& trips_scalar) {
  const std::string rounds = trips_scalar.empty() ? decimal(trips) : trips_scalar;
  const bool fits = loop_depth == 1;
  std::string place;
  std::string length;
  switch (fits ? weighted(rng, {25, 20, 25, 20, 10}) : weighted(rng, {0, 0, 30, 40, 30})) {
    case 0:
      grows(trips);
      length = "(" + size + ") * " + rounds;
      place = counter + " * " + count + " + " + at;
      break;
    case 1:
      grows(trips);
      length = "(" + size + ") * " + rounds;
      place = at + " * " + rounds + " + " + counter;
      break;
    case 2:
      length = size + " + " + rounds;
      place = at + " + " + counter;
      break;
    case 3:
      length = rounds;
      place = counter;
      break;
    default:
      length = size;
      place = "(" + at + " + " + counter + " * " + decimal(rng.between(3, 4096)) + ") % " + count;
      break;
  }
  return pick_buffer(type, length) + "[" + place + "]";
}

void SynthWriter::store(const std::string& type, const std::string& value) {
  std::string place = at;
  std::string length = size;
  switch (weighted(rng, {62, 10, 8, 10, 10})) {
    case 0:
      break;
    case 1: {
      const int64_t factor = pick_of<int64_t>(rng, {2, 3, 4, 8});
      grows(factor);
      length = "(" + size + ") * " + decimal(factor);
      place = at + " * " + decimal(factor);
      break;
    }
    case 2:
      place = count + " - 1 - " + at;
      break;
    case 3:
      place = buffer("int", "in", size, "permutation") + "[" + at + "]";
      break;
    default:
      if (form == SynthForm::Plane) place = "px * ny + py";
      break;
  }
  const bool updates = percent(rng, 20);
  const std::string name = buffer(type, updates ? "inout" : "out", length);
  const std::string statement =
      name + "[" + place + "] " + (updates ? "+=" : "=") + " " + value + ";";
  line(guard.empty() ? statement : "if (" + guard + ") " + statement);
}

}  // namespace kcast::corpus
