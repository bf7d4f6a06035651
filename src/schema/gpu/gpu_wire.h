// A GPU as bytes between processes (base/wire.h). Figures and constants are those of the lists that
// the file format has, so a new one needs no line here.
#pragma once

#include "base/wire.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/gpu_figures.h"
#include "schema/gpu/machine_constants.h"

namespace kcast {

KCAST_WIRE_ENUM(SourceKind, Estimate)

KCAST_WIRE(GpuSource, title, kind, where, note)
KCAST_WIRE(FigureSource, source, note)
KCAST_WIRE(MeasuredProvenance, date, driver, tool, clocks, command)
KCAST_WIRE(InstructionTiming, per_clock, latency_cycles, source)

void wire_fields(WireOf<Measured> auto& measured, auto& visit) {
  visit(measured.provenance, measured.instructions);
  visit_measured(measured, [&](const FigureSpec&, auto& figure) { visit(figure); });
}

void wire_fields(WireOf<Machine> auto& machine, auto& visit) {
  visit_machine(machine, [&](const MachineKey&, auto& constant) { visit(constant); });
}

void wire_fields(WireOf<Gpu> auto& gpu, auto& visit) {
  visit(gpu.id, gpu.name, gpu.aliases, gpu.vendor, gpu.architecture, gpu.target, gpu.validated,
        gpu.note);
  visit_figures(gpu, [&](const FigureSpec&, auto& figure) { visit(figure); });
  visit(gpu.measured, gpu.machine, gpu.sources, gpu.figure_sources);
}

}  // namespace kcast
