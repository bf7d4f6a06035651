#include "predict/predictor.h"

#include "predict/tools.h"

namespace kcast::predict {

Result<std::unique_ptr<Predictor>> Predictor::start(bool warm) {
  KCAST_TRY(std::shared_ptr<frontend::Frontend> frontend, frontend::Frontend::start({}, warm));
  return std::unique_ptr<Predictor>(new Predictor(std::move(frontend)));
}

Result<PredictReport> Predictor::predict(const PredictRequest& request,
                                         const std::atomic<bool>* cancelled) {
  return predict::predict(request, make_tools(frontend_, cancelled));
}

Result<Inspection> Predictor::inspect(const frontend::InspectRequest& request,
                                      const std::atomic<bool>* cancelled) {
  return frontend_->inspect(request, cancelled);
}

}  // namespace kcast::predict
