# expect: nothing
import numpy as np
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")


def tokenize(examples):
    return tokenizer(examples["text"], truncation=True, padding="max_length")


def add_split(example, index):
    example["fold"] = int(np.random.randint(5))
    return example


raw = load_dataset("imdb", split="train")
# Runs once, before training, and is stored.
raw = raw.map(add_split, with_indices=True)
encoded = raw.map(tokenize, batched=True, num_proc=4).with_format("torch")
loader = DataLoader(encoded, batch_size=16, shuffle=True, num_workers=2)
