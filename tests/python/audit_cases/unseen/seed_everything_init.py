# expect: constant-seed
import pytorch_lightning as pl
from torch.utils.data import DataLoader


def loaders(train, val, cfg):
    options = dict(batch_size=cfg.batch_size, num_workers=cfg.num_workers,
                   worker_init_fn=lambda _: pl.seed_everything(cfg.seed))
    return DataLoader(train, shuffle=True, **options), DataLoader(val, **options)
