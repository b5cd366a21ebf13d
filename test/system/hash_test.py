"""Hashes of bytes of every length, compared with Python's and zlib's, with
each of the processor's levels."""

import hashlib
import hmac
import os
import subprocess
import sys
import zlib

SOURCE = r"""
#include <rill/hash.h>
#include <rill/hash_each.h>
#include <rill/print.h>

#include <string>
#include <vector>

template <std::size_t Size>
rill::digest<Size> shown(rill::secret<Size> const& key) {
  rill::digest<Size> made;
  for (std::size_t i = 0; i != Size; ++i) made.bytes[i] = key.data()[i];
  return made;
}

template <class Hash>
void print_each(std::vector<std::string> const& texts) {
  std::vector<rill::digest<Hash::size>> digests(texts.size());
  rill::hash_each<Hash>(texts, digests);
  for (auto const& one : digests) rill::println(one);
}

int main(int argc, char**) {
  std::string s;
  if (argc > 1) {
    std::vector<std::string> texts;
    for (unsigned i = 0; i <= 1100; ++i) {
      texts.push_back(s);
      s += static_cast<char>(i * 7 + i / 256);
    }
    print_each<rill::md5>(texts);
    print_each<rill::sha1>(texts);
    print_each<rill::sha224>(texts);
    print_each<rill::sha256>(texts);
    print_each<rill::sha384>(texts);
    print_each<rill::sha512>(texts);
    return 0;
  }
  for (unsigned i = 0; i <= 1100; ++i) {
    rill::print_sep(' ', rill::md5::of(s), rill::sha1::of(s),
                    rill::sha224::of(s), rill::sha256::of(s),
                    rill::sha384::of(s), rill::sha512::of(s),
                    rill::crc32::of(s), rill::crc32c::of(s),
                    rill::adler32::of(s),
                    static_cast<long long>(rill::siphash13::of({}, s)));
    std::string const key = s.substr(0, i % 200);
    rill::println(' ', rill::hmac<rill::sha1>::of(key, s), ' ',
                  rill::hmac<rill::sha256>::of(key, s), ' ',
                  rill::hmac<rill::sha512>::of(key, s), ' ',
                  shown(rill::pbkdf2<rill::sha256>::derive<50>(key, s, 3)));
    s += static_cast<char>(i * 7 + i / 256);
  }
}
"""

SIPHASH = 9  # index in a row
DIGESTS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")


def bytes_of(size):
    return bytes((i * 7 + i // 256) & 255 for i in range(size))


def siphashes():
    """Python's hash of bytes: SipHash-1-3, or SipHash-2-4 before 3.11, with a
    zero key. It is 0 for no bytes, and never -1."""
    if sys.hash_info.algorithm != "siphash13" or sys.hash_info.width != 64:
        return None
    code = ("for n in range(1101):\n"
            "    print(hash(bytes((i * 7 + i // 256) & 255"
            " for i in range(n))))")
    done = subprocess.run([sys.executable, "-c", code], check=True,
                          capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONHASHSEED": "0"})
    return done.stdout.split()


def crc32c_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


def crc32c(data, table=tuple(crc32c_table())):
    """CRC-32C by RFC 3720, 12.1."""
    total = 0xFFFFFFFF
    for byte in data:
        total = total >> 8 ^ table[(total ^ byte) & 255]
    return total ^ 0xFFFFFFFF


def row(data):
    key = data[:len(data) % 200]
    return [*(hashlib.new(name, data).hexdigest() for name in DIGESTS),
            str(zlib.crc32(data)), str(crc32c(data)),
            str(zlib.adler32(data)), None,
            *(hmac.digest(key, data, name).hex()
              for name in ("sha1", "sha256", "sha512")),
            hashlib.pbkdf2_hmac("sha256", key, data, 3, 50).hex()]


def python_rows():
    rows = [row(bytes_of(size)) for size in range(1101)]
    for wanted, sip in zip(rows[1:], (siphashes() or ())[1:]):
        if sip != "-2":
            wanted[SIPHASH] = sip
    return rows


def check(tools, program, level, rows):
    done = tools.run(program, environment={"RILL_CPU": level})
    assert done.status == 0, done
    text = done.out.decode() if isinstance(done.out, bytes) else done.out
    lines = text.splitlines()
    assert len(lines) == len(rows)
    for size, (line, wanted) in enumerate(zip(lines, rows)):
        got = line.split()
        assert len(got) == len(wanted)
        wrong = [(g, w) for g, w in zip(got, wanted) if w not in (None, g)]
        assert not wrong, (level, size, wrong)


def check_each(tools, program, level, wanted):
    done = tools.run([program, "each"], environment={"RILL_CPU": level})
    assert done.status == 0, done
    text = done.out.decode() if isinstance(done.out, bytes) else done.out
    for at, (got, digest) in enumerate(zip(text.splitlines(), wanted)):
        assert got == digest, (level, DIGESTS[at // 1101], at % 1101)
    assert len(text.splitlines()) == len(wanted)


def python_digests():
    return [hashlib.new(name, bytes_of(size)).hexdigest()
            for name in DIGESTS for size in range(1101)]


LEVELS = ("generic", "sse2", "ssse3", "avx2", "avx512")


def test_every_length_is_as_python_has_it(tools):
    program = tools.compile(SOURCE, flags=("-O1", "-DRILL_CPU_OVERRIDE=1"))
    rows = python_rows()
    for level in LEVELS:
        check(tools, program, level, rows)


def test_messages_side_by_side_are_as_python_has_them(tools):
    program = tools.compile(SOURCE, flags=("-O1", "-DRILL_CPU_OVERRIDE=1"))
    wanted = python_digests()
    for level in LEVELS:
        check_each(tools, program, level, wanted)


def test_kernels_need_no_optimization_and_survive_it(tools):
    """Every optimization level gives the same hashes: functions of other
    instruction sets are inlined at -O0 too, and -O2 may reorder what is right
    at -O1."""
    rows, digests = python_rows(), python_digests()
    for compiler in ("gcc", "clang"):
        for optimization in ("-O0", "-O2"):
            program = tools.compile(
                SOURCE, compiler=compiler,
                flags=(optimization, "-DRILL_CPU_OVERRIDE=1"))
            for level in ("ssse3", "avx2", "avx512"):
                check(tools, program, level, rows)
                check_each(tools, program, level, digests)
