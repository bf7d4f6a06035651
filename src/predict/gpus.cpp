#include "predict/gpus.h"

#include "base/text.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::predict {

Result<std::vector<Gpu>> gpus_named(const std::string& names) {
  static const Result<std::vector<Gpu>> embedded = load_gpus(embedded_gpus());
  if (!embedded) return embedded.error();
  const std::vector<Gpu>& known = *embedded;
  if (names == "all") return known;
  std::vector<Gpu> out;
  for (const std::string& name : split(names.empty() ? std::string(kDefaultGpu) : names, ',')) {
    KCAST_TRY(Gpu gpu, select_gpu(known, name));
    out.push_back(std::move(gpu));
  }
  return out;
}

}  // namespace kcast::predict
