// The other side of the connection: what it can do, and what it is asked.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "serve/lsp/protocol.h"
#include "serve/rpc/outbox.h"

namespace kcast::lsp {

// From `initialize`.
struct ClientAbilities {
  Encoding encoding = Encoding::Utf16;
  bool configuration = false;
  bool watches_files = false;  // when it is asked to
  bool registers_configuration = false;
  bool lens_refresh = false;
  bool hint_refresh = false;
  bool progress = false;
  bool show_document = false;
};
ClientAbilities abilities_from(const Json& initialize_params);

class Client {
 public:
  explicit Client(rpc::Outbox& outbox) : outbox_(outbox) {}

  ClientAbilities abilities;

  void notify(std::string_view method, const Json& params);
  // The callback gets the result; null where the client refused.
  void request(std::string_view method, const Json& params,
               std::function<void(const Json&)> done = {});
  void on_response(const rpc::Message& message);
  void send(const std::string& message) { outbox_.send(message); }

  void log(const std::string& message);
  void publish_diagnostics(const std::string& uri, std::optional<int64_t> version,
                           const Json& diagnostics);
  void refresh_lenses();
  void refresh_hints();
  // A line in the status bar while something takes long.
  void begin_progress(const std::string& uri, const std::string& title);
  void end_progress(const std::string& uri);
  void register_watchers();

 private:
  rpc::Outbox& outbox_;
  int64_t next_id_ = 1;
  std::map<std::string, std::function<void(const Json&)>> asked_;
  std::set<std::string> in_progress_;
  std::map<std::string, std::string> published_;  // by address: the last text
};

}  // namespace kcast::lsp
