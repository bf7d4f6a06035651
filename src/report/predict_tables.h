// Many predictions at once: tables for people, CSV for spreadsheets.
#pragma once

#include <span>
#include <string>

#include "predict/compare.h"
#include "predict/report.h"
#include "report/roofline_plot.h"
#include "schema/gpu/gpu.h"

namespace kcast::report {

// Launches of one program on one GPU, with their shares of the time.
std::string render_summary_text(const predict::PredictReport& report, const TextStyle& style);

// The same launches under several settings or on several GPUs.
std::string render_sweep_text(const predict::PredictReport& report, const TextStyle& style);
std::string render_gpus_comparison(const predict::PredictReport& report, const TextStyle& style);

// One row per launch and GPU; every metric with the ends of its interval.
std::string render_report_csv(const predict::PredictReport& report, std::span<const Gpu> gpus);

// Best first: the least time, bytes or operations; the highest rate, hit rate or intensity.
bool less_is_better(const Metric& metric);
void sort_by_metric(predict::PredictReport& report, const Metric& metric);
std::string render_ranking_text(const predict::PredictReport& report, const Metric& metric,
                                const TextStyle& style);

// Every metric before and after, launch by launch.
std::string render_comparison_text(const predict::Comparison& comparison, const TextStyle& style);
std::string render_comparison_json(const predict::Comparison& comparison,
                                   std::span<const std::string> broken_rules);

}  // namespace kcast::report
