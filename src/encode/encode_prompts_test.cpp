#include "encode/prompts.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "encode/answers.h"
#include "encode/chat.h"
#include "encode/encode_test_data.h"

namespace kcast::encode {
namespace {

// A template as docs/encode.md shows it: turns with their roles, then the answer.
std::string shown(Template which) {
  const KernelSource kernel = triad_kernel();
  const Launch launch = triad_launch();
  const Gpu gpu = h200();
  std::string out;
  for (const Turn& turn : prompt_of(which, {kernel, launch, gpu, "", "", {}}))
    out += "[" + (turn.role.empty() ? "text" : turn.role) + "]\n" + turn.text() + "\n";
  const std::string answer =
      answer_text(answer_schema(which, kernel, gpu), triad_values(), Bound::Bandwidth);
  return out + (answer.empty() ? "" : "[assistant]\n" + answer + "\n");
}

TEST(Prompts, are_those_of_the_golden_files) {
  for (const Template which : kTemplates) {
    const std::string path = std::string(KCAST_SOURCE_DIR) + "/tests/golden/encode/" +
                             std::string(template_name(which)) + ".txt";
    const std::string text = shown(which);
    if (std::getenv("KCAST_UPDATE_GOLDEN") != nullptr) {
      ASSERT_TRUE(write_file(path, text)) << path;
    }
    const auto golden = read_file(path);
    ASSERT_TRUE(golden) << golden.error().message;
    EXPECT_EQ(*golden, text) << path;
  }
}

TEST(Prompts, are_those_of_the_documentation) {
  const auto guide = read_file(std::string(KCAST_SOURCE_DIR) + "/docs/encode.md");
  ASSERT_TRUE(guide) << guide.error().message;
  for (const Template which :
       {Template::Compact, Template::Omniwise, Template::LlmPerf, Template::RooflineFewShot}) {
    EXPECT_NE(guide->find(shown(which)), std::string::npos) << template_name(which);
  }
}

TEST(Prompts, omniwise_has_the_words_of_figure_3) {
  const KernelSource kernel = triad_kernel();
  const Launch launch = triad_launch();
  const Gpu gpu = h200();
  const auto turns = prompt_of(Template::Omniwise, {kernel, launch, gpu, "", "", {}});
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].text(),
            "You are an expert GPU programmer and profiler. Given a code, you will predict its "
            "performance counters.");
  EXPECT_EQ(turns[1].before,
            "For the GPU architecture sm_90 and the compiler flags -O3 --use_fast_math, what are "
            "the bandwidth, arithmetic intensity, hit rates, flops of the following code? Output "
            "the answer in JSON format.\n\n");
  EXPECT_EQ(turns[1].code, kernel.source);
  const auto named = prompt_of(Template::Omniwise, {kernel, launch, gpu, "n=1048576", "", {}});
  EXPECT_NE(named[1].before.find(
                "flops of the kernel triad (launch n=1048576) in the following code? Output"),
            std::string::npos);
}

TEST(Prompts, llmperf_has_the_lines_of_the_paper) {
  KernelSource kernel = triad_kernel();
  kernel.source = "kernel void k() {}";  // no line break at its end
  kernel.language = "opencl";
  Launch launch = triad_launch();
  launch.arguments.erase(launch.arguments.begin(), launch.arguments.begin() + 2);
  launch.arguments.push_back(
      {.name = "t", .element_type = "float", .element_bytes = 4, .local_bytes = 1024});
  const Gpu gpu = h200();
  const auto turns = prompt_of(Template::LlmPerf, {kernel, launch, gpu, "", "", {}});
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].role, "");
  EXPECT_EQ(turns[0].text(),
            "Predict time for the following OpenCL kernel:\nkernel void k() {}\nGiven input:\n"
            "Argument at position 0 is c, which is global buffer of type float with size 1048576\n"
            "Argument at position 1 is s, which is private scalar of type float with value 0.5\n"
            "Argument at position 2 is n, which is private scalar of type int with value 1048576\n"
            "Argument at position 3 is t, which is local buffer of type float with size 256\n"
            "Given kernel are executed with global size equals cl::NDRange(524288, 2), local "
            "work-group size equals cl::NDRange(256)");
}

TEST(Prompts, roofline_states_hardware_launch_and_arguments) {
  const KernelSource kernel = triad_kernel();
  const Launch launch = triad_launch();
  const Gpu gpu = h200();
  PromptInput input{kernel, launch, gpu, "", "1000 2", {{"some code", Bound::Compute}}};
  const std::string text = prompt_of(Template::RooflineFewShot, input)[0].text();
  for (const char* part :
       {"Provide only one word as your response, chosen from the set: ['Compute', 'Bandwidth'].",
        "Example 1:\n\nsome code\n\nResponse: Compute\n",
        "Now, analyze the following source codes for the requested kernel of the specified "
        "hardware.",
        "Classify the CUDA kernel called triad as Bandwidth or Compute bound. The system it will "
        "execute on is a NVIDIA H200 SXM 141GB with:",
        "The block and grid sizes of the invoked kernel are (256,1,1) and (2048,2,1), "
        "respectively. The executable running this kernel is launched with the following "
        "command-line arguments: [1000 2].",
        "Below is the source code of the requested CUDA kernel:\n\n__global__ void triad"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n--- is not in\n" << text;
  }
  EXPECT_EQ(text.find("Example 2"), std::string::npos);
  const std::string zero = prompt_of(Template::Roofline, input)[0].text();
  EXPECT_EQ(zero.find("Example"), std::string::npos);
  EXPECT_NE(zero.find("- max bandwidth of "), std::string::npos);
}

TEST(Prompts, compact_tells_what_is_unusual_of_a_buffer) {
  const KernelSource kernel = triad_kernel();
  Launch launch = triad_launch();
  launch.shared_bytes = 512;
  launch.arguments[2].buffer = 0;
  launch.arguments[1].fill.kind = FillKind::Zero;
  const Gpu gpu = h200();
  const std::string text = prompt_of(Template::Compact, {kernel, launch, gpu, "", "", {}})[0].after;
  EXPECT_EQ(text,
            "launch triad grid 2048 2 1 block 256 1 1 shared 512\n"
            "a float[1048576]\nb float[1048576] zero\nc float[1048576] is a\ns = 0.5\n"
            "n = 1048576\n");
}

TEST(Prompts, templates_have_names) {
  for (const Template which : kTemplates)
    EXPECT_EQ(*template_named(template_name(which)), which);
  EXPECT_EQ(template_named("gpt").error().message,
            "no template 'gpt'; there are omniwise, omniwise-raw, llmperf, roofline, "
            "roofline-few-shot, compact");
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string out;
  for (const Piece& piece : pieces)
    out += piece.text;
  return out;
}

TEST(Chat, writes_the_formats_of_the_models) {
  const std::vector<Turn> turns = {{"system", "Be good.", "", ""}, {"user", "Q ", "code", " ?"}};
  const auto chatml = prompt_pieces(ChatFormat::ChatMl, turns);
  EXPECT_EQ(joined(chatml),
            "<|im_start|>system\nBe good.<|im_end|>\n<|im_start|>user\nQ code ?<|im_end|>\n"
            "<|im_start|>assistant\n");
  EXPECT_EQ(chatml[0], (Piece{PieceKind::Special, "<|im_start|>"}));
  EXPECT_EQ(chatml[5], (Piece{PieceKind::Text, "user\nQ "}));
  EXPECT_EQ(chatml[6], (Piece{PieceKind::Code, "code"}));
  // Figure 3 of Omniwise, with the line breaks of Llama's own template.
  EXPECT_EQ(joined(prompt_pieces(ChatFormat::Llama3, turns)) +
                joined(answer_pieces(ChatFormat::Llama3, "A")),
            "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe good.<|eot_id|>"
            "<|start_header_id|>user<|end_header_id|>\n\nQ code ?<|eot_id|>"
            "<|start_header_id|>assistant<|end_header_id|>\n\nA<|eot_id|>");
  EXPECT_EQ(joined(prompt_pieces(ChatFormat::Plain, turns)) +
                joined(answer_pieces(ChatFormat::Plain, "A")),
            "Be good.\n\nQ code ?\n\nA<|endoftext|>");
  // No conversation: LLMPerf's text alone, in every format.
  const auto alone = prompt_pieces(ChatFormat::ChatMl, {{"", "Predict ", "code", ""}});
  EXPECT_EQ(joined(alone), "Predict code");
  EXPECT_TRUE(answer_pieces(ChatFormat::ChatMl, "").empty());
}

}  // namespace
}  // namespace kcast::encode
