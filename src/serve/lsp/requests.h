// The requests and commands that LSP does not have: views, sweeps, comparisons, launches
// (docs/editors.md).
#pragma once

#include <string>

#include "serve/lsp/protocol.h"
#include "serve/lsp/session.h"
#include "serve/rpc/reply.h"

namespace kcast::lsp {

// The object of kcast/status.
Json status_json(const Document& document, const Settings& settings);

// False: there is no such request.
bool answer_custom(Session& session, const std::string& method, const Json& params,
                   const rpc::Reply& reply);

// Commands that change or predict something. False: there is no such command.
bool run_command(Session& session, const std::string& command, const Json& arguments,
                 const rpc::Reply& reply);

// textDocument/codeAction: other blocks for the kernel of the range.
void answer_code_actions(Session& session, const Json& params, const rpc::Reply& reply);

rpc::RpcError wrong_parameter(const std::string& message);

}  // namespace kcast::lsp
