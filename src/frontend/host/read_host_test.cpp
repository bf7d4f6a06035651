#include "frontend/host/read_host.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "frontend/parse/flags.h"
#include "frontend/parse/languages.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/source_tree.h"
#include "frontend/request.h"

namespace kcast::host {
namespace {

// A parsed source text, in the way in which the front end reads CUDA.
std::unique_ptr<frontend::ParsedUnit> parse_cuda(const std::string& source,
                                                 const std::string& file) {
  frontend::InspectRequest request;
  request.files = {{file, source}};
  frontend::ParseInput input;
  input.file = file;
  auto language = frontend::find_language("cuda", file);
  auto settings = frontend::read_flags(request);
  if (!language || !settings) return nullptr;
  input.language = *language;
  input.settings = *settings;
  auto unit = frontend::parse(input, new frontend::SourceTree(request, {}));
  return unit ? *std::move(unit) : nullptr;
}

HostReading read(const std::vector<std::string>& sources, const HostOptions& options) {
  std::vector<std::unique_ptr<frontend::ParsedUnit>> trees;
  std::vector<HostUnit> units;
  for (size_t i = 0; i < sources.size(); ++i) {
    std::string file = "t" + std::to_string(i) + ".cu";
    trees.push_back(parse_cuda(sources[i], file));
    if (trees.back() != nullptr) units.push_back({&trees.back()->ast(), file});
  }
  return read_host(units, options);
}

std::string show(const HostValue& value) {
  if (value.integer) return std::to_string(*value.integer);
  if (value.real) {
    std::string text = std::to_string(*value.real);
    while (text.back() == '0')
      text.pop_back();
    return text;
  }
  std::string text = "?";
  for (const std::string& name : value.needs)
    text += (text == "?" ? "" : "+") + name;
  return text;
}

std::string show(const std::array<HostValue, 3>& sizes) {
  std::string text = show(sizes[0]);
  if (sizes[1].integer != 1 || sizes[2].integer != 1) text += "," + show(sizes[1]);
  if (sizes[2].integer != 1) text += "," + show(sizes[2]);
  return text;
}

std::string show(const HostArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::Buffer: {
      std::string text = argument.buffer_name + ":" + show(argument.buffer_bytes);
      return argument.offset_bytes.integer == 0 ? text : text + "@" + show(argument.offset_bytes);
    }
    case ArgumentKind::Scalar:
    case ArgumentKind::Unknown:
      return show(argument.value);
    case ArgumentKind::Null:
      return "null";
    case ArgumentKind::Struct:
      break;
  }
  std::string text = "{";
  for (const HostArgument& member : argument.members) {
    text += (text == "{" ? "" : " ") + member.name + "=" + show(member);
  }
  return text + "}";
}

// "kernel grid/block(/shared) [xcount] (arguments) [flags]" per launch, one line each.
std::string show(const HostReading& reading) {
  std::string text;
  for (const HostLaunch& launch : reading.launches) {
    text += launch.kernel + " " + show(launch.grid) + "/" + show(launch.block);
    if (launch.shared_bytes.integer != 0) text += "/" + show(launch.shared_bytes);
    if (launch.reached && launch.count.integer != 1) text += " x" + show(launch.count);
    text += " (";
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      text += (i == 0 ? "" : ", ") + show(launch.arguments[i]);
    }
    text += ")";
    if (!launch.reached) text += " unreached";
    if (launch.reached && launch.note == "under a condition that is not known") text += " maybe";
    text += "\n";
  }
  return text;
}

struct Case {
  const char* behaviour;
  const char* source;  // after the kernels of kKernels
  const char* expected;
  std::vector<std::pair<std::string, std::string>> bindings = {};
  std::optional<std::vector<std::string>> argv = {};
};

const char* const kKernels = R"(
extern "C" __global__ void k(float* a, int n) {}
extern "C" __global__ void one(int n) {}
extern "C" __global__ void real(double x, float y) {}
extern "C" __global__ void in_out(const int* in, int* out) {}
struct P { int n; float* p; struct { short s; double d; } in; };
extern "C" __global__ void by_value(P p) {}
template <typename T, int B> __global__ void tk(T* p) {}
inline int div_up(int a, int b) { return (a + b - 1) / b; }
)";

const Case kLanguage[] = {
    {"literals", "int main() { one<<<3, 64>>>(5); }", "one 3/64 (5)\n"},
    {"macros", "#define N 1024\n#define B (N/8)\nint main() { one<<<N/B, B>>>(N); }",
     "one 8/128 (1024)\n"},
    {"const_and_constexpr",
     "constexpr int sq(int x) { return x * x; }\nconst int T = 16;\n"
     "int main() { constexpr int n = sq(T); one<<<n, T>>>(n); }",
     "one 256/16 (256)\n"},
    {"ceiling_division", "int main() { int n = 1000, b = 256; one<<<(n + b - 1) / b, b>>>(n); }",
     "one 4/256 (1000)\n"},
    {"dim3_forms",
     "int main() { dim3 b(8, 4), g; g.x = 5; g.y = 6; one<<<g, b>>>(1); one<<<dim3(2), "
     "dim3{3, 3, 3}>>>(2); }",
     "one 5,6/8,4 (1)\none 2/3,3,3 (2)\n"},
    {"dynamic_shared_memory", "int main() { int b = 128; one<<<1, b, b * sizeof(double)>>>(0); }",
     "one 1/128/1024 (0)\n"},
    {"helper_functions", "int main() { one<<<div_up(100, 32), 32>>>(0); }", "one 4/32 (0)\n"},
    {"default_arguments",
     "void go(int n, int b = 64) { one<<<div_up(n, b), b>>>(n); }\nint main() { go(100); go(100, "
     "10); }",
     "one 2/64 (100)\none 10/10 (100)\n"},
    {"casts_and_floats",
     "#include <cmath>\nint main() { one<<<(int)ceil(1000 / 3.0), 1 << 5>>>((int)sqrtf(144.f)); }",
     "one 334/32 (12)\n"},
    {"unsigned_wraps", "int main() { unsigned n = 0; n -= 1; one<<<1, 1>>>(n >> 16); }",
     "one 1/1 (65535)\n"},
    {"real_arguments", "int main() { real<<<1, 1>>>(1 / 4.0, 2.5f); }", "real 1/1 (0.25, 2.5)\n"},
    {"ternary_and_logic",
     "int main() { int a = 3; bool b = a > 2 && a < 9; one<<<b ? 7 : 8, a || b>>>(!b); }",
     "one 7/1 (0)\n"},
    {"switch_falls_through",
     "int main() { int m = 0; switch (5) { case 1: m = 1; break; case 5: m = 2; default: m += 10; "
     "} one<<<m, 1>>>(0); }",
     "one 12/1 (0)\n"},
    {"goto_and_labels",
     "int main() { int i = 0; again: one<<<1, 1>>>(7); if (++i < 3) goto again; }",
     "one 1/1 x3 (7)\n"},
    {"recursion",
     "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
     "int main() { one<<<f(10), 1>>>(0); }",
     "one 55/1 (0)\n"},
    {"references_and_pointers",
     "void set(int& a, int* b) { a = 4; *b = 5; }\nint main() { int a, b[2]; set(a, b + 1); "
     "one<<<a, b[1]>>>(0); }",
     "one 4/5 (0)\n"},
    {"arrays_and_strings",
     "#include <cstring>\nint main() { int a[4] = {1, 2, 3}; one<<<a[2], "
     "1>>>((int)strlen(\"four\") "
     "+ a[3]); }",
     "one 3/1 (4)\n"},
    {"classes_with_constructors",
     "struct C { int n; int b = 32; explicit C(int x) : n(x * 2) {} int g() const { return n; } "
     "};\n"
     "int main() { C c(5); one<<<c.g(), c.b>>>(0); }",
     "one 10/32 (0)\n"},
    {"virtual_calls",
     "struct B { virtual int f() { return 1; } };\nstruct D : B { int x = 6; int f() override { "
     "return x; } };\nint main() { D d; B* b = &d; one<<<b->f(), 1>>>(0); B* h = new D; "
     "one<<<h->f() + 1, 1>>>(0); }",
     "one 6/1 (0)\none 7/1 (0)\n"},
    {"lambdas_capture",
     "int main() { int n = 3; auto f = [&](int x) { return x + n; }; auto g = [n] { return n; }; n "
     "= 10; one<<<f(1), g()>>>(0); }",
     "one 11/3 (0)\n"},
    {"constants_that_lambdas_do_not_capture",
     "int main() { const int n = 3; auto f = [&](int x) { return x + n; }; one<<<f(1), 1>>>(0); "
     "auto make = [] { const int m = 7; return [=] { return m; }; }; one<<<make()(), 1>>>(0); }",
     "one 4/1 (0)\none 7/1 (0)\n"},
    {"structured_bindings",
     "struct S { int a, b; };\nint main() { auto [x, y] = S{3, 4}; one<<<x, y>>>(0); }",
     "one 3/4 (0)\n"},
    {"statics_and_globals",
     "int g = 5;\nint next() { static int c = 10; return ++c; }\nint main() { next(); g *= 2; "
     "one<<<g, next()>>>(0); }",
     "one 10/12 (0)\n"},
    {"constructors_of_globals", "struct S { S() { one<<<2, 2>>>(9); } };\nS s;\nint main() {}",
     "one 2/2 (9)\n"},
    {"enums_and_sizeof",
     "enum class M : int { A = 3 };\nint main() { one<<<static_cast<int>(M::A), sizeof(P)>>>(0); }",
     "one 3/32 (0)\n"},
    {"exit_ends_the_program",
     "#include <cstdlib>\nint main() { one<<<1, 1>>>(0); exit(0); one<<<2, 2>>>(0); }",
     "one 1/1 (0)\none 2/2 (0) unreached\n"},
    {"exceptions_go_to_the_handler",
     "int main() { int n = 1; try { throw 1; n = 2; } catch (...) { n += 5; } one<<<n, 1>>>(0); }",
     "one 6/1 (0)\n"},
};

const Case kBuffers[] = {
    {"buffers_have_names_and_sizes",
     "int main() { float *d_a, *d_b; cudaMalloc(&d_a, 400); cudaMalloc((void**)&d_b, 4 * "
     "sizeof(float)); k<<<1, 1>>>(d_a, 1); k<<<1, 1>>>(d_b + 2, 2); k<<<1, 1>>>(nullptr, 3); }",
     "k 1/1 (d_a:400, 1)\nk 1/1 (d_b:16@8, 2)\nk 1/1 (null, 3)\n"},
    {"allocation_in_a_helper",
     "float* make(int n) { float* p; cudaMalloc(&p, n * 4); return p; }\nint main() { float* x = "
     "make(10); float* y = make(20); k<<<1, 1>>>(x, 0); k<<<1, 1>>>(y, 0); }",
     "k 1/1 (x:40, 0)\nk 1/1 (y:80, 0)\n"},
    {"swapped_buffers",
     "#include <utility>\nint main() { int *a, *b; cudaMalloc(&a, 8); cudaMalloc(&b, 8); for (int "
     "i "
     "= 0; i < 10; ++i) { in_out<<<1, 1>>>(a, b); std::swap(a, b); } }",
     "in_out 1/1 x5 (a:8, b:8)\nin_out 1/1 x5 (b:8, a:8)\n"},
    {"helpers_hand_on_names",
     "#include <memory>\n"
     "struct V { float* d; int n; };\n"
     "V make(int n) { V v{nullptr, n}; cudaMalloc(&v.d, n * 4); return v; }\n"
     "std::unique_ptr<float[]> own(int n) { float* raw; cudaMalloc(&raw, n); return "
     "std::unique_ptr<float[]>(raw); }\n"
     "struct C { float* p; C() { float* t; cudaMalloc(&t, 64); p = t; } };\n"
     "void out(float** to) { float* t; cudaMalloc(&t, 32); *to = t; }\n"
     "int main() { V x = make(10), y = x; k<<<1, 1>>>(y.d, 0); auto u = own(8); k<<<1, "
     "1>>>(u.get(), 0); C c; k<<<1, 1>>>(c.p, 0); float* o; out(&o); k<<<1, 1>>>(o, 0); }",
     "k 1/1 (x.d:40, 0)\nk 1/1 (u:8, 0)\nk 1/1 (c.p:64, 0)\nk 1/1 (o:32, 0)\n"},
    {"half_is_a_number",
     "#include <cuda_fp16.h>\nextern \"C\" __global__ void h(half a, __half2 b) {}\nint main() { "
     "h<<<1, 1>>>(__float2half(2.5f), __float2half2_rn(0.5f)); }",
     "h 1/1 (2.5, {b.x=0.5 b.y=0.5})\n"},
    {"void_pointers_as_in_c",
     "#include <cstdlib>\nint main() { int* p = malloc(4); *p = 3; int* q; q = malloc(4); *q = 4; "
     "one<<<*p, *q>>>(0); }",
     "one 3/4 (0)\n"},
    {"vectors",
     "#include <vector>\nint main() { std::vector<float> v(100, 1.f); v.resize(150); float* d; "
     "cudaMalloc(&d, v.size() * sizeof(v[0])); k<<<1, 1>>>(d, (int)v.size()); }",
     "k 1/1 (d:600, 150)\n"},
    {"device_vectors",
     "#include <thrust/device_vector.h>\nint main() { thrust::device_vector<float> v(128, 2.f); "
     "k<<<1, 1>>>(thrust::raw_pointer_cast(v.data()), (int)v.size()); }",
     "k 1/1 (v:512, 128)\n"},
    {"members_of_user_classes",
     "struct B { float* p; size_t n; B(size_t c) : n(c) { cudaMalloc(&p, n * 4); } };\nint main() "
     "{ "
     "B b(6); k<<<1, 1>>>(b.p, (int)b.n); }",
     "k 1/1 (b.p:24, 6)\n"},
    {"structs_by_value",
     "int main() { P p; p.n = 4; cudaMalloc(&p.p, 12); p.in.s = 2; p.in.d = 0.5; "
     "by_value<<<1, 1>>>(p); }",
     "by_value 1/1 ({p.n=4 p.p=p.p:12 p.in.s=2 p.in.d=0.5})\n"},
    {"long_arrays_of_structs",
     "struct S { int a, b; };\nint main() { S t[100]; for (int i = 0; i < 100; ++i) t[i] = S{i, 2 "
     "* "
     "i}; one<<<t[3].b, t[99].a>>>(t[50].a); }",
     "one 6/99 (50)\n"},
    {"launch_call_with_argument_array",
     "int main() { float* d; cudaMalloc(&d, 4); int n = 9; void* args[] = {&d, &n}; "
     "cudaLaunchKernel((void*)k, dim3(2, 3), dim3(4), args, 16, 0); }",
     "k 2,3/4/16 (d:4, 9)\n"},
    {"templates_and_function_pointers",
     "template <typename F, typename... A> void run(F f, int g, A... a) { f<<<g, 32>>>(a...); }\n"
     "int main() { double* d; cudaMalloc(&d, 8); run(tk<double, 4>, 5, d); tk<float, "
     "2><<<1, 2>>>(nullptr); void (*p)(int) = one; p<<<1, 3>>>(4); }",
     "_Z2tkIdLi4EEvPT_ 5/32 (d:8)\n_Z2tkIfLi2EEvPT_ 1/2 (null)\none 1/3 (4)\n"},
    {"results_of_kernels_are_unknown",
     "int main() { int *d, h = 3; cudaMalloc(&d, 4); cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice); "
     "int c; cudaMemcpy(&c, d, 4, cudaMemcpyDeviceToHost); one<<<c, 1>>>(0); in_out<<<1, "
     "1>>>(nullptr, d); cudaMemcpy(&c, d, 4, cudaMemcpyDeviceToHost); one<<<c, 1>>>(0); }",
     "one 3/1 (0)\nin_out 1/1 (null, d:4)\none ?c/1 (0)\n"},
};

const Case kLoops[] = {
    {"equal_launches_are_counted", "int main() { for (int i = 0; i < 100; ++i) one<<<1, 2>>>(3); }",
     "one 1/2 x100 (3)\n"},
    {"long_launch_loops_are_counted",
     "int main() { for (long i = 0; i < 100000000; ++i) one<<<1, 2>>>(3); }",
     "one 1/2 x100000000 (3)\n"},
    {"different_launches_are_separate",
     "int main() { for (int s = 8; s > 1; s >>= 1) one<<<s, 1>>>(0); }",
     "one 8/1 (0)\none 4/1 (0)\none 2/1 (0)\n"},
    {"while_with_side_effects", "int main() { int n = 5; while (n--) one<<<1, 1>>>(0); }",
     "one 1/1 x5 (0)\n"},
    {"range_for_break_and_continue",
     "#include <initializer_list>\nint main() { for (int s : {1, 2, 3, 4}) { if (s == 2) continue; "
     "if (s == 4) break; one<<<s, "
     "1>>>(0); } }",
     "one 1/1 (0)\none 3/1 (0)\n"},
    {"long_plain_loops_keep_their_counters",
     "int main() { long n = 0, last = 0; for (int i = 0; i < 100000000; ++i) { n += 3; last = i; } "
     "one<<<(int)(n / 300000000), 1>>>((int)last); }",
     "one 1/1 (99999999)\n"},
    {"rarely_changed_values_are_unknown",
     "int main() { int c = 0, s = 0, n = 0; for (int i = 0; i < 1000000; ++i) { if (i % 1000 == 0) "
     "c++; if (i == 777777) s = 5; ++n; } one<<<c, s>>>(n); }",
     "one ?c/?s (1000000)\n"},
    {"early_ends_of_rounds_and_calls",
     "void tick(int i, int& c) { if (i % 100 == 99) return; ++c; }\nint main() { int c = 0, d = 0, "
     "n = 0; for (int i = 0; i < 1000000; ++i) { ++n; tick(i, c); if (i % 10 == 9) continue; ++d; "
     "} one<<<c, d>>>(n); }",
     "one ?c/?d (1000000)\n"},
    {"values_that_depend_on_unknown_ones_are_unknown",
     "extern int get();\nint main() { int n = get(), a = 1, b = 1, c = 1, d = 1; for (int i = 0; i "
     "< n; ++i) { d = c; c = b; b = a; a = i; } one<<<a, b>>>(c); one<<<1, 1>>>(d); }",
     "one ?n/?n (?n)\none 1/1 (?n)\n"},
    {"buffers_take_turns_in_long_loops",
     "#include <utility>\nint main() { int *a, *b; cudaMalloc(&a, 8); cudaMalloc(&b, 8); for (int "
     "i = 0; i < 1000001; ++i) { in_out<<<1, 1>>>(a, b); std::swap(a, b); } in_out<<<2, 1>>>(a, "
     "b); "
     "}",
     "in_out 1/1 x500001 (a:8, b:8)\nin_out 1/1 x500000 (b:8, a:8)\nin_out 2/1 (b:8, a:8)\n"},
    {"rare_launches_in_long_loops_have_no_count",
     "int main() { for (int i = 0; i < 1000000; ++i) { one<<<1, 1>>>(0); if (i % 1000 == 0) "
     "one<<<2, 1>>>(0); } for (int i = 0; i < 1000; ++i) if (i % 100 == 0) one<<<3, 1>>>(0); }",
     "one 1/1 x1000000 (0)\none 2/1 x? (0)\none 3/1 x10 (0)\n"},
    {"a_switch_is_left_on_an_unknown_condition",
     "extern bool get();\nint main() { int n = 1; switch (3) { case 3: if (get()) break; n = 2; } "
     "one<<<n, 1>>>(0); }",
     "one ?n/1 (0)\n"},
    {"growing_vectors_keep_their_size",
     "#include <vector>\nint main() { std::vector<int> v; for (int i = 0; i < 1000000; ++i) "
     "v.push_back(i); one<<<1, 1>>>((int)v.size()); }",
     "one 1/1 (1000000)\n"},
    {"unknown_bounds_give_unknown_counts",
     "extern int get();\nint main() { int n = get(); for (int i = 0; i < n; ++i) one<<<1, 1>>>(i); "
     "one<<<2, 2>>>(0); }",
     "one 1/1 x?n (?n)\none 2/2 (0)\n"},
    {"leaving_a_loop_on_an_unknown_condition",
     "extern bool done();\nint main() { for (int i = 0; i < 10; ++i) { one<<<1, 1>>>(0); if "
     "(done()) break; } }",
     "one 1/1 x?done (0)\n"},
};

const Case kUnknown[] = {
    {"unknown_sizes_name_their_cause",
     "extern int get();\nint main() { int n = get(); int m = n * 2; one<<<div_up(m, 32), 32>>>(m); "
     "}",
     "one ?n/32 (?n)\n"},
    {"bindings_replace_variables",
     "extern int get();\nint main() { int n = get(); int m = n * 2; one<<<div_up(m, 32), 32>>>(m); "
     "}",
     "one 4/32 (128)\n",
     {{"n", "1<<6"}}},
    {"bindings_replace_known_values",
     "int main() { int n = 5; one<<<n, 1>>>(0); }",
     "one 12/1 (0)\n",
     {{"n", "3*(2+2)"}}},
    {"both_ways_of_an_unknown_condition",
     "extern bool get();\nint main() { int b = 1; if (get()) { b = 2; one<<<1, 1>>>(1); } else "
     "one<<<1, 1>>>(2); one<<<b, 1>>>(3); }",
     "one 1/1 (1) maybe\none 1/1 (2) maybe\none ?b/1 (3)\n"},
    {"error_handling_is_not_taken",
     "#include <cstdlib>\nextern bool bad();\nint main() { if (bad()) { return 1; } if (!bad()) {} "
     "else { exit(1); } one<<<1, 1>>>(3); }",
     "one 1/1 (3)\n"},
    {"equal_values_on_both_ways_stay_known",
     "extern bool get();\nint main() { int b; if (get()) b = 4; else b = 4; one<<<b, 1>>>(0); }",
     "one 4/1 (0)\n"},
    {"returns_on_unknown_conditions_are_joined",
     "extern bool get();\nint f() { if (get()) return 5; return 7; }\nint g() { if (get()) return "
     "5; "
     "return 5; }\nint main() { one<<<f(), g()>>>(0); }",
     "one ?get/5 (0)\n"},
    {"out_parameters_of_unknown_functions",
     "void fill(int* n, const int* m);\nint main() { int n = 1, m = 2; fill(&n, &m); one<<<n, "
     "m>>>(0); }",
     "one ?n/2 (0)\n"},
    {"program_arguments",
     "#include <cstdlib>\nint main(int argc, char** argv) { int n = argc > 1 ? atoi(argv[1]) : 77; "
     "one<<<n, argc>>>(0); }",
     "one 100/2 (0)\n",
     {},
     {{"100"}}},
    {"defaults_without_program_arguments",
     "#include <cstdlib>\nint main(int argc, char** argv) { int n = argc > 1 ? atoi(argv[1]) : 77; "
     "one<<<n, 1>>>(0); }",
     "one 77/1 (0)\n"},
    {"usage_checks_do_not_hide_launches",
     "#include <cstdlib>\n#include <cstdio>\nint main(int argc, char** argv) { if (argc != 2) { "
     "printf(\"usage\"); return 1; } int n = atoi(argv[1]); one<<<n, 1>>>(0); }",
     "one ?n/1 (0)\n"},
    {"several_number_parsers",
     "#include <cstdlib>\n#include <string>\nint main(int, char** argv) { "
     "one<<<std::stoi(argv[1]), "
     "(int)strtol(argv[2], nullptr, 16)>>>((int)(atof(argv[3]) * 10)); }",
     "one 8/31 (25)\n",
     {},
     {{"8", "1f", "2.5"}}},
    {"programs_without_main",
     "void inner(float* d, int n) { k<<<div_up(n, 64), 64>>>(d, n); }\nvoid outer(float* data, int "
     "count) { inner(data, count); inner(data, 128); }",
     "k ?count/64 (data:?size of data, ?count)\nk 2/64 (data:?size of data, 128)\n"},
    {"parameters_can_be_bound",
     "void run(float* data, int count) { k<<<div_up(count, 64), 64>>>(data, count); }",
     "k 2/64 (data:?size of data, 100)\n",
     {{"count", "100"}}},
    {"functions_that_nobody_calls",
     "void unused(int n) { one<<<n, 64>>>(n); }\nint main() { one<<<1, 1>>>(1); }",
     "one 1/1 (1)\none ?/64 (?) unreached\n"},
    {"code_with_errors",
     "int main() { undeclared_type t; int n = 4; nosuch(n); one<<<n, 2>>>(n); one<<<missing, "
     "2>>>(n); }",
     "one 4/2 (4)\n"},
};

class ReadHostTest : public testing::TestWithParam<Case> {};

TEST_P(ReadHostTest, finds_the_launches) {
  const Case& expected = GetParam();
  HostOptions options;
  options.bindings = expected.bindings;
  options.argv = expected.argv;
  HostReading reading = read({std::string(kKernels) + expected.source}, options);
  EXPECT_EQ(show(reading), expected.expected) << expected.source;
  for (const auto& [name, value] : expected.bindings) {
    EXPECT_EQ(reading.used_bindings, std::vector<std::string>{name});
  }
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  return info.param.behaviour;
}

INSTANTIATE_TEST_SUITE_P(language, ReadHostTest, testing::ValuesIn(kLanguage), case_name);
INSTANTIATE_TEST_SUITE_P(buffers, ReadHostTest, testing::ValuesIn(kBuffers), case_name);
INSTANTIATE_TEST_SUITE_P(loops, ReadHostTest, testing::ValuesIn(kLoops), case_name);
INSTANTIATE_TEST_SUITE_P(unknown, ReadHostTest, testing::ValuesIn(kUnknown), case_name);

TEST(ReadHost, unresolved_names_have_a_reason_and_a_line) {
  HostReading reading =
      read({"__global__ void k(int n) {}\nextern int get();\nint main() {\n  int n "
            "= get();\n  k<<<n, n>>>(n);\n}\n"},
           {});
  ASSERT_EQ(reading.unresolved.size(), 1u);
  EXPECT_EQ(reading.unresolved[0].name, "n");
  EXPECT_EQ(reading.unresolved[0].line, 4);
  EXPECT_EQ(reading.unresolved[0].file, "t0.cu");
  EXPECT_FALSE(reading.unresolved[0].reason.empty());
}

TEST(ReadHost, conditions_of_launches_are_unresolved) {
  HostReading reading = read({"__global__ void k() {}\nextern int get();\nint main() {\n  int n "
                              "= get();\n  if (n > 3) k<<<1, 1>>>();\n}\n"},
                             {});
  ASSERT_EQ(reading.unresolved.size(), 1u);
  EXPECT_EQ(reading.unresolved[0].name, "n");
}

TEST(ReadHost, calls_cross_translation_units) {
  HostReading reading =
      read({"void go(int n);\nextern int size;\nint main() { go(size); }",
            "extern \"C\" __global__ void k(int n) {}\nint size = 12;\nvoid go(int n) { k<<<n, "
            "1>>>(n); }"},
           {});
  EXPECT_EQ(show(reading), "k 12/1 (12)\n");
}

// One call with several programs: each main has its own globals and constants.
TEST(ReadHost, units_with_a_main_each_are_programs_of_their_own) {
  HostReading reading =
      read({"void go(int n, int b);\nint size = 3;\nint main() { go(size, 32); }",
            "void go(int n, int b);\nint size = 5;\nint main() { go(size, 64); }",
            "extern \"C\" __global__ void k(int n) {}\nvoid go(int n, int b) { k<<<n, b>>>(n); }\n"
            "void unused() { k<<<1, 1>>>(0); }"},
           {});
  EXPECT_EQ(show(reading), "k 3/32 (3)\nk 1/1 (0) unreached\nk 5/64 (5)\n");
}

TEST(ReadHost, opencl_programs_and_launches) {
  HostReading reading = read({R"(
#include <CL/cl.h>
const char* text = "__kernel void add(__global float* a, int n, __local float* t) {}";
int main() {
  cl_int err;
  cl_program program = clCreateProgramWithSource(0, 1, &text, 0, &err);
  clBuildProgram(program, 0, 0, "-DX=1", 0, 0);
  cl_kernel kernel = clCreateKernel(program, "add", &err);
  cl_mem a = clCreateBuffer(0, CL_MEM_READ_WRITE, 4096, 0, &err);
  int n = 1024;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &a);
  clSetKernelArg(kernel, 1, sizeof(int), &n);
  clSetKernelArg(kernel, 2, 64, 0);
  size_t global = 1024, local = 64;
  clEnqueueNDRangeKernel(0, kernel, 1, 0, &global, &local, 0, 0, 0);
  clEnqueueNDRangeKernel(0, kernel, 1, 0, &global, 0, 0, 0, 0);
})"},
                             {});
  EXPECT_EQ(show(reading),
            "add 16/64/64 (a:4096, 1024, null)\n"
            "add ?local size/?local size/64 (a:4096, 1024, null)\n");
  ASSERT_EQ(reading.programs.size(), 1u);
  EXPECT_EQ(reading.programs[0].options, "-DX=1");
  EXPECT_NE(reading.programs[0].source.find("void add"), std::string::npos);
}

// The bound is generous: what is tested is that the work does not grow with the data.
TEST(ReadHost, initialisation_of_large_data_is_not_executed) {
  std::unique_ptr<frontend::ParsedUnit> tree = parse_cuda(std::string(kKernels) + R"(
#include <cstdlib>
#include <vector>
int main() {
  int n = 100000000;
  float* h = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) h[i] = rand() / 3.0f;
  std::vector<float> m(10000 * 10000);
  for (int i = 0; i < 10000; ++i)
    for (int j = 0; j < 10000; ++j) m[i * 10000 + j] = h[i] * j;
  one<<<n / 256, 256>>>(n);
})",
                                                          "t.cu");
  ASSERT_NE(tree, nullptr);
  std::vector<HostUnit> units = {{&tree->ast(), "t.cu"}};
  auto start = std::chrono::steady_clock::now();
  HostReading reading = read_host(units, {});
  double ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(show(reading), "one 390625/256 (100000000)\n");
  EXPECT_LT(ms, 500);
}

TEST(ReadHost, endless_programs_end) {
  for (const char* body : {"for (;;) {}", "while (true) one<<<1, 1>>>(n++);", "f(1);",
                           "for (int i = 0; i >= 0; i = (i + 7) % 5) n += i;"}) {
    std::string source = std::string(kKernels) +
                         "int f(int x) { return f(x + 1) + f(x + 2); }\nint main() { int n = 0; " +
                         body + " one<<<2, 2>>>(1); }";
    HostReading reading = read({source}, {});
    EXPECT_FALSE(reading.launches.empty()) << body;
  }
}

HostReading read_assuming(const std::string& source) {
  HostOptions options;
  options.assume = true;
  return read({"__global__ void one(int a) {}\n__global__ void two(float* x, int n) {}\n" + source},
              options);
}

// The host's own expressions are evaluated with the values that are assumed.
TEST(ReadHost, variables_that_are_open_get_usual_values) {
  const HostReading reading = read_assuming(
      "extern int get();\nint main() { int rows = get(), cols = get(); float* x; "
      "cudaMalloc(&x, 4L * rows * cols); two<<<rows / 32, 32>>>(x, rows * cols); "
      "one<<<7, 1>>>(3); }");
  ASSERT_EQ(reading.launches.size(), 2U);
  const HostLaunch& launch = reading.launches[0];
  EXPECT_FALSE(launch.grid[0].known());
  EXPECT_EQ(launch.grid[0].likely, 1024 / 32);
  EXPECT_EQ(launch.arguments.at(0).buffer_bytes.likely, 4.0 * 1024 * 1024);
  EXPECT_EQ(launch.arguments.at(1).value.likely, 1024.0 * 1024);
  EXPECT_EQ(launch.assumed, (std::vector<std::string>{"cols=1024", "rows=1024"}));
  // What rests on nothing of it stays known.
  EXPECT_EQ(reading.launches[1].grid[0].integer, 7);
  EXPECT_TRUE(reading.launches[1].assumed.empty());
}

TEST(ReadHost, one_assumption_leads_to_the_next) {
  const HostReading reading = read_assuming(
      "extern int get();\nint main() { int n = get(); if (n > 100) { int m_tiles = get(); "
      "one<<<m_tiles + n, 1>>>(n); } }");
  ASSERT_EQ(reading.launches.size(), 1U);
  EXPECT_TRUE(reading.launches[0].grid[0].likely.has_value());
  EXPECT_EQ(reading.launches[0].assumed.size(), 2U);
}

// Nothing is lost that was found without assumptions.
TEST(ReadHost, launches_of_a_way_that_assumptions_do_not_take_stay) {
  const HostReading reading = read_assuming(
      "extern int get();\nint main() { int n = get(); if (n < 5) one<<<9, 1>>>(1); "
      "one<<<n, 1>>>(2); }");
  ASSERT_EQ(reading.launches.size(), 2U);
  EXPECT_EQ(reading.launches[0].grid[0].integer, 9);
}

TEST(ReadHost, an_estimate_ends_no_program) {
  const std::string source =
      "#include <cstdlib>\nint main() { int n = 1 << 20; float* h = new float[n]; int bad = 0; "
      "for (int i = 0; i < n; i++) { h[i] = rand() / (float)RAND_MAX; if (h[i] > 0.5f) bad++; } "
      "if (bad) exit(1); one<<<3, 1>>>(1); }";
  const HostReading reading = read_assuming(source);
  ASSERT_EQ(reading.launches.size(), 1U);
  EXPECT_TRUE(reading.launches[0].reached);
}

}  // namespace
}  // namespace kcast::host
