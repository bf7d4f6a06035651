// The shapes of LSP that several parts of the server read and write.
#pragma once

#include <optional>
#include <string>

#include "serve/lsp/text.h"
#include "serve/rpc/message.h"

namespace kcast::lsp {

using rpc::Json;

// Errors that LSP adds to JSON-RPC's.
constexpr int kServerNotInitialized = -32002;
constexpr int kRequestFailed = -32803;
constexpr int kRequestCancelled = -32800;

Json to_json(const Position& position);
Json to_json(const Range& range);
// Nothing where the object is none.
std::optional<Position> position_from(const Json& json);
std::optional<Range> range_from(const Json& json);

// `textDocument.uri` of a request.
std::string document_uri(const Json& params);

// NaN and infinite numbers are null.
Json number_json(double value);

}  // namespace kcast::lsp
