"""Reads the shards of epochmill in training code, and finds repeated augmentations in other loaders."""
