// kcast predict --toolkit: NVIDIA's compilers make the code that is analysed, without a GPU.
#pragma once

#include <string>

#include "base/result.h"
#include "frontend/toolkit/toolkit.h"
#include "predict/predict.h"
#include "predict/predictor.h"

namespace kcast::workflow {

// That in `cuda_path`, or the first that is found; where there is none, ./kcast of a checkout
// fetches it.
Result<frontend::Toolkit> toolkit_in(const std::string& cuda_path);

// Adds NVRTC's PTX of the program and ptxas's registers, for each architecture of the GPUs.
Status add_toolkit(predict::Predictor& predictor, const std::string& cuda_path,
                   predict::PredictRequest& request);

}  // namespace kcast::workflow
