#include "collect/cuda/checks/case_jobs.h"

#include "base/files.h"
#include "collect/job.h"

namespace kcast::collect {

Status case_jobs(const CaseRunOptions& options, const std::function<void(std::string)>& line) {
  KCAST_TRY(const std::vector<CheckCase> cases, read_cases(options));
  int64_t id = 0;
  for (const CheckCase& check : cases) {
    CollectJob job;
    job.kernel.name = check.kernel;
    job.kernel.language = "cuda";
    KCAST_TRY(job.kernel.source, read_file(check.source(".cu")));
    job.kernel.flags = check.flags;
    for (const Launch& launch : check.launches)
      job.launches.emplace_back(id++, launch);
    line(job_line(job));
  }
  return Unit{};
}

}  // namespace kcast::collect
