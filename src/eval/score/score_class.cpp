#include "eval/score/score_class.h"

#include <array>
#include <cmath>
#include <string>

namespace kcast::eval {
namespace {

// Counts of launches by measured class (bandwidth, compute) and predicted one (bandwidth,
// compute, none).
constexpr size_t kCells = 6;
using Cells = std::array<double, kCells>;

double cell_sum(std::span<const double> cells, size_t measured) {
  return cells[3 * measured] + cells[3 * measured + 1] + cells[3 * measured + 2];
}

// Each measured class with the same mass, as if a balanced set had been drawn.
Cells balanced_cells(std::span<const double> cells) {
  Cells out{};
  for (size_t measured = 0; measured < 2; ++measured) {
    for (size_t predicted = 0; predicted < 3; ++predicted) {
      const size_t at = 3 * measured + predicted;
      out[at] = cells[at] / cell_sum(cells, measured);  // NaN for a class that is not there
    }
  }
  return out;
}

double accuracy_of(std::span<const double> cells) {
  const double all = cell_sum(cells, 0) + cell_sum(cells, 1);
  return all > 0 ? (cells[0] + cells[4]) / all : kNoNumber;
}

double balanced_accuracy(std::span<const double> cells) {
  const Cells balanced = balanced_cells(cells);
  return (balanced[0] + balanced[4]) / 2;
}

// Matthews' coefficient of the launches that have a prediction; 0 for one that always says the
// same.
double matthews(std::span<const double> cells) {
  const double tn = cells[0];
  const double fp = cells[1];
  const double fn = cells[3];
  const double tp = cells[4];
  if (std::isnan(tn + tp) || cell_sum(cells, 0) <= 0 || cell_sum(cells, 1) <= 0) return kNoNumber;
  const double product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
  return product > 0 ? (tp * tn - fp * fn) / std::sqrt(product) : 0;
}

int cell_of(Bound measured, const Answer& answer) {
  if (measured == Bound::None || !answer.counted || !answer.subjects.bound) return -1;
  const int predicted = answer.bound == Bound::Bandwidth ? 0
                        : answer.bound == Bound::Compute ? 1
                                                         : 2;
  return (measured == Bound::Compute ? 3 : 0) + predicted;
}

void add_confusion(std::span<const int> cells, const FamilyIndex& families, size_t rows,
                   FigureList& list) {
  const char* const names[] = {"bandwidth", "compute", "none"};
  for (size_t cell = 0; cell < kCells; ++cell) {
    const auto count = [cell](std::span<const double> counts) { return counts[cell]; };
    list.add("confusion", names[cell / 3], names[cell % 3],
             figure_of_counts(cells, kCells, count, families, list.sums()), rows);
  }
}

}  // namespace

void add_class_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list) {
  std::vector<int> cells;
  std::vector<int> near_cells;
  size_t rows = 0;
  size_t near_rows = 0;
  for (size_t i = 0; i < truth.rows(); ++i) {
    cells.push_back(cell_of(truth.bound[i], answers[i]));
    near_cells.push_back(truth.near_ridge[i] ? cells.back() : -1);
    rows += cells.back() >= 0 ? 1 : 0;
    near_rows += near_cells.back() >= 0 ? 1 : 0;
  }
  const auto add = [&](const char* row, const char* column,
                       double (*figure)(std::span<const double>)) {
    const bool is_near = std::string_view(row) == "near_ridge";
    list.add(
        "class", row, column,
        figure_of_counts(is_near ? near_cells : cells, kCells, figure, truth.families, list.sums()),
        is_near ? near_rows : rows);
  };
  add("natural", "accuracy", accuracy_of);
  add("natural", "balanced_accuracy", balanced_accuracy);
  add("natural", "mcc", matthews);
  add("balanced", "accuracy", balanced_accuracy);
  add("balanced", "mcc",
      [](std::span<const double> counts) { return matthews(balanced_cells(counts)); });
  add("near_ridge", "accuracy", accuracy_of);
  add("near_ridge", "balanced_accuracy", balanced_accuracy);
  add("near_ridge", "mcc", matthews);
  add_confusion(cells, truth.families, rows, list);
}

}  // namespace kcast::eval
