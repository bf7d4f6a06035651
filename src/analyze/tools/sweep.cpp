#include "analyze/tools/sweep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "analyze/tools/half.h"
#include "base/text.h"

namespace kcast::tools {

Result<std::vector<Job>> parse_jobs(std::string_view tsv) {
  std::vector<Job> jobs;
  for (const std::string& line : split(tsv, '\n')) {
    if (line.empty()) continue;
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != 6) return Error{ErrorCode::InvalidInput, "a job has six fields: " + line};
    const std::vector<std::string> range = split(fields[4], ':');
    if (range.size() != 2) return Error{ErrorCode::InvalidInput, "a range is low:high: " + line};
    jobs.push_back({fields[0], fields[1], split(fields[2], ','), fields[3],
                    std::strtod(range[0].c_str(), nullptr), std::strtod(range[1].c_str(), nullptr),
                    fields[5] == "ratio"});
  }
  return jobs;
}

namespace {

struct NumberType {
  bool is_float = false;
  bool is_signed = false;
  int bits = 32;
  int digits = 24;  // of the significand
  int low_exponent = -149, high_exponent = 127;
};

NumberType number_type(const std::string& name) {
  if (name == "f32") return {true, true, 32, 24, -149, 127};
  if (name == "f64") return {true, true, 64, 53, -1074, 1023};
  if (name.starts_with("f16")) return {true, true, 16, 11, -24, 15};
  const int bits = name.ends_with("64")   ? 64
                   : name.ends_with("16") ? 16
                   : name.ends_with("8")  ? 8
                                          : 32;
  return {false, name[0] == 's' || name[0] == 'i', bits, bits, 0, bits - 1};
}

// The bits of the number nearest to `value`.
uint64_t encode(const NumberType& type, const std::string& name, double value) {
  if (name == "f16x2") {
    const uint64_t half = float_to_half(value);
    return half << 16 | half;
  }
  if (type.is_float) {
    if (type.bits == 64) return std::bit_cast<uint64_t>(value);
    if (type.bits == 16) return float_to_half(value);
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  if (std::isnan(value)) value = 0;
  const double top = std::ldexp(1.0, type.is_signed ? type.bits - 1 : type.bits);
  value = std::clamp(value, type.is_signed ? -top : 0.0, std::nextafter(top, 0.0));
  const uint64_t bits =
      value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value);
  return type.bits == 64 ? bits : bits & ((uint64_t{1} << type.bits) - 1);
}

// Ascending: infinities, both signs of every binade, zero. More where kernels live.
std::vector<double> sample_points(const NumberType& type) {
  std::vector<double> positive;
  for (int exponent = type.low_exponent; exponent <= type.high_exponent;) {
    const bool central = std::abs(exponent) <= 24;
    const int count = central ? 8 : 2;
    for (int step = 0; step < count; ++step) {
      const double value = std::ldexp(1.0 + (step + 0.3) / count, exponent);
      if (value < std::ldexp(1.0, type.high_exponent) * 1.999) positive.push_back(value);
    }
    const bool dense = std::abs(exponent) <= 130;
    exponent += dense ? 1 : 4;
  }
  std::vector<double> points;
  if (type.is_float) points.push_back(-std::numeric_limits<double>::infinity());
  if (type.is_signed) {
    for (auto at = positive.rbegin(); at != positive.rend(); ++at)
      points.push_back(-*at);
  }
  points.push_back(0);
  points.insert(points.end(), positive.begin(), positive.end());
  if (type.is_float) points.push_back(std::numeric_limits<double>::infinity());
  return points;
}

class Sweeper {
 public:
  Sweeper(const Listing& listing, const Function& function, const Classes& classes, const Job& job)
      : listing_(listing), function_(function), classes_(classes), job_(job) {
    for (const std::string& name : job.arguments)
      types_.push_back(number_type(name));
  }

  Result<std::vector<CostRow>> run() {
    std::vector<CostRow> rows;
    rows.push_back({"common", 0, mean_of_benign()});
    const size_t varied = job_.by_ratio ? 1 : job_.arguments.size();
    for (size_t at = 0; at < varied; ++at) {
      // Orders and exponents of functions stay small; only integer operations vary integers.
      const bool is_order = !types_[at].is_float && job_.key.starts_with("__kc_");
      if (!is_order) add_rows(at, rows);
    }
    if (!failure_.empty()) return Error{ErrorCode::Internal, job_.key + ": " + failure_};
    return rows;
  }

 private:
  double benign(size_t argument, int sample) const {
    // Low-discrepancy: the golden ratio, shifted for each argument.
    const double turn =
        std::fmod(0.37 + 0.61803398875 * sample + 0.29 * static_cast<double>(argument), 1.0);
    const NumberType& type = types_[argument];
    if (type.is_float) return job_.low + (job_.high - job_.low) * turn;
    // Integers: what indices look like; shift counts and orders stay small.
    if (argument >= 1 && job_.arguments[0] != job_.arguments[argument])
      return 2 + std::floor(3 * turn);
    if (job_.arguments.size() > 1 && job_.arguments[1][0] == 'f') return 3;
    return std::floor((argument == 0 ? 10000 : 100) * (1 + turn));
  }

  Tally cost(const std::vector<double>& values) {
    std::vector<uint64_t> bits;
    for (size_t at = 0; at < values.size(); ++at) {
      bits.push_back(encode(types_[at], job_.arguments[at], values[at]));
    }
    const auto result = run_function(listing_, function_, classes_, bits);
    if (!result) {
      failure_ = result.error().message;
      return {};
    }
    return result->tally;
  }

  std::vector<double> benign_values(int sample) const {
    std::vector<double> values;
    for (size_t at = 0; at < job_.arguments.size(); ++at)
      values.push_back(benign(at, sample));
    return values;
  }

  static Tally mean(const std::vector<Tally>& tallies) {
    Tally sum;
    const auto count = static_cast<double>(tallies.size());
    for (const Tally& tally : tallies) {
      for (size_t at = 0; at < kCounters.size(); ++at)
        sum.counters[at] += tally.counters[at] / count;
      for (size_t at = 0; at < kPipes.size(); ++at)
        sum.pipes[at] += tally.pipes[at] / count;
      sum.slots += tally.slots / count;
      sum.latency += tally.latency / count;
    }
    return sum;
  }

  Tally mean_of_benign() {
    std::vector<Tally> tallies;
    for (int sample = 0; sample < 64; ++sample)
      tallies.push_back(cost(benign_values(sample)));
    return mean(tallies);
  }

  Tally cost_at(size_t argument, double value) {
    std::vector<double> values = benign_values(0);
    if (job_.by_ratio) {
      values[1] = 1;
    }
    values[argument] = value;
    return cost(values);
  }

  // The first value whose cost is like that of `after`, between two that differ.
  template <typename Test>
  double boundary(size_t argument, double low, double high, const Test& is_after) {
    if (std::isinf(low) || std::isinf(high)) return high;
    for (int step = 0; step < 80; ++step) {
      double middle = low + (high - low) / 2;
      const bool same_sign = low != 0 && high != 0 && (low < 0) == (high < 0);
      if (same_sign && std::fabs(std::log2(std::fabs(high / low))) > 2) {
        middle = std::copysign(std::sqrt(std::fabs(low)) * std::sqrt(std::fabs(high)), low);
      }
      if (middle <= low || middle >= high) break;
      (is_after(cost_at(argument, middle)) ? high : low) = middle;
    }
    return high;
  }

  struct Stretch {
    std::vector<double> points;
    std::vector<Tally> tallies;
    bool noisy = false;
    Tally tally() const { return noisy ? mean(tallies) : tallies[0]; }
  };

  static bool close(double x, double y, double count, double part) {
    return std::fabs(x - y) <= std::max(count, part * std::max(x, y));
  }

  // Equal neighbours join; short stretches that alternate join into a noisy one.
  std::vector<Stretch> stretches(size_t argument) {
    std::vector<Stretch> equal;
    for (const double point : sample_points(types_[argument])) {
      const Tally tally = cost_at(argument, point);
      if (equal.empty() || equal.back().tallies[0] != tally) equal.push_back({});
      equal.back().points.push_back(point);
      equal.back().tallies.push_back(tally);
    }
    std::vector<Stretch> joined;
    for (size_t at = 0; at < equal.size(); ++at) {
      Stretch& next = equal[at];
      const bool is_edge = next.points[0] == 0 || std::isinf(next.points[0]);
      const bool is_short = !is_edge && next.points.size() < 6;
      const bool continues =
          is_short && !joined.empty() && joined.back().noisy && joined.back().points.size() < 64 &&
          close(joined.back().tallies.back().slots, next.tallies[0].slots, 4, 0.1);
      if (continues) {
        std::vector<double>& points = joined.back().points;
        std::vector<Tally>& tallies = joined.back().tallies;
        points.insert(points.end(), next.points.begin(), next.points.end());
        tallies.insert(tallies.end(), next.tallies.begin(), next.tallies.end());
      } else {
        joined.push_back(next);
        joined.back().noisy = is_short;
      }
    }
    return joined;
  }

  // Differences that matter to no prediction: half a floating-point instruction or 2 %
  // of them; of the others a few, or 15 %.
  static bool near(const Tally& a, const Tally& b) {
    for (size_t at = 0; at < kCounters.size(); ++at) {
      const bool is_flop = at < kHmove;
      if (!close(a.counters[at], b.counters[at], is_flop ? 0.5 : 3.5, is_flop ? 0.02 : 0.15)) {
        return false;
      }
    }
    return close(a.slots, b.slots, 4, 0.1);
  }

  // Noisy stretches are told apart by their length alone.
  double start_of(size_t argument, const Stretch& before, const Stretch& after) {
    const double low = before.points.back();
    const double high = after.points[0];
    if (!before.noisy && !after.noisy) {
      return boundary(argument, low, high,
                      [&](const Tally& tally) { return tally == after.tallies[0]; });
    }
    const double left = before.tallies.back().slots;
    const double right = after.tallies[0].slots;
    if (close(left, right, 4, 0.1)) return high;
    return boundary(argument, low, high, [&](const Tally& tally) {
      return std::fabs(tally.slots - right) < std::fabs(tally.slots - left);
    });
  }

  void add_rows(size_t argument, std::vector<CostRow>& rows) {
    std::vector<CostRow> found;
    const std::string name = job_.by_ratio ? "ratio" : std::to_string(argument);
    const std::vector<Stretch> parts = stretches(argument);
    for (size_t at = 0; at < parts.size(); ++at) {
      double from = parts[at].points[0];
      if (at > 0) from = start_of(argument, parts[at - 1], parts[at]);
      const Tally tally = parts[at].tally();
      if (!found.empty() && near(found.back().tally, tally)) continue;
      found.push_back({name, from, tally});
    }
    const bool has_nan = types_[argument].is_float && !job_.by_ratio;
    const Tally nan = has_nan ? cost_at(argument, std::nan("")) : Tally();
    const bool nan_differs = has_nan && (found.size() > 1 || !near(found[0].tally, nan));
    if (found.size() > 1 || nan_differs) rows.insert(rows.end(), found.begin(), found.end());
    if (nan_differs) rows.push_back({"nan" + std::to_string(argument), 0, nan});
  }

  const Listing& listing_;
  const Function& function_;
  const Classes& classes_;
  const Job& job_;
  std::vector<NumberType> types_;
  std::string failure_;
};

}  // namespace

uint64_t encode_number(const std::string& type, double value) {
  return encode(number_type(type), type, value);
}

Result<std::vector<CostRow>> sweep(const Listing& listing, const Function& function,
                                   const Classes& classes, const Job& job) {
  return Sweeper(listing, function, classes, job).run();
}

}  // namespace kcast::tools
