"""Makes tests/data/train: tiny random models and what transformers and peft compute with them.

For each architecture a folder with config.json, model.safetensors, adapter_config.json,
adapter_model.safetensors (random A and B) and expected.safetensors:
  ids [2, 24]          two sequences
  logits [2, 24, V]    of the base
  lora_logits          of base and adapter
  loss                 mean cross entropy of base and adapter on tokens from position 7 on
  grad.<tensor>        its gradient for every adapter tensor
  steps [10]           losses of ten AdamW steps (lr 1e-2, weight decay 0.1, clip 1.0)
  full_steps [10]      losses of ten AdamW steps of all weights, without adapter (lr 1e-3, no decay)
  generated [12]       greedy continuation of the first 8 tokens of sequence 0
"""

import json
import pathlib
import sys

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import save_file
from transformers import (AutoModelForCausalLM, CodeGenConfig, LlamaConfig, Qwen2Config,
                          Starcoder2Config)

VOCAB = 97
CONFIGS = {
    "llama": LlamaConfig(
        vocab_size=VOCAB, hidden_size=32, intermediate_size=56, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=128,
        tie_word_embeddings=False, rms_norm_eps=1e-5,
        rope_parameters={"rope_type": "llama3", "rope_theta": 10000.0, "factor": 4.0,
                         "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                         "original_max_position_embeddings": 16}),
    "smollm": LlamaConfig(
        vocab_size=VOCAB, hidden_size=24, intermediate_size=40, num_hidden_layers=2,
        num_attention_heads=3, num_key_value_heads=1, max_position_embeddings=128,
        tie_word_embeddings=True),
    "qwen2": Qwen2Config(
        vocab_size=VOCAB, hidden_size=32, intermediate_size=56, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=128,
        tie_word_embeddings=True),
    "codegen": CodeGenConfig(
        vocab_size=VOCAB, n_embd=32, n_layer=2, n_head=4, n_positions=128, n_ctx=128, rotary_dim=4,
        attn_pdrop=0.0, resid_pdrop=0.0, embd_pdrop=0.0),
    "starcoder2": Starcoder2Config(
        vocab_size=VOCAB, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=128,
        sliding_window=9, tie_word_embeddings=True),
}
TARGETS = {
    "codegen": ["qkv_proj", "out_proj", "fc_in", "fc_out"],
    "starcoder2": ["q_proj", "k_proj", "v_proj", "o_proj", "c_fc", "c_proj"],
    # Not all of a fused matrix.
    "smollm": ["q_proj", "v_proj", "up_proj"],
}
ALL = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
ANSWER = 7


def make_model(config):
    torch.manual_seed(1)
    config.attn_implementation = "eager"
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32,
                                             attn_implementation="eager")
    # Larger than the usual initialisation, so that every part of the model matters.
    with torch.no_grad():
        for name, p in model.named_parameters():
            if p.dim() == 1:
                p.add_(torch.randn_like(p) * 0.1)
            else:
                p.copy_(torch.randn_like(p) * 0.15)
    return model.eval()


def loss_of(model, ids, answer):
    logits = model(ids).logits[:, answer - 1:-1]
    return torch.nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), ids[:, answer:].reshape(-1))


def ten_steps(model, ids, answer, lr, weight_decay):
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=lr, weight_decay=weight_decay)
    losses = []
    for _ in range(10):
        loss = loss_of(model, ids, answer)
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
    return torch.tensor(losses)


def greedy(model, ids, n):
    with torch.no_grad():
        for _ in range(n):
            ids = torch.cat([ids, model(ids).logits[:, -1:].argmax(-1)], 1)
    return ids[0, -n:]


def main(root):
    for name, config in CONFIGS.items():
        folder = pathlib.Path(root) / name
        folder.mkdir(parents=True, exist_ok=True)
        model = make_model(config)
        model.save_pretrained(folder)
        (folder / "generation_config.json").unlink(missing_ok=True)
        torch.manual_seed(2)
        ids = torch.randint(0, VOCAB, (2, 24))
        expected = {"ids": ids, "logits": model(ids).logits.detach().contiguous()}
        expected["generated"] = greedy(model, ids[:1, :8], 12)

        lora = LoraConfig(r=4, lora_alpha=12, lora_dropout=0.0, task_type="CAUSAL_LM",
                          target_modules=TARGETS.get(name, ALL))
        tuned = get_peft_model(make_model(config), lora).eval()
        torch.manual_seed(3)
        with torch.no_grad():
            for p in tuned.parameters():
                if p.requires_grad:
                    p.copy_(torch.randn_like(p) * 0.1)
        tuned.save_pretrained(folder)
        (folder / "README.md").unlink(missing_ok=True)
        with torch.no_grad():
            expected["lora_logits"] = tuned(ids).logits.contiguous()
        loss = loss_of(tuned, ids, ANSWER)
        loss.backward()
        expected["loss"] = loss.detach().reshape(1)
        for parameter_name, p in tuned.named_parameters():
            if p.requires_grad:
                expected["grad." + parameter_name.replace(".default", "")] = p.grad.clone()
        tuned.zero_grad()
        expected["steps"] = ten_steps(tuned, ids, ANSWER, 1e-2, 0.1)
        expected["full_steps"] = ten_steps(make_model(config), ids, 1, 1e-3, 0.0)
        save_file({k: v.contiguous() for k, v in expected.items()}, folder / "expected.safetensors")
        print(name, json.dumps([round(x, 4) for x in expected["steps"].tolist()]))


if __name__ == "__main__":
    main(sys.argv[1])
