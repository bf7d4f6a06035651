#include "predict/choose.h"

#include <gtest/gtest.h>

namespace kcast::predict {
namespace {

using Dims = std::array<int64_t, 3>;

Gpu test_gpu() {
  Gpu gpu;
  gpu.id = "test";
  gpu.occupancy.threads_per_block = 1024;
  gpu.occupancy.block_dim_max = {1024, 1024, 64};
  gpu.occupancy.grid_dim_max = {2147483647, 65535, 65535};
  gpu.shared_memory.per_block_max_bytes = 200 * 1024;
  return gpu;
}

Parameter scalar(const std::string& name, const std::string& type = "int") {
  return {name, type, 4, false, type, 4, false, false, "value"};
}

Parameter buffer(const std::string& name, const std::string& type = "float") {
  return {name, type + " *", 8, true, type, 4, false, false, "generic"};
}

// One kernel; `body` is what its PTX says.
Inspection one_kernel(std::vector<Parameter> parameters, const std::string& body = "") {
  Inspection inspection;
  Kernel kernel;
  kernel.name = kernel.mangled = "k";
  kernel.parameters = std::move(parameters);
  kernel.lowered = true;
  inspection.kernels = {kernel};
  inspection.modules = {{"k.cu", "clang", "sm_90", ".entry k(\n{\n" + body + "\n}\n", ""}};
  return inspection;
}

HostValue known(int64_t value) {
  return {value, std::nullopt, std::nullopt, "", {}};
}

HostArgument host_scalar(int64_t value) {
  HostArgument out;
  out.kind = ArgumentKind::Scalar;
  out.value = known(value);
  return out;
}

HostArgument host_buffer(int64_t id, int64_t bytes, int64_t offset = 0) {
  HostArgument out;
  out.kind = ArgumentKind::Buffer;
  out.buffer = id;
  out.buffer_bytes = known(bytes);
  out.offset_bytes = known(offset);
  return out;
}

HostLaunch host_launch(int64_t grid, int64_t block, std::vector<HostArgument> arguments) {
  HostLaunch out;
  out.kernel = "k";
  out.file = "k.cu";
  out.line = 7;
  out.grid = {known(grid), known(1), known(1)};
  out.block = {known(block), known(1), known(1)};
  out.shared_bytes = known(0);
  out.arguments = std::move(arguments);
  out.count = known(1);
  return out;
}

LaunchChoice choose(const Inspection& inspection, const LaunchOverrides& overrides = {}) {
  auto choice = choose_launches(inspection, overrides, test_gpu());
  EXPECT_TRUE(choice) << (choice ? "" : choice.error().message);
  return choice ? *std::move(choice) : LaunchChoice{};
}

// 4 elements of 4 bytes a thread; buffer 9 is passed twice, the second time from its middle.
Inspection host_program() {
  Inspection inspection = one_kernel({scalar("n"), buffer("x"), buffer("y")});
  inspection.launches = {
      host_launch(100, 256, {host_scalar(1000), host_buffer(9, 8000), host_buffer(9, 8000, 4000)})};
  return inspection;
}

TEST(Choose, takes_the_launch_of_the_host_code) {
  const LaunchChoice choice = choose(host_program());
  ASSERT_EQ(choice.launches.size(), 1U);
  const ChosenLaunch& chosen = choice.launches[0];
  EXPECT_EQ(chosen.launch.grid, (Dims{100, 1, 1}));
  EXPECT_EQ(chosen.launch.block, (Dims{256, 1, 1}));
  EXPECT_EQ(chosen.line, 7);
  EXPECT_TRUE(chosen.notes.empty());
  const auto& arguments = chosen.launch.arguments;
  ASSERT_EQ(arguments.size(), 3U);
  EXPECT_EQ(arguments[0].integer, 1000);
  EXPECT_EQ(arguments[1].elements, 2000);
  EXPECT_EQ(arguments[1].buffer, arguments[2].buffer);
  EXPECT_EQ(arguments[2].offset_bytes, 4000);
}

TEST(Choose, merges_equal_launches_and_adds_their_counts) {
  Inspection inspection = host_program();
  // The same launch with other buffers: what they are called does not matter.
  inspection.launches.push_back(
      host_launch(100, 256, {host_scalar(1000), host_buffer(4, 8000), host_buffer(4, 8000, 4000)}));
  inspection.launches[1].count = known(9);
  inspection.launches.push_back(
      host_launch(100, 256, {host_scalar(999), host_buffer(4, 8000), host_buffer(4, 8000, 4000)}));
  const LaunchChoice choice = choose(inspection);
  ASSERT_EQ(choice.launches.size(), 2U);
  EXPECT_EQ(choice.launches[0].count, 10);
  EXPECT_EQ(choice.launches[1].count, 1);
}

TEST(Choose, launches_that_stay_apart_say_their_order_and_allocations) {
  Inspection inspection = host_program();
  inspection.launches.push_back(
      host_launch(100, 256, {host_scalar(1000), host_buffer(4, 8000), host_buffer(6, 8000)}));
  LaunchOverrides overrides;
  overrides.apart = true;
  const LaunchChoice choice = choose(inspection, overrides);
  ASSERT_EQ(choice.launches.size(), 2U);
  EXPECT_EQ(choice.launches[0].host_order, 0U);
  EXPECT_EQ(choice.launches[0].allocations, (std::vector<int64_t>{9}));
  EXPECT_EQ(choice.launches[1].host_order, 1U);
  EXPECT_EQ(choice.launches[1].allocations, (std::vector<int64_t>{4, 6}));
}

TEST(Choose, another_block_keeps_the_number_of_threads) {
  LaunchOverrides overrides;
  overrides.block = Dims{96, 1, 1};
  const Launch launch = choose(host_program(), overrides).launches.at(0).launch;
  EXPECT_EQ(launch.block, (Dims{96, 1, 1}));
  EXPECT_EQ(launch.grid, (Dims{267, 1, 1}));  // 25600 / 96 = 266.7
  overrides.grid = Dims{5, 1, 1};
  EXPECT_EQ(choose(host_program(), overrides).launches.at(0).launch.grid, (Dims{5, 1, 1}));
}

TEST(Choose, arguments_of_the_user_win) {
  LaunchOverrides overrides;
  overrides.arguments = {{"n", {50, 50}}, {"y", {123, 123}}};
  overrides.fills = {{"x", {FillKind::Zero, 0, 0, ""}}};
  const Launch launch = choose(host_program(), overrides).launches.at(0).launch;
  EXPECT_EQ(launch.arguments[0].integer, 50);
  EXPECT_EQ(launch.arguments[1].fill.kind, FillKind::Zero);
  EXPECT_EQ(launch.arguments[2].elements, 123);
  EXPECT_EQ(launch.arguments[2].offset_bytes, 0);
}

TEST(Choose, refuses_names_that_no_kernel_has) {
  LaunchOverrides overrides;
  overrides.arguments = {{"widht", {1, 1}}};
  const auto result = choose_launches(one_kernel({scalar("width")}), overrides, test_gpu());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "no kernel has an argument 'widht'; did you mean 'width'?");
}

TEST(Choose, assumes_a_launch_that_fills_the_gpu) {
  const ChosenLaunch chosen =
      choose(one_kernel({scalar("n"), scalar("a", "float"), buffer("x")})).launches.at(0);
  EXPECT_EQ(chosen.launch.block, (Dims{256, 1, 1}));
  EXPECT_EQ(chosen.launch.grid, (Dims{65536, 1, 1}));
  EXPECT_EQ(chosen.launch.arguments[0].integer, 1 << 24);
  EXPECT_EQ(chosen.launch.arguments[1].real, 1.0);
  EXPECT_EQ(chosen.launch.arguments[2].elements, 1 << 24);
  EXPECT_EQ(chosen.notes, (std::vector<std::string>{
                              "assumed block of 256 threads; give it with --block",
                              "assumed n=16777216, a=1; give them with --arg",
                              "assumed grid of 65536 blocks; give it with --grid",
                              "assumed 16777216 elements in x; give them with --arg x=ELEMENTS"}));
}

TEST(Choose, assumes_a_plane_where_the_kernel_uses_one) {
  const Launch launch =
      choose(one_kernel({buffer("in"), buffer("out"), scalar("width"), scalar("height")},
                        "mov.u32 %r1, %ctaid.y; mov.u32 %r2, %tid.y;"))
          .launches.at(0)
          .launch;
  EXPECT_EQ(launch.block, (Dims{16, 16, 1}));
  EXPECT_EQ(launch.grid, (Dims{256, 256, 1}));
  EXPECT_EQ(launch.arguments[2].integer, 4096);
  EXPECT_EQ(launch.arguments[3].integer, 4096);
  EXPECT_EQ(launch.arguments[0].elements, 1 << 24);
  EXPECT_NE(launch.arguments[0].buffer, launch.arguments[1].buffer);
}

TEST(Choose, respects_launch_bounds_and_given_sizes) {
  Inspection inspection = one_kernel({scalar("n"), buffer("x")});
  inspection.kernels[0].launch_bounds.max_threads = 128;
  LaunchOverrides overrides;
  overrides.arguments = {{"n", {1000, 1000}}};
  const Launch launch = choose(inspection, overrides).launches.at(0).launch;
  EXPECT_EQ(launch.block, (Dims{128, 1, 1}));
  EXPECT_EQ(launch.grid, (Dims{8, 1, 1}));  // 1000 / 128 = 7.8
  overrides.block = Dims{256, 1, 1};
  const LaunchChoice refused = choose(inspection, overrides);
  ASSERT_EQ(refused.skipped.size(), 1U);
  EXPECT_EQ(refused.skipped[0].reason,
            "a block may have at most 128 threads by the kernel's launch bounds");
}

TEST(Choose, takes_a_size_that_is_unknown_from_the_grid) {
  Inspection inspection = one_kernel({scalar("n"), buffer("x")});
  HostLaunch launch = host_launch(10, 100, {HostArgument{}, host_buffer(0, 4000)});
  launch.arguments[0].kind = ArgumentKind::Scalar;
  launch.arguments[0].value.needs = {"argv[1]"};
  inspection.launches = {launch};
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_EQ(chosen.launch.arguments[0].integer, 1000);
  EXPECT_EQ(chosen.notes.at(0), "assumed n=1000; give them with --arg");
}

TEST(Choose, takes_what_host_code_makes_likely) {
  Inspection inspection = one_kernel({scalar("flavour"), buffer("x")});
  HostArgument flavour;
  flavour.kind = ArgumentKind::Scalar;
  flavour.value.likely = 12.4;
  HostArgument x = host_buffer(0, 0);
  x.buffer_bytes = HostValue{};
  x.buffer_bytes.likely = 4000;
  inspection.launches = {host_launch(10, 100, {flavour, x})};
  inspection.launches[0].grid[0] = HostValue{};
  inspection.launches[0].grid[0].likely = 25;
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_EQ(chosen.launch.grid, (Dims{25, 1, 1}));
  EXPECT_EQ(chosen.launch.arguments[0].integer, 12);
  EXPECT_EQ(chosen.launch.arguments[1].elements, 1000);
  EXPECT_EQ(chosen.notes.at(0),
            "estimated from host code: flavour=12, x of 1000 elements, the grid and block");
}

TEST(Choose, a_number_that_nothing_is_known_of_refuses_nothing) {
  const LaunchChoice bare = choose(one_kernel({scalar("flavour"), scalar("mode"), buffer("x")}));
  EXPECT_TRUE(bare.skipped.empty());
  const ChosenLaunch& assumed = bare.launches.at(0);
  EXPECT_EQ(assumed.launch.arguments[0].integer, 1);
  EXPECT_EQ(assumed.launch.arguments[1].integer, 0);
  EXPECT_EQ(assumed.launch.assumed.scalars, 2);
  EXPECT_EQ(assumed.launch.assumed.sizes, 1);
  EXPECT_TRUE(assumed.launch.assumed.launch && assumed.launch.assumed.grid);
  // What host code settles is not counted.
  Inspection inspection = one_kernel({scalar("flavour"), buffer("x")});
  inspection.launches = {host_launch(1, 32, {HostArgument{}, host_buffer(0, 4)})};
  inspection.launches[0].arguments[0].kind = ArgumentKind::Scalar;
  inspection.launches[0].arguments[0].value.needs = {"level"};
  const Assumptions partly = choose(inspection).launches.at(0).launch.assumed;
  EXPECT_EQ(partly.scalars, 1);
  EXPECT_EQ(partly.sizes, 0);
  EXPECT_FALSE(partly.grid || partly.block || partly.launch);
  EXPECT_FALSE(choose(host_program()).launches.at(0).launch.assumed.any());
}

// A number without a telling name is what the kernel uses it for.
TEST(Choose, numbers_are_assumed_by_their_use) {
  const std::string body =
      "\tld.param.u32 \t%r1, [k_param_0];\n\tld.param.u32 \t%r2, [k_param_1];\n"
      "\tmov.u32 \t%r3, %ctaid.x;\n\tmov.u32 \t%r4, %tid.x;\n"
      "\tmad.lo.s32 \t%r5, %r3, 256, %r4;\n\tsetp.ge.s32 \t%p1, %r5, %r1;\n"
      "\tadd.s32 \t%r6, %r5, %r2;\n";
  const Launch launch =
      choose(one_kernel({scalar("zork"), scalar("gnu"), buffer("x")}, body)).launches.at(0).launch;
  EXPECT_EQ(launch.arguments[0].integer, 1 << 24);
  EXPECT_EQ(launch.arguments[1].integer, 0);
}

TEST(Choose, the_product_of_sizes_is_the_number_of_threads) {
  const std::string body =
      "\tld.param.u32 \t%r1, [k_param_0];\n\tld.param.u32 \t%r2, [k_param_1];\n"
      "\tmul.lo.s32 \t%r7, %r1, %r2;\n\tmov.u32 \t%r3, %ctaid.x;\n"
      "\tmov.u32 \t%r4, %tid.x;\n\tmad.lo.s32 \t%r5, %r3, 256, %r4;\n"
      "\tsetp.ge.s32 \t%p1, %r5, %r7;\n";
  const Launch launch =
      choose(one_kernel({scalar("N"), scalar("zork"), buffer("x")}, body)).launches.at(0).launch;
  EXPECT_EQ(launch.arguments[0].integer, 4096);
  EXPECT_EQ(launch.arguments[1].integer, 4096);
  EXPECT_EQ(launch.grid, (Dims{65536, 1, 1}));
  EXPECT_EQ(launch.arguments[2].elements, 1 << 24);
}

TEST(Choose, members_of_a_struct_that_nobody_fills_are_assumed_and_can_be_given) {
  Parameter parameter = {"p", "P", 24, false, "P", 24, false, false, "value"};
  parameter.members = {{"p.n", "int", 0, 4, false, "int", 4},
                       {"p.x", "float *", 8, 8, true, "float", 4},
                       {"p.lda", "int", 16, 4, false, "int", 4}};
  const Inspection inspection = one_kernel({parameter});
  const Launch assumed = choose(inspection).launches.at(0).launch;
  const auto& members = assumed.arguments.at(0).members;
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].integer, 1 << 24);
  EXPECT_EQ(members[1].elements, 1 << 24);
  EXPECT_EQ(members[1].buffer, 0);
  EXPECT_EQ(assumed.grid, (Dims{65536, 1, 1}));
  LaunchOverrides overrides;
  overrides.arguments = {{"p.n", {1000, 1000}}, {"p.x", {1000, 1000}}};
  const ChosenLaunch given = choose(inspection, overrides).launches.at(0);
  EXPECT_EQ(given.launch.arguments.at(0).members.at(0).integer, 1000);
  EXPECT_EQ(given.launch.arguments.at(0).members.at(1).elements, 1000);
  EXPECT_EQ(given.launch.assumed.scalars, 1);
  EXPECT_EQ(given.launch.assumed.sizes, 0);
}

TEST(Choose, kernels_that_are_never_launched_come_last_and_are_marked) {
  Inspection inspection = host_program();
  Kernel other = inspection.kernels[0];
  other.name = other.mangled = "other";
  other.parameters = {scalar("n")};
  inspection.kernels.insert(inspection.kernels.begin(), other);
  const LaunchChoice choice = choose(inspection);
  ASSERT_EQ(choice.launches.size(), 2U);
  EXPECT_TRUE(choice.launches[0].in_program);
  EXPECT_EQ(choice.launches[0].line, 7);
  EXPECT_FALSE(choice.launches[1].in_program);
  EXPECT_TRUE(choice.launches[1].launch.assumed.launch);
  // Alone, as when it was asked for by name, it is everything.
  inspection.kernels.pop_back();
  EXPECT_TRUE(choose(inspection).launches.at(0).in_program);
}

TEST(Choose, a_launch_off_the_path_is_no_part_of_the_program) {
  Inspection inspection = host_program();
  Kernel other = inspection.kernels[0];
  other.name = other.mangled = "other";
  inspection.kernels.push_back(other);
  inspection.launches.push_back(inspection.launches[0]);
  inspection.launches[1].kernel = "other";
  inspection.launches[1].reached = false;
  const LaunchChoice choice = choose(inspection);
  ASSERT_EQ(choice.launches.size(), 2U);
  EXPECT_FALSE(choice.launches[1].in_program);
  EXPECT_TRUE(choice.launches[1].launch.assumed.off_path);
  inspection.launches[0].reached = false;
  EXPECT_TRUE(choose(inspection).launches.at(1).in_program);
}

TEST(Choose, a_template_with_many_instances_is_not_predicted_for_all_that_nobody_launches) {
  Inspection inspection = host_program();
  Kernel instance = inspection.kernels[0];
  instance.name = "many";
  for (int i = 0; i < 40; ++i) {
    instance.template_arguments = {std::to_string(i)};
    instance.mangled = "many" + std::to_string(i);
    inspection.kernels.push_back(instance);
  }
  inspection.launches.push_back(inspection.launches[0]);
  inspection.launches[1].kernel = "many30";
  const LaunchChoice choice = choose(inspection);
  // The program's own two, and three beside the one that it launches.
  ASSERT_EQ(choice.launches.size(), 5U);
  EXPECT_EQ(kernel_title(inspection.kernels[choice.launches[1].kernel]), "many<30>");
  EXPECT_FALSE(choice.launches[2].in_program);
  EXPECT_EQ(choice.notes,
            std::vector<std::string>{"36 more instances of many, which host code does not launch "
                                     "on the path that was followed, are left out; --kernel "
                                     "'many<...>' predicts one"});
  // Where nothing is launched there are more of them.
  inspection.launches.clear();
  EXPECT_EQ(choose(inspection).launches.size(), 17U);
}

TEST(Choose, says_what_the_front_end_assumed) {
  Inspection inspection = host_program();
  inspection.kernels[0].template_arguments = {"8"};
  inspection.kernels[0].assumed_templates = true;
  inspection.kernels[0].assumed_macros = {"TILE=32"};
  inspection.launches[0].assumed = {"rows=4096"};
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_EQ(chosen.notes,
            (std::vector<std::string>{
                "assumed in host code: rows=4096; give them with -D rows=VALUE",
                "assumed template arguments: k<8>; give others with --kernel 'k<...>'",
                "assumed macros: TILE=32; give them with -D TILE=VALUE"}));
  EXPECT_EQ(chosen.launch.assumed.host, 1);
  EXPECT_TRUE(chosen.launch.assumed.templates && chosen.launch.assumed.macros);
}

// 90,000 rows and an `m` that nobody knows: not 90,000 x 1024 threads.
TEST(Choose, an_assumed_side_beside_a_long_one_is_no_side_of_the_grid) {
  Inspection inspection = host_program();
  inspection.has_main = true;
  inspection.kernels[0].parameters = {scalar("rows", "int"), scalar("m", "int")};
  HostLaunch& launch = inspection.launches[0];
  launch.grid[0] = HostValue();
  launch.arguments = {HostArgument(), HostArgument()};
  launch.arguments[0].kind = launch.arguments[1].kind = ArgumentKind::Scalar;
  launch.arguments[0].value = known(90'000);
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_EQ(chosen.launch.arguments[1].integer, 1024);
  const int64_t threads = chosen.launch.grid[0] * chosen.launch.block[0];
  EXPECT_GE(threads, 90'000);
  EXPECT_LT(threads, 91'000);
}

TEST(Choose, a_block_that_is_only_likely_and_too_large_is_assumed) {
  Inspection inspection = host_program();
  inspection.launches[0].block[0] = HostValue();
  inspection.launches[0].block[0].likely = 2048;
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_TRUE(chosen.launch.assumed.launch);
  EXPECT_EQ(chosen.launch.block[0], 256);
}

TEST(Choose, refuses_launches_that_no_gpu_takes) {
  for (const int64_t grid : {int64_t{0}, int64_t{-1}, int64_t{1} << 31, int64_t{1} << 62}) {
    Inspection inspection = host_program();
    inspection.launches[0].grid[0] = known(grid);
    EXPECT_TRUE(choose(inspection).launches.empty()) << grid;
    LaunchOverrides overrides;
    overrides.block = Dims{64, 1, 1};
    EXPECT_LE(choose(inspection, overrides).launches.size(), 1U) << grid;
  }
  LaunchOverrides overrides;
  overrides.block = Dims{64, 64, 1};
  EXPECT_EQ(choose(host_program(), overrides).skipped.at(0).reason,
            "a block may have at most 1024 threads on test (launch in line 7)");
  overrides = {};
  overrides.shared_bytes = 1 << 20;
  EXPECT_EQ(choose(host_program(), overrides).skipped.size(), 1U);
}

TEST(Choose, members_of_structs_take_their_places_and_types) {
  // struct { char c; double d; float* x; int n[2]; }: the values are found by their places.
  Parameter parameter = {"p", "P", 32, false, "P", 32, false, false, "value"};
  parameter.members = {{"p.c", "char", 0, 1, false, "char", 1},
                       {"p.d", "double", 8, 8, false, "double", 8},
                       {"p.x", "float *", 16, 8, true, "float", 4},
                       {"p.n[0]", "int", 24, 4, false, "int", 4},
                       {"p.n[1]", "int", 28, 4, false, "int", 4}};
  Inspection inspection = one_kernel({parameter});
  HostArgument argument;
  argument.kind = ArgumentKind::Struct;
  argument.members = {host_scalar(7), host_scalar(3), host_buffer(5, 400), host_scalar(10),
                      host_scalar(20)};
  const int64_t places[] = {0, 8, 16, 24, 28};
  for (size_t i = 0; i < argument.members.size(); ++i)
    argument.members[i].member_offset = places[i];
  argument.members[2].fill = HostFill{
      .fill = {.kind = FillKind::Constant, .low = 2, .high = 2}, .value_bytes = 4, .is_real = true};
  inspection.launches = {host_launch(1, 32, {argument})};
  const ChosenLaunch chosen = choose(inspection).launches.at(0);
  EXPECT_TRUE(chosen.notes.empty());
  const auto& members = chosen.launch.arguments.at(0).members;
  ASSERT_EQ(members.size(), 5U);
  for (size_t i = 0; i < members.size(); ++i)
    EXPECT_EQ(members[i].member_offset, places[i]);
  EXPECT_EQ(members[0].size_bytes, 1);
  EXPECT_EQ(members[1].real, 3.0);
  EXPECT_EQ(members[2].elements, 100);
  EXPECT_EQ(members[2].buffer, 0);
  EXPECT_EQ(members[2].fill.kind, FillKind::Constant);
  EXPECT_TRUE(members[2].fill_from_host);
  EXPECT_EQ(members[4].integer, 20);
}

TEST(Choose, what_host_code_fills_in_must_fit_the_type) {
  const auto fill_with = [](HostFill fill, const Parameter& parameter,
                            const LaunchOverrides& overrides = {}) {
    Inspection inspection = one_kernel({parameter});
    inspection.launches = {host_launch(1, 32, {host_buffer(1, 4000)})};
    inspection.launches[0].arguments[0].fill = std::move(fill);
    return choose(inspection, overrides).launches.at(0).launch.arguments.at(0);
  };
  const Fill iota{.kind = FillKind::Iota, .low = 0, .high = 0};
  EXPECT_EQ(fill_with({iota, 4, false}, buffer("a", "int")).fill, iota);
  EXPECT_FALSE(fill_with({iota, 8, false}, buffer("a", "int")).fill_from_host);
  EXPECT_FALSE(fill_with({iota, 4, true}, buffer("a", "int")).fill_from_host);
  Parameter vectors = buffer("a", "float4");
  vectors.element_bytes = 16;
  EXPECT_TRUE(fill_with({iota, 4, true}, vectors).fill_from_host);
  // What the user says wins.
  LaunchOverrides overrides;
  overrides.fills = {{"a", {.kind = FillKind::Zero}}};
  const LaunchArgument given = fill_with({iota, 4, false}, buffer("a", "int"), overrides);
  EXPECT_EQ(given.fill.kind, FillKind::Zero);
  EXPECT_TRUE(given.fill_given);
  EXPECT_FALSE(given.fill_from_host);
}

}  // namespace
}  // namespace kcast::predict
