"""An adapter that kcast-train trained, loaded by peft: same logits, same loss.

  peft_round_trip.py KCAST_TRAIN FIXTURES

For each tiny model: writes a token shard, lets kcast-train train an adapter on it for a few steps,
loads the adapter with peft and compares the loss of the next step, which kcast-train logs, with the
one that transformers and peft compute. Then peft saves an adapter of its own, kcast-train goes on
from it, and its first loss must be peft's.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

STEPS = 5


TARGETS = ("time_us,flops_fp16,flops_fp32,flops_fp64,flops_tensor,int_ops,l1_bytes,l2_bytes,"
           "hbm_read_bytes,hbm_write_bytes,l1_hit_rate_pct,l2_hit_rate_pct")


def write_shard(path, ids):
    n, length = ids.shape
    unknown = torch.full((n, 12), float("nan"))
    names = "".join(f"sample-{i}\n" for i in range(n))
    save_file({"tokens": ids.reshape(-1).to(torch.int32),
               "offsets": torch.arange(0, ids.numel() + 1, length, dtype=torch.int64),
               "answer": torch.full((n,), 7, dtype=torch.int32),
               "label": torch.full((n,), -1, dtype=torch.int32),
               "targets": unknown, "origin": unknown.clone(), "features": torch.zeros(n, 0),
               "ids": torch.tensor(list(names.encode()), dtype=torch.uint8)}, path,
              {"format": "kcast-shard-1", "tokenizer": "none", "split": "train",
               "template": "test", "targets": TARGETS, "features": ""})


def run(program, folder, name, config):
    file = folder / f"{name}.json"
    file.write_text(json.dumps(config))
    subprocess.run([program, "train", str(file)], check=True, capture_output=True)
    lines = (folder / name / "log.jsonl").read_text().splitlines()
    return [json.loads(line)["loss"] for line in lines]


def loss_of(model, ids):
    with torch.no_grad():
        logits = model(ids).logits[:, 6:-1]
    return torch.nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), ids[:, 7:].reshape(-1)).item()


def base_model(folder):
    # The folder has an adapter, too, which transformers would load.
    return AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager").eval()


def compare(what, ours, theirs):
    print(f"{what}: kcast-train {ours:.6f}, peft {theirs:.6f}")
    if abs(ours - theirs) > 1e-4:
        sys.exit(f"{what}: they differ")


def check(program, fixture, folder):
    base = folder / "base"
    base.mkdir()
    for name in ["config.json", "model.safetensors"]:
        (base / name).write_bytes((fixture / name).read_bytes())
    torch.manual_seed(5)
    ids = torch.randint(0, 97, (4, 20))
    write_shard(folder / "train.safetensors", ids)
    config = {"base": "base", "out": "first", "train": "train.safetensors", "batch_size": 4,
              "epochs": 100, "max_steps": STEPS, "learning_rate": 0.01, "schedule": "constant",
              "warmup": 0, "lora": {"rank": 4, "alpha": 12}}
    run(program, folder, "first", config)
    # Going on from the saved adapter shows the loss that it has.
    config.update({"out": "second", "adapter": "first/last", "max_steps": 1})
    config.pop("lora")
    ours = run(program, folder, "second", config)[0]
    compare(f"{fixture.name}, adapter of kcast-train", ours,
            loss_of(PeftModel.from_pretrained(base_model(base), folder / "first/last"), ids))

    targets = json.loads((folder / "first/last/adapter_config.json").read_text())["target_modules"]
    tuned = get_peft_model(base_model(base), LoraConfig(r=6, lora_alpha=9, target_modules=targets,
                                                        task_type="CAUSAL_LM")).eval()
    with torch.no_grad():
        for p in tuned.parameters():
            if p.requires_grad:
                p.copy_(torch.randn_like(p) * 0.1)
    tuned.save_pretrained(folder / "theirs")
    config.update({"out": "third", "adapter": "theirs"})
    compare(f"{fixture.name}, adapter of peft", run(program, folder, "third", config)[0],
            loss_of(tuned, ids))


def main(program, fixtures):
    for fixture in sorted(pathlib.Path(fixtures).iterdir()):
        with tempfile.TemporaryDirectory() as folder:
            check(program, fixture, pathlib.Path(folder))
    print("adapters of both give the same losses in both")


if __name__ == "__main__":
    main(*sys.argv[1:])
