"""Words from one program to many readers at once, each with a part of the sequence that is known beforehand."""

import fcntl
import hashlib
import subprocess
import tempfile

CHUNK = 1 << 20  # bytes; amounts and places are multiples of it
PIPE = 1 << 18  # bytes that a pipe holds; well below the margin in dieharder.TESTS


class Program:
    """A program that reads words from its standard input, and may leave when it has enough."""

    def __init__(self, command):
        self._output = tempfile.TemporaryFile()  # not a pipe: nobody reads it while the program runs
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=self._output,
                                         stderr=subprocess.STDOUT, bufsize=0)
        fcntl.fcntl(self._process.stdin, fcntl.F_SETPIPE_SZ, PIPE)
        self._command = command
        self.is_reading = True

    def write(self, chunk):
        view = memoryview(chunk)
        while self.is_reading and view:
            try:
                view = view[self._process.stdin.write(view):]
            except BrokenPipeError:
                self.is_reading = False

    def finish(self):
        """Ends its input and returns what it printed. Throws RuntimeError when it failed."""
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        code = self._process.wait()
        self._output.seek(0)
        text = self._output.read().decode(errors="replace")
        self._output.close()
        if code != 0:
            raise RuntimeError(f"{' '.join(self._command)} ended with code {code}:\n{text}")
        return text


def feed(source, size, readers, progress=lambda count: None):
    """Runs the command `source` and gives the first `size` bytes that it writes to every reader, a chunk at a time
    with its place: reader.write(place, chunk). Stops early when no reader has `is_reading`. Returns the SHA-256 of the
    first chunk, by which a sequence can be told again."""
    digest = ""
    with subprocess.Popen(source, stdout=subprocess.PIPE, bufsize=0) as process:
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PIPE)
        chunk = bytearray(CHUNK)
        for place in range(0, size, CHUNK):
            if not any(reader.is_reading for reader in readers):
                break
            count = fill(chunk, process.stdout)
            if count != CHUNK:
                raise RuntimeError(f"{' '.join(source)} wrote only {place + count} bytes of {size}")
            digest = digest or hashlib.sha256(chunk).hexdigest()
            for reader in readers:
                if reader.is_reading:
                    reader.write(place, chunk)
            progress(CHUNK)
        process.stdout.close()  # the source ends by SIGPIPE
    return digest


def digest_of_first_chunk(source):
    with subprocess.Popen(source, stdout=subprocess.PIPE, bufsize=0) as process:
        chunk = bytearray(CHUNK)
        fill(chunk, process.stdout)
        process.stdout.close()
    return hashlib.sha256(chunk).hexdigest()


def fill(chunk, stream):
    """Fills the chunk from the stream, and returns how many bytes there were."""
    view = memoryview(chunk)
    while view and (count := stream.readinto(view)):
        view = view[count:]
    return len(chunk) - len(view)
