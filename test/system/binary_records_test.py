"""Logs of records, read and written by Python's struct and a table of CRC-32C:
an independent check of the layout in docs/binary.md. Also several programs
that append to one file, and a program that is killed while it writes."""

import os
import signal
import struct
import subprocess
import time

SOURCE = r"""
#include <rill/file.h>
#include <rill/print.h>
#include <rill/records.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

struct entry {
  unsigned long long number = 0;
  std::string text;
  std::vector<int> more;
};

entry make_entry(unsigned long long number) {
  return {number, std::string(number * 7 % 300, static_cast<char>(number)),
          std::vector<int>(number % 5, static_cast<int>(number))};
}

// VERB PATH [FIRST COUNT]
int main(int, char** argv) {
  std::string_view const verb = argv[1];
  auto const number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  if (verb == "append") {
    rill::file const log = rill::file::append(argv[2]);
    for (unsigned long long i = 0; i != number(4); ++i)
      rill::write_record(log, make_entry(number(3) + i));
  } else if (verb == "tagged") {
    rill::file const log = rill::file::append(argv[2]);
    rill::write_record(log, make_entry(number(3)), rill::binary_tagged);
  } else if (verb == "endless") {
    rill::file_writer log(rill::file::append(argv[2]));
    for (unsigned long long i = 0;; ++i)
      rill::write_record(log, make_entry(i));
  } else if (verb == "repair") {
    rill::println(rill::repair_records(argv[2]));
  } else {
    auto log = rill::records<entry>(
        rill::file_reader(argv[2]),
        {.limits = {}, .skip_damaged = verb == "skip"});
    for (entry const& e : log)
      rill::println(e.number, ' ', e.text.size(), ' ', e.more.size());
    rill::println(log.torn() ? "torn " : "whole ", log.good_size(), ' ',
                  log.skipped_bytes());
  }
}
"""

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82f63b78 if byte & 1 else 0)
    TABLE.append(byte)


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xffffffff


def fnv(data):
    value = 0x811c9dc5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xffffffff
    return value


SHAPE = fnv(b"{u\x08t\x01ri\x04}")
HEAD = "<4sBBHIQ"
FRAME = struct.calcsize(HEAD) + 8


def count_bytes(number):
    made = b""
    while number >= 128:
        made += bytes([number & 127 | 128])
        number >>= 7
    return made + bytes([number])


def text_of(number):
    return bytes([number & 255]) * (number * 7 % 300)


def payload_of(number):
    text = text_of(number)
    more = struct.pack("<i", number) * (number % 5)
    return (struct.pack("<Q", number) + count_bytes(len(text)) + text +
            count_bytes(number % 5) + more)


def record_of(number):
    payload = payload_of(number)
    head = struct.pack(HEAD, b"\x89rlr", 1, 0, 0, SHAPE, len(payload))
    return (head + struct.pack("<I", crc32c(head)) + payload +
            struct.pack("<I", crc32c(payload)))


def payloads(data):
    """Returns the payloads of the records at the beginning of the bytes, and
    the size of these records."""
    found = []
    at = 0
    while len(data) - at >= FRAME:
        head = data[at:at + 20]
        magic, version, form, zero, shape, length = struct.unpack(HEAD, head)
        if crc32c(head) != struct.unpack_from("<I", data, at + 20)[0]:
            break
        assert (magic, version, form, zero) == (b"\x89rlr", 1, 0, 0)
        assert shape == SHAPE
        if len(data) - at < FRAME + length:
            break
        payload = data[at + 24:at + 24 + length]
        sum_at = at + 24 + length
        if crc32c(payload) != struct.unpack_from("<I", data, sum_at)[0]:
            break
        found.append(payload)
        at += FRAME + length
    return found, at


def content(path):
    with open(path, "rb") as file:
        return file.read()


def line_of(number):
    return f"{number} {number * 7 % 300} {number % 5}\n"


def read_log(tools, program, path, verb="read"):
    ran = tools.run([program, verb, path])
    assert ran.status == 0, ran.err
    return ran.out.decode()


def test_the_layout_is_that_of_the_document(tools):
    program = tools.compile(SOURCE, name="records")
    path = os.path.join(tools.folder, "log")
    assert crc32c(b"123456789") == 0xe3069283
    assert tools.run([program, "append", path, "0", "400"]).status == 0
    data = content(path)
    assert data == b"".join(record_of(n) for n in range(400))
    assert payloads(data) == ([payload_of(n) for n in range(400)], len(data))
    tagged = os.path.join(tools.folder, "tagged")
    assert tools.run([program, "tagged", tagged, "1"]).status == 0
    magic, version, form, zero, shape, length = struct.unpack_from(
        HEAD, content(tagged))
    assert (magic, version, form, zero, shape) == (b"\x89rlr", 1, 1, 0, 0)
    assert length == len(content(tagged)) - FRAME


def test_a_log_of_another_program_is_read(tools):
    program = tools.compile(SOURCE, name="records")
    path = os.path.join(tools.folder, "log")
    numbers = list(range(100, 600))
    records = [record_of(n) for n in numbers]
    lines = "".join(map(line_of, numbers))
    size = sum(map(len, records))
    with open(path, "wb") as file:
        file.write(b"".join(records))
    assert read_log(tools, program, path) == lines + f"whole {size} 0\n"
    with open(path, "ab") as file:
        file.write(record_of(600)[:-1])
    assert read_log(tools, program, path) == lines + f"torn {size} 0\n"
    # Damage the first record.
    with open(path, "r+b") as file:
        file.seek(30)
        file.write(b"?")
    ran = tools.run([program, "read", path])
    assert ran.status != 0
    assert (f"read record {path}: the record is damaged: its checksum differs, "
            "at byte 0").encode() in ran.err, ran.err
    rest = lines[len(line_of(100)):]
    assert read_log(tools, program, path, "skip") == (
        rest + f"torn {size} {len(records[0])}\n")


def test_programs_append_to_one_file(tools):
    program = tools.compile(SOURCE, name="records")
    path = os.path.join(tools.folder, "log")
    count = 2000
    running = [
        subprocess.Popen([program, "append", path, str(i * count), str(count)])
        for i in range(3)]
    assert [one.wait() for one in running] == [0, 0, 0]
    data = content(path)
    found, size = payloads(data)
    assert size == len(data)
    numbers = [struct.unpack_from("<Q", payload)[0] for payload in found]
    assert sorted(numbers) == list(range(3 * count))
    for i in range(3):
        mine = [n for n in numbers if n // count == i]
        assert mine == sorted(mine)
    assert all(p == payload_of(n) for p, n in zip(found, numbers))
    assert read_log(tools, program, path).endswith(f"whole {size} 0\n")


def test_a_record_is_one_write(tools):
    program = tools.compile(SOURCE, name="records")
    path = os.path.join(tools.folder, "log")
    done, calls = tools.strace([program, "append", path, "0", "50"],
                               "write,writev")
    assert done.status == 0
    writes = [line for line in calls if "rlr" in line]
    assert len(writes) == 50, calls


def test_a_program_that_is_killed_leaves_whole_records_and_a_torn_end(tools):
    program = tools.compile(SOURCE, name="records")
    torn = 0
    for attempt in range(8):
        path = os.path.join(tools.folder, f"log{attempt}")
        running = subprocess.Popen([program, "endless", path])
        limit = time.monotonic() + 20
        while time.monotonic() < limit and (
                not os.path.exists(path) or os.path.getsize(path) < 100000):
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        running.wait()
        data = content(path)[:2000000]  # Python's checksums are slow
        with open(path, "wb") as file:
            file.write(data)
        found, size = payloads(data)
        assert found == [payload_of(n) for n in range(len(found))]
        assert len(data) - size < 2000  # less than the longest record
        torn += size != len(data)
        lines = "".join(map(line_of, range(len(found))))
        state = "torn" if size != len(data) else "whole"
        assert read_log(tools, program, path) == f"{lines}{state} {size} 0\n"
        assert tools.run([program, "repair", path]).out == b"%d\n" % size
        assert os.path.getsize(path) == size
        assert tools.run(
            [program, "append", path, str(len(found)), "1"]).status == 0
        assert content(path) == data[:size] + record_of(len(found))
    assert torn != 0
