#include "trees/embedded.h"

#include <optional>

namespace kcast::trees {
namespace {

std::optional<Model> usable_model(std::string_view bytes) {
  auto read = read_model(bytes);
  if (!read || !read->fits()) return std::nullopt;
  return *std::move(read);
}

}  // namespace

const Model* embedded_model(std::string_view language) {
  static const std::optional<Model> usual = usable_model(embedded_trees());
  static const std::optional<Model> openmp = usable_model(embedded_openmp_trees());
  const std::optional<Model>& model = language == "openmp" ? openmp : usual;
  return model ? &*model : nullptr;
}

}  // namespace kcast::trees
