// Requests for predictions and reports as bytes between processes (base/wire.h).
#pragma once

#include "base/wire.h"
#include "frontend/process/request_wire.h"
#include "predict/predict.h"
#include "schema/gpu/gpu_wire.h"
#include "schema/schema_wire.h"

namespace kcast::predict {

KCAST_WIRE(Number, integer, real)
KCAST_WIRE(Sweep, name, values)
KCAST_WIRE(LaunchOverrides, grid, block, shared_bytes, arguments, fills, smaller, apart)
KCAST_WIRE_ENUM(PredictorKind, Roofline)
KCAST_WIRE_ENUM(Timing, Event)
KCAST_WIRE(Conditions, l2, timing)
KCAST_WIRE(ToolkitCode::Resources, symbol, arch, use)
KCAST_WIRE(ToolkitCode, modules, resources)
KCAST_WIRE(PredictRequest, source, launch, gpus, sweeps, notes, predictor, conditions, toolkit)

KCAST_WIRE(ModelNote, model, adapter, head, form, answer, prompt_tokens, prompt_cut)
KCAST_WIRE(LaunchPrediction, name, file, line, launch_file, launch_line, launch, count, in_program,
           time_share, validated, settings, conditions, prediction, features, model, stated)
KCAST_WIRE(SkippedKernel, name, reason)
KCAST_WIRE(StageTimes, frontend_ms, choice_ms, analysis_ms)
KCAST_WIRE(PredictReport, predictions, skipped, diagnostics, times)

}  // namespace kcast::predict
