// How kcast serve bears a crowd: many clients over distinct kernels, some of which leave early,
// send nonsense or sources that are made to be expensive, beside idle and slow connections.
//
//   serve_load KCAST [SECONDS] [CONNECTIONS] [KERNELS] [IDLE]
//
// Prints a table. Ends with 1 where an answer had a status that it should not have, where the
// server died, or where it held more memory at the end than half-way.
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "serve/http/test_client.h"

namespace {

using Clock = std::chrono::steady_clock;
using kcast::http::request_text;
using kcast::http::TestClient;
using kcast::http::TestReply;

struct Load {
  int port = 0;
  size_t connections = 32;
  size_t kernels = 500;
  size_t idle = 2000;
  double seconds = 60;
  std::atomic<bool> over{false};
};

// kcast serve as a child, on any free port or a given one.
class ServerProcess {
 public:
  ServerProcess(const std::string& kcast, int port) {
    int out[2];
    if (::pipe(out) != 0) std::exit(1);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(out[1], 1);
      ::close(out[0]);
      ::close(out[1]);
      const std::string number = std::to_string(port);
      ::execl(kcast.c_str(), kcast.c_str(), "serve", "--port", number.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(out[1]);
    std::string line;
    char c = 0;
    while (::read(out[0], &c, 1) == 1 && c != '\n')
      line += c;
    ::close(out[0]);
    const size_t colon = line.rfind(':');
    const size_t slash = line.find('/', colon);
    if (colon == std::string::npos || slash == std::string::npos) {
      std::cerr << "kcast serve did not start: " << line << "\n";
      std::exit(1);
    }
    port_ = std::atoi(line.substr(colon + 1, slash - colon - 1).c_str());
  }
  int port() const { return port_; }
  pid_t pid() const { return pid_; }
  bool alive() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }
  // Its exit status, or -signal.
  int end(int signal) const {
    ::kill(pid_, signal);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  // Resident bytes of the server itself.
  size_t memory() const {
    const auto text = kcast::read_file("/proc/" + std::to_string(pid_) + "/statm");
    if (!text) return 0;
    return static_cast<size_t>(kcast::parse_int(kcast::split_words(*text)[1]).value_or(0)) * 4096;
  }

 private:
  pid_t pid_ = 0;
  int port_ = 0;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Five shapes of kernels, each with constants of its own.
std::string kernel_body(size_t number) {
  const std::string n = std::to_string(number);
  const std::array<std::string, 5> shapes = {
      "if (i < n) y[i] = x[i] * " + n + ".5f + y[i];",
      "float s = " + n + "; for (int k = 0; k < 64; ++k) s = s * 1.5f + x[i]; y[i] = s;",
      "__shared__ float t[256]; t[threadIdx.x] = x[i]; __syncthreads(); y[i] = t[255 - "
      "threadIdx.x] + " +
          n + ";",
      "if (i < n) y[(i * " + std::to_string(number % 31 + 1) + ") % n] = x[i];",
      "if (x[i] > " + n + ") atomicAdd(y, x[i]); else y[i] = sqrtf(x[i]);"};
  const std::string text = "__global__ void k" + n +
                           "(const float* x, float* y, int n) {\n"
                           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " +
                           shapes[number % shapes.size()] + "\n}\n";
  return "{\"source\": " + quoted(text) +
         ", \"launch\": {\"block\": 256}, \"arguments\": {\"n\": 1048576}}";
}

std::string bomb_body(size_t number) {
  const std::array<std::string, 3> bombs = {
      "template <int N> struct T { static const long v = T<N - 1>::v + T<N - 2>::v + " +
          std::to_string(number) + "; };\n__global__ void k(long* x) { *x = T<100000>::v; }",
      "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\n"
      "__global__ void k(float* x) { " +
          std::to_string(number) + ";" + " B(B(B(x[0] += 1;))) }",
      "__global__ void k(int* x) { for (long i = 0; i < 1000000000000; ++i) for (long j = " +
          std::to_string(number) + "; j < 1000000000000; ++j) x[i * j] = i; }"};
  return "{\"source\": " + quoted(bombs[number % bombs.size()]) + "}";
}

struct Sample {
  std::string kind;
  double ms = 0;
};

// What all clients saw.
class Tally {
 public:
  void add(const std::string& kind, double ms, int status, bool right) {
    const std::lock_guard lock(mutex_);
    samples_.push_back({kind, ms});
    ++statuses_[kind + " " + std::to_string(status)];
    if (!right) ++wrong_;
  }
  size_t wrong() const { return wrong_; }

  void print(double seconds) const {
    std::printf("%-22s %9s %9s %9s %9s %9s\n", "request", "answers", "per s", "p50 ms", "p99 ms",
                "max ms");
    std::map<std::string, std::vector<double>> by_kind;
    for (const Sample& sample : samples_)
      by_kind[sample.kind].push_back(sample.ms);
    for (auto& [kind, times] : by_kind) {
      std::sort(times.begin(), times.end());
      const auto at = [&](double share) {
        return times[std::min(times.size() - 1,
                              static_cast<size_t>(share * static_cast<double>(times.size())))];
      };
      std::printf("%-22s %9zu %9.1f %9.1f %9.1f %9.1f\n", kind.c_str(), times.size(),
                  static_cast<double>(times.size()) / seconds, at(0.5), at(0.99), times.back());
    }
    std::printf("\nstatuses:");
    for (const auto& [name, count] : statuses_)
      std::printf("  %s: %zu", name.c_str(), count);
    std::printf("\nwrong statuses: %zu\n", wrong_);
  }

 private:
  std::mutex mutex_;
  std::vector<Sample> samples_;
  std::map<std::string, size_t> statuses_;
  size_t wrong_ = 0;
};

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// One request of a random kind on the client's connection; false: it has to connect again.
bool one_request(TestClient& client, const Load& load, std::mt19937_64& random, Tally& tally) {
  const size_t dice = random() % 100;
  const auto start = Clock::now();
  if (dice < 5) {  // leaves while its answer is made
    client.send(request_text("POST", "/v1/predict", kernel_body(load.kernels + random() % 100000)));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 20));
    tally.add("cancelled", since(start), 0, true);
    return false;
  }
  if (dice < 10) {
    const std::array<std::string, 5> bodies = {"{", "[]", "{\"source\": 5}",
                                               "{\"source\": \"x\", \"launch\": {\"block\": 0}}",
                                               std::string(1000, '[')};
    client.send(request_text("POST", "/v1/predict", bodies[random() % bodies.size()]));
    const TestReply reply = client.read();
    tally.add("malformed", since(start), reply.status, reply.status == 400);
    return reply.status != 0;
  }
  const bool bomb = dice == 10;
  client.send(
      request_text("POST", "/v1/predict",
                   bomb ? bomb_body(random() % 1000) : kernel_body(random() % load.kernels)));
  const TestReply reply = client.read();
  if (bomb) {
    const bool right =
        reply.status == 200 || reply.status == 422 || reply.status == 503 || reply.status == 504;
    tally.add("bomb", since(start), reply.status, right);
  } else {
    const auto cache = reply.headers.find("x-kcast-cache");
    const bool known = cache != reply.headers.end() && cache->second == "hit";
    const bool right = reply.status == 200 || reply.status == 503;
    tally.add(known ? "kernel, known" : "kernel, new", since(start), reply.status, right);
  }
  return reply.status != 0;
}

void be_client(const Load& load, size_t number, Tally& tally) {
  std::mt19937_64 random(number);
  while (!load.over) {
    TestClient client(load.port);
    while (!load.over && one_request(client, load, random, tally)) {
    }
  }
}

// A byte at a time, in both directions.
void be_slow(const Load& load, bool writer, Tally& tally) {
  while (!load.over) {
    TestClient client(load.port);
    const std::string text = request_text("GET", writer ? "/health" : "/openapi.json");
    const auto start = Clock::now();
    if (!writer) {
      const int small = 2048;
      ::setsockopt(client.socket(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
      client.send(text);
      char bytes[512];
      ssize_t got = 1;
      while (got > 0 && !load.over) {
        got = ::recv(client.socket(), bytes, sizeof bytes, MSG_DONTWAIT);
        if (got < 0) got = 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      return;
    }
    for (const char c : text) {
      if (load.over || !client.send({&c, 1})) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const TestReply reply = client.read();
    tally.add("slow writer", since(start), reply.status, reply.status == 200);
  }
}

size_t still_good(std::vector<std::unique_ptr<TestClient>>& idle) {
  size_t good = 0;
  for (auto& client : idle) {
    client->send(request_text("GET", "/health"));
    good += client->read().status == 200 ? 1 : 0;
  }
  return good;
}

struct MemoryCurve {
  std::vector<double> mib;
  double at(double share) const {
    if (mib.empty()) return 0;
    return mib[std::min(mib.size() - 1,
                        static_cast<size_t>(share * static_cast<double>(mib.size())))];
  }
};

using IdleClients = std::vector<std::unique_ptr<TestClient>>;

// `good` becomes the number of idle connections that answered when they were asked half-way.
MemoryCurve run_load(Load& load, const ServerProcess& server, IdleClients& idle, size_t& good,
                     Tally& tally) {
  std::vector<std::thread> threads;
  for (size_t i = 0; i < load.connections; ++i)
    threads.emplace_back([&, i] { be_client(load, i, tally); });
  for (size_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { be_slow(load, i % 2 == 0, tally); });
  MemoryCurve curve;
  bool asked = false;
  const auto start = Clock::now();
  while (since(start) < load.seconds * 1000 && server.alive()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    curve.mib.push_back(static_cast<double>(server.memory()) / (1 << 20));
    const bool half = since(start) >= load.seconds * 500;
    if (half && !std::exchange(asked, true)) good = still_good(idle);
  }
  load.over = true;
  for (std::thread& thread : threads)
    thread.join();
  return curve;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: serve_load KCAST [SECONDS] [CONNECTIONS] [KERNELS] [IDLE]\n";
    return 2;
  }
  const auto number = [&](int i, size_t fallback) {
    return argc > i ? static_cast<size_t>(std::atol(argv[i])) : fallback;
  };
  Load load;
  load.seconds = static_cast<double>(number(2, 60));
  load.connections = number(3, 32);
  load.kernels = number(4, 500);
  load.idle = number(5, 2000);
  auto server = std::make_unique<ServerProcess>(argv[1], 0);
  load.port = server->port();
  IdleClients idle;
  for (size_t i = 0; i < load.idle; ++i)
    idle.push_back(std::make_unique<TestClient>(load.port));
  Tally tally;
  size_t half = 0;
  const MemoryCurve curve = run_load(load, *server, idle, half, tally);
  const bool lived = server->alive();
  const size_t good = lived ? still_good(idle) : 0;
  std::printf("%zu connections for %.0f s over %zu kernels, beside %zu idle and 8 slow ones\n\n",
              load.connections, load.seconds, load.kernels, load.idle);
  tally.print(load.seconds);
  std::printf(
      "memory of the server: %.0f MiB at a quarter, %.0f half-way, %.0f at three quarters, "
      "%.0f at the end\n",
      curve.at(0.25), curve.at(0.5), curve.at(0.75), curve.at(1));
  std::printf("idle connections that answered half-way: %zu, and at the end: %zu, of %zu\n", half,
              good, load.idle);
  // Killed and started again, it serves the clients that come back.
  idle.clear();
  server->end(SIGKILL);
  server = std::make_unique<ServerProcess>(argv[1], load.port);
  TestClient back(load.port);
  back.send(request_text("POST", "/v1/predict", kernel_body(1)));
  const int again = back.read().status;
  const int status = server->end(SIGTERM);
  std::printf("after kill -9 and a new start: %d; exit status after SIGTERM: %d\n", again, status);
  const bool flat = curve.at(1) <= curve.at(0.5) * 1.1 + 16;
  if (!flat) std::printf("memory grew over the last half\n");
  return lived && tally.wrong() == 0 && flat && good == load.idle && again == 200 && status == 0
             ? 0
             : 1;
}
