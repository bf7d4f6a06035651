// The JSON form of fills, for the codecs that hold one.
#pragma once

#include "schema/buffer_fill.h"
#include "schema/json_codec.h"

namespace kcast {

KCAST_JSON_ENUM(FillKind, {FillKind::Uniform, "uniform"}, {FillKind::UniformInt, "uniform_int"},
                {FillKind::IndexInto, "index_into"}, {FillKind::OffsetsInto, "offsets_into"},
                {FillKind::Permutation, "permutation"}, {FillKind::Constant, "constant"},
                {FillKind::Zero, "zero"}, {FillKind::Iota, "iota"})
KCAST_JSON(Fill, kind, low, high, target, step, modulus, degree)
KCAST_JSON(FillField, offset_bytes, type, fill)

}  // namespace kcast
