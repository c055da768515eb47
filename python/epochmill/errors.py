"""What can be wrong with an output folder or a shard. Each message says what, where, what was expected, what to do."""


class DatasetError(RuntimeError):
    """An output folder cannot be read as it is."""


class EpochMissing(DatasetError):
    """The epoch is not there: past the last one that is finished, or pruned."""


class ShardError(DatasetError):
    """A shard is missing, damaged, or belongs to another output."""
