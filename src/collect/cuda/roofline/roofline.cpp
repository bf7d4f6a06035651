#include "collect/cuda/roofline/roofline.h"

#include "collect/cuda/roofline/instruction_table.h"
#include "collect/cuda/roofline/memory.h"
#include "collect/cuda/roofline/rates.h"

namespace kcast::collect {

size_t roofline_steps() {
  return instruction_table().size() + peak_steps() + memory_steps();
}

Result<RooflineReadings> measure_roofline(CudaDevice& device, const Gpu& gpu,
                                          const KeepGoing& keep_going) {
  RooflineReadings readings;
  for (const auto part : {measure_peaks, measure_memory, measure_instructions}) {
    if (const Status measured = part(device, gpu, keep_going, readings); !measured) {
      return measured.error();
    }
  }
  return readings;
}

}  // namespace kcast::collect
