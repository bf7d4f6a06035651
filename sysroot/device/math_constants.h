// Constants of the math bodies, each a number of mathematics rounded to double. `hi` and `lo` are
// the nearest double and the nearest double to what is left.
#pragma once

namespace kc {

constexpr double kLn2Hi = 0x1.62e42fefa39efp-1;
constexpr double kLn2Lo = 0x1.abc9e3b39803fp-56;
constexpr double kInvLn2Hi = 0x1.71547652b82fep+0;
constexpr double kInvLn2Lo = 0x1.777d0ffda0d24p-56;
constexpr double kInvLn10Hi = 0x1.bcb7b1526e50ep-2;
constexpr double kInvLn10Lo = 0x1.95355baaafad3p-57;
constexpr double kLn10Hi = 0x1.26bb1bbb55516p+1;
constexpr double kLn10Lo = -0x1.f48ad494ea3e9p-53;
constexpr double kLog10Of2Hi = 0x1.34413509f79ffp-2;
constexpr double kLog10Of2Lo = -0x1.9dc1da994fd21p-59;
constexpr double kHalfPiHi = 0x1.921fb54442d18p+0;
constexpr double kHalfPiLo = 0x1.1a62633145c07p-54;
constexpr double kPiHi = 0x1.921fb54442d18p+1;
constexpr double kPiLo = 0x1.1a62633145c07p-53;
constexpr double kInvPiHi = 0x1.45f306dc9c883p-2;
constexpr double kInvPiLo = -0x1.6b01ec5417056p-56;
constexpr double kHalfPiTail = -0x1.f1976b7ed8fbcp-110;  // what the first two parts of pi / 2 leave
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kLog2Of10 = 0x1.a934f0979a371p+1;
constexpr double kTwoOverSqrtPi = 0x1.20dd750429b6dp+0;
constexpr double kInvSqrtPi = 0x1.20dd750429b6dp-1;
constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
constexpr double kEuler = 0x1.2788cfc6fb619p-1;
constexpr double kHalfLogTwoPi = 0x1.d67f1c864beb5p-1;
constexpr double kLogPi = 0x1.250d048e7a1bdp+0;
constexpr double kSqrtTwoPi = 0x1.40d931ff62706p+1;

// The first 1280 bits of 2 / pi after the binary point, most significant word first.
constexpr unsigned long long kTwoOverPiBits[20] = {
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
    0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
    0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull,
};

// atan(i / 8) for i = 0..8, in two parts.
constexpr double kAtanEighths[9][2] = {
    {0x0.0p+0, 0x0.0p+0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

// zeta(k) - 1 for k = 2..31.
constexpr double kZetaMinus1[30] = {
    0x1.4a34cc4a60fa6p-1,  0x1.9dd002780310ap-3,  0x1.51322ac7d8483p-4,  0x1.2e831d94f99b7p-5,
    0x1.1c26130249124p-6,  0x1.1196d0a679c47p-7,  0x1.0b36af86396e9p-8,  0x1.073e7b02d6ae0p-9,
    0x1.04b8ce96ee5f8p-10, 0x1.0318df2459954p-11, 0x1.020a5b2cd3042p-12, 0x1.01593a1177bd6p-13,
    0x1.00e4af2b4e156p-14, 0x1.0097bcbf11bedp-15, 0x1.0064cdeb22f0fp-16, 0x1.0043073686681p-17,
    0x1.002c9953744ccp-18, 0x1.001db08f9ba4ap-19, 0x1.0013c594466eap-20, 0x1.000d2bab28121p-21,
    0x1.0008c66cec77dp-22, 0x1.0005d8f13858cp-23, 0x1.0003e59ffde12p-24, 0x1.000298ea55633p-25,
    0x1.0001bb316ccdap-26, 0x1.0001276b90845p-27, 0x1.0000c4ed05ae3p-28, 0x1.0000834601a87p-29,
    0x1.00005782aaebep-30, 0x1.00003a56719b9p-31,
};

}  // namespace kc
