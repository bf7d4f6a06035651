"""The baseline of bench/train_bench.cpp: LoRA steps with transformers and peft, on a GPU.

  train_speed.py [qwen2.5-0.5b|qwen2.5-1.5b] [BATCH] [LENGTH] [SHORTEST LONGEST]

With two lengths the samples are padded to the longest of a batch, as a data collator does, and the
loss is on the last 150 tokens of each.
"""

import json
import random
import sys
import time

import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Qwen2Config

SHAPES = {
    "qwen2.5-0.5b": dict(hidden_size=896, num_hidden_layers=24, num_attention_heads=14,
                         num_key_value_heads=2, intermediate_size=4864),
    "qwen2.5-1.5b": dict(hidden_size=1536, num_hidden_layers=28, num_attention_heads=12,
                         num_key_value_heads=2, intermediate_size=8960),
}
ALL = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def main(shape="qwen2.5-0.5b", batch="16", length="1024", *lengths):
    batch, length = int(batch), int(length)
    config = Qwen2Config(vocab_size=151936, tie_word_embeddings=True, **SHAPES[shape])
    model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16,
                                             attn_implementation="sdpa").cuda()
    model = get_peft_model(model, LoraConfig(r=24, lora_alpha=48, target_modules=ALL))
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-4)
    random.seed(1)
    sizes = [length] * batch
    if lengths:
        sizes = [random.randint(int(lengths[0]), int(lengths[1])) for _ in range(batch)]
    ids = torch.randint(0, 151936, (batch, max(sizes)), device="cuda")
    mask = torch.zeros_like(ids)
    labels = torch.full_like(ids, -100)
    for row, n in enumerate(sizes):
        mask[row, :n] = 1
        first = max(1, n - 150) if lengths else 0
        labels[row, first:n] = ids[row, first:n]

    def step():
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        return loss.item()

    for _ in range(3):
        step()
    begin = time.time()
    for _ in range(10):
        loss = step()
    seconds = (time.time() - begin) / 10
    print(json.dumps({"tokens_per_s": sum(sizes) / seconds, "samples_per_s": batch / seconds,
                      "step_ms": 1000 * seconds, "loss": loss,
                      "peak_gib": torch.cuda.max_memory_allocated() / 2**30}))


if __name__ == "__main__":
    main(*sys.argv[1:])
