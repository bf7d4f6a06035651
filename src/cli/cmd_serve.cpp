// kcast serve: predictions over HTTP, and the page that shows them.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/serve_model.h"
#include "predict/gpus.h"
#include "predict/predictor.h"
#include "schema/gpu/gpu_json.h"
#include "serve/api/service.h"
#include "serve/http/access.h"
#include "serve/http/application.h"
#include "serve/http/page.h"
#include "serve/http/server.h"

namespace kcast::cli {
namespace {

constexpr int kDefaultPort = 8787;
constexpr size_t kMiB = size_t{1} << 20;

struct ServeOptions {
  std::string host = "127.0.0.1";
  int port = kDefaultPort;
  std::string token_file;
  std::vector<std::string> host_names;
  size_t jobs = 0;  // 0: the machine's
  size_t queue = 64;
  size_t per_client = 0;
  size_t connections = 4096;
  size_t max_body_mib = 8;
  size_t cache_mib = 128;
  double time_limit_s = 60;
  bool log = false;
  ServedModelOptions model;
};

void add_serve_options(CLI::App& app, ServeOptions& options) {
  app.add_option("--host", options.host,
                 "address to listen on; any but this machine's own needs --token-file")
      ->capture_default_str();
  app.add_option("--port", options.port, "port to listen on; 0: any that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--token-file", options.token_file,
                 "file whose first line clients have to send: Authorization: Bearer LINE");
  app.add_option("--allow-host", options.host_names,
                 "a name under which browsers reach this server; may be given several times")
      ->allow_extra_args(false);
  app.add_option("--jobs", options.jobs, "predictions at the same time (default: all cores)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--queue", options.queue, "requests that may wait; more get 503")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--per-client", options.per_client,
                 "requests of one address at the same time; more get 429 (default: no limit on "
                 "this machine, else 16)")
      ->check(CLI::Range(1, 100000));
  app.add_option("--connections", options.connections, "connections at the same time")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--max-body", options.max_body_mib, "size of a request in MiB; more get 413")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--cache", options.cache_mib, "size of the cache of answers in MiB")
      ->check(CLI::Range(0, 1 << 20))
      ->capture_default_str();
  app.add_option("--time-limit", options.time_limit_s, "seconds for a request; then it gets 504")
      ->check(CLI::Range(1.0, 86400.0))
      ->capture_default_str();
  app.add_option("--model", options.model.model,
                 "a language model that answers chats: one of `kcast models list`, or a GGUF file");
  app.add_option("--adapter", options.model.adapter, "a GGUF LoRA adapter for it");
  app.add_option("--head", options.model.head,
                 "head.safetensors of a head that was trained for it");
  app.add_option("--template", options.model.form, "which question it is asked (docs/encode.md)")
      ->capture_default_str();
  app.add_flag("--log", options.log, "write a line for each request to stderr");
}

Result<http::AccessRules> access_rules(const ServeOptions& options) {
  http::AccessRules rules;
  for (const std::string& name : options.host_names)
    rules.host_names.push_back(to_lower(name));
  if (!options.token_file.empty()) {
    KCAST_TRY(rules.token, http::read_token(options.token_file));
  }
  const bool local = options.host == "localhost" || http::is_loopback(options.host);
  if (!local && rules.token.empty()) {
    return Error{ErrorCode::InvalidInput,
                 "--host " + options.host +
                     " can be reached from other machines: give --token-file FILE, too"};
  }
  return rules;
}

http::ServerOptions server_options(const ServeOptions& options, size_t jobs) {
  http::ServerOptions out;
  out.host = options.host;
  out.port = options.port;
  out.parser.body_bytes = options.max_body_mib * kMiB;
  // Some answers are quick to make once their request is read: one more thread than predictions.
  out.threads = jobs + 1;
  out.most_waiting = options.queue;
  const bool local = options.host == "localhost" || http::is_loopback(options.host);
  out.most_per_client = options.per_client > 0 ? options.per_client : local ? 0 : 16;
  out.most_connections = options.connections;
  out.work_limit = std::chrono::milliseconds(static_cast<int64_t>(options.time_limit_s * 1000));
  return out;
}

http::Handlers with_log(http::Handlers handlers) {
  handlers.observe = [observe = std::move(handlers.observe)](const http::Exchange& exchange) {
    observe(exchange);
    // One string, so that lines stay whole.
    std::cerr << exchange.method + " " + exchange.path + " " + std::to_string(exchange.status) +
                     " " + format_number(exchange.seconds * 1000, 1) + " ms " +
                     std::to_string(exchange.bytes) + " bytes\n";
  };
  return handlers;
}

}  // namespace

Status cmd_serve(Args args) {
  return serve(args, {});
}

Status serve(Args args, const StartServedModel& start) {
  CLI::App app;
  describe_command(app, "serve");
  ServeOptions options;
  add_serve_options(app, options);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  const bool has_model = !options.model.model.empty();
  if (!has_model && !(options.model.adapter + options.model.head).empty()) {
    return Error{ErrorCode::InvalidInput, "--adapter and --head belong to a --model; give it, too"};
  }
  if (has_model && !start) return run_executable("kcast-lab", "serve", args);
  KCAST_TRY(http::AccessRules rules, access_rules(options));
  KCAST_TRY(std::vector<Gpu> gpus, load_gpus(predict::embedded_gpus()));
  const size_t jobs = options.jobs > 0 ? options.jobs : hardware_jobs();
  // The front end forks, so it comes before every thread.
  KCAST_TRY(const std::unique_ptr<predict::Predictor> predictor, predict::Predictor::start(true));
  api::Engine engine = {
      [&](const predict::PredictRequest& request, const std::atomic<bool>* cancelled) {
        return predictor->predict(request, cancelled);
      },
      [&](const frontend::InspectRequest& request, const std::atomic<bool>* cancelled) {
        return predictor->inspect(request, cancelled);
      }};
  api::ServiceOptions service_options = {.cache_bytes = options.cache_mib * kMiB, .slots = jobs};
  if (has_model) {
    KCAST_TRY(engine.ask_model, start(options.model));
    service_options.model = std::filesystem::path(options.model.model).filename().string();
  }
  api::Service service(engine, std::move(gpus), service_options);
  http::Application application(service, std::move(rules), http::embedded_page(),
                                http::embedded_openapi());
  http::Handlers handlers = application.handlers();
  if (options.log) handlers = with_log(std::move(handlers));
  const InterruptGuard guard;
  KCAST_TRY(const std::unique_ptr<http::Server> server,
            http::Server::listen(server_options(options, jobs), std::move(handlers)));
  application.set_counts([&] { return server->counts(); });
  const bool six = options.host.find(':') != std::string::npos;
  std::cout << "kcast serves on http://" << (six ? "[" : "") << options.host << (six ? "]" : "")
            << ":" << server->port() << "/ (Ctrl-C ends it)\n"
            << std::flush;
  server->run(InterruptGuard::interrupted());
  return Unit{};
}

}  // namespace kcast::cli
