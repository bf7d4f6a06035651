#include "eval/figures.h"

namespace kcast::eval {

const Figure* find_figure(const std::vector<Figure>& figures, std::string_view table,
                          std::string_view row, std::string_view column) {
  for (const Figure& figure : figures) {
    if (figure.table == table && figure.row == row && figure.column == column) return &figure;
  }
  return nullptr;
}

void FigureList::add(std::string table, std::string row, std::string column, Statistic statistic,
                     size_t rows) {
  Estimate estimate;
  estimate.rows = rows;
  figures_.push_back({std::move(table), std::move(row), std::move(column), estimate});
  statistics_.push_back(std::move(statistic));
}

std::vector<Figure> FigureList::compute(const BootstrapOptions& options) const {
  const std::vector<Estimate> estimates = bootstrap(statistics_, sums_, options);
  std::vector<Figure> out = figures_;
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t rows = out[i].estimate.rows;
    out[i].estimate = estimates[i];
    out[i].estimate.rows = rows;
  }
  return out;
}

}  // namespace kcast::eval
