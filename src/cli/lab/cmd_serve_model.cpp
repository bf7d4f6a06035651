// kcast serve --model: the same server, with a language model that answers chats.
#include <memory>

#include "cli/serve_model.h"
#include "encode/prompts.h"
#include "workflow/ask/model_server.h"

namespace kcast::cli {
namespace {

Result<AskServedModel> start_served_model(const ServedModelOptions& options) {
  workflow::ModelOptions model;
  model.model = options.model;
  model.adapter = options.adapter;
  model.head = options.head;
  KCAST_TRY(model.form, encode::template_named(options.form));
  KCAST_TRY(std::shared_ptr<workflow::ModelServer> server, workflow::ModelServer::start(model));
  return AskServedModel(
      [server](const predict::PredictRequest& request, const std::atomic<bool>* cancelled) {
        return server->predict(request, cancelled);
      });
}

}  // namespace

Status cmd_serve_model(Args args) {
  return serve(args, start_served_model);
}

}  // namespace kcast::cli
