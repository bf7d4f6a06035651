"""llama.cpp's tokenizer beside Hugging Face's tokenizers library.

  check_vocabulary.py TOKENIZER.json CASES.json     compare: [{"text": ..., "ids": [...]}]
  check_vocabulary.py TOKENIZER.json --fixture OUT  make tests/data/infer/tokens.json of its first merges

A tokenizer that normalises texts (NFC) is compared on texts that are normal already: llama.cpp
does not normalise.
"""
import json
import sys
import unicodedata

from tokenizers import Tokenizer

N_MERGES = 500
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
          r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace("{1,3}", "")


def split_rule(pattern):
    return {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}]}


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
RULES = {
    "qwen2": split_rule(QWEN2),
    "llama-bpe": split_rule(LLAMA3),
    "smollm": {"type": "Sequence", "pretokenizers": [
        {"type": "Digits", "individual_digits": True}, BYTE_LEVEL]},
    "gpt-2": BYTE_LEVEL,
}
TEXTS = [
    "", " ", "\n", "\t\t", "a", "  a", "a  ", "__global__ void f(float* a, int n) {\n",
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] += 1.0f;\n}\n",
    "a[i]=b[i]+s*c[i];", "1234567890", "0.459", "1.049e+06", "3.14159f", "0x7fffffff", "1e-5",
    "{\"l1_hit_rate_pct\":0.0,\"time_us\":1.000e+01}", "{\n  \"a\": \"0.017\",\n  \"b\": \"12\"\n}\n```",
    "#pragma unroll 4\r\n#include <cuda.h>\r\n", "\r\n\r\n  \n\t x", "don't I'VE we'll 'S", "if(x)y;//z",
    "template <typename T, int N = 32>", "a->b::c<<<grid, block>>>(x);", "\"text\\n\"", "'\\0'",
    "caf\u00e9 na\u00efve", "\u4e2d\u6587 \u65e5\u672c\u8a9e \ud55c\uad6d\uc5b4", "\u03b1\u03b2\u03b3 \u0394t \u00b5s",
    "\U0001f680\U0001f600 x", "\u00a0x\u2003y\u3000z", "\u200bzero\ufeff", "\u0661\u0662\u0663 \u00bd \u2167",
    "<|endoftext|> is text", "x" * 200, "=" * 70, " " * 33 + "y", "\n" * 9, "a\u0301e\u0302",
    "__syncthreads();__shfl_down_sync(0xffffffff, v, 16);", "float4 v = reinterpret_cast<float4*>(p)[i];",
]


def make_fixture(source, out):
    with open(source, encoding="utf-8") as file:
        whole = json.load(file)
    # The alphabet, in its order, and what the first merges make of it.
    merges = whole["model"]["merges"][:N_MERGES]
    made = {left + right for left, right in merges}
    old = sorted(whole["model"]["vocab"].items(), key=lambda item: item[1])
    vocab = {}
    for token, _ in old:
        if len(token) == 1 or token in made:
            vocab[token] = len(vocab)
    fixture = {"vocab": vocab, "merges": merges, "rules": {}, "texts": TEXTS}
    for name, rule in RULES.items():
        tokenizer = {"version": "1.0", "added_tokens": [], "pre_tokenizer": rule,
                     "model": {"type": "BPE", "ignore_merges": name == "llama-bpe", "vocab": vocab,
                               "merges": merges}}
        library = Tokenizer.from_str(json.dumps(tokenizer))
        ids = [library.encode(text, add_special_tokens=False).ids for text in TEXTS]
        fixture["rules"][name] = {"pre_tokenizer": rule, "ids": ids}
    with open(out, "w", encoding="utf-8") as file:
        json.dump(fixture, file, ensure_ascii=True)
        file.write("\n")


def compare(source, cases_path):
    tokenizer = Tokenizer.from_file(source)
    tokenizer.encode_special_tokens = True
    with open(source, encoding="utf-8") as file:
        normalises = json.load(file)["normalizer"] is not None
    with open(cases_path, encoding="utf-8") as file:
        cases = json.load(file)
    wrong = skipped = 0
    for case in cases:
        text = case["text"]
        if normalises and unicodedata.normalize("NFC", text) != text:
            skipped += 1
            continue
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        if ids != case["ids"]:
            wrong += 1
            if wrong <= 5:
                at = next((i for i, (a, b) in enumerate(zip(ids, case["ids"])) if a != b), -1)
                print(f"{text[:120]!r} at {at}\n  library {ids[max(at, 0):][:12]}\n"
                      f"  ours    {case['ids'][max(at, 0):][:12]}")
    tokens = sum(len(case["ids"]) for case in cases)
    print(f"{len(cases)} texts, {tokens} tokens, {skipped} not normal, {wrong} differ")
    return 1 if wrong or len(cases) - skipped < 2000 else 0


if sys.argv[2] == "--fixture":
    make_fixture(sys.argv[1], sys.argv[3])
else:
    sys.exit(compare(sys.argv[1], sys.argv[2]))
