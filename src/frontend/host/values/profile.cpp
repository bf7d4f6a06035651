#include "frontend/host/values/profile.h"

#include <algorithm>
#include <cmath>

namespace kcast::host {

namespace {

bool is_near(double a, double b, bool is_real) {
  const double slack = is_real ? 1e-5 : 1e-9;
  return std::abs(a - b) <= slack * std::max({1.0, std::abs(a), std::abs(b)});
}

double ahead(int64_t index, const Pattern& pattern) {
  return static_cast<double>(index - pattern.base_index);
}

double low_at(const Pattern& p, int64_t index) {
  const double way = p.low_step * ahead(index, p);
  if (p.modulus <= 0) return p.low + way;
  return p.low + (way - std::floor(way / p.modulus) * p.modulus);
}

double high_at(const Pattern& p, int64_t index) {
  return p.modulus > 0 ? low_at(p, index) : p.high + p.high_step * ahead(index, p);
}

bool is_line(const Pattern& p) {
  return p.low == p.high && p.low_step == p.high_step;
}

void become_unknown(Pattern& p) {
  Pattern unknown = unknown_pattern();
  unknown.first = p.first;
  unknown.bytes = p.bytes;
  unknown.points = p.points;
  unknown.row_begin = p.row_begin;
  unknown.row_end = p.row_end;
  unknown.samples = std::move(p.samples);
  p = std::move(unknown);
}

// Samples are numbers that are known.
void take_sample(Pattern& p, int64_t offset, uint32_t bytes, const Expectation& value,
                 double weight) {
  const bool is_known = value.is_set && value.is_exact() && value.is_steady() &&
                        value.modulus <= 0 && std::isfinite(value.low);
  if (is_known) {
    add_sample(p.samples, {offset, bytes, value.is_real, value.low}, weight);
  } else {
    miss_sample(p.samples, bytes, weight);
  }
}

void become_irregular(Pattern& p) {
  p.kind = PatternKind::Irregular;
  p.modulus = 0;
  p.is_shuffled = false;
}

// Takes the first of several writes; false if the pattern can hold no such values.
bool begin(Pattern& p, int64_t offset, uint32_t bytes, const Expectation& value) {
  if (p.kind == PatternKind::None) {
    p.kind = PatternKind::Even;
    p.bytes = bytes;
    p.first = offset;
    p.is_real = value.is_real;
    p.row_begin = p.row_end = 0;
    p.hull_low = value.low;
    p.hull_high = value.high;
    p.base_index = bytes == 0 ? 0 : offset / bytes;
    p.first_index = p.last_index = p.base_index;
    p.first_value = p.last_value = value.low;
    p.low = value.low;
    p.high = value.high;
  }
  const bool fits = value.is_set && p.bytes == bytes && offset % bytes == 0 &&
                    p.is_real == value.is_real &&
                    (p.kind == PatternKind::Even || p.kind == PatternKind::Irregular);
  if (!fits) become_unknown(p);
  return fits;
}

void widen_hull(Pattern& p, double low, double high) {
  p.hull_low = std::min(p.hull_low, low);
  p.hull_high = std::max(p.hull_high, high);
}

// Values that count up and start again: `value` stands where a higher one was due.
bool starts_again(Pattern& p, int64_t index, double value) {
  const double modulus = low_at(p, index) - value;
  const bool can = p.modulus <= 0 && p.low_step > 0 && !p.is_real && value == p.low &&
                   modulus >= 1 && modulus <= kLargestModulus;
  if (can) p.modulus = modulus;
  return can;
}

void add_point(Pattern& p, int64_t index, const Expectation& value) {
  widen_hull(p, value.low, value.high);
  p.ascends &= p.points == 0 || (index > p.last_index && value.low >= p.last_value);
  p.last_index = index;
  p.last_value = value.low;
  ++p.points;
  if (p.kind != PatternKind::Even || index == p.base_index) return;
  if (!p.has_steps) {
    const double way = ahead(index, p);
    p.low_step = (value.low - p.low) / way;
    p.high_step = (value.high - p.high) / way;
    p.has_steps = true;
    return;
  }
  const bool holds = is_near(low_at(p, index), value.low, p.is_real) &&
                     is_near(high_at(p, index), value.high, p.is_real);
  const bool is_exact = is_line(p) && value.low == value.high;
  if (!holds && !(is_exact && starts_again(p, index, value.low))) become_irregular(p);
}

bool same_course(const Pattern& a, const Pattern& b) {
  const bool real = a.is_real;
  return a.kind == b.kind && a.bytes == b.bytes && a.is_real == b.is_real && a.byte == b.byte &&
         a.modulus == b.modulus && a.is_shuffled == b.is_shuffled &&
         is_near(a.low_step, b.low_step, real) && is_near(a.high_step, b.high_step, real) &&
         is_near(low_at(a, b.base_index), b.low, real) &&
         is_near(high_at(a, b.base_index), b.high, real);
}

void extend_row(Pattern& p, int64_t begin, int64_t end) {
  const bool is_empty = p.row_begin == p.row_end;
  p.row_begin = is_empty ? begin : std::min(p.row_begin, begin);
  p.row_end = is_empty ? end : std::max(p.row_end, end);
}

// Both over different parts of one object.
Pattern either(const Pattern& a, const Pattern& b) {
  if (a.kind == PatternKind::None) return b;
  if (b.kind == PatternKind::None) return a;
  Pattern out = a;
  if (b.row_begin != b.row_end) extend_row(out, b.row_begin, b.row_end);
  out.points = std::max(a.points, b.points);
  out.samples = joined_samples(a.samples, b.samples);
  if (same_course(a, b)) return out;
  const auto has_range = [](const Pattern& p) {
    return p.kind == PatternKind::Even || p.kind == PatternKind::Irregular;
  };
  if (has_range(a) && has_range(b) && a.bytes == b.bytes && a.is_real == b.is_real) {
    widen_hull(out, b.hull_low, b.hull_high);
    out.ascends = false;
    become_irregular(out);
    return out;
  }
  become_unknown(out);
  return out;
}

}  // namespace

int64_t Pattern::covered() const {
  const int64_t counted = points * bytes + (row_end - row_begin);
  constexpr double kMost = 1e15;
  return std::max(counted, static_cast<int64_t>(std::min(samples.written, kMost)));
}

bool is_certain(const Pattern& pattern) {
  return pattern.kind == PatternKind::Even && pattern.has_steps && is_line(pattern) &&
         !pattern.is_shuffled;
}

Pattern unknown_pattern() {
  Pattern pattern;
  pattern.kind = PatternKind::Unknown;
  return pattern;
}

Pattern byte_pattern(uint8_t byte) {
  Pattern pattern;
  pattern.kind = byte == 0 ? PatternKind::Even : PatternKind::Bytes;
  pattern.byte = byte;
  pattern.has_steps = true;
  return pattern;
}

Pattern constant_pattern(uint32_t bytes, const Expectation& value) {
  Pattern pattern;
  if (!value.is_set || value.loop != 0 || value.modulus > 0) return unknown_pattern();
  begin(pattern, 0, bytes, value);
  pattern.has_steps = true;
  return pattern;
}

void note_write(ContentProfile& profile, int64_t offset, uint32_t bytes, const Expectation& value,
                int64_t object_bytes) {
  Pattern& p = profile.written;
  if (p.kind != PatternKind::None && offset == p.first && p.covered() > 0) {
    // From the start again: what was written so far is what this is written over.
    if (object_bytes >= 0 && p.covered() >= object_bytes / 2) profile.ground = p;
    p = Pattern();
  }
  Expectation steady = value;
  if (value.modulus > 0 || value.loop != 0) steady = {};
  take_sample(p, offset, bytes, steady, 1);
  if (begin(p, offset, bytes, steady)) {
    add_point(p, offset / bytes, steady);
  } else {
    ++p.points;
  }
}

void note_sample(ContentProfile& profile, int64_t offset, uint32_t bytes, const Expectation& value,
                 double weight) {
  Pattern& p = profile.written;
  if (p.kind == PatternKind::None) {
    p.kind = PatternKind::Unknown;
    p.bytes = bytes;
    p.first = offset;
  }
  take_sample(p, offset, bytes, value, weight);
}

void note_row(ContentProfile& profile, const WriteRow& row, uint32_t bytes,
              const Expectation& value) {
  Pattern& p = profile.written;
  const int64_t last = row.offset + row.span;
  const bool fits = bytes > 0 && row.step != 0 && row.step % bytes == 0 &&
                    (value.loop == 0 || value.loop == row.loop);
  const bool is_new = p.kind == PatternKind::None;
  if (!begin(p, row.offset, bytes, fits ? value : Expectation())) {
    extend_row(p, std::min(row.offset, last), std::max(row.offset, last) + bytes);
    return;
  }
  extend_row(p, std::min(row.offset, last), std::max(row.offset, last) + bytes);
  const int64_t index_step = row.step / bytes;
  const auto indices = static_cast<double>(index_step);
  const double rounds = static_cast<double>(row.span) / static_cast<double>(row.step);
  Pattern course;
  course.base_index = row.offset / bytes;
  course.low = value.low;
  course.high = value.high;
  course.low_step = value.low_step / indices;
  course.high_step = value.high_step / indices;
  if (value.modulus > 0) {
    widen_hull(p, 0, value.modulus - 1);
  } else {
    widen_hull(p, value.low, value.high);
    widen_hull(p, value.low + value.low_step * rounds, value.high + value.high_step * rounds);
  }
  const int64_t last_index = last / bytes;
  p.ascends &=
      last_index > p.last_index && value.modulus <= 0 && value.is_exact() && course.low_step >= 0;
  p.last_index = std::max(p.last_index, last_index);
  p.last_value = value.low + value.low_step * rounds;
  if (p.kind != PatternKind::Even) return;
  if (is_new || !p.has_steps) {
    // A single value before the row has to lie on it.
    const bool holds = is_new || (is_near(low_at(course, p.base_index), p.low, p.is_real) &&
                                  is_near(high_at(course, p.base_index), p.high, p.is_real));
    p.base_index = course.base_index;
    p.low = course.low;
    p.high = course.high;
    p.low_step = course.low_step;
    p.high_step = course.high_step;
    p.has_steps = true;
    if (!holds) become_irregular(p);
  }
  // The modulus shows itself only where the values start again.
  if (value.modulus > 0 && p.modulus <= 0 && is_line(p)) {
    const double zero_way = low_at(p, row.offset / bytes) - value.low;
    const double to_zero = p.low_step != 0 ? p.low / p.low_step : 0;
    const bool fits_modulus =
        std::fmod(zero_way, value.modulus) == 0 && std::abs(to_zero) < kLargestModulus;
    if (fits_modulus) {
      // Counted from where the value is zero.
      p.base_index -= std::llround(to_zero);
      p.low = p.high = 0;
      p.modulus = value.modulus;
    }
  }
  const bool is_same =
      is_near(p.low_step, course.low_step, p.is_real) &&
      is_near(p.high_step, course.high_step, p.is_real) &&
      (p.modulus > 0 ? p.modulus == value.modulus
                     : is_near(low_at(p, course.base_index), course.low, p.is_real) &&
                           is_near(high_at(p, course.base_index), course.high, p.is_real));
  if (!is_same) become_irregular(p);
}

void note_stray(ContentProfile& profile, uint32_t bytes, const Expectation& value) {
  Pattern& p = profile.written;
  const bool fits = value.loop == 0 && value.modulus <= 0;
  const bool is_new = p.kind == PatternKind::None;
  if (!begin(p, 0, bytes, fits ? value : Expectation())) return;
  p.ascends = false;
  ++p.points;
  const bool holds = p.kind == PatternKind::Even && value.low == p.low && value.high == p.high &&
                     p.low_step == 0 && p.high_step == 0;
  widen_hull(p, value.low, value.high);
  if (is_new) p.has_steps = true;
  if (!holds && !is_new) become_irregular(p);
}

void note_range(ContentProfile& profile, Pattern pattern, int64_t offset, int64_t bytes,
                int64_t object_bytes) {
  pattern.first = offset;
  pattern.points = 0;
  pattern.row_begin = offset;
  pattern.row_end = offset + bytes;
  const bool is_whole = offset == 0 && (object_bytes < 0 || bytes >= object_bytes);
  if (is_whole) {
    profile.ground = pattern;
    profile.written = Pattern();
    return;
  }
  if (profile.written.first == offset) profile.written = Pattern();
  profile.written = either(profile.written, pattern);
}

void note_shuffle(ContentProfile& profile) {
  for (Pattern* p : {&profile.ground, &profile.written}) {
    if (p->kind == PatternKind::Even && (p->low_step != 0 || p->high_step != 0)) {
      p->is_shuffled = true;
      p->ascends = false;
    }
  }
}

Pattern settled(const ContentProfile& profile, int64_t object_bytes) {
  const Pattern& p = profile.written;
  if (p.kind == PatternKind::None) return profile.ground;
  const bool is_most = object_bytes < 0 || p.covered() >= object_bytes - object_bytes / 2;
  return is_most || profile.ground.kind == PatternKind::None ? p : profile.ground;
}

Pattern moved(Pattern pattern, int64_t by_bytes) {
  pattern.first += by_bytes;
  if (by_bytes == 0) return pattern;
  move_samples(pattern.samples, by_bytes);
  if (pattern.bytes == 0) return pattern;
  if (by_bytes % pattern.bytes != 0) {
    become_unknown(pattern);
    return pattern;
  }
  const int64_t by = by_bytes / pattern.bytes;
  pattern.base_index += by;
  pattern.first_index += by;
  pattern.last_index += by;
  return pattern;
}

ContentProfile joined(const ContentProfile& a, const ContentProfile& b) {
  if (a == b) return a;
  ContentProfile out;
  out.ground = a.ground == b.ground ? a.ground : either(a.ground, b.ground);
  out.written = a.written == b.written ? a.written : either(a.written, b.written);
  return out;
}

namespace {

Expectation expected_of_samples(const Pattern& pattern, uint32_t bytes) {
  constexpr size_t kArray = 16;  // those of an array, not of the members of a struct
  Expectation out;
  if (pattern.samples.kept.size() < kArray) return out;
  for (const Sample& s : pattern.samples.kept) {
    if (s.bytes != bytes) continue;
    const Expectation one = expected_range(s.value, s.value, s.is_real);
    out = out.is_set ? expected_either(out, one) : one;
  }
  return out;
}

}  // namespace

Expectation expected_in(const Pattern& pattern, std::optional<int64_t> offset, const WriteRow* row,
                        uint32_t bytes) {
  const bool has_range =
      pattern.kind == PatternKind::Irregular ||
      (pattern.kind == PatternKind::Even && (pattern.has_steps || pattern.points > 0));
  if (!has_range) return expected_of_samples(pattern, bytes);
  if (bytes == 0 || (pattern.bytes != bytes && pattern.bytes != 0)) return {};
  const bool is_followed = pattern.kind == PatternKind::Even && !pattern.is_shuffled &&
                           pattern.has_steps && pattern.modulus <= 0;
  if (is_followed && offset && *offset % bytes == 0) {
    const int64_t index = *offset / bytes;
    return expected_range(low_at(pattern, index), high_at(pattern, index), pattern.is_real);
  }
  if (is_followed && row != nullptr && row->offset % bytes == 0 && row->step % bytes == 0) {
    const int64_t index = row->offset / bytes;
    const int64_t index_step = row->step / bytes;
    const auto per_round = static_cast<double>(index_step);
    Expectation out =
        expected_range(low_at(pattern, index), high_at(pattern, index), pattern.is_real);
    out.low_step = pattern.low_step * per_round;
    out.high_step = pattern.high_step * per_round;
    out.loop = out.is_steady() ? 0 : row->loop;
    return out;
  }
  return expected_range(pattern.hull_low, pattern.hull_high, pattern.is_real);
}

namespace {

// Reals carry the rounding of the arithmetic that made them.
double tidied(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(value))));
  const double tidy = std::round(value * scale) / scale;
  return std::isfinite(tidy) && is_near(tidy, value, true) ? tidy : value;
}

Fill range_fill(double low, double high, bool is_real) {
  if (low == high)
    return {.kind = low == 0 ? FillKind::Zero : FillKind::Constant, .low = low, .high = low};
  if (is_real) return {.kind = FillKind::Uniform, .low = tidied(low), .high = tidied(high)};
  return {.kind = FillKind::UniformInt, .low = low, .high = high + 1};
}

std::optional<Fill> even_fill(const Pattern& p) {
  if (!p.has_steps && p.points != 1) return std::nullopt;
  if (is_line(p) && p.low_step == 0) return range_fill(p.low, p.low, p.is_real);
  if (is_line(p)) {
    const double start = low_at(p, 0);
    if (p.is_shuffled) {
      if (start == 0 && p.low_step == 1 && p.modulus <= 0)
        return Fill{FillKind::Permutation, 0, 0, ""};
      return range_fill(p.hull_low, p.hull_high, p.is_real);
    }
    if (p.modulus > 0 && start != p.low) return range_fill(p.hull_low, p.hull_high, p.is_real);
    Fill fill{.kind = FillKind::Iota, .low = start, .high = 0};
    fill.step = p.is_real ? tidied(p.low_step) : p.low_step;
    fill.modulus = p.modulus;
    return fill;
  }
  if (p.low_step == 0 && p.high_step == 0) return range_fill(p.low, p.high, p.is_real);
  // Sums of random numbers ascend by their mean.
  if (p.is_real || p.low_step < 0 || p.is_shuffled) return std::nullopt;
  Fill fill{.kind = FillKind::OffsetsInto};
  fill.degree = (p.low_step + p.high_step) / 2;
  return fill;
}

std::optional<Fill> irregular_fill(const Pattern& p) {
  constexpr int64_t kFew = 3;
  const bool ascends = !p.is_real && p.ascends && p.last_index - p.first_index >= kFew;
  if (ascends && p.last_value > p.first_value && p.hull_low == p.first_value &&
      p.hull_high == p.last_value) {
    Fill fill{.kind = FillKind::OffsetsInto};
    fill.degree =
        (p.last_value - p.first_value) / static_cast<double>(p.last_index - p.first_index);
    return fill;
  }
  return range_fill(p.hull_low, p.hull_high, p.is_real);
}

// The numbers that the samples are.
ElementPart part_of(const Pattern& p) {
  if (p.kind == PatternKind::Even || p.kind == PatternKind::Irregular || p.samples.kept.empty()) {
    return {p.bytes, 0, p.bytes, p.is_real};
  }
  const Sample& first = p.samples.kept.front();
  const bool is_one_type =
      std::all_of(p.samples.kept.begin(), p.samples.kept.end(), [&](const Sample& s) {
        return s.bytes == first.bytes && s.is_real == first.is_real && s.offset % s.bytes == 0;
      });
  return is_one_type ? ElementPart{first.bytes, 0, first.bytes, first.is_real} : ElementPart();
}

// Whether what was worked out stands beside what was seen.
bool agrees(const Pattern& p, const std::optional<Fill>& fill, const SampleFit& fit) {
  if (!fill) return false;
  if (p.kind == PatternKind::Even && !is_line(p) && (p.low_step != 0 || p.high_step != 0)) {
    // Ends that move apart: sums of numbers that are not known.
    const bool is_sum = fit.fill.kind == FillKind::OffsetsInto;
    const double step = is_sum ? fit.fill.degree : fit.fill.step;
    return !fit.is_line || (step >= p.low_step && step <= p.high_step);
  }
  if (p.kind == PatternKind::Even) {
    for (const Sample& s : p.samples.kept) {
      const int64_t index = s.offset / std::max<uint32_t>(p.bytes, 1);
      const double slack = (p.is_real ? 1e-4 : 1e-9) * std::max(1.0, std::abs(s.value));
      if (p.is_shuffled || s.bytes != p.bytes) continue;
      if (s.value < low_at(p, index) - slack || s.value > high_at(p, index) + slack) return false;
    }
    if (is_line(p)) return true;
  }
  if (fit.is_line) return false;
  if (fill->kind == FillKind::OffsetsInto) return true;
  // The ends of a range are better known from the arithmetic than from a few samples.
  constexpr double kWideEnough = 0.8;
  const double low = p.kind == PatternKind::Even ? p.low : p.hull_low;
  const double high = p.kind == PatternKind::Even ? p.high : p.hull_high;
  return fit.count < 16 ||
         (fit.low >= low - 1e-6 * std::abs(low) && fit.high <= high + 1e-6 * std::abs(high) &&
          fit.high - fit.low >= kWideEnough * (high - low));
}

Fill shuffled(const Pattern& p, const SampleFit& fit) {
  if (!p.is_shuffled && fit.fill.kind != FillKind::Uniform) return fit.fill;
  const bool is_real = fit.fill.kind == FillKind::Uniform || p.is_real;
  return range_fill(fit.low, fit.high, is_real);
}

}  // namespace

std::optional<double> estimated_at(const Pattern& pattern, int64_t offset, uint32_t bytes,
                                   int64_t object_bytes) {
  if (bytes == 0 || offset % bytes != 0 || pattern.is_shuffled) return std::nullopt;
  const int64_t index = offset / bytes;
  const bool moves = pattern.low_step != 0 || pattern.high_step != 0;
  if (pattern.kind == PatternKind::Even) {
    if (!moves || !pattern.has_steps || pattern.is_real || pattern.bytes != bytes) {
      return std::nullopt;
    }
    return std::floor((low_at(pattern, index) + high_at(pattern, index)) / 2);
  }
  const ElementPart part = part_of(pattern);
  if (part.bytes != bytes || part.is_real) return std::nullopt;
  const std::optional<SampleFit> fit = fit_samples(pattern.samples, part, object_bytes);
  if (!fit || !fit->is_line) return std::nullopt;
  const bool is_sum = fit->fill.kind == FillKind::OffsetsInto;
  const double step = is_sum ? fit->fill.degree : fit->fill.step;
  return std::floor((is_sum ? 0 : fit->fill.low) + step * static_cast<double>(index));
}

std::optional<HostFill> fill_of(const Pattern& pattern, int64_t object_bytes) {
  std::optional<Fill> fill;
  if (pattern.kind == PatternKind::Even) fill = even_fill(pattern);
  if (pattern.kind == PatternKind::Irregular) fill = irregular_fill(pattern);
  const ElementPart part = part_of(pattern);
  const std::optional<SampleFit> fit = fit_samples(pattern.samples, part, object_bytes);
  if (fit && !agrees(pattern, fill, *fit)) fill = shuffled(pattern, *fit);
  if (!fill) return std::nullopt;
  const double numbers[] = {fill->low, fill->high, fill->step, fill->degree};
  for (const double number : numbers) {
    if (!std::isfinite(number)) return std::nullopt;
  }
  HostFill out;
  out.fill = *fill;
  out.value_bytes = fill->kind == FillKind::Zero ? 0 : part.bytes;
  out.is_real = part.is_real;
  return out;
}

std::optional<Fill> fill_of_part(const Pattern& pattern, const ElementPart& part,
                                 int64_t object_bytes) {
  const std::optional<SampleFit> fit = fit_samples(pattern.samples, part, object_bytes);
  if (!fit) return std::nullopt;
  if (pattern.is_shuffled || fit->fill.kind == FillKind::Uniform) {
    return range_fill(fit->low, fit->high, part.is_real);
  }
  return fit->fill;
}

}  // namespace kcast::host
