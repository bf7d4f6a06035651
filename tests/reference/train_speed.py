"""The baseline of bench/train_bench.cpp: the same lines of JSON, of transformers and peft.

  train_speed.py lm|task|generate [--shape S] [--device D] [--type T] [--lengths FILE] ...

Training is a loop as Hugging Face's examples have it: samples are padded to the longest of their
batch, as the usual collator does, the model computes all logits and the loss, AdamW is fused.
Generation is generate() with the adapter on, prompts padded on the left, answers of a given length.
Tokens are those of samples; padding does not count.
"""

import argparse
import json
import random
import statistics
import time

import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig, Qwen2Config

SHAPES = {
    "qwen2.5-0.5b": (Qwen2Config, dict(
        vocab_size=151936, hidden_size=896, num_hidden_layers=24, num_attention_heads=14,
        num_key_value_heads=2, intermediate_size=4864)),
    "qwen2.5-1.5b": (Qwen2Config, dict(
        vocab_size=151936, hidden_size=1536, num_hidden_layers=28, num_attention_heads=12,
        num_key_value_heads=2, intermediate_size=8960)),
    "llama-3.2-3b": (LlamaConfig, dict(
        vocab_size=128256, hidden_size=3072, num_hidden_layers=28, num_attention_heads=24,
        num_key_value_heads=8, intermediate_size=8192)),
    "tiny": (Qwen2Config, dict(
        vocab_size=151936, hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, intermediate_size=128)),
}
ALL = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["lm", "task", "generate"])
    parser.add_argument("--shape", default="qwen2.5-0.5b", choices=SHAPES)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--type", default="fp32", choices=["fp32", "bf16"])
    parser.add_argument("--lengths", help="tokens of prompt and answer, a sample a line")
    parser.add_argument("--rank", type=int, default=24)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--new-tokens", type=int, default=0)
    parser.add_argument("--prompts", type=int, default=0)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("--peak-tflops", type=float, default=989)
    return parser.parse_args()


def build(args):
    kind, sizes = SHAPES[args.shape]
    config = kind(tie_word_embeddings=True, **sizes)
    dtype = torch.bfloat16 if args.type == "bf16" else torch.float32
    with torch.device(args.device):
        model = AutoModelForCausalLM.from_config(config, dtype=dtype, attn_implementation="sdpa")
    return get_peft_model(model.to(args.device), LoraConfig(
        r=args.rank, lora_alpha=2 * args.rank, target_modules=ALL, task_type="CAUSAL_LM")), config


def read_samples(args):
    """Tokens of prompt and answer."""
    if args.part == "lm":
        return [(0, args.length)] * args.batch
    with open(args.lengths) as file:
        return [tuple(map(int, line.split())) for line in file]


def flops_of(config, prompt, answer):
    """As in train_bench: what the model has to compute, adapters and padding left out."""
    n = prompt + answer
    head = config.hidden_size // config.num_attention_heads
    q, kv = config.num_attention_heads * head, config.num_key_value_heads * head
    layer = config.hidden_size * (2 * q + 2 * kv + 3 * config.intermediate_size)
    layers = config.num_hidden_layers
    with_loss = n - max(1, prompt)
    return (2 * 2 * n * layer * layers + 3.5 * 2 * n * n * q * layers
            + 2 * 2 * with_loss * config.hidden_size * config.vocab_size)


def collate(args, config, samples):
    longest = max(prompt + answer for prompt, answer in samples)
    ids = torch.randint(0, config.vocab_size, (len(samples), longest))
    mask = torch.zeros_like(ids)
    labels = torch.full_like(ids, -100)
    for row, (prompt, answer) in enumerate(samples):
        mask[row, :prompt + answer] = 1
        labels[row, prompt:prompt + answer] = ids[row, prompt:prompt + answer]
    return {"input_ids": ids.to(args.device), "attention_mask": mask.to(args.device),
            "labels": labels.to(args.device)}


def peak_gib(args):
    if args.device == "cuda":
        return torch.cuda.max_memory_allocated() / 2**30
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 2**20


def measure_training(args, model, config):
    samples = read_samples(args)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-4, fused=True)
    model.train()

    def step(first):
        batch = [samples[(first + i) % len(samples)] for i in range(args.batch)]
        loss = model(**collate(args, config, batch)).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        return loss.item(), batch

    for i in range(args.warmup):
        step(i * args.batch)
    tokens = flops = 0
    begin = time.perf_counter()
    for i in range(args.steps):
        loss, batch = step((args.warmup + i) * args.batch)
        tokens += sum(prompt + answer for prompt, answer in batch)
        flops += sum(flops_of(config, *sample) for sample in batch)
    if args.device == "cuda":
        torch.cuda.synchronize()
    seconds = time.perf_counter() - begin
    tflops = flops / seconds / 1e12
    return {"tokens_per_s": tokens / seconds, "samples_per_s": args.batch * args.steps / seconds,
            "step_ms": 1e3 * seconds / args.steps, "peak_gib": peak_gib(args),
            "model_tflops": tflops, "mfu_pct": 100 * tflops / args.peak_tflops, "loss": loss}


def measure_generation(args, model, config):
    samples = read_samples(args)
    new_tokens = args.new_tokens or int(statistics.median(answer for _, answer in samples))
    model.eval()

    def answer(first, count):
        prompts = [samples[(first + i) % len(samples)][0] for i in range(count)]
        longest = max(prompts)
        ids = torch.randint(0, config.vocab_size, (count, longest), device=args.device)
        mask = torch.ones_like(ids)
        for row, n in enumerate(prompts):
            mask[row, :longest - n] = 0
        with torch.no_grad():
            out = model.generate(input_ids=ids, attention_mask=mask, max_new_tokens=new_tokens,
                                 min_new_tokens=new_tokens, do_sample=False, pad_token_id=0,
                                 eos_token_id=None)
        return out.shape[1] - longest

    prompts = args.prompts or args.batch
    if args.warmup:
        answer(0, min(args.batch, prompts))
    begin = time.perf_counter()
    tokens = 0
    for first in range(0, prompts, args.batch):
        count = min(args.batch, prompts - first)
        tokens += count * answer(first, count)
    if args.device == "cuda":
        torch.cuda.synchronize()
    seconds = time.perf_counter() - begin
    return {"answers_per_s": prompts / seconds, "tokens_per_s": tokens / seconds,
            "tokens_per_answer": tokens / prompts, "peak_gib": peak_gib(args)}


def main():
    args = arguments()
    random.seed(1)
    torch.manual_seed(1)
    model, config = build(args)
    measure = measure_generation if args.part == "generate" else measure_training
    line = {"program": "transformers+peft", "part": args.part, "guided": False,
            "shape": args.shape, "batch": args.batch}
    print(json.dumps(line | measure(args, model, config)), flush=True)


if __name__ == "__main__":
    main()
