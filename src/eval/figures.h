// Every number of an evaluation has a table, a row and a column; texts, JSON and CSV are made of
// one list of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "eval/bootstrap.h"

namespace kcast::eval {

struct Figure {
  std::string table;
  std::string row;
  std::string column;
  Estimate estimate;
};

// Null where there is none.
const Figure* find_figure(const std::vector<Figure>& figures, std::string_view table,
                          std::string_view row, std::string_view column);

// Collects what is to be computed, so that one set of draws serves all of it.
class FigureList {
 public:
  explicit FigureList(size_t families) : sums_(families) {}

  SumTable& sums() { return sums_; }
  void add(std::string table, std::string row, std::string column, Statistic statistic,
           size_t rows);
  std::vector<Figure> compute(const BootstrapOptions& options) const;

 private:
  SumTable sums_;
  std::vector<Figure> figures_;
  std::vector<Statistic> statistics_;
};

}  // namespace kcast::eval
