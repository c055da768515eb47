#!/usr/bin/env python3
"""How fast a folder's storage takes and gives bytes: each process writes a file of its own, and reads it back.

    srun --ntasks-per-node=1 probe.py FOLDER --name TOKEN --processes N --mib 256

Large pwrites, then fsync; the pages are dropped (posix_fadvise), so that the read asks the storage. All processes begin to write, and to
read, together: each waits for the others' marks in FOLDER. Prints a line of JSON a process. Where a file system lives in memory, or a
server caches, the read is that of memory.
"""

import argparse
import json
import os
import platform
import socket
import sys
import time

BLOCK = 8 << 20
PATIENCE_S = 120


def process_number():
    for name in ("SLURM_PROCID", "OMPI_COMM_WORLD_RANK"):
        if name in os.environ:
            return int(os.environ[name])
    return 0


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("model name"):
                return " ".join(line.split(":", 1)[1].split())
    return platform.machine()


def meet(folder, name, step, number, processes):
    """Returns when all processes have come here."""
    mark = os.path.join(folder, "{}-{}-".format(name, step))
    open(mark + str(number), "wb").close()
    deadline = time.monotonic() + PATIENCE_S
    missing = set(range(processes))
    while missing:
        os.listdir(folder)  # a client of NFS looks at its server then
        missing = {other for other in missing if not os.path.exists(mark + str(other))}
        if missing and time.monotonic() > deadline:
            sys.exit("probe: process {} of {} waited {} s in {} for the marks of {}: do all nodes see this folder?".format(
                number, processes, PATIENCE_S, folder, sorted(missing)))
        time.sleep(0.005)


def write(path, size):
    # Storage that compresses or finds equal blocks should have no use of it.
    block = os.urandom(BLOCK)
    begin = time.monotonic()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        for offset in range(0, size, BLOCK):
            length = min(BLOCK, size - offset)
            if os.pwrite(file, block[:length], offset) != length:
                sys.exit("probe: {}: the file system took less than {} bytes at {}: is it full?".format(path, length, offset))
        os.fsync(file)
    finally:
        os.close(file)
    return time.monotonic() - begin


def drop_pages(path):
    file = os.open(path, os.O_RDONLY)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def read(path, size):
    begin = time.monotonic()
    file = os.open(path, os.O_RDONLY)
    try:
        got = 0
        while got < size:
            length = len(os.pread(file, BLOCK, got))
            if length == 0:
                sys.exit("probe: {}: ends after {} bytes, {} were written".format(path, got, size))
            got += length
    finally:
        os.close(file)
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--name", required=True, help="of the files in FOLDER; the same for all processes")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--mib", type=int, default=256, help="that each process writes")
    options = parser.parse_args()
    number = process_number()
    size = options.mib << 20
    path = os.path.join(options.folder, "{}-data-{}".format(options.name, number))
    try:
        meet(options.folder, options.name, "write", number, options.processes)
        write_s = write(path, size)
        drop_pages(path)
        meet(options.folder, options.name, "read", number, options.processes)
        read_s = read(path, size)
    finally:
        if os.path.exists(path):
            os.unlink(path)
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        machine = file.read().strip()
    # One write: lines of several processes must not mix.
    sys.stdout.write(json.dumps({"host": socket.gethostname(), "machine": machine, "cpu": cpu_model(),
                                 "write_mb_per_s": size / 1e6 / write_s, "read_mb_per_s": size / 1e6 / read_s}) + "\n")


if __name__ == "__main__":
    main()
