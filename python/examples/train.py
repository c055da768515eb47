#!/usr/bin/env python3
"""Trains a small convolutional network on an output folder of epochmill: a start for a training script of your own.

    python/examples/train.py OUT --epochs 30 --workers 4 --checkpoint last.pt
    torchrun --nproc_per_node 2 python/examples/train.py OUT --epochs 30 --checkpoint last.pt      # DDP, gloo on CPUs

Every epoch of training reads an epoch of augmented pictures: epoch e the folder's epoch e. Where another job still
mills it (rolling epochs), --wait-s says how long to wait for it; without it, training ends clearly after the last
finished epoch. With --checkpoint it saves after every epoch and every --save-every batches, and goes on from there
when it is called again, in the middle of an epoch too, with any number of workers and processes: no sample is read
twice in an epoch, and none is left out but the remainder that the number of processes does not divide.
"""

import argparse
import datetime
import hashlib
import os
import pathlib
import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

try:
    import epochmill
except ImportError:  # from the source tree, not installed
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
    import epochmill


def small_network(channels, classes):
    """A few convolutions for pictures of any size, u8 [n, H, W, C] -> logits f32 [n, classes]."""
    def block(inputs, outputs):
        return [nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*block(channels, 16), *block(16, 32), *block(32, 64), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(64, classes))


def inputs_of(images):
    """Stored pictures u8 [n, H, W, C] -> f32 [n, C, H, W] around 0."""
    return images.permute(0, 3, 1, 2).float() / 127.5 - 1


class Training:
    def __init__(self, options, rank, world_size):
        self.options = options
        self.is_first = rank == 0
        self.checkpoint = options.checkpoint
        manifest = epochmill.wait_for_epoch(options.out, options.first_epoch, options.wait_s or 0)
        fields = ("image", "soft_label")  # which is one-hot, but of recipes that mix samples
        self.dataset = epochmill.EpochDataset(options.out, options.first_epoch, fields=fields)
        # Equal numbers of batches on all ranks: the gradient is averaged over them in every step.
        self.loader = epochmill.EpochLoader(self.dataset, options.batch, num_workers=options.workers,
                                            order=options.order, seed=options.seed, rank=rank,
                                            world_size=world_size, remainder="drop",
                                            persistent_workers=options.workers > 0)
        torch.manual_seed(options.seed)
        network = small_network(int(manifest.facts["image"]["channels"]), len(manifest.class_names))
        self.model = DistributedDataParallel(network) if world_size > 1 else network
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=options.rate, momentum=0.9)
        self.batches = 0
        left_over = self.loader.stream.split.left_over(len(self.dataset))
        self.say(f"{len(self.dataset)} rows an epoch over {world_size} processes; {left_over} left out"
                 f"{', others in each epoch' if left_over else ''}")

    def say(self, text):
        if self.is_first:
            print(text, flush=True)

    def resume(self):
        """The epoch to go on with."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return self.options.first_epoch
        saved = torch.load(self.checkpoint, map_location="cpu")
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        position = saved["loader"]
        if position["rows_read"] >= position["rows"]:
            self.say(f"goes on after epoch {position['epoch']}")
            return position["epoch"] + 1
        epochmill.wait_for_epoch(self.options.out, position["epoch"], self.options.wait_s or 0)
        self.loader.load_state_dict(position)
        self.say(f"goes on in epoch {position['epoch']}, after {position['rows_read']} of {position['rows']} rows")
        return position["epoch"]

    def save(self):
        """By one process, under a name of its own until it is whole."""
        if self.is_first and self.checkpoint is not None:
            unfinished = self.checkpoint.with_name(self.checkpoint.name + ".tmp")
            torch.save({"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(),
                        "loader": self.loader.state_dict()}, unfinished)
            unfinished.replace(self.checkpoint)

    def epoch(self):
        """The rest of the loader's epoch; False when --stop-after ended it."""
        total = torch.zeros(3)  # loss, hits, samples
        for batch in self.loader:
            logits, target = self.model(inputs_of(batch["image"])), batch["soft_label"]
            loss = nn.functional.cross_entropy(logits, target)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            hits = (logits.argmax(1) == target.argmax(1)).sum()
            total += torch.tensor([loss.item() * len(logits), hits.item(), len(logits)])
            self.batches += 1
            if self.batches == self.options.stop_after:
                self.save()
                return False
            if self.options.save_every and self.batches % self.options.save_every == 0:
                self.save()
        if dist.is_initialized():
            dist.all_reduce(total)
        if total[2] > 0:
            self.say(f"epoch {self.loader.epoch}: loss {total[0] / total[2]:.4f}, accuracy {total[1] / total[2]:.3f} "
                     f"of {int(total[2])} rows")
        self.save()
        return True

    def is_there(self, epoch):
        """Waits for an epoch. The first process decides for all, lest one trains where another gives up."""
        found = torch.ones(1)
        if self.is_first:
            try:
                epochmill.wait_for_epoch(self.options.out, epoch, self.options.wait_s or 0)
            except epochmill.EpochMissing as missing:
                self.say(f"ends before epoch {epoch}: {missing}")
                found.zero_()
        if dist.is_initialized():
            dist.broadcast(found, 0)
        if found and not self.is_first:  # another machine may see the file later
            epochmill.wait_for_epoch(self.options.out, epoch, 300, poll_s=1)
        return bool(found)

    def run(self):
        first = self.resume()
        is_within = self.dataset.cursor.start > 0
        for epoch in range(first, self.options.epochs):
            if not (is_within and epoch == first):  # set_epoch begins at an epoch's beginning
                if not self.is_there(epoch):
                    break
                self.loader.set_epoch(epoch)
            if not self.epoch():
                self.say(f"stopped in epoch {epoch} after {self.batches} batches")
                break
        digest = hashlib.sha256(b"".join(p.detach().numpy().tobytes() for p in self.network.parameters())).hexdigest()
        self.say(f"weights {digest[:16]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=10, help="train on epochs up to this one")
    parser.add_argument("--first-epoch", type=int, default=0)
    parser.add_argument("--batch", type=int, default=32, help="samples of a step in each process")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--order", default="random", help="random, shards, stored or sequential")
    parser.add_argument("--rate", type=float, default=0.02, help="learning rate")
    parser.add_argument("--seed", type=int, default=1, help="of the first weights and the order of rows")
    parser.add_argument("--wait-s", type=float, help="how long to wait for an epoch that is not finished")
    parser.add_argument("--checkpoint", type=pathlib.Path)
    parser.add_argument("--save-every", type=int, default=0, help="batches from one checkpoint to the next")
    parser.add_argument("--stop-after", type=int, help="end after so many batches, as at a time limit")
    options = parser.parse_args()
    rank, world_size = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    if world_size > 1:
        # A process may have to wait for an epoch while the others wait for it.
        dist.init_process_group("gloo", timeout=datetime.timedelta(seconds=1800 + (options.wait_s or 0)))
    try:
        Training(options, rank, world_size).run()
    except epochmill.DatasetError as error:
        raise SystemExit(f"train.py: {error}") from None
    finally:
        if world_size > 1:
            dist.destroy_process_group()


if __name__ == "__main__":
    main()
