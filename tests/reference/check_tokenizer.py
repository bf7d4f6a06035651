"""Our tokenizer beside Hugging Face's tokenizers library.

  check_tokenizer.py TOKENIZER.json CASES.json            compare: [{"text": ..., "ids": [...]}]
  check_tokenizer.py TOKENIZER.json CASES.json --write    put the library's ids into the cases
"""
import json
import sys

from tokenizers import Tokenizer


def main():
    tokenizer = Tokenizer.from_file(sys.argv[1])
    # Names of special tokens in a text are plain text, as ours has it.
    tokenizer.encode_special_tokens = True
    with open(sys.argv[2], encoding="utf-8") as file:
        cases = json.load(file)
    wrong = 0
    for case in cases:
        text = case["text"]
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        if "--write" in sys.argv:
            case["ids"] = ids
        elif ids != case["ids"]:
            wrong += 1
            if wrong <= 5:
                print(f"{text[:200]!r}\n  library {ids[:40]}\n  ours    {case['ids'][:40]}")
        if tokenizer.decode(ids, skip_special_tokens=False) != text:
            wrong += 1
            print(f"{text[:200]!r} does not come back")
    if "--write" in sys.argv:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(cases, file, ensure_ascii=True, indent=0)
            file.write("\n")
    tokens = sum(len(case["ids"]) for case in cases)
    print(f"{len(cases)} texts, {tokens} tokens, {wrong} differ")
    return 1 if wrong else 0


sys.exit(main())
