#include "analyze/memory/probe_traces.h"

#include <algorithm>
#include <cstdio>

namespace kcast::memory {
namespace {

constexpr uint64_t kBufferAlignment = 2 << 20;
constexpr int64_t kWarp = 32;
constexpr int64_t kGridThreads = 256;  // of most probes
constexpr int64_t kMega = 1 << 20;

using Block = std::array<int64_t, 3>;

std::vector<int64_t> sampled_along(int64_t n, bool many) {
  std::vector<int64_t> at = {0, 1, n / 2, n / 2 + 1, n - 2, n - 1};
  for (int64_t i = 1; i < 8 && many; ++i)
    at.push_back(n * i / 8);
  at.erase(std::remove_if(at.begin(), at.end(), [n](int64_t i) { return i < 0 || i >= n; }),
           at.end());
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return at;
}

// Blocks along one dimension that a sampled coordinate stands for.
double weight_along(int64_t n, int64_t at, size_t n_sampled) {
  if (at == 0 || at == n - 1) return 1;
  const size_t n_inner = n_sampled - 2;
  return static_cast<double>(n - 2) / static_cast<double>(n_inner);
}

Residency residency_of(int64_t threads, int64_t shared_kb) {
  Residency residency{.blocks_per_unit = 2048 / threads, .carveout_bytes = 0};
  if (shared_kb == 0) return residency;
  const int64_t need = shared_kb + 1;
  residency.blocks_per_unit = std::min<int64_t>(residency.blocks_per_unit, 228 / need);
  for (const int64_t kb : {8, 16, 32, 64, 100, 132, 164, 196, 228}) {
    if (kb >= need * residency.blocks_per_unit) {
      residency.carveout_bytes = kb * 1024;
      break;
    }
  }
  return residency;
}

uint64_t scrambled(uint64_t i) {
  uint64_t h = i * 0x9E3779B97F4A7C15ULL;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 32);
}

// One element per thread, all in a row; `offset` gives its place in bytes.
using Offset = std::function<int64_t(int64_t)>;
struct Step {
  exec::AccessKind kind;
  int32_t buffer;
  int32_t bytes;
  Offset offset;
};

ProbeLaunch elementwise(int64_t n, const std::vector<int64_t>& buffers,
                        const std::vector<Step>& steps) {
  TraceRecorder recorder({(n + kGridThreads - 1) / kGridThreads, 1, 1}, kGridThreads);
  for (const int64_t bytes : buffers)
    recorder.buffer(bytes);
  std::vector<uint32_t> sites;
  for (const Step& step : steps)
    sites.push_back(recorder.site(step.kind, step.buffer, step.bytes));
  return {recorder.record([&](const Block& block, int64_t warp) {
            uint32_t time = 10;
            for (size_t s = 0; s < steps.size(); ++s) {
              recorder.request(sites[s],
                               [&](int64_t lane) {
                                 const int64_t i = block[0] * kGridThreads + warp * kWarp + lane;
                                 return i < n ? steps[s].offset(i) : -1;
                               },
                               {.time = time});
              time += 4;
            }
          }),
          residency_of(kGridThreads, 0)};
}

Offset floats(int64_t stride) {
  return [stride](int64_t i) { return i * stride * 4; };
}

// A loop that the compiler unrolls by four: four sites, and one more for the rest.
void unrolled(TraceRecorder& recorder, const std::vector<uint32_t>& sites,
              const std::function<int64_t(int64_t, int64_t)>& at, int64_t n_iterations,
              int64_t stride, uint32_t& time) {
  const int64_t quads = n_iterations / 4;
  constexpr uint32_t kIteration = 3;  // instructions
  for (int64_t u = 0; u < 4 && quads > 0; ++u) {
    recorder.request(sites[static_cast<size_t>(u)], [&](int64_t lane) { return at(lane, u); },
                     {.repeat = static_cast<uint32_t>(quads),
                      .stride = 4 * stride,
                      .time = time + static_cast<uint32_t>(u),
                      .time_step = 4 * kIteration});
  }
  time += static_cast<uint32_t>(quads) * 4 * kIteration;
  for (int64_t i = quads * 4; i < n_iterations; ++i) {
    recorder.request(sites[4], [&](int64_t lane) { return at(lane, i); }, {.time = time});
    time += kIteration;
  }
}

std::vector<uint32_t> five_sites(TraceRecorder& recorder, int32_t buffer) {
  std::vector<uint32_t> sites;
  for (int i = 0; i < 5; ++i)
    sites.push_back(recorder.site(exec::AccessKind::Load, buffer, 4));
  return sites;
}

ProbeLaunch reread(int64_t mb, int64_t times) {
  constexpr int64_t kBlocks = 1056;
  const int64_t n = mb << 18;
  TraceRecorder recorder({kBlocks, 1, 1}, kGridThreads);
  recorder.buffer(n * 4);
  const std::vector<uint32_t> sites = five_sites(recorder, 0);
  constexpr int64_t kStride = kBlocks * kGridThreads;
  return {recorder.record([&](const Block& block, int64_t warp) {
            uint32_t time = 10;
            const int64_t first = block[0] * kGridThreads + warp * kWarp;
            const int64_t n_iterations = (n - first + kStride - 1) / kStride;
            for (int64_t t = 0; t < times; ++t) {
              unrolled(
                  recorder, sites,
                  [&](int64_t lane, int64_t i) { return (first + lane + i * kStride) * 4; },
                  n_iterations, kStride * 4, time);
            }
          }),
          residency_of(kGridThreads, 0)};
}

ProbeLaunch per_block_rereads(int64_t kb, int64_t n_blocks, int64_t shared_kb) {
  constexpr int64_t kThreads = 1024;
  const int64_t n = kb * 256;
  TraceRecorder recorder({n_blocks, 1, 1}, kThreads);
  recorder.buffer(n * 4 * n_blocks);
  const std::vector<uint32_t> sites = five_sites(recorder, 0);
  return {recorder.record([&](const Block& block, int64_t warp) {
            uint32_t time = 10;
            for (int64_t t = 0; t < 4; ++t) {
              unrolled(
                  recorder, sites,
                  [&](int64_t lane, int64_t i) {
                    return (block[0] * n + warp * kWarp + lane + i * kThreads) * 4;
                  },
                  n / kThreads, kThreads * 4, time);
              time += 5;
            }
          }),
          residency_of(kThreads, shared_kb)};
}

ProbeLaunch broadcast() {
  TraceRecorder recorder({1056, 1, 1}, kGridThreads);
  recorder.buffer(4096);
  const std::vector<uint32_t> sites = five_sites(recorder, 0);
  return {recorder.record([&](const Block&, int64_t) {
            uint32_t time = 10;
            unrolled(recorder, sites, [](int64_t, int64_t i) { return i * 4; }, 1024, 4, time);
          }),
          residency_of(kGridThreads, 0)};
}

ProbeLaunch shared_tile(int64_t kb) {
  TraceRecorder recorder({4224, 1, 1}, kGridThreads);
  recorder.buffer(kb * 1024);
  const std::vector<uint32_t> sites = five_sites(recorder, 0);
  return {
      recorder.record([&](const Block&, int64_t warp) {
        uint32_t time = 10;
        unrolled(
            recorder, sites,
            [&](int64_t lane, int64_t i) { return (warp * kWarp + lane + i * kGridThreads) * 4; },
            kb, kGridThreads * 4, time);
      }),
      residency_of(kGridThreads, 0)};
}

ProbeLaunch gemm(int64_t n, int64_t rows) {
  TraceRecorder recorder({n / 32, n / rows, 1}, 32 * rows);
  for (int i = 0; i < 3; ++i)
    recorder.buffer(n * n * 4);
  const std::vector<uint32_t> a = five_sites(recorder, 0);
  const std::vector<uint32_t> b = five_sites(recorder, 1);
  const uint32_t c = recorder.site(exec::AccessKind::Store, 2, 4);
  return {recorder.record([&](const Block& block, int64_t warp) {
            const int64_t r = block[1] * rows + warp;
            const int64_t column = block[0] * 32;
            uint32_t time = 10;
            uint32_t time_b = 14;
            unrolled(recorder, a, [&](int64_t, int64_t k) { return (r * n + k) * 4; }, n, 4, time);
            unrolled(
                recorder, b, [&](int64_t lane, int64_t k) { return (k * n + column + lane) * 4; },
                n, n * 4, time_b);
            recorder.request(c, [&](int64_t lane) { return (r * n + column + lane) * 4; },
                             {.time = time + 5});
          }),
          residency_of(32 * rows, 0)};
}

ProbeLaunch transpose(int64_t n) {
  TraceRecorder recorder({n / 32, n / 32, 1}, kGridThreads);
  recorder.buffer(n * n * 4);
  recorder.buffer(n * n * 4);
  std::vector<uint32_t> loads;
  std::vector<uint32_t> stores;
  for (int i = 0; i < 4; ++i) {
    loads.push_back(recorder.site(exec::AccessKind::Load, 0, 4));
    stores.push_back(recorder.site(exec::AccessKind::Store, 1, 4));
  }
  return {recorder.record([&](const Block& block, int64_t warp) {
            const int64_t x = block[0] * 32;
            const int64_t y = block[1] * 32 + warp;
            for (int64_t j = 0; j < 4; ++j) {
              const auto u = static_cast<size_t>(j);
              const auto time = static_cast<uint32_t>(10 + 2 * j);
              recorder.request(loads[u],
                               [&](int64_t lane) { return ((y + 8 * j) * n + x + lane) * 4; },
                               {.time = time});
              recorder.request(stores[u],
                               [&](int64_t lane) { return ((x + lane) * n + y + 8 * j) * 4; },
                               {.time = time + 1});
            }
          }),
          residency_of(kGridThreads, 0)};
}

ProbeLaunch stencil(int64_t n, int64_t width, int64_t rows) {
  TraceRecorder recorder({n / width, n / rows, 1}, width * rows);
  recorder.buffer(n * n * 4);
  recorder.buffer(n * n * 4);
  const std::vector<uint32_t> loads = five_sites(recorder, 0);
  const uint32_t store = recorder.site(exec::AccessKind::Store, 1, 4);
  const std::vector<int64_t> offsets = {0, -1, 1, -n, n};
  return {recorder.record([&](const Block& block, int64_t warp) {
            const int64_t y = block[1] * rows + warp * kWarp / width;
            const auto at = [&](int64_t lane, int64_t offset) {
              const int64_t x = block[0] * width + (warp * kWarp) % width + lane;
              const bool inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
              return inside ? (y * n + x + offset) * 4 : -1;
            };
            for (size_t i = 0; i < offsets.size(); ++i) {
              recorder.request(loads[i], [&](int64_t lane) { return at(lane, offsets[i]); },
                               {.time = static_cast<uint32_t>(20 + i)});
            }
            recorder.request(store, [&](int64_t lane) { return at(lane, 0); }, {.time = 30});
          }),
          residency_of(width * rows, 0)};
}

ProbeLaunch empty_kernel(int64_t n_blocks) {
  TraceRecorder recorder({n_blocks, 1, 1}, 128);
  return {recorder.record([](const Block&, int64_t) {}), residency_of(128, 0)};
}

// Numbers in a label where the format has them.
bool matches(const std::string& label, const char* format, int64_t* a = nullptr,
             int64_t* b = nullptr, int64_t* c = nullptr) {
  long long values[3] = {0, 0, 0};
  int end = 0;
  const std::string whole = std::string(format) + "%n";
  // NOLINTNEXTLINE(cert-err34-c): %n says whether all of it was read.
  const int n =
      a == nullptr   ? std::sscanf(label.c_str(), whole.c_str(), &end)
      : b == nullptr ? std::sscanf(label.c_str(), whole.c_str(), &values[0], &end)
      : c == nullptr
          ? std::sscanf(label.c_str(), whole.c_str(), &values[0], &values[1], &end)
          : std::sscanf(label.c_str(), whole.c_str(), &values[0], &values[1], &values[2], &end);
  if (n < 0 || end != static_cast<int>(label.size())) return false;
  int64_t* out[3] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    if (out[i] != nullptr) *out[i] = values[i];
  }
  return true;
}

std::optional<ProbeLaunch> streaming_launch(const std::string& label) {
  constexpr exec::AccessKind kLoad = exec::AccessKind::Load;
  constexpr exec::AccessKind kStore = exec::AccessKind::Store;
  constexpr int64_t kLoads = 4 * kMega;
  int64_t a = 0;
  if (matches(label, "read %lld MB", &a))
    return elementwise(a << 18, {2048 * kMega}, {{kLoad, 0, 4, floats(1)}});
  if (matches(label, "read4 %lld MB", &a))
    return elementwise(a << 16, {2048 * kMega}, {{kLoad, 0, 16, floats(4)}});
  if (matches(label, "stride %lld floats, 4M loads", &a))
    return elementwise(kLoads, {2048 * kMega}, {{kLoad, 0, 4, floats(a)}});
  if (matches(label, "write %lld MB", &a))
    return elementwise(a << 18, {2048 * kMega}, {{kStore, 0, 4, floats(1)}});
  if (matches(label, "write stride %lld floats, 4M stores", &a))
    return elementwise(kLoads, {2048 * kMega}, {{kStore, 0, 4, floats(a)}});
  if (matches(label, "triad %lld MB each", &a)) {
    return elementwise(
        a << 18, {2048 * kMega, 1024 * kMega, 1024 * kMega},
        {{kLoad, 1, 4, floats(1)}, {kLoad, 2, 4, floats(1)}, {kStore, 0, 4, floats(1)}});
  }
  if (matches(label, "a=a+1 %lld MB", &a)) {
    return elementwise(a << 18, {2048 * kMega},
                       {{kLoad, 0, 4, floats(1)}, {kStore, 0, 4, floats(1)}});
  }
  if (matches(label, "write then read neighbour %lld MB", &a)) {
    return elementwise(
        a << 18, {2048 * kMega},
        {{kStore, 0, 4, floats(1)}, {kLoad, 0, 4, [](int64_t i) { return (i ^ 1) * 4; }}});
  }
  return std::nullopt;
}

std::optional<ProbeLaunch> scattered_launch(const std::string& label) {
  constexpr int64_t kLoads = 4 * kMega;
  const auto random_floats = [](int64_t mb) {
    return [mask = (static_cast<uint64_t>(mb) << 18) - 1](int64_t i) {
      return static_cast<int64_t>((scrambled(static_cast<uint64_t>(i)) & mask) * 4);
    };
  };
  int64_t a = 0;
  if (matches(label, "atomicAdd float 4M on %lld addresses", &a)) {
    return elementwise(
        kLoads, {2048 * kMega},
        {{exec::AccessKind::Reduction, 0, 4, [a](int64_t i) { return (i & (a - 1)) * 4; }}});
  }
  if (matches(label, "gather 4M random floats from %lld MB", &a))
    return elementwise(kLoads, {2048 * kMega}, {{exec::AccessKind::Load, 0, 4, random_floats(a)}});
  if (matches(label, "scatter 4M random floats into %lld MB", &a))
    return elementwise(kLoads, {2048 * kMega}, {{exec::AccessKind::Store, 0, 4, random_floats(a)}});
  return std::nullopt;
}

std::optional<ProbeLaunch> looping_launch(const std::string& label) {
  int64_t a = 0;
  int64_t b = 0;
  int64_t c = 0;
  if (matches(label, "empty grid %lld block 128", &a)) return empty_kernel(a);
  if (matches(label, "reread x%lld %lld MB grid 1056x256", &a, &b)) return reread(b, a);
  if (matches(label, "l1 %lld KB per block x4, %lld blocks of 1024, no smem", &a, &b))
    return per_block_rereads(a, b, 0);
  if (matches(label, "l1 %lld KB per block x4, %lld blocks of 1024 (2 per SM), no smem", &a, &b))
    return per_block_rereads(a, b, 0);
  if (matches(label, "l1 %lld KB per block x4, %lld blocks of 1024, %lld KB smem", &a, &b, &c))
    return per_block_rereads(a, b, c);
  if (matches(label, "broadcast: every thread reads the same 1024 floats, 1056x256"))
    return broadcast();
  if (matches(label, "all blocks read the same %lld KB once, 4224x256", &a)) return shared_tile(a);
  if (matches(label, "naive gemm %lld block 32x%lld", &a, &b)) return gemm(a, b);
  if (matches(label, "naive transpose %lld", &a)) return transpose(a);
  if (matches(label, "5-point stencil %lld block %lldx%lld", &a, &b, &c)) return stencil(a, b, c);
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<std::array<int64_t, 3>, double>> sampled_blocks(
    const std::array<int64_t, 3>& grid) {
  std::vector<std::pair<Block, double>> blocks;
  std::array<std::vector<int64_t>, 3> at;
  for (size_t d = 0; d < 3; ++d)
    at[d] = sampled_along(grid[d], grid[1] * grid[2] == 1);
  for (const int64_t z : at[2]) {
    for (const int64_t y : at[1]) {
      for (const int64_t x : at[0]) {
        blocks.push_back(
            {{x, y, z},
             weight_along(grid[0], x, at[0].size()) * weight_along(grid[1], y, at[1].size()) *
                 weight_along(grid[2], z, at[2].size())});
      }
    }
  }
  return blocks;
}

TraceRecorder::TraceRecorder(std::array<int64_t, 3> grid, int64_t threads) {
  traces_.grid = grid;
  traces_.warps_per_block = static_cast<int32_t>((threads + kWarp - 1) / kWarp);
}

int32_t TraceRecorder::buffer(int64_t bytes) {
  uint64_t base = kBufferAlignment * 64;
  if (!traces_.extents.empty()) {
    const exec::Extent& last = traces_.extents.back();
    base = last.base + static_cast<uint64_t>(last.bytes);
    base = (base + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  }
  traces_.extents.push_back({base, bytes});
  return static_cast<int32_t>(traces_.extents.size()) - 1;
}

uint32_t TraceRecorder::site(exec::AccessKind kind, int32_t buffer, int32_t bytes) {
  traces_.sites.push_back({.kind = kind, .bytes = bytes, .buffer = buffer});
  return static_cast<uint32_t>(traces_.sites.size()) - 1;
}

void TraceRecorder::request(uint32_t site, const Lane& lane, const Run& run) {
  exec::Pattern pattern{.bytes = traces_.sites[site].bytes};
  std::optional<int64_t> first;
  for (int64_t l = 0; l < kWarp; ++l) {
    const int64_t offset = lane(l);
    if (offset < 0) continue;
    first = first.value_or(offset);
    pattern.offsets.push_back(static_cast<int32_t>(offset - *first));
  }
  if (!first) return;
  const auto [it, added] = patterns_.try_emplace({pattern.offsets, pattern.bytes},
                                                 static_cast<uint32_t>(traces_.patterns.size()));
  if (added) traces_.patterns.push_back(pattern);
  const auto buffer = static_cast<size_t>(traces_.sites[site].buffer);
  current_.accesses.push_back({.site = site,
                               .pattern = it->second,
                               .warp = warp_,
                               .base = traces_.extents[buffer].base + static_cast<uint64_t>(*first),
                               .repeat = run.repeat,
                               .stride = run.stride,
                               .time = run.time,
                               .time_step = run.time_step});
  current_.duration = std::max(current_.duration, run.time + run.time_step * (run.repeat - 1) + 1);
}

exec::TraceSet TraceRecorder::record(const Body& body) {
  for (const auto& [block, weight] : sampled_blocks(traces_.grid)) {
    current_ = exec::BlockTrace{.block = block};
    for (int32_t warp = 0; warp < traces_.warps_per_block; ++warp) {
      warp_ = static_cast<uint16_t>(warp);
      body(block, warp);
    }
    traces_.blocks.push_back(current_);
    traces_.weights.push_back(weight);
  }
  return traces_;
}

std::optional<ProbeLaunch> probe_launch(const std::string& label) {
  for (const auto& find : {streaming_launch, scattered_launch, looping_launch}) {
    if (std::optional<ProbeLaunch> launch = find(label)) return launch;
  }
  return std::nullopt;
}

}  // namespace kcast::memory
