// Programs whose loops end by data that nobody gave: no prediction may be one that no programmer
// would believe.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/rng.h"
#include "predict/tools.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

class Plausible : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = predict::start_tools();
    ASSERT_TRUE(started) << started.error().message;
    tools = *std::move(started);
    const std::string file = KCAST_SOURCE_DIR "/data/gpus/h200.json";
    gpu = *gpu_from_json(file, *read_file(file));
  }
  static void TearDownTestSuite() { tools = {}; }

  static Result<predict::PredictReport> predict_text(const std::string& text) {
    predict::PredictRequest request;
    request.source.files = {{"program.cu", text}};
    request.source.assume = true;
    request.gpus = {gpu};
    return predict::predict(request, tools);
  }

  // Of the only launch; the lines of the kernel and of main are given.
  static predict::LaunchPrediction one(const std::string& kernel, const std::string& host) {
    const auto report = predict_text(kernel + "\nint main() {\n" + host + "}\n");
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    if (!report || report->predictions.size() != 1) {
      ADD_FAILURE() << "not one launch";
      return {};
    }
    return report->predictions[0];
  }

  static predict::PredictTools tools;
  static Gpu gpu;
};

predict::PredictTools Plausible::tools;
Gpu Plausible::gpu;

// Bytes of L1 for each thread.
double bytes_each(const predict::LaunchPrediction& launch) {
  return launch.prediction.values.l1_bytes / launch.features.control.threads;
}

bool says(const predict::LaunchPrediction& launch, const std::string& text) {
  return std::any_of(launch.prediction.notes.begin(), launch.prediction.notes.end(),
                     [&](const std::string& note) { return note.find(text) != note.npos; });
}

// 65,536 rows in 1,048,576 elements: 16 each. The length, 16 pairs of 4 bytes, the indexed element
// (one of its own sector: 32 bytes) and the result.
TEST_F(Plausible, lengths_of_rows_fit_into_what_they_go_over) {
  const auto launch = one(R"(
__global__ void rows(const int* lengths, const int* cols, const float* vals, const float* x,
                     float* y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  for (int i = 0; i < lengths[r]; i++) s += vals[i * n + r] * x[cols[i * n + r]];
  y[r] = s;
})",
                          R"(
  int *lengths, *cols; float *vals, *x, *y;
  cudaMalloc(&lengths, 65536 * 4); cudaMalloc(&cols, 1048576 * 4); cudaMalloc(&vals, 1048576 * 4);
  cudaMalloc(&x, 65536 * 4); cudaMalloc(&y, 65536 * 4);
  rows<<<256, 256>>>(lengths, cols, vals, x, y, 65536);
)");
  EXPECT_GT(bytes_each(launch), 300);
  EXPECT_LT(bytes_each(launch), 1500);
  EXPECT_TRUE(says(launch, "'lengths' holds uniform_int:8,25"));
}

// A cell has 64 of the particles, not the 16,843,009 that four bytes of one would make.
TEST_F(Plausible, structs_hold_numbers_and_not_bytes) {
  const auto launch = one(R"(
struct Cell { int start; int count; };
__global__ void cells(const Cell* cell, const float4* p, float* out) {
  Cell me = cell[blockIdx.x];
  float s = 0;
  for (int j = 0; j < me.count; j++) s += p[me.start + j].x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
})",
                          R"(
  void* cell; float4* p; float* out;
  cudaMalloc(&cell, 4096 * 8); cudaMalloc(&p, 262144 * 16); cudaMalloc(&out, 4096 * 32 * 4);
  cells<<<4096, 32>>>((Cell*)cell, p, out);
)");
  EXPECT_GT(launch.prediction.values.flops_fp32, 0.5 * 64 * 4096 * 32);
  EXPECT_LT(launch.prediction.values.flops_fp32, 2.0 * 64 * 4096 * 32);
}

// A chain of 1,048,576 elements ends after about twenty steps.
TEST_F(Plausible, chains_come_to_an_end) {
  const auto launch = one(R"(
struct Node { int next; float v; };
__global__ void walk(const Node* nodes, const int* heads, float* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float s = 0;
  for (int k = heads[t]; k >= 0; k = nodes[k].next) s += nodes[k].v;
  out[t] = s;
})",
                          R"(
  void* nodes; int* heads; float* out;
  cudaMalloc(&nodes, 1048576 * 8); cudaMalloc(&heads, 65536 * 4); cudaMalloc(&out, 65536 * 4);
  walk<<<256, 256>>>((Node*)nodes, heads, out, 65536);
)");
  const double steps = launch.prediction.values.flops_fp32 / 65536;
  EXPECT_GT(steps, 4);
  EXPECT_LT(steps, 40);
}

// Half of the flags are set, whatever bits an integer could have.
TEST_F(Plausible, flags_are_set_for_some) {
  const auto launch = one(R"(
__global__ void relax(const int* active, float* x, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n && active[t] == 1) x[t] = x[t] * 2 + 1;
})",
                          R"(
  int* active; float* x;
  cudaMalloc(&active, 4194304); cudaMalloc(&x, 4194304);
  relax<<<4096, 256>>>(active, x, 1048576);
)");
  EXPECT_GT(launch.prediction.values.flops_fp32, 0.4 * 2 * 1048576);
  EXPECT_LT(launch.prediction.values.flops_fp32, 0.6 * 2 * 1048576);
  // That rests on an assumption, and the interval says so.
  EXPECT_GT(launch.prediction.high.time_us / launch.prediction.low.time_us, 4);
}

// The number of what a kernel before has put into a list is not known: not none.
TEST_F(Plausible, a_count_on_the_gpu_is_no_small_number) {
  const auto launch = one(R"(
__global__ void step(const int* list, const int* count, float* x) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= *count) return;
  x[list[t]] += 1;
})",
                          R"(
  int *list, *count; float* x;
  cudaMalloc(&list, 4194304); cudaMalloc(&count, 4); cudaMalloc(&x, 4194304);
  step<<<4096, 256>>>(list, count, x);
)");
  EXPECT_GT(launch.prediction.values.flops_fp32, 0.9 * 1048576);
}

// Nobody says how many. A million is what programs often have; of bodies that all meet each other,
// it would be 10^12 pairs.
TEST_F(Plausible, programs_have_sizes_of_programs) {
  const char* const kernels = R"(
#include <cstdlib>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
__global__ void attract(const float4* p, float4* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = p[i], sum = {0, 0, 0, 0};
  for (int j = 0; j < n; ++j) {
    float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    sum.x += dx * r * r * r; sum.y += dy * r * r * r; sum.z += dz * r * r * r;
  }
  a[i] = sum;
})";
  const auto report = predict_text(std::string(kernels) + R"(
int main(int argc, char** argv) {
  if (argc < 2) return 1;
  int n = atoi(argv[1]);
  float* x; float4 *p, *a;
  cudaMalloc(&x, n * 4); cudaMalloc(&p, n * sizeof(float4)); cudaMalloc(&a, n * sizeof(float4));
  twice<<<(n + 255) / 256, 256>>>(x, n);
  attract<<<(n + 127) / 128, 128>>>(p, a, n);
})");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->predictions.size(), 2U);
  for (const predict::LaunchPrediction& launch : report->predictions) {
    const bool meets = launch.name == "attract";
    EXPECT_EQ(launch.launch.arguments.back().integer, meets ? 1 << 14 : 1 << 20) << launch.name;
    EXPECT_LT(launch.prediction.values.time_us, 2e5) << launch.name;
    EXPECT_TRUE(says(launch, "assumed in host code: n=")) << launch.name;
  }
}

// Writes programs in which data, sizes and host code are put together at random.
class ProgramWriter {
 public:
  explicit ProgramWriter(uint64_t seed) : rng_(seed) {}

  std::string write() {
    elements_ = int64_t{1} << (10 + pick(14));
    rows_ = std::max<int64_t>(32, elements_ >> pick(9));
    std::string out = "#include <cstdio>\n#include <cstdlib>\n";
    out += "struct Pair { int first; int second; };\nstruct Node { float v; int next; };\n";
    out +=
        "__global__ void k(const int* a, const int* b, const Pair* p, const Node* nodes,\n"
        "                  const float* x, float* y, int n, int m, float limit) {\n"
        "  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  if (t >= n) return;\n"
        "  float s = 0;\n";
    const int loops = 1 + static_cast<int>(pick(3));
    for (int i = 0; i < loops; ++i)
      out += loop();
    out += "  y[t] = s;\n}\n";
    return out + kHelpers + "int main(int argc, char** argv) {\n" + host() + "}\n";
  }

 private:
  // Ways in which programs come by their sizes.
  static constexpr const char* kHelpers = R"(
struct Config { int size; int rounds; const char* file; };
static Config read_config(int argc, char** argv, int usual) {
  Config config = {usual, 1, "input.txt"};
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] == '-' && argv[i][1] == 'n' && i + 1 < argc)
      config.size = (int)strtol(argv[++i], nullptr, 10);
  }
  if (config.size <= 0) { fprintf(stderr, "bad size\n"); exit(1); }
  return config;
}
static int from_file(const char* name) {
  FILE* file = fopen(name, "r");
  int value = 0;
  if (file == nullptr) return -1;
  if (fscanf(file, "%d", &value) != 1) { fclose(file); return -1; }
  fclose(file);
  return value;
}
static int rounded(int value, int unit) { return (value + unit - 1) / unit * unit; }
static bool equal(const float* a, const float* b, int n) {
  for (int i = 0; i < n; ++i) {
    if (a[i] > b[i] + 1e-3f) { printf("differs at %d\n", i); return false; }
  }
  return true;
}
)";

  uint64_t pick(uint64_t n) { return rng_.next() % n; }

  std::string body() {
    static const char* const bodies[] = {
        "s += x[i];",
        "s = s * x[i] + 1;",
        "s += x[b[i]];",
        "if (x[i] > limit) s += x[i];",
        "s += nodes[i].v;",
        "atomicAdd(&y[a[i] % n], x[i]);",
        "for (int j = p[i].first; j < p[i].second; ++j) s += x[j];"};
    return bodies[pick(std::size(bodies))];
  }

  std::string loop() {
    static const char* const heads[] = {
        "for (int i = 0; i < a[t]; ++i) { ",
        "for (int i = a[t]; i < a[t + 1]; ++i) { ",
        "for (int i = a[t]; i < b[t]; i += 1) { ",
        "for (int i = p[t].first; i < p[t].first + p[t].second; ++i) { ",
        "for (int i = a[t]; i >= 0; i = nodes[i].next) { ",
        "for (int i = t; b[i] != t; i = (i + 1) % m) { ",
        "for (int i = a[t]; i != b[i]; i = b[i]) { ",
        "for (int i = 0, c = a[t]; c > 0; c >>= 1, ++i) { ",
        "for (int i = 0; s < limit; i = (i + 7) % m) { s += 0.01f; ",
        "for (int i = t; i < m; i += a[0]) { ",
        "for (int i = t; i < *b; i += blockDim.x * gridDim.x) { ",
        "if (a[t] == 3) for (int i = 0; i < 64; ++i) { "};
    return std::string("  ") + heads[pick(std::size(heads))] + body() + " }\n";
  }

  std::string host() {
    const std::string n = size(rows_);
    const std::string m = size(elements_);
    std::string out = "  int n = " + n + ", m = " + m + ";\n";
    out +=
        "  int *a, *b; Pair* p; Node* nodes; float *x, *y;\n"
        "  cudaMalloc(&a, (n + 1) * 4); cudaMalloc(&b, m * 4); cudaMalloc(&p, n * 8);\n"
        "  cudaMalloc(&nodes, m * 8); cudaMalloc(&x, m * 4); cudaMalloc(&y, n * 4);\n";
    if (pick(3) == 0) {
      out +=
          "  int* h = (int*)malloc((n + 1) * 4);\n"
          "  for (int i = 0; i <= n; ++i) h[i] = rand() % " +
          std::to_string(1 + pick(100)) +
          ";\n  cudaMemcpy(a, h, (n + 1) * 4, cudaMemcpyHostToDevice);\n";
    }
    const std::string block = std::to_string(32 << pick(5));
    const std::string launch = "k<<<(n + " + block + " - 1) / " + block + ", " + block +
                               ">>>(a, b, p, nodes, x, y, n, m, 1.5f);\n";
    return out + launched(launch);
  }

  std::string launched(const std::string& launch) {
    switch (pick(5)) {
      case 0:
        return "  for (int round = 0; round < " + std::to_string(1 + pick(50)) +
               "; ++round)\n    " + launch;
      case 1:
        return "  float *got = (float*)malloc(n * 4), *wanted = (float*)malloc(n * 4);\n  " +
               launch +
               "  cudaMemcpy(got, y, n * 4, cudaMemcpyDeviceToHost);\n"
               "  if (!equal(got, wanted, n)) exit(1);\n  " +
               launch;
      case 2:
        return "  auto run = [&](int times) {\n    while (times-- > 0) " + launch +
               "  };\n  run(3);\n";
      case 3:
        return "  if (cudaGetLastError() != cudaSuccess) return 1;\n  " + launch;
      default:
        return "  " + launch;
    }
  }

  // Known, from the command line, or from a file.
  std::string size(int64_t value) {
    switch (pick(9)) {
      case 0:
        return "argc > 1 ? atoi(argv[1]) : " + std::to_string(value);
      case 1:
        return "atoi(argv[1])";
      case 2:
        return "read_config(argc, argv, " + std::to_string(value) + ").size";
      case 3:
        return "from_file(\"input.txt\")";
      case 4:
        return "rounded(" + std::to_string(value) + ", 32 * " + std::to_string(1 + pick(4)) + ")";
      default:
        return std::to_string(value);
    }
  }

  Rng rng_;
  int64_t elements_ = 0;
  int64_t rows_ = 0;
};

int from_environment(const char* name, int otherwise) {
  const char* given = std::getenv(name);
  return given != nullptr ? std::atoi(given) : otherwise;
}

// KCAST_PROGRAMS says how many are tried, KCAST_FIRST_PROGRAM which is the first.
TEST_F(Plausible, no_program_gets_an_absurd_answer) {
  const int programs = from_environment("KCAST_PROGRAMS", 200);
  const int first = from_environment("KCAST_FIRST_PROGRAM", 0);
  int answered = 0;
  for (int i = first; i < first + programs; ++i) {
    const std::string text = ProgramWriter(static_cast<uint64_t>(i) + 1).write();
    const auto report = predict_text(text);
    if (!report) {
      // What cannot be believed is refused with these words, and nothing else is.
      EXPECT_TRUE(report.error().message.find("no number that could be believed") !=
                  std::string::npos)
          << report.error().message << "\n"
          << text;
      continue;
    }
    ++answered;
    for (const predict::LaunchPrediction& launch : report->predictions) {
      double bytes = 0;
      for (const LaunchArgument& argument : launch.launch.arguments)
        bytes += static_cast<double>(argument.elements * argument.element_bytes);
      const BaseQuantities& values = launch.prediction.values;
      // At most 16 M elements: no loop over them takes a second of an H200 for a thread, and no
      // thread reads all of the buffers more than a few times.
      EXPECT_LT(values.time_us, 60e6) << text;
      EXPECT_GT(values.time_us, 0.5) << text;
      EXPECT_LT(values.l1_bytes, std::max(1e12, 8 * bytes * launch.features.control.threads))
          << text;
      EXPECT_LE(launch.prediction.low.time_us, values.time_us) << text;
      EXPECT_GE(launch.prediction.high.time_us, values.time_us) << text;
    }
    if (HasFailure()) return;
  }
  // Refusing all would be no art.
  EXPECT_GE(answered, programs * 97 / 100);
}

}  // namespace
}  // namespace kcast
