"""The race `compress`: its inputs, and contenders that are found wrong."""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

from devtools import building, machine

RACE = os.path.join(building.ROOT, "race")
sys.path.insert(0, RACE)
from harness import (build, compressions, definitions, inputs,  # noqa: E402
                     peers, run)
import race as driver  # noqa: E402

CXX = os.environ.get("CXX", "g++")
needs_compiler = unittest.skipUnless(machine.compiler(CXX),
                                     f"{CXX}: not installed")
TEXT = b"".join(b"%d INFO line %d of a log\n" % (n * n, n)
                for n in range(20_000))
FORMS = [form for form, command in compressions.COMMANDS.items()
         if shutil.which(command[0])]


def heat(name):
    return next(h for h in definitions.HEATS if h.key == f"compress/{name}")


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.plain = self.path("plain", TEXT)

    def path(self, name, data=None):
        path = os.path.join(self.folder.name, name)
        if data is not None:
            with open(path, "wb") as file:
                file.write(data)
        return path


class Written(Folder):
    """The output of a row is decompressed and compared with the text."""

    def difference(self, form, data):
        return compressions.difference(form, self.path("output", data),
                                       self.plain, self.usual)

    def test_files_of_every_form(self):
        self.assertIn("gzip", FORMS)
        for form in FORMS:
            packed = self.path("packed")
            self.assertIsNone(compressions.pack(form, self.plain, packed))
            with open(packed, "rb") as file:
                data = file.read()
            self.usual = len(data)
            self.assertLess(self.usual, len(TEXT) / 2)
            self.assertIsNone(self.difference(form, data), form)
            for wrong in (data[:-1], data[:len(data) // 2], b"", TEXT[:99]):
                self.assertIsNotNone(self.difference(form, wrong), form)
            at = len(data) // 2
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]
            self.assertIsNotNone(self.difference(form, changed), form)

    def test_another_text(self):
        self.usual = len(TEXT)
        self.assertIsNone(self.difference("gzip", gzip.compress(TEXT)))
        for wrong in (TEXT[:-1], TEXT + b"\n", TEXT[1:], b"",
                      TEXT[:77] + b"?" + TEXT[78:]):
            self.assertEqual(self.difference("gzip", gzip.compress(wrong)),
                             "gzip makes other bytes of the file")

    def test_a_file_that_is_hardly_compressed(self):
        self.usual = len(gzip.compress(TEXT))
        stored = gzip.compress(TEXT, 0)
        self.assertEqual(
            self.difference("gzip", stored), f"the file has {len(stored)} "
            f"bytes, gzip makes {self.usual}")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_an_input_that_cannot_be_made(self):
        with open("/dev/full", "wb") as full:
            why = compressions.pack("gzip", self.plain, full.name)
        self.assertTrue(why.startswith("gzip: "), why)


@needs_compiler
class Inputs(Folder):
    def setUp(self):
        super().setUp()
        generator = self.path("generate")
        subprocess.run([CXX, "-std=c++20",
                        os.path.join(RACE, "inputs", "generate.cpp"), "-o",
                        generator], check=True)
        self.store = inputs.Inputs(self.folder.name, generator)

    def test_the_log_and_its_twin(self):
        facts = self.store.need("log", 3000)
        twin = subprocess.run(
            [sys.executable, os.path.join(RACE, "inputs", "twin.py"), "log",
             "3000"], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertIn(facts["sha256"], twin)
        self.assertIn(f"{facts['xor']}, {facts['sum']}, {facts['ordered']}",
                      twin)
        with open(facts["path"], "rb") as file:
            data = file.read()
        lines = data.splitlines()
        self.assertEqual(facts["sum"], (len(lines) << 32) +
                         sum(map(len, lines)))
        self.assertLess(4, len(data) / len(zlib.compress(data, 6)))
        self.assertLess(len(data) / len(zlib.compress(data, 6)), 8)

    def test_the_file_that_is_read(self):
        packed = self.store.need("log-gzip", 3000)
        plain = self.store.need("log", 3000)
        self.assertIs(packed["plain"], plain)
        self.assertLess(packed["size"], plain["size"])
        with gzip.open(packed["path"]) as file:
            data = file.read()
        self.assertEqual(len(data), plain["size"])
        self.assertEqual(
            self.store.hashed(packed, "adler32 whole", 3000),
            zlib.adler32(data))
        self.assertEqual(driver.work_size(heat("read-gzip"), 3000,
                                          self.store), len(data))

    def check(self, name, checksum=0):
        """What the driver reports for a row."""
        runner = object.__new__(run.Runner)
        runner.store, runner.accepted = self.store, set()
        runner.output = self.path("output")
        where = heat(name)
        facts = self.store.need(where.input, 3000)
        entry = run.Entry("rill", "rill", "x", "", None)
        return runner.check(where, 3000, entry, checksum, facts, facts)

    def test_rows_that_lose_a_byte(self):
        with open(self.store.need("log", 3000)["path"], "rb") as file:
            data = file.read()
        right = zlib.adler32(data)
        self.assertIsNone(self.check("read-gzip", right))
        self.assertIsNotNone(self.check("read-gzip", zlib.adler32(data[1:])))
        total = (3000 << 32) + len(data) - 3000
        self.assertIsNone(self.check("lines-gzip", total))
        self.assertIsNotNone(self.check("lines-gzip", total - 1))
        self.assertIsNotNone(self.check("lines-gzip", total - (1 << 32)))
        self.assertEqual(self.check("write-gzip-6"), "no file was written")
        for text, is_right in ((data, True), (data[:-1], False)):
            self.path("output", gzip.compress(text, 6))
            self.assertEqual(self.check("write-gzip-6") is None, is_right)


class Rows(Folder):
    def python(self, name, input_):
        """What the contender in Python reports: time and checksum."""
        program, = (p for p in build.find_programs("compress")
                    if p.peer == "python")
        ours, theirs = os.pipe()
        subprocess.run(
            [sys.executable, program.source, "gzip", name, "1", input_,
             self.path("output")], check=True, pass_fds=[theirs],
            env=dict(os.environ, RACE_FD=str(theirs)))
        os.close(theirs)
        with open(ours, encoding="ascii") as file:
            return [int(n) for n in file.read().split()[:2]]

    def test_the_contender_in_python(self):
        packed = self.path("packed", gzip.compress(TEXT))
        lines = TEXT.count(b"\n")
        for name, right in (
                ("read-gzip", zlib.adler32(TEXT)),
                ("lines-gzip", (lines << 32) + len(TEXT) - lines)):
            seconds, found = self.python(name, packed)
            self.assertGreater(seconds, 0)
            self.assertEqual(found, right, name)
        self.python("write-gzip-6", self.plain)
        with gzip.open(self.path("output")) as file:
            self.assertEqual(file.read(), TEXT)

    @needs_compiler
    def test_pieces_of_any_size(self):
        """The checksum and the lines of contenders/compress/compress.h."""
        header = os.path.join(RACE, "contenders", "compress", "compress.h")
        source = self.path("pieces.cpp", f'#include "{header}"\n'.encode() +
                           b"int main(int, char** argv) {\n"
                           b"auto const text = race::load<char>(argv[1]);\n"
                           b"size_t const step = strtoull(argv[2], 0, 10);\n"
                           b"race::byte_checker bytes;\n"
                           b"race::line_counter lines;\n"
                           b"for (size_t at = 0; at < text.size; at += step) {"
                           b"size_t n = text.size - at;\n"
                           b"if (n > step) n = step;\n"
                           b"bytes(text.data + at, n);\n"
                           b"lines(text.data + at, n);\n}\n"
                           b'printf("%llu %llu", '
                           b"(unsigned long long)bytes.total(),\n"
                           b"(unsigned long long)lines.total());\n}\n")
        program = self.path("pieces")
        subprocess.run([CXX, "-std=c++20", source, "-o", program], check=True)
        lines = TEXT.count(b"\n")
        for step in (1, 7, 4096, 5552, 5553, 65536, len(TEXT)):
            done = subprocess.run([program, self.plain, str(step)],
                                  check=True, stdout=subprocess.PIPE)
            self.assertEqual([int(n) for n in done.stdout.split()],
                             [zlib.adler32(TEXT),
                              (lines << 32) + len(TEXT) - lines], step)

    def test_a_library_that_a_row_needs(self):
        source = self.path("one.cpp", b"// peer: rill\n// needs: zlib lz4\n"
                           b"// row: x | read-gzip | reads\n")
        program = build.describe(source, "compress")
        self.assertEqual(program.needs, ["zlib", "lz4"])
        builder = build.Builder(
            self.folder.name, CXX, "-O0",
            {"rill": peers.Peer("rill", True, "1"),
             "zlib": peers.Peer("zlib", True, "1"),
             "lz4": peers.Peer("lz4", False, "lz4.h was not found")}, 1)
        builder.one(program, None)
        self.assertEqual((program.path, program.absent),
                         (None, "lz4.h was not found"))

    def test_heats_without_their_command(self):
        def nothing(_):
            return None

        self.assertEqual(
            compressions.left_out(heat("write-zstd"), nothing),
            "compress/write-zstd: left out, there is no command zstd, which "
            "judges")
        self.assertEqual(
            compressions.left_out(heat("lines-lz4"), nothing),
            "compress/lines-lz4: left out, there is no command lz4, which "
            "makes its input")
        for one in definitions.HEATS:
            self.assertIsNone(compressions.left_out(one, lambda name: name))
            if one.race != "compress":
                self.assertIsNone(compressions.left_out(one, nothing))


if __name__ == "__main__":
    unittest.main()
