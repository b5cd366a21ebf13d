"""Compressed files as whole programs write and read them: every error at every
system call, a full disk, the commands and Python both ways, bombs."""

import bz2
import gzip
import lzma
import os
import random
import shutil
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.dirname(__file__))
from sweep import ReadSweep, Sweep  # noqa: E402

SOURCE = "test/system/programs/compression.cpp"
QUIET = ("-O1", "-fno-exceptions")
LINES = b"".join(b"line %d of a text, %d\n" % (i, i * i % 9973)
                 for i in range(20000))


def program(tools, flags=("-O1",)):
    return tools.compile(SOURCE, flags=flags)


def writes(tools, kind, count, format="gzip", flags=("-O1",)):
    built = program(tools, flags)
    return lambda path: [built, kind, format, path, str(count)]


def samples():
    chance = random.Random(7)
    noise = bytes(chance.randrange(256) for _ in range(70000))
    return [b"", b"x", b"hello\n" * 3, LINES, noise, bytes(3_000_000)]


def test_every_fault_while_writing(tools):
    Sweep(tools, writes(tools, "closed", 900)).check(10, 30)


def test_every_fault_of_other_formats(tools):
    for format in ("zstd", "lz4"):
        Sweep(tools, writes(tools, "closed", 450, format)).check(5, 15)


def test_every_fault_without_a_close(tools):
    Sweep(tools, writes(tools, "left", 450)).check(5, 15)
    Sweep(tools, writes(tools, "thrown", 450)).check(5, 15)


def test_every_fault_while_appending_and_syncing(tools):
    Sweep(tools, writes(tools, "append", 100)).check(5, 15)
    Sweep(tools, writes(tools, "synced", 100)).check(4, 12)


def test_every_fault_without_exceptions(tools):
    for kind in ("closed", "left"):
        Sweep(tools, writes(tools, kind, 450, flags=QUIET)).check(5, 15)


def test_every_fault_while_reading(tools):
    built = program(tools)
    members = gzip.compress(LINES[:90000]) + gzip.compress(LINES[90000:])
    ReadSweep(tools, lambda path: [built, "read", "gzip", path],
              members).check(12, 6)


def test_a_full_disk(tools):
    """Also in the last flush, when nothing but the end of the member is left
    to write."""
    built = program(tools)
    for kind in ("closed", "left"):
        for count in (0, 100, 900):
            done = tools.run([built, kind, "gzip", "/dev/full", str(count)])
            assert done.status != 0, (kind, count)
            assert b"No space left on device" in done.err, done.err


def test_commands_and_python_both_ways(tools):
    built = program(tools)
    for text in samples():
        ours = tools.run([built, "compress", "gzip"], text).out
        assert gzip.decompress(ours) == text
        assert subprocess.run(["gzip", "-dc"], input=ours, check=True,
                              stdout=subprocess.PIPE).stdout == text
        assert zlib.decompress(
            tools.run([built, "compress", "zlib"], text).out) == text
        assert zlib.decompressobj(-15).decompress(
            tools.run([built, "compress", "deflate"], text).out) == text
        theirs = [gzip.compress(text, 9), gzip.compress(text, 0),
                  subprocess.run(["gzip", "-1"], input=text, check=True,
                                 stdout=subprocess.PIPE).stdout]
        for bytes_of_it in theirs:
            assert tools.run([built, "decompress", "gzip"],
                             bytes_of_it).out == text
            assert tools.run([built, "any", "-"], bytes_of_it).out == text
        assert tools.run([built, "decompress", "zlib"],
                         zlib.compress(text)).out == text


def command_both_ways(tools, command, *settings):
    tools.need(command)
    built = program(tools)
    for text in samples():
        ours = tools.run([built, "compress", command], text).out
        assert subprocess.run([command, "-dcq"], input=ours, check=True,
                              stdout=subprocess.PIPE).stdout == text
        for setting in settings:
            theirs = subprocess.run([command, "-cq", *setting], input=text,
                                    check=True, stdout=subprocess.PIPE).stdout
            for way in (["decompress", command], ["any", "-"]):
                assert tools.run([built, *way], theirs * 2).out == text * 2


def test_zstd_both_ways(tools):
    command_both_ways(tools, "zstd", [], ["-19"], ["-T2"], ["--no-check"])


def test_lz4_both_ways(tools):
    command_both_ways(tools, "lz4", [], ["-9"], ["-B4"], ["-BD"], ["-BX"],
                      ["--no-frame-crc"], ["--no-frame-crc", "-BX"],
                      ["--content-size"])


def test_formats_without_a_driver(tools):
    built = program(tools)
    for text, name in ((lzma.compress(LINES), b"xz"),
                       (bz2.compress(LINES), b"bzip2"),
                       (b"\x1f\x9d\x90" + LINES, b"compress (.Z)"),
                       (b"\x02\x21\x4c\x18" + LINES, b"legacy frames")):
        done = tools.run([built, "any", "-"], text)
        assert done.status == 2 and not done.out
        assert b"rill has no driver for " + name in done.err, done.err
    assert tools.run([built, "any", "-"], LINES).out == LINES


def test_a_cut_file_is_told(tools):
    built = program(tools)
    whole = gzip.compress(LINES)
    for size in (0, 1, 9, 10, 11, len(whole) // 2, len(whole) - 1):
        done = tools.run([built, "decompress", "gzip"], whole[:size])
        assert done.status == 2, size
        assert LINES.startswith(done.out)
        assert (b"ends too early: at compressed byte %d (plain byte %d)"
                % (size, len(done.out))) in done.err, done.err


def bomb(command, level):
    """10 GB of zeros: 10 MB and less of it by a pipe, in bounded memory."""
    zeros = subprocess.Popen(["head", "-c", "10000000000", "/dev/zero"],
                             stdout=subprocess.PIPE)
    packed = subprocess.Popen([command, level, "-c"], stdin=zeros.stdout,
                              stdout=subprocess.PIPE)
    zeros.stdout.close()
    return zeros, packed


def run_bomb(tools, command, level, words):
    """Runs with 64 MB of address space beyond the program's own."""
    built = program(tools)
    zeros, packed = bomb(tools.need(command), level)
    try:
        with open(os.path.join(tools.folder, "out"), "w+b") as out:
            done = subprocess.run(
                ["sh", "-c", 'ulimit -v 100000; exec "$0" "$@"', built,
                 "decompress", command, *words],
                stdin=packed.stdout, stdout=out, stderr=subprocess.PIPE,
                timeout=60, check=False)
            return done, os.path.getsize(out.name)
    finally:
        for one in (zeros, packed):
            one.kill()
            one.wait()
        packed.stdout.close()


def test_bombs_stop_at_the_limit(tools):
    for command, level in (("gzip", "-6"), ("zstd", "-1"), ("lz4", "-1")):
        if not shutil.which(command):
            continue
        done, size = run_bomb(tools, command, level, ["5000000"])
        assert done.returncode == 2 and size == 5000000, (command, done, size)
        assert b"more than the limit that was given" in done.stderr
        done, size = run_bomb(tools, command, level, [str(1 << 40), "200"])
        assert done.returncode == 2 and size < 4 << 20, (command, done, size)
        assert b"expands more than max_ratio allows" in done.stderr


def test_a_window_of_two_gigabytes_is_refused(tools):
    command = tools.need("zstd")
    zeros = subprocess.run(
        ["sh", "-c", f"head -c 100000 /dev/urandom | {command} -q --ultra "
         "--long=31 --stream-size=2147483648 -c 2>/dev/null || true"],
        stdout=subprocess.PIPE, check=True).stdout
    # A frame with a window of 2 GiB: its descriptor without a content size.
    frame = b"\x28\xb5\x2f\xfd\x00\xa8" + b"\x01\x00\x00"
    built = program(tools)
    for text in filter(None, (frame, zeros)):
        done = subprocess.run(
            ["sh", "-c", 'ulimit -v 100000; exec "$0" "$@"', built,
             "decompress", "zstd"], input=text, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=60, check=False)
        assert done.returncode == 2, done
        assert b"window" in done.stderr, done.stderr


MIXED = r"""
#include <rill/driver/zlib.h>
#include <rill/print.h>

#include <string>

int main() {
  std::string const packed = rill::compress("text", rill::gzip());
  rill::memory_reader in(packed.data(), packed.size());
  auto const opened = rill::try_decompressing(in);
  rill::memory_reader zstd(rill::text("\x28\xB5\x2F\xFD rest"));
  auto const refused = rill::try_decompressing(zstd);
  rill::println(bool(opened), ' ', refused.error().what());
}
"""


def test_a_driver_that_is_not_included_is_named(tools):
    done = tools.run(tools.compile(MIXED, name="mixed"))
    assert done.out == (
        b"true read text: the program includes no driver for this format: "
        b"zstd needs #include <rill/driver/zstd.h>\n"), done.out


FILE = r"""
%s
#include <rill/compression/decompressing.h>
#include <rill/stream/memory_reader.h>
bool %s(rill::text bytes) {
  rill::memory_reader in(bytes);
  return static_cast<bool>(rill::try_decompressing(in));
}
%s
"""
MAIN = r"""
#include <rill/driver/zlib.h>
#include <rill/print.h>

#include <string>

bool has_driver(rill::text bytes);
bool has_none(rill::text bytes);
bool comes_before(rill::text bytes);
int main() {
  std::string const packed = rill::compress("text", rill::gzip());
  rill::text const bytes(packed.data(), packed.size());
  rill::println(has_driver(bytes), ' ', has_none(bytes), ' ',
                comes_before(bytes));
}
"""
DRIVER = "#include <rill/driver/zlib.h>"


def test_each_file_knows_its_own_drivers(tools):
    """Functions of one name in several files are one function to the linker:
    these are of different names."""
    from devtools import configurations, libraries, programs
    for configuration in (*configurations.plain(), *configurations.floors()):
        if configuration.missing or libraries.lacking(configuration, ["z"]):
            continue
        objects = []
        for name, text in (
                ("main", MAIN), ("has_none", FILE % ("", "has_none", "")),
                ("has_driver", FILE % (DRIVER, "has_driver", "")),
                ("comes_before", FILE % ("", "comes_before", DRIVER))):
            source = os.path.join(tools.folder, name + ".cpp")
            with open(source, "w") as file:
                file.write(text)
            objects.append(source[:-3] + "o")
            subprocess.run(
                [configuration.compiler.path,
                 *programs.compiler_flags(configuration), "-c", source, "-o",
                 objects[-1]], check=True, cwd=tools.root)
        for order in (objects, objects[::-1]):
            built = os.path.join(tools.folder, "order")
            subprocess.run([configuration.compiler.path, *order, "-lz",
                            *configuration.link_flags, "-o", built],
                           check=True)
            done = tools.run(built)
            assert done.out == b"true false false\n", (configuration.name,
                                                        done.out)


def test_short_reads_and_writes(tools):
    """A pipe that gives one byte at a time."""
    built = program(tools)
    packed = gzip.compress(LINES[:3000]) + gzip.compress(b"end\n")
    child = subprocess.Popen([built, "decompress", "gzip"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             bufsize=0)
    for byte in packed:
        child.stdin.write(bytes([byte]))
    out, _ = child.communicate()
    assert child.returncode == 0 and out == LINES[:3000] + b"end\n"
