#include "serve/lsp/client.h"

#include <algorithm>
#include <utility>

namespace kcast::lsp {

namespace {

bool ability(const Json& params, std::initializer_list<const char*> path) {
  const Json* at = &rpc::field(params, "capabilities");
  for (const char* name : path)
    at = &rpc::field(*at, name);
  return at->is_boolean() && at->get<bool>();
}

constexpr int kMessageTypeLog = 4;

}  // namespace

ClientAbilities abilities_from(const Json& params) {
  ClientAbilities out;
  const Json& general = rpc::field(rpc::field(params, "capabilities"), "general");
  const Json& encodings = rpc::field(general, "positionEncodings");
  if (encodings.is_array() &&
      std::find(encodings.begin(), encodings.end(), "utf-8") != encodings.end()) {
    out.encoding = Encoding::Utf8;
  }
  out.configuration = ability(params, {"workspace", "configuration"});
  out.watches_files =
      ability(params, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  out.registers_configuration =
      ability(params, {"workspace", "didChangeConfiguration", "dynamicRegistration"});
  out.lens_refresh = ability(params, {"workspace", "codeLens", "refreshSupport"});
  out.hint_refresh = ability(params, {"workspace", "inlayHint", "refreshSupport"});
  out.progress = ability(params, {"window", "workDoneProgress"});
  out.show_document = ability(params, {"window", "showDocument", "support"});
  return out;
}

void Client::notify(std::string_view method, const Json& params) {
  outbox_.send(rpc::notification_text(method, params));
}

void Client::request(std::string_view method, const Json& params,
                     std::function<void(const Json&)> done) {
  const std::string id = "kcast-" + std::to_string(next_id_++);
  if (done) asked_.emplace(id, std::move(done));
  outbox_.send(rpc::request_text(id, method, params));
}

void Client::on_response(const rpc::Message& message) {
  if (!message.id.is_string()) return;
  const auto found = asked_.find(message.id.get<std::string>());
  if (found == asked_.end()) return;
  const auto done = std::move(found->second);
  asked_.erase(found);
  done(message.error.is_null() ? message.result : Json());
}

void Client::log(const std::string& message) {
  notify("window/logMessage", {{"type", kMessageTypeLog}, {"message", message}});
}

void Client::publish_diagnostics(const std::string& uri, std::optional<int64_t> version,
                                 const Json& diagnostics) {
  const std::string text = diagnostics.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string& last = published_[uri];
  // An empty list is said only where something was marked before.
  if (last == text || (last.empty() && diagnostics.empty())) return;
  last = text;
  Json params = {{"uri", uri}};
  if (version) params["version"] = *version;
  params["diagnostics"] = diagnostics;
  notify("textDocument/publishDiagnostics", params);
  if (diagnostics.empty()) published_.erase(uri);
}

void Client::refresh_lenses() {
  if (abilities.lens_refresh) request("workspace/codeLens/refresh", nullptr);
}

void Client::refresh_hints() {
  if (abilities.hint_refresh) request("workspace/inlayHint/refresh", nullptr);
}

void Client::begin_progress(const std::string& uri, const std::string& title) {
  if (!abilities.progress || !in_progress_.insert(uri).second) return;
  const std::string token = "kcast " + uri;
  request("window/workDoneProgress/create", {{"token", token}});
  notify("$/progress", {{"token", token}, {"value", {{"kind", "begin"}, {"title", title}}}});
}

void Client::end_progress(const std::string& uri) {
  if (in_progress_.erase(uri) == 0) return;
  notify("$/progress", {{"token", "kcast " + uri}, {"value", {{"kind", "end"}}}});
}

void Client::register_watchers() {
  Json registrations = Json::array();
  if (abilities.watches_files) {
    Json watchers = Json::array();
    for (const char* glob : {"**/compile_commands.json", "**/CMakeLists.txt", "**/Makefile",
                             "**/.kernelcast.json", "**/*.{h,hpp,hh,hxx,cuh,inl,inc}"})
      watchers.push_back({{"globPattern", glob}});
    registrations.push_back({{"id", "kcast-files"},
                             {"method", "workspace/didChangeWatchedFiles"},
                             {"registerOptions", {{"watchers", watchers}}}});
  }
  if (abilities.registers_configuration) {
    registrations.push_back({{"id", "kcast-settings"},
                             {"method", "workspace/didChangeConfiguration"},
                             {"registerOptions", {{"section", "kernelcast"}}}});
  }
  if (!registrations.empty()) {
    request("client/registerCapability", {{"registrations", registrations}});
  }
}

}  // namespace kcast::lsp
