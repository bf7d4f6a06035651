#include "serve/lsp/protocol.h"

#include <cmath>

namespace kcast::lsp {

Json to_json(const Position& position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json to_json(const Range& range) {
  return {{"start", to_json(range.start)}, {"end", to_json(range.end)}};
}

std::optional<Position> position_from(const Json& json) {
  const auto line = rpc::int_field(json, "line");
  const auto character = rpc::int_field(json, "character");
  if (!line || !character) return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> range_from(const Json& json) {
  const auto start = position_from(rpc::field(json, "start"));
  const auto end = position_from(rpc::field(json, "end"));
  if (!start || !end) return std::nullopt;
  return Range{*start, *end};
}

std::string document_uri(const Json& params) {
  return rpc::string_field(rpc::field(params, "textDocument"), "uri");
}

Json number_json(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace kcast::lsp
