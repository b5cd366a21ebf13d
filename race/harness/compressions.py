"""The heats and goals of the race `compress`: a log is written as gzip, zstd
and lz4, read, and read line by line."""

import os
import shutil
import subprocess

# The commands make the files that rows read, one member or frame each, and
# judge the files that rows write.
COMMANDS = {"gzip": ["gzip", "-6"], "gzip-1": ["gzip", "-1"],
            "zstd": ["zstd", "-3"], "lz4": ["lz4", "-1"]}
READ = ("gzip", "zstd", "lz4")
PLAIN = "log"
SLOW = ((1.0, 2),)  # for run.SLOW; writing gzip takes half a second
# Largest size of a file, in times of the command's at the same level.
LARGER = 1.25
CHUNK = 4 << 20


def heats(Heat):
    lines = 200_000, 2_000_000, 2_000_000
    few = 200_000, 500_000, 2_000_000  # of the heats that take longest

    def writes(name, form, title, counts):
        return Heat("compress", f"write-{name}", "a log in memory into a file "
                    f"of {title}, 64 KiB at a time", *counts, "lines",
                    input=PLAIN, expect=PLAIN, packed=form,
                    kind=f"write-{form.partition('-')[0]}", most_rounds=3,
                    slow=SLOW)

    def reads(form, what, title, checksum):
        return Heat("compress", f"{what}-{form}", f"{title} of a log from a "
                    f"file of {form}", *lines, "lines",
                    input=f"{PLAIN}-{form}", checksum=checksum,
                    most_rounds=3, slow=SLOW)

    found = [writes("gzip-6", "gzip", "gzip, level 6", few),
             writes("gzip-1", "gzip-1", "gzip, level 1", few),
             writes("zstd", "zstd", "zstd, level 3", lines),
             writes("lz4", "lz4", "lz4, the level of the default", lines)]
    for what, title, checksum in (("read", "the bytes", "adler32 whole"),
                                  ("lines", "the lines", "sum")):
        found += [reads(form, what, title, checksum) for form in READ]
    return found


def goals(Goal):
    found = [Goal(f"compress/{name}", f"{name}: ≥ 0.97 of the speed of the "
                  "library's own loop", "rill", "peer:" + loops,
                  at_most=1 / 0.97)
             for name, loops in (
                 ("write-gzip-6", "zlib:loop"), ("write-gzip-1", "zlib:loop"),
                 ("write-zstd", "zstd:loop"),
                 ("write-lz4", "lz4:loop,lz4:loop_256k"),
                 ("read-gzip", "zlib:loop"), ("read-zstd", "zstd:loop"),
                 ("read-lz4", "lz4:loop"))]
    return found + [
        Goal("compress/lines-gzip", f"lines of gzip: ≤ 1.05 × {who}",
             "rill:lines", row, at_most=1.05, base="compress/read-gzip")
        for who, row in (("zlib's loop that reads the bytes",
                          "peer:zlib:loop"),
                         ("reading the bytes by rill",
                          "rill:decompressed_reader"))]


def form_of(kind):
    """The form of a kind of input, such as zstd for log-zstd, or None."""
    form = (kind or "").removeprefix(PLAIN + "-")
    return form if form in COMMANDS else None


def left_out(heat, find=shutil.which):
    """Why a heat is left out on this machine, or None."""
    form = heat.packed or form_of(heat.input)
    command = COMMANDS[form][0] if form else None
    if command is None or find(command):
        return None
    why = "judges" if heat.packed else "makes its input"
    return f"{heat.key}: left out, there is no command {command}, which {why}"


def pack(form, plain, path):
    """Makes a file in a form. Returns why it cannot, or None."""
    with open(plain, "rb") as source, open(path, "wb") as target:
        done = subprocess.run([*COMMANDS[form], "-q", "-c"], stdin=source,
                              stdout=target, stderr=subprocess.PIPE,
                              universal_newlines=True, errors="replace")
    return f"{form}: {done.stderr.strip()}" if done.returncode else None


def difference(form, path, plain, usual):
    """What is wrong with a file that a row has written, or None. The command
    must decompress it to the plain file, and it may not be much larger than the
    command's own file of `usual` bytes."""
    size = os.path.getsize(path)
    if size > LARGER * usual:
        return f"the file has {size} bytes, {form} makes {usual}"
    with open(path, "rb") as source, subprocess.Popen(
            [COMMANDS[form][0], "-q", "-d", "-c"], stdin=source,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        same = same_bytes(child.stdout, plain)
        child.stdout.close()
    if child.returncode != 0 and same:
        return f"{form} does not take the file"
    return None if same else f"{form} makes other bytes of the file"


def same_bytes(stream, path):
    """Whether a stream has the same bytes as a file."""
    with open(path, "rb", 0) as file:
        while True:
            right = file.read(CHUNK)
            if stream.read(len(right) or 1) != right:
                return False
            if not right:
                return True
