"""Prints a shard as h5py sees it, with its digests made again by the rules in src/shard/format.hpp.

Usage: read_shard.py SHARD
"""

import ctypes
import ctypes.util
import struct
import sys

import h5py


class Hash128(ctypes.Structure):
    _fields_ = [("low64", ctypes.c_uint64), ("high64", ctypes.c_uint64)]


xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))
for function, result in ((xxhash.XXH3_64bits, ctypes.c_uint64), (xxhash.XXH3_128bits, Hash128)):
    function.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    function.restype = result


def number(value):
    return struct.pack("<Q", value)


def text(value):
    return number(len(value)) + value


def texts(values):
    return number(len(values)) + b"".join(text(value) for value in values)


def type_name(dtype):
    return "text" if dtype.kind == "S" else {"|u1": "u8", "<u4": "u32", "<u8": "u64", "<i8": "i64",
                                             "<f4": "f32"}[dtype.str]


def attribute(file, name, owner=None):
    """Of the root, or of a dataset `owner`; `name` is its whole name then."""
    if "/meta/" + name in file:
        return file["/meta/" + name][()]
    return (owner or file).attrs[name.rsplit("/", 1)[-1]]


def stored(file, name, row):
    data = file[name]
    if "format" in data.attrs:
        start, end = file[name.removesuffix("_bytes") + "_offset"][row : row + 2]
        return data[start:end].tobytes()
    if name in ("/box", "/box_label"):
        start, end = file["/box_offset"][row : row + 2]
        return data[start:end].tobytes()
    if data.chunks:
        return data.id.read_direct_chunk((row,) + (0,) * (data.ndim - 1))[1]
    return data[row : row + 1].tobytes()


def row_digest(file, names, row):
    offsets = {name.removesuffix("_bytes") + "_offset" for name in names if "format" in file[name].attrs}
    others = {"/digest", "/order", "/box_offset"} | {name for name in names if name.startswith("/rejected/")} | offsets
    data = b"".join(stored(file, name, row) for name in names if name not in others)
    return xxhash.XXH3_64bits(data, len(data))


def content_digest(file, names):
    attrs = file.attrs
    data = text(bytes(attrs["format"])) + number(attrs["format_version"])
    for name in ("recipe", "recipe_digest", "catalog_digest"):
        data += text(bytes(attribute(file, name)))
    data += b"".join(number(attrs[name]) for name in ("seed", "epoch", "shard"))
    data += texts(list(attribute(file, "class_names")))
    data += text(bytes(attrs["stream_version"])) + text(bytes(attrs["versions"]))
    data += number(len(names))
    for name in names:
        dataset = file[name]
        data += text(name.encode()) + text(type_name(dataset.dtype).encode())
        data += number(dataset.dtype.itemsize) + number(len(dataset.shape))
        data += b"".join(number(dim) for dim in dataset.shape)
        if "format" in dataset.attrs:
            data += text(bytes(dataset.attrs["format"][0])) + dataset.attrs["shape"].tobytes()
        if name.startswith("/extra_label/"):
            data += texts(list(attribute(file, name[1:] + "/class_names", dataset)))
    data += texts(list(file["/draws"].attrs["columns"]) if "/draws" in names else [])
    if "/box" in names:
        data += texts(list(attribute(file, "box_class_names")))
    for name in ("/digest", "/order", "/rejected/sample", "/rejected/key", "/rejected/reason"):
        data += file[name][...].tobytes() if name in names else b""
    result = xxhash.XXH3_128bits(data, len(data))
    return "%016x%016x" % (result.high64, result.low64)


with h5py.File(sys.argv[1], "r") as file:
    names = [name.decode() for name in file.attrs["datasets"]]
    for name in names:
        dataset = file[name]
        shape = ",".join(str(dim) for dim in dataset.shape)
        place = dataset.compression or ("contiguous" if dataset.id.get_offset() else "elsewhere")
        print(name, type_name(dataset.dtype), shape, place, dataset[...].tobytes().hex())
    for row in range(len(file["/label"])):
        print("row", row, row_digest(file, names, row) == file["/digest"][row])
    print("content", content_digest(file, names) == file.attrs["content_digest"].decode())
    print("seed", file.attrs["seed"], "classes", len(attribute(file, "class_names")))
