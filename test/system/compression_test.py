"""Whole programs read and write compressed files: every error at every system
call, a full disk, exchange with the command-line tools and Python,
decompression bombs."""

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


def test_every_fault_while_reading_other_formats(tools):
    built = program(tools)
    for format in ("zstd", "lz4"):
        parts = [tools.run([built, "compress", format], part).out
                 for part in (LINES[:90000], LINES[90000:])]
        ReadSweep(tools, lambda path: [built, "read", format, path],
                  b"".join(parts)).check(10, 5)


class IndexedSweep(ReadSweep):
    """Sweeps over a gzip file and its index file. The index is made in each
    run, or exists already. The index has no name until it is complete, so the
    calls on all files are swept, the loader's included."""
    traced = "openat,read,pread64,write,writev,fsync,linkat,fchmod,newfstatat"
    other_errors = {
        "openat": ("EINTR", "EMFILE", "EACCES"),
        "read": ("EINTR", "EIO"),
        "pread64": ("EINTR", "EIO"),
        "write": ("EINTR", "EIO", "ENOSPC"),
        "writev": ("EINTR", "EIO", "ENOSPC"),
        "fsync": ("EIO", "ENOSPC"),
        "linkat": ("EEXIST", "EIO", "ENOSPC"),
        "fchmod": ("EPERM", "EIO"),
        "newfstatat": ("EIO",),
    }

    def __init__(self, tools, built, content, is_kept):
        super().__init__(tools, lambda path: [built, "indexed", "gzip", path],
                         content)
        self.index = self.path + ".index"
        self.watched = []
        self.kept = None
        if is_kept:
            subprocess.run(self.command, check=True, stdout=subprocess.PIPE)
            with open(self.index, "rb") as file:
                self.kept = file.read()

    def run(self, *injected):
        if os.path.exists(self.index):
            os.remove(self.index)
        if self.kept is not None:
            with open(self.index, "wb") as file:
                file.write(self.kept)
        outcome = super().run(*injected)
        if injected:
            # An index that exists is complete.
            again = subprocess.run(self.command, check=False,
                                   stdout=subprocess.PIPE)
            assert again.returncode == 0, injected
            assert again.stdout == self.wanted, injected
        return outcome

    def inject(self, one, count, offset):
        for error in self.other_errors.get(one.name, ()):
            self.judge(f"{one.name} {count}: {error}", self.run(
                f"inject={one.name}:error={error}:when={count}"))


def test_every_fault_of_a_kept_index(tools):
    built = program(tools)
    members = gzip.compress(LINES[:30000]) + gzip.compress(LINES[30000:60000])
    IndexedSweep(tools, built, members, False).check(20, 40)
    IndexedSweep(tools, built, members, True).check(10, 40)


def test_a_full_disk(tools):
    """The error is also reported if only the last flush fails, which writes
    nothing but the end of the member."""
    for flags in (("-O1",), QUIET):
        built = program(tools, flags)
        for format in ("gzip", "zstd", "lz4"):
            for kind in ("closed", "left"):
                for count in (0, 100, 900):
                    done = tools.run(
                        [built, kind, format, "/dev/full", str(count)])
                    assert done.status != 0, (flags, format, kind, count)
                    assert b"No space left on device" in done.err, done.err


def test_reading_without_exceptions(tools):
    """The error is reported, and the bytes before it are printed."""
    built = program(tools, QUIET)
    for format in ("gzip", "zstd", "lz4"):
        whole = tools.run([built, "compress", format], LINES).out
        assert tools.run([built, "decompress", format], whole).out == LINES
        for size in (0, 1, len(whole) // 2, len(whole) - 1):
            path = os.path.join(tools.folder, "cut")
            with open(path, "wb") as file:
                file.write(whole[:size])
            for words, text in ((["decompress", format], whole[:size]),
                                (["read", format, path], b"")):
                done = tools.run([built, *words], text)
                assert done.status > 0, (format, words, size)
                assert b"ends too early: at compressed byte %d" % size in (
                    done.err), done.err
        done = tools.run([built, "decompress", format], b"no such data")
        assert done.status == 2 and b"is damaged" in done.err, done.err
    done = tools.run([built, "compress", "gzip-of-level-77"], LINES)
    assert done.status > 0 and not done.out
    assert b"the levels of zlib are 0 to 9" in done.err, done.err
    done = tools.run([built, "read", "gzip", "/no/such"])
    assert done.status > 0 and b"open /no/such" in done.err, done.err


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
        for level in (0, 1, 6, 9):
            raw = zlib.compressobj(level, zlib.DEFLATED, -15)
            assert tools.run([built, "decompress", "deflate"],
                             raw.compress(text) + raw.flush()).out == text


def test_names_and_times_are_those_of_gzip(tools):
    built = program(tools)
    ours = os.path.join(tools.folder, "ours.gz")
    tools.run([built, "closed", "named", ours, "100"])
    listed = subprocess.run(
        ["gzip", "-lNv", ours], check=True, stdout=subprocess.PIPE,
        env=dict(os.environ, TZ="UTC", LC_ALL="C")).stdout.splitlines()[-1]
    # 1234567890 is 2009-02-13 23:31:30; gzip prints no seconds.
    assert b"Feb 13 23:31" in listed or b"Feb 13  2009" in listed, listed
    assert listed.endswith(b"a name.txt"), listed
    plain = os.path.join(tools.folder, "theirs: a name")
    with open(plain, "wb") as file:
        file.write(LINES)
    os.utime(plain, (1_000_000_000, 1_000_000_000))
    subprocess.run(["gzip", "-N", plain], check=True)
    done = tools.run([built, "header", "gzip", plain + ".gz"])
    assert done.out == b"theirs: a name 1000000000\n", done.out


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
    """10 GB of zeros through a pipe, from at most 10 MB of input, in bounded
    memory."""
    zeros = subprocess.Popen(["head", "-c", "10000000000", "/dev/zero"],
                             stdout=subprocess.PIPE)
    packed = subprocess.Popen([command, level, "-c"], stdin=zeros.stdout,
                              stdout=subprocess.PIPE)
    zeros.stdout.close()
    return zeros, packed


def run_bomb(tools, command, level, words):
    """Runs with an address space of 64 MB beyond the program's own."""
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
        assert b"the data exceeds the limit" in done.stderr
        done, size = run_bomb(tools, command, level, [str(1 << 40), "200"])
        assert done.returncode == 2 and size < 4 << 20, (command, done, size)
        assert b"expands more than max_ratio allows" in done.stderr


def test_nested_bombs_stop_at_the_limit(tools):
    """10 GB of zeros in a gzip file of 10 MB, wrapped in gzip and in zstd: the
    limit applies to the inner reader."""
    zeros = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = zeros.compress(bytes(1 << 20)) + zeros.flush(zlib.Z_FULL_FLUSH)
    inner = gzip.compress(b"")[:10] + block * 10000
    outer = {"gzip": gzip.compress(inner)}
    built = program(tools)
    if shutil.which("zstd"):
        outer["zstd"] = tools.run([built, "compress", "zstd"], inner).out
    for format, text in outer.items():
        assert len(text) < 100_000, (format, len(text))
        done = subprocess.run(
            ["sh", "-c", 'ulimit -v 100000; exec "$0" "$@"', built, "nested",
             format], input=text, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=60, check=False)
        assert done.returncode == 2, done.returncode
        assert done.stdout == bytes(5_000_000), len(done.stdout)
        assert b"the data exceeds the limit" in done.stderr


def test_a_window_of_two_gigabytes_is_refused(tools):
    command = tools.need("zstd")
    zeros = subprocess.run(
        ["sh", "-c", f"head -c 100000 /dev/urandom | {command} -q --ultra "
         "--long=31 --stream-size=2147483648 -c 2>/dev/null || true"],
        stdout=subprocess.PIPE, check=True).stdout
    # A frame with a window of 2 GiB and no content size.
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
#include <rill/compression/streams.h>
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
    """Files with different drivers are linked together. The linker would merge
    inline functions of the same name, so the names depend on the drivers."""
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
    """A pipe gives one byte at a time."""
    built = program(tools)
    packed = gzip.compress(LINES[:3000]) + gzip.compress(b"end\n")
    child = subprocess.Popen([built, "decompress", "gzip"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             bufsize=0)
    for byte in packed:
        child.stdin.write(bytes([byte]))
    out, _ = child.communicate()
    assert child.returncode == 0 and out == LINES[:3000] + b"end\n"
