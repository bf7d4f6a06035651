#include "trees/embedded.h"

#include <optional>

namespace kcast::trees {

const Model* embedded_model() {
  static const std::optional<Model> model = []() -> std::optional<Model> {
    auto read = read_model(embedded_trees());
    if (!read || !read->fits()) return std::nullopt;
    return *std::move(read);
  }();
  return model ? &*model : nullptr;
}

}  // namespace kcast::trees
