#include "trees/model.h"

#include "trees/bytes.h"
#include "trees/launch_row.h"
#include "trees/packed.h"
#include "trees/tree_features.h"

namespace kcast::trees {
namespace {

constexpr std::string_view kModelMagic = "kcast trees 2\n";
constexpr int kModelLevel = 19;
constexpr size_t kMostBytes = size_t{64} << 20;

void write_texts(const std::vector<std::string>& texts, ByteWriter& out) {
  out.number(static_cast<uint32_t>(texts.size()));
  for (const std::string& text : texts)
    out.text(text);
}

std::vector<std::string> read_texts(ByteReader& in) {
  std::vector<std::string> out;
  const auto count = in.number<uint32_t>();
  for (uint32_t i = 0; i < count && in.ok(); ++i)
    out.push_back(in.text());
  return out;
}

void write_doubt(const Doubt& doubt, ByteWriter& out) {
  out.number(doubt.leave_below);
  for (const float edge : doubt.edges)
    out.number(edge);
  write_forest(doubt.odds, out);
}

Result<Doubt> read_doubt(ByteReader& in, const Cuts& cuts) {
  Doubt out;
  out.leave_below = in.number<float>();
  for (float& edge : out.edges)
    edge = in.number<float>();
  KCAST_TRY(out.odds, read_forest(in, cuts));
  return out;
}

void write_quantity(const QuantityModel& quantity, ByteWriter& out) {
  out.text(quantity.name);
  out.number(quantity.scale);
  out.number(quantity.floor);
  out.number(static_cast<uint8_t>(quantity.where_exact));
  out.number(static_cast<uint8_t>(quantity.where_estimated));
  out.number(static_cast<uint8_t>(quantity.any_gpu));
  for (const auto& of_cell : quantity.width) {
    for (const float width : of_cell)
      out.number(width);
  }
  write_forest(quantity.center, out);
  out.number(static_cast<uint8_t>(quantity.low.has_value()));
  if (quantity.low) {
    write_forest(*quantity.low, out);
    write_forest(*quantity.high, out);
  }
  out.number(static_cast<uint8_t>(quantity.doubt.has_value()));
  if (quantity.doubt) write_doubt(*quantity.doubt, out);
}

Result<QuantityModel> read_quantity(ByteReader& in, const Cuts& cuts) {
  QuantityModel out;
  out.name = in.text();
  out.scale = in.number<Scale>();
  out.floor = in.number<float>();
  out.where_exact = in.number<uint8_t>() != 0;
  out.where_estimated = in.number<uint8_t>() != 0;
  out.any_gpu = in.number<uint8_t>() != 0;
  for (auto& of_cell : out.width) {
    for (float& width : of_cell)
      width = in.number<float>();
  }
  KCAST_TRY(out.center, read_forest(in, cuts));
  if (in.number<uint8_t>() != 0) {
    KCAST_TRY(out.low, read_forest(in, cuts));
    KCAST_TRY(out.high, read_forest(in, cuts));
  }
  if (in.number<uint8_t>() != 0) {
    KCAST_TRY(out.doubt, read_doubt(in, cuts));
  }
  return out;
}

}  // namespace

bool Model::fits() const {
  return row_names == launch_row_names() && feature_names == tree_feature_names();
}

std::string write_model(const Model& model) {
  ByteWriter out;
  out.text(model.gpu);
  out.text(model.provenance);
  write_texts(model.row_names, out);
  write_texts(model.feature_names, out);
  write_cuts(model.cuts, out);
  out.number(static_cast<uint32_t>(model.quantities.size()));
  for (const QuantityModel& quantity : model.quantities)
    write_quantity(quantity, out);
  write_likeness(model.likeness, out);
  out.number(static_cast<uint32_t>(model.references.size()));
  for (const ReferenceLaunch& reference : model.references) {
    out.text(reference.key);
    out.numbers(reference.row);
    out.numbers(reference.answers);
  }
  return std::string(kModelMagic) + pack(out.take(), kModelLevel);
}

Result<Model> read_model(std::string_view bytes) {
  if (!bytes.starts_with(kModelMagic)) {
    return Error{ErrorCode::InvalidInput, "no file of trees that this version reads"};
  }
  KCAST_TRY(const std::string body, unpack(bytes.substr(kModelMagic.size()), kMostBytes));
  ByteReader in(body);
  Model model;
  model.gpu = in.text();
  model.provenance = in.text();
  model.row_names = read_texts(in);
  model.feature_names = read_texts(in);
  model.cuts = read_cuts(in);
  const auto quantities = in.number<uint32_t>();
  for (uint32_t i = 0; i < quantities && in.ok(); ++i) {
    KCAST_TRY(QuantityModel quantity, read_quantity(in, model.cuts));
    model.quantities.push_back(std::move(quantity));
  }
  KCAST_TRY(model.likeness, read_likeness(in, model.feature_names.size()));
  const auto references = in.number<uint32_t>();
  for (uint32_t i = 0; i < references && in.ok(); ++i) {
    ReferenceLaunch& reference = model.references.emplace_back();
    reference.key = in.text();
    reference.row = in.numbers<float>();
    reference.answers = in.numbers<double>();
  }
  if (!in.ok() || !in.at_end())
    return Error{ErrorCode::InvalidInput, "the file of trees is damaged"};
  return model;
}

std::vector<const Forest*> forests_of(const Model& model) {
  std::vector<const Forest*> out;
  for (const QuantityModel& quantity : model.quantities) {
    out.push_back(&quantity.center);
    if (quantity.low) {
      out.push_back(&*quantity.low);
      out.push_back(&*quantity.high);
    }
    if (quantity.doubt) out.push_back(&quantity.doubt->odds);
  }
  return out;
}

}  // namespace kcast::trees
