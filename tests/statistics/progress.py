"""How far, how fast, how long yet: one line that is written over on a terminal, one every 30 s in a log."""

import sys
import threading
import time


class Progress:
    """May be called from several threads."""

    def __init__(self, total_bytes):
        self._total = total_bytes
        self._done = 0
        self._start = time.monotonic()
        self._shown = self._start
        self._doing = {}  # thread -> what it does
        self._lock = threading.Lock()

    def doing(self, what):
        with self._lock:
            self._doing[threading.get_ident()] = what

    def leave_out(self, count):
        """So many bytes will not be fed after all."""
        with self._lock:
            self._total -= count

    def add(self, count):
        with self._lock:
            self._done += count
            now = time.monotonic()
            if now - self._shown >= (1 if sys.stderr.isatty() else 30):
                self._shown = now
                self._show(now - self._start)

    def _show(self, elapsed):
        rate = self._done / elapsed
        left = max(self._total - self._done, 0) / rate
        line = (f"{self._done / 2 ** 30:.1f} of {self._total / 2 ** 30:.1f} GB, {rate / 2 ** 20:.0f} MB/s, "
                f"{int(left // 3600)}:{int(left // 60 % 60):02d} h left: {', '.join(sorted(self._doing.values()))}")
        print(f"\r{line}\x1b[K" if sys.stderr.isatty() else f"{line}\n", end="", file=sys.stderr, flush=True)
