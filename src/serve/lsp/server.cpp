#include "serve/lsp/server.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "base/files.h"
#include "base/sha256.h"
#include "base/version.h"
#include "serve/lsp/client.h"
#include "serve/lsp/features.h"
#include "serve/lsp/requests.h"
#include "serve/lsp/session.h"
#include "serve/lsp/uri.h"
#include "serve/rpc/reply.h"

namespace kcast::lsp {

namespace {

namespace fs = std::filesystem;
using rpc::Message;
using rpc::Reply;

constexpr const char* kOpenReport = "kcast.openReport";

// "0.1.0" of "kcast 0.1.0".
std::string version_number() {
  const std::string text(program_version());
  return text.substr(text.rfind(' ') + 1);
}

std::string root_of(const Json& params) {
  const Json& folders = rpc::field(params, "workspaceFolders");
  if (folders.is_array() && !folders.empty()) {
    return path_of_uri(rpc::string_field(folders[0], "uri")).value_or("");
  }
  return path_of_uri(rpc::string_field(params, "rootUri")).value_or("");
}

Json server_capabilities(Encoding encoding) {
  return {
      {"positionEncoding", encoding == Encoding::Utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"refactor.rewrite.kernelcast"}}}},
      {"executeCommandProvider", {{"commands", {"kcast.predict", "kcast.setLaunch", kOpenReport}}}},
      {"experimental", {{"kcast", {{"protocol", 1}}}}},
  };
}

class Server {
 public:
  Server(predict::Predictor& predictor, rpc::Loop& loop, rpc::Outbox& outbox, size_t workers)
      : loop_(loop),
        client_(outbox),
        session_(predictor, loop, workers_, events()),
        workers_(workers) {}
  // The workers are joined first; what they post is never run.
  ~Server() {
    pending_.cancel_all();
    session_.stop_all();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void on_message(Result<std::string> text) {
    if (!text) {
      return client_.send(
          rpc::error_text(nullptr, {rpc::kParseError, text.error().message, {}, {}}));
    }
    Message message;
    if (const auto error = rpc::parse_message(*text, message)) {
      return client_.send(rpc::error_text(error->id, *error));
    }
    if (message.is_response()) return client_.on_response(message);
    if (message.is_notification()) return on_notification(message);
    const Reply reply =
        pending_.add(message.id, [this](const std::string& answer) { client_.send(answer); });
    on_request(message, reply);
  }

  // exit came, and shutdown before it.
  bool ended_well() const { return !exited_ || shut_down_; }

 private:
  SessionEvents events() {
    return {
        [this](const Document& document) {
          client_.notify("kcast/status", status_json(document, session_.workspace().settings()));
        },
        [this](const Document& document) { show(document); },
        [this](const std::string& message) { client_.log(message); },
        [this](const Document& document, bool begins) {
          if (!begins) return client_.end_progress(document.uri);
          client_.begin_progress(document.uri, "Kernelcast: predicting");
        },
    };
  }

  void on_request(const Message& message, const Reply& reply) {
    const std::string& method = message.method;
    if (method == "initialize") return initialize(message.params, reply);
    if (!initialized_ || shut_down_) {
      const int code = shut_down_ ? rpc::kInvalidRequest : kServerNotInitialized;
      return reply.error(
          {code, shut_down_ ? "the server is shut down" : "not initialized", {}, {}});
    }
    if (method == "shutdown") {
      shut_down_ = true;
      return reply.result(nullptr);
    }
    if (answer_feature(message, reply)) return;
    if (answer_custom(session_, method, message.params, reply)) return;
    reply.error({rpc::kMethodNotFound, "no method '" + method + "'", {}, {}});
  }

  // LSP's own requests about a document.
  bool answer_feature(const Message& message, const Reply& reply) {
    const std::string& method = message.method;
    const Json& params = message.params;
    if (method == "workspace/executeCommand") {
      execute(params, reply);
    } else if (method == "textDocument/codeAction") {
      answer_code_actions(session_, params, reply);
    } else if (method == "textDocument/codeLens") {
      when_shown(params, client_.abilities.lens_refresh, reply,
                 [this, params] { return give_lenses(document_uri(params)); });
    } else if (method == "textDocument/hover") {
      reply.result(hover(params));
    } else if (method == "textDocument/inlayHint") {
      when_shown(params, client_.abilities.hint_refresh, reply,
                 [this, params] { return hints(params); });
    } else {
      return false;
    }
    return true;
  }

  void on_notification(const Message& message) {
    const std::string& method = message.method;
    const Json& params = message.params;
    if (method == "exit") {
      exited_ = true;
      return loop_.stop();
    }
    if (!initialized_) return;
    const std::string uri = document_uri(params);
    if (method == "initialized") {
      client_.register_watchers();
      ask_for_settings();
    } else if (method == "$/cancelRequest") {
      const rpc::RpcError cancelled{kRequestCancelled, "cancelled", {}, {}};
      pending_.cancel(rpc::field(params, "id"), &cancelled);
    } else if (method == "textDocument/didOpen") {
      open(rpc::field(params, "textDocument"));
    } else if (method == "textDocument/didChange") {
      change(params);
    } else if (method == "textDocument/didSave") {
      session_.save(uri);
    } else if (method == "textDocument/didClose") {
      session_.close(uri);
      client_.publish_diagnostics(uri, std::nullopt, Json::array());
    } else if (method == "workspace/didChangeWatchedFiles") {
      session_.files_changed();
    } else if (method == "workspace/didChangeConfiguration") {
      if (client_.abilities.configuration) return ask_for_settings();
      const Json& section = rpc::field(rpc::field(params, "settings"), "kernelcast");
      if (!section.is_null()) take_settings(section);
    }
  }

  void initialize(const Json& params, const Reply& reply) {
    if (initialized_) {
      return reply.error({rpc::kInvalidRequest, "initialize came twice", {}, {}});
    }
    initialized_ = true;
    client_.abilities = abilities_from(params);
    const Json& options = rpc::field(params, "initializationOptions");
    report_command_ = rpc::string_field(options, "reportCommand");
    session_.start(Workspace(root_of(params), rpc::bool_field(options, "trusted", true)),
                   client_.abilities.encoding);
    const Json& settings = rpc::field(options, "settings");
    if (settings.is_object()) take_settings(settings);
    reply.result({{"capabilities", server_capabilities(client_.abilities.encoding)},
                  {"serverInfo", {{"name", "kcast"}, {"version", version_number()}}}});
  }

  void ask_for_settings() {
    if (!client_.abilities.configuration) return;
    const Json items = Json::array({{{"section", "kernelcast"}}});
    client_.request("workspace/configuration", {{"items", items}}, [this](const Json& result) {
      if (result.is_array() && !result.empty() && result[0].is_object()) take_settings(result[0]);
    });
  }

  void take_settings(const Json& section) {
    std::vector<std::string> problems;
    Settings settings = settings_from(section, problems);
    for (const std::string& problem : problems)
      client_.log(problem);
    session_.settings_changed(std::move(settings));
  }

  void open(const Json& item) {
    Document document;
    document.uri = rpc::string_field(item, "uri");
    if (document.uri.empty()) return;
    document.language_id = rpc::string_field(item, "languageId");
    document.version = rpc::int_field(item, "version").value_or(0);
    document.text.set(rpc::string_field(item, "text"));
    session_.open(std::move(document));
  }

  void change(const Json& params) {
    std::vector<Session::Edit> edits;
    const Json& changes = rpc::field(params, "contentChanges");
    if (!changes.is_array()) return;
    for (const Json& item : changes)
      edits.push_back({range_from(rpc::field(item, "range")), rpc::string_field(item, "text")});
    const auto version = rpc::int_field(rpc::field(params, "textDocument"), "version");
    session_.change(document_uri(params), version.value_or(0), edits);
  }

  // New results: marks, and a word to the client where its lenses are not what they were.
  void show(const Document& document) {
    const Settings& settings = session_.workspace().settings();
    client_.publish_diagnostics(
        document.uri, document.shown->version,
        settings.diagnostics ? diagnostics_json(*document.shown) : Json::array());
    if (given_lenses_[document.uri] != lenses(document.uri).dump()) client_.refresh_lenses();
    if (settings.inlay_hints || had_hints_) client_.refresh_hints();
    had_hints_ = settings.inlay_hints;
  }

  // A client that cannot be told to ask again waits for the first prediction of a document.
  void when_shown(const Json& params, bool asks_again, const Reply& reply,
                  const std::function<Json()>& result) {
    const std::string uri = document_uri(params);
    const Document* document = session_.find(uri);
    const bool is_first =
        document != nullptr && document->is_gpu && !document->shown && document->problem.empty();
    if (asks_again || !is_first || session_.workspace().settings().trigger != Trigger::Type) {
      return reply.result(result());
    }
    session_.when_predicted(uri, [reply, result](bool) { reply.result(result()); });
  }

  Json give_lenses(const std::string& uri) {
    Json out = lenses(uri);
    given_lenses_[uri] = out.dump();
    return out;
  }

  Json lenses(const std::string& uri) {
    const Document* document = session_.find(uri);
    const Settings& settings = session_.workspace().settings();
    if (document == nullptr || !document->shown || !settings.code_lens) return Json::array();
    return code_lenses(*document->shown,
                       {uri, report_command_.empty() ? kOpenReport : report_command_,
                        document->stale() && settings.trigger != Trigger::Type});
  }

  Json hover(const Json& params) {
    const Document* document = session_.find(document_uri(params));
    const auto position = position_from(rpc::field(params, "position"));
    if (document == nullptr || !document->shown || !position) return nullptr;
    if (!session_.workspace().settings().hover) return nullptr;
    return hover_at(*document->shown, document->text, *position);
  }

  Json hints(const Json& params) {
    const Document* document = session_.find(document_uri(params));
    const auto range = range_from(rpc::field(params, "range"));
    if (document == nullptr || !document->shown || !range) return Json::array();
    if (!session_.workspace().settings().inlay_hints) return Json::array();
    return inlay_hints(*document->shown, document->text, *range, session_.encoding());
  }

  void execute(const Json& params, const Reply& reply) {
    const std::string command = rpc::string_field(params, "command");
    const Json& arguments = rpc::field(params, "arguments");
    if (command == kOpenReport) return open_report(arguments, reply);
    if (run_command(session_, command, arguments, reply)) return;
    reply.error(wrong_parameter("no command '" + command + "'"));
  }

  // The report as a file that any editor can show.
  void open_report(const Json& arguments, const Reply& reply) {
    const bool named = arguments.is_array() && arguments.size() >= 2 && arguments[0].is_string() &&
                       arguments[1].is_string();
    const Document* document = named ? session_.find(arguments[0].get<std::string>()) : nullptr;
    const ShownKernel* kernel =
        document != nullptr && document->shown
            ? kernel_named(*document->shown, arguments[1].get<std::string>())
            : nullptr;
    if (kernel == nullptr) {
      return reply.error(wrong_parameter(
          "kcast.openReport takes the address of an open document and a predicted kernel's name"));
    }
    const std::string text =
        "# " + kernel->name + "\n\n" + kernel_markdown(*document->shown, *kernel);
    Json out = {{"uri", nullptr}, {"text", text}};
    const fs::path dir = cache_dir() / "reports";
    std::error_code error;
    fs::create_directories(dir, error);
    const fs::path file = dir / (plain_kernel_name(kernel->name) + "-" +
                                 sha256_hex(document->uri + kernel->name).substr(0, 12) + ".md");
    if (!error && !cache_dir().empty() && write_file(file, text)) {
      out["uri"] = uri_of_path(file.string());
      if (client_.abilities.show_document) {
        client_.request("window/showDocument", {{"uri", out["uri"]}, {"takeFocus", true}});
      }
    }
    reply.result(out);
  }

  rpc::Loop& loop_;
  Client client_;
  rpc::PendingReplies pending_;
  Session session_;
  std::string report_command_;
  std::map<std::string, std::string> given_lenses_;  // what the client has, by document
  bool had_hints_ = false;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool exited_ = false;
  rpc::Workers workers_;
};

}  // namespace

Result<bool> run_server(predict::Predictor& predictor, const ServerOptions& options) {
  KCAST_TRY(const std::unique_ptr<rpc::Loop> loop,
            rpc::Loop::open(options.input, rpc::Framing::Headers));
  rpc::Outbox outbox(options.output, rpc::Framing::Headers);
  Server server(predictor, *loop, outbox, options.workers);
  loop->run([&server](Result<std::string> text) { server.on_message(std::move(text)); });
  return server.ended_well();
}

}  // namespace kcast::lsp
