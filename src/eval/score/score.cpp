#include "eval/score/score.h"

#include "eval/score/score_class.h"
#include "eval/score/score_counters.h"
#include "eval/score/score_counts.h"
#include "eval/score/score_time.h"

namespace kcast::eval {

std::vector<Figure> score(const Truth& truth, std::span<const Answer> answers,
                          const ScoreSettings& settings) {
  FigureList list(truth.families.families);
  add_counter_figures(truth, answers, settings, list);
  add_time_figures(truth, answers, list);
  add_class_figures(truth, answers, list);
  add_count_figures(truth, answers, list);
  return list.compute(settings.bootstrap);
}

}  // namespace kcast::eval
