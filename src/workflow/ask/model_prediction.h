// What a language model answered, as a prediction.
#pragma once

#include "base/result.h"
#include "encode/model_pipe.h"
#include "encode/prompts.h"
#include "predict/report.h"

namespace kcast::workflow {

// De-normalised, into the entry's prediction: what was not said is NaN, the class empty. A text
// claims no interval (coverage 0); a head of several quantiles has the outermost as its ends.
Status take_answer(encode::Template which, const encode::HeadInfo* head,
                   const encode::ModelAnswer& answer, predict::LaunchPrediction& entry);

}  // namespace kcast::workflow
