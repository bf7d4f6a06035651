#include "serve/lsp/requests.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/files.h"
#include "predict/classify.h"
#include "report/predict_tables.h"
#include "report/summary_line.h"
#include "serve/launch_settings.h"
#include "serve/lsp/uri.h"
#include "serve/lsp/views.h"
#include "serve/lsp/what_if.h"

namespace kcast::lsp {

namespace {

using rpc::Reply;
using rpc::RpcError;

Json document_json(const Document& document, int64_t version) {
  return {{"uri", document.uri}, {"version", version}};
}

RpcError failed(const std::string& message) {
  return {kRequestFailed, message, {}, {}};
}

// An answer without predictions ends the request.
bool usable(const Answer& answer, const Reply& reply) {
  if (answer.cancelled) {
    reply.error({kRequestCancelled, "cancelled", {}, {}});
    return false;
  }
  if (answer.error) {
    reply.error(failed(answer.error->message));
    return false;
  }
  return true;
}

const char* state_name(const Document& document) {
  switch (document.state) {
    case DocumentState::Computing:
      return "computing";
    case DocumentState::Error:
      return "error";
    case DocumentState::Idle:
    case DocumentState::Ready:
      break;
  }
  return "ready";
}

// The names of a list; an error where it is none.
Result<std::vector<std::string>> names_of(const Json& params, const char* name) {
  std::vector<std::string> out;
  const Json& list = rpc::field(params, name);
  if (list.is_null()) return out;
  const Error wrong{ErrorCode::InvalidInput, "'" + std::string(name) + "' must be a list of texts"};
  if (!list.is_array()) return wrong;
  for (const Json& item : list) {
    if (!item.is_string()) return wrong;
    out.push_back(item.get<std::string>());
  }
  return out;
}

// What all requests about a document may say.
struct Asked {
  const Document* document = nullptr;
  QuestionOptions options;
};

Result<Asked> read_asked(Session& session, const Json& params) {
  Asked asked;
  const std::string uri = document_uri(params);
  asked.document = session.find(uri);
  if (asked.document == nullptr) {
    return Error{ErrorCode::InvalidInput,
                 "'textDocument.uri' must be an open document, not '" + uri + "'"};
  }
  KCAST_TRY(asked.options.gpus, names_of(params, "gpus"));
  const Json& launch = rpc::field(params, "launch");
  if (!launch.is_null()) {
    KCAST_TRY(asked.options.launch, serve::read_launch_settings(launch));
  }
  KCAST_TRY(asked.options.sweeps, names_of(params, "sweeps"));
  asked.options.kernel = rpc::string_field(params, "kernel");
  const auto position = position_from(rpc::field(params, "position"));
  if (asked.options.kernel.empty() && position && asked.document->shown) {
    const ShownKernel* kernel = kernel_at(*asked.document->shown, *position);
    if (kernel != nullptr) asked.options.kernel = kernel->name;
  }
  return asked;
}

// The name as reports have it, where the document shows such a kernel.
std::string full_kernel_name(const Document& document, const std::string& name) {
  if (name.empty() || !document.shown) return name;
  const ShownKernel* kernel = kernel_named(*document.shown, name);
  return kernel != nullptr ? kernel->name : name;
}

Json report_answer(const Document& document, const Shown& shown, const std::string& kernel,
                   const Settings& settings) {
  Json out = status_json(document, settings);
  if (!kernel.empty()) {
    const ShownKernel* one = kernel_named(shown, kernel);
    out["kernels"] = Json::array();
    if (one != nullptr) out["kernels"].push_back(kernel_status_json(shown, *one));
  } else {
    out["kernels"] = kernels_json(shown);
  }
  const predict::PredictReport report = only_kernel(shown.report, kernel);
  Json ids = Json::array();
  for (const Gpu& gpu : shown.gpus)
    ids.push_back(gpu.id);
  out["gpus"] = std::move(ids);
  out["report"] = report_json(report, shown.gpus);
  out["rooflines"] = rooflines_json(report, shown.gpus);
  out["lines"] = line_shares_json(shown, kernel);
  return out;
}

void answer_shown_report(Session& session, const std::string& uri, const Json& params,
                         const Reply& reply) {
  const Document* document = session.find(uri);
  if (document == nullptr) return reply.error(failed("the document was closed"));
  std::string kernel = rpc::string_field(params, "kernel");
  const auto position = position_from(rpc::field(params, "position"));
  if (!document->shown) {
    Json out = status_json(*document, session.workspace().settings());
    out["report"] = nullptr;
    out["rooflines"] = out["lines"] = Json::array();
    return reply.result(out);
  }
  if (kernel.empty() && position) {
    if (const ShownKernel* here = kernel_at(*document->shown, *position)) kernel = here->name;
  }
  if (!kernel.empty() && kernel_named(*document->shown, kernel) == nullptr) {
    return reply.error(wrong_parameter("no kernel '" + kernel + "' in the document"));
  }
  reply.result(report_answer(*document, *document->shown, full_kernel_name(*document, kernel),
                             session.workspace().settings()));
}

// With other GPUs or another launch than the settings say.
void answer_other_report(Session& session, const Asked& asked, const Reply& reply) {
  QuestionOptions options = asked.options;
  options.kernel = plain_kernel_name(options.kernel);
  const std::string wanted = full_kernel_name(*asked.document, asked.options.kernel);
  const auto text = std::make_shared<Text>(asked.document->text);
  session.ask(*asked.document, options, reply.cancel(),
              [&session, uri = asked.document->uri, version = asked.document->version, text, wanted,
               reply](const Answer& answer) {
                const Document* document = session.find(uri);
                if (document == nullptr) return reply.error(failed("the document was closed"));
                if (!usable(answer, reply)) return;
                const ShownSource source{*text,
                                         session.workspace().name_of(uri, document->language_id),
                                         version, session.encoding()};
                const auto shown = make_shown(answer, source, nullptr);
                Json out = report_answer(*document, *shown, wanted, session.workspace().settings());
                out["textDocument"] = document_json(*document, version);
                out["stale"] = document->version != version;
                out["state"] = "ready";
                reply.result(out);
              });
}

void answer_report(Session& session, const Json& params, const Reply& reply) {
  const Result<Asked> asked = read_asked(session, params);
  if (!asked) return reply.error(wrong_parameter(asked.error().message));
  if (!asked->options.gpus.empty() || asked->options.launch) {
    return answer_other_report(session, *asked, reply);
  }
  const std::string uri = asked->document->uri;
  if (!rpc::bool_field(params, "wait", true)) {
    return answer_shown_report(session, uri, params, reply);
  }
  session.when_predicted(uri, [&session, uri, params, reply](bool open) {
    if (!open) return reply.error(failed("the document was closed"));
    answer_shown_report(session, uri, params, reply);
  });
}

void answer_sweep(Session& session, const Json& params, const Reply& reply) {
  const Result<Asked> asked = read_asked(session, params);
  if (!asked) return reply.error(wrong_parameter(asked.error().message));
  if (asked->options.sweeps.empty()) {
    return reply.error(wrong_parameter("'sweeps' must name one: [\"block=64,128,256\"]"));
  }
  QuestionOptions options = asked->options;
  options.kernel = plain_kernel_name(options.kernel);
  const Json document = document_json(*asked->document, asked->document->version);
  const std::string wanted = full_kernel_name(*asked->document, asked->options.kernel);
  session.ask(
      *asked->document, options, reply.cancel(), [document, wanted, reply](const Answer& answer) {
        if (!usable(answer, reply)) return;
        const predict::PredictReport report = only_kernel(answer.report, wanted);
        reply.result({{"textDocument", document}, {"report", report_json(report, answer.gpus)}});
      });
}

void answer_diff(Session& session, const Json& params, const Reply& reply) {
  const Result<Asked> asked = read_asked(session, params);
  if (!asked) return reply.error(wrong_parameter(asked.error().message));
  const Json& baseline = rpc::field(params, "baseline");
  if (!rpc::field(baseline, "text").is_string()) {
    return reply.error(wrong_parameter("'baseline.text' must be a text"));
  }
  QuestionOptions before = asked->options;
  before.kernel = plain_kernel_name(before.kernel);
  const QuestionOptions after = before;
  before.text = rpc::string_field(baseline, "text");
  const std::string uri = asked->document->uri;
  const std::string label = rpc::string_field(baseline, "label");
  const auto on_before = [&session, uri, after, label, reply](const Answer& old) {
    if (!usable(old, reply)) return;
    const Document* document = session.find(uri);
    if (document == nullptr) return reply.error(failed("the document was closed"));
    const Json where = document_json(*document, document->version);
    session.ask(*document, after, reply.cancel(), [old, where, label, reply](const Answer& now) {
      if (!usable(now, reply)) return;
      Json out = {{"textDocument", where}, {"label", label}};
      out.update(diff_json(old.report, now.report, now.gpus));
      reply.result(out);
    });
  };
  session.ask(*asked->document, before, reply.cancel(), on_before);
}

// Answers of several documents, until all are there.
struct Ranking {
  struct Entry {
    std::string uri;
    int64_t version = 0;
    std::string summary;
    predict::LaunchPrediction prediction;
  };
  const Metric* metric = nullptr;
  size_t waiting = 0;
  predict::PredictReport report;
  std::vector<Entry> entries;
  Json skipped = Json::array();
};

void finish_ranking(const Session& session, Ranking& ranking, const Reply& reply) {
  report::sort_by_metric(ranking.report, *ranking.metric);
  Json out = Json::array();
  for (const predict::LaunchPrediction& entry : ranking.report.predictions) {
    const auto found = std::find_if(ranking.entries.begin(), ranking.entries.end(),
                                    [&](const auto& e) { return e.prediction == entry; });
    if (found == ranking.entries.end()) continue;
    const auto value = predict::metric_value(*ranking.metric, entry);
    Json item = {{"uri", found->uri},
                 {"version", found->version},
                 {"kernel", entry.name},
                 {"gpu", entry.prediction.gpu},
                 {"value", value ? number_json(*value) : Json()},
                 {"summary", found->summary}};
    const Document* document = session.find(found->uri);
    const ShownKernel* kernel = document != nullptr && document->shown
                                    ? kernel_named(*document->shown, entry.name)
                                    : nullptr;
    item["range"] = to_json(kernel != nullptr ? kernel->place.selection : Range{});
    ranking.entries.erase(found);
    out.push_back(std::move(item));
  }
  reply.result({{"by", ranking.metric->name}, {"ranking", out}, {"skipped", ranking.skipped}});
}

Result<std::vector<const Document*>> ranked_documents(const Session& session, const Json& params) {
  std::vector<const Document*> out;
  const Json& list = rpc::field(params, "textDocuments");
  if (list.is_null()) {
    for (const Document* document : session.documents())
      if (document->is_gpu) out.push_back(document);
    return out;
  }
  for (const Json& item : list) {
    const Document* document = session.find(rpc::string_field(item, "uri"));
    if (document == nullptr) {
      return Error{ErrorCode::InvalidInput, "'textDocuments' must be open documents"};
    }
    out.push_back(document);
  }
  return out;
}

// What was predicted of one document.
void add_ranked(const Answer& answer, const std::string& uri, int64_t version, Ranking& ranking) {
  if (answer.error) {
    ranking.skipped.push_back({{"uri", uri}, {"reason", answer.error->message}});
  }
  for (const predict::SkippedKernel& skipped : answer.report.skipped) {
    ranking.skipped.push_back({{"uri", uri}, {"kernel", skipped.name}, {"reason", skipped.reason}});
  }
  for (const predict::LaunchPrediction& entry : answer.report.predictions) {
    const auto gpu = std::find_if(answer.gpus.begin(), answer.gpus.end(),
                                  [&](const Gpu& g) { return g.id == entry.prediction.gpu; });
    if (gpu == answer.gpus.end()) continue;
    ranking.report.predictions.push_back(entry);
    ranking.entries.push_back({uri, version, report::summary_line(entry, *gpu), entry});
  }
}

void answer_rank(Session& session, const Json& params, const Reply& reply) {
  const auto documents = ranked_documents(session, params);
  if (!documents) return reply.error(wrong_parameter(documents.error().message));
  auto gpus = names_of(params, "gpus");
  if (!gpus) return reply.error(wrong_parameter(gpus.error().message));
  const std::string by = rpc::string_field(params, "by");
  auto ranking = std::make_shared<Ranking>();
  ranking->metric = find_metric(by.empty() ? "time_us" : by);
  if (ranking->metric == nullptr) return reply.error(wrong_parameter("no metric '" + by + "'"));
  QuestionOptions options;
  options.gpus = *std::move(gpus);
  options.kernel = plain_kernel_name(rpc::string_field(params, "kernel"));
  ranking->waiting = documents->size();
  if (documents->empty()) return finish_ranking(session, *ranking, reply);
  for (const Document* document : *documents) {
    const auto done = [&session, ranking, reply, uri = document->uri,
                       version = document->version](const Answer& answer) {
      if (answer.cancelled) return reply.error({kRequestCancelled, "cancelled", {}, {}});
      add_ranked(answer, uri, version, *ranking);
      if (--ranking->waiting == 0) finish_ranking(session, *ranking, reply);
    };
    session.ask(*document, options, reply.cancel(), done);
  }
}

void answer_launch(Session& session, const Json& params, const Reply& reply) {
  const Result<Asked> asked = read_asked(session, params);
  if (!asked) return reply.error(wrong_parameter(asked.error().message));
  const Document& document = *asked->document;
  const ShownKernel* kernel =
      document.shown ? kernel_named(*document.shown, asked->options.kernel) : nullptr;
  const predict::LaunchPrediction* main =
      kernel != nullptr ? main_prediction(*document.shown, *kernel) : nullptr;
  if (main == nullptr) {
    return reply.error(
        wrong_parameter("'kernel' must be a predicted kernel of the document, not '" +
                        asked->options.kernel + "'"));
  }
  Json out = launch_json(*main);
  const auto file = session.workspace().launch_file();
  out["file"] = file ? Json(uri_of_path(*file)) : Json();
  out["settings"] =
      kernel_entry(session.workspace().launch_file_text(),
                   session.workspace().name_of(document.uri, document.language_id), kernel->name);
  reply.result(out);
}

void set_launch(Session& session, const Json& arguments, const Reply& reply) {
  const auto text_at = [&](size_t i) {
    return arguments.is_array() && i < arguments.size() && arguments[i].is_string()
               ? arguments[i].get<std::string>()
               : std::string();
  };
  const Document* document = session.find(text_at(0));
  const std::string kernel = text_at(1);
  if (document == nullptr || kernel.empty() || arguments.size() < 3) {
    return reply.error(
        wrong_parameter("kcast.setLaunch takes the address of an open document, a kernel's name "
                        "and its launch or null"));
  }
  const auto file = session.workspace().launch_file();
  if (!file) {
    return reply.error(failed(session.workspace().trusted()
                                  ? "launches are kept in the workspace's folder; open one"
                                  : "an untrusted workspace keeps no launches"));
  }
  const auto text = with_kernel_entry(
      session.workspace().launch_file_text(),
      session.workspace().name_of(document->uri, document->language_id), kernel, arguments[2]);
  if (!text) return reply.error(wrong_parameter(text.error().message));
  const Status written = write_file(*file, *text);
  if (!written) return reply.error(failed(written.error().message));
  const std::string uri = document->uri;
  session.files_changed();
  session.predict_now(uri);
  reply.result({{"file", uri_of_path(*file)}});
}

}  // namespace

RpcError wrong_parameter(const std::string& message) {
  return {rpc::kInvalidParams, message, {}, {}};
}

Json status_json(const Document& document, const Settings& settings) {
  const bool has = document.shown != nullptr;
  int64_t version = document.version;
  if (has) version = document.shown->version;
  Json out;
  out["textDocument"] = document_json(document, version);
  out["state"] = state_name(document);
  out["stale"] = document.stale();
  if (!document.problem.empty()) out["message"] = document.problem;
  if (has && !document.shown->gpus.empty()) {
    out["gpus"] = Json::array();
    for (const Gpu& gpu : document.shown->gpus)
      out["gpus"].push_back(gpu.id);
  } else {
    out["gpus"] = settings.gpus;
  }
  out["kernels"] = has ? kernels_json(*document.shown) : Json::array();
  return out;
}

bool answer_custom(Session& session, const std::string& method, const Json& params,
                   const Reply& reply) {
  if (method == "kcast/report") {
    answer_report(session, params, reply);
  } else if (method == "kcast/sweep") {
    answer_sweep(session, params, reply);
  } else if (method == "kcast/diff") {
    answer_diff(session, params, reply);
  } else if (method == "kcast/rank") {
    answer_rank(session, params, reply);
  } else if (method == "kcast/launch") {
    answer_launch(session, params, reply);
  } else if (method == "kcast/gpus") {
    reply.result(gpus_json());
  } else {
    return false;
  }
  return true;
}

bool run_command(Session& session, const std::string& command, const Json& arguments,
                 const Reply& reply) {
  if (command == "kcast.setLaunch") {
    set_launch(session, arguments, reply);
    return true;
  }
  if (command != "kcast.predict") return false;
  const std::string uri = arguments.is_array() && !arguments.empty() && arguments[0].is_string()
                              ? arguments[0].get<std::string>()
                              : "";
  if (session.find(uri) == nullptr) {
    reply.error(wrong_parameter("kcast.predict takes the address of an open document"));
    return true;
  }
  session.predict_now(uri);
  reply.result(nullptr);
  return true;
}

void answer_code_actions(Session& session, const Json& params, const Reply& reply) {
  const Document* document = session.find(document_uri(params));
  const auto range = range_from(rpc::field(params, "range"));
  if (document == nullptr || !document->shown || !range) return reply.result(Json::array());
  const ShownKernel* kernel = kernel_at(*document->shown, range->start);
  const predict::LaunchPrediction* main =
      kernel != nullptr && !kernel->kept ? main_prediction(*document->shown, *kernel) : nullptr;
  const auto sweep = main != nullptr ? block_sweep(*main) : std::nullopt;
  const bool keeps = session.workspace().launch_file().has_value();
  if (!sweep || !keeps || document->stale()) return reply.result(Json::array());
  const Json& context = rpc::field(params, "context");
  constexpr int64_t kAutomatic = 2;
  if (rpc::int_field(context, "triggerKind") == kAutomatic) {
    // The cursor only passes by: nothing is computed, and a light bulb says that there is more.
    Json action = {{"title", "Kernelcast: try other blocks"},
                   {"kind", "refactor.rewrite.kernelcast"}};
    return reply.result(Json::array({action}));
  }
  QuestionOptions options;
  options.gpus = {document->shown->gpus[0].id};
  options.kernel = plain_kernel_name(kernel->name);
  options.sweeps = {*sweep};
  const Json kept =
      kernel_entry(session.workspace().launch_file_text(),
                   session.workspace().name_of(document->uri, document->language_id), kernel->name);
  session.ask(*document, options, reply.cancel(),
              [now = *main, uri = document->uri, kept, reply](const Answer& answer) {
                if (answer.cancelled || answer.error) return reply.result(Json::array());
                reply.result(block_actions(now, answer, uri, kept));
              });
}

}  // namespace kcast::lsp
