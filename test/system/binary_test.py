"""Binary data: the bytes compared with Python's, a full device, and every
error at every system call (sweep.py)."""

import os
import struct
import sys

sys.path.insert(0, os.path.dirname(__file__))
from sweep import ReadSweep, Sweep  # noqa: E402

SOURCE = "test/system/programs/binary.cpp"
QUIET = ("-O1", "-fno-exceptions")


def program(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *words]


def shipment(n):
    """Makes the values of programs/binary.cpp: (id, state, parcels, notes,
    target, route); a parcel is (label, weight, sizes, insured)."""
    parcels = [("x" * (i * 70) + "label", n + i / 8, [k - n for k in range(i)],
                None if i == 1 else n * i) for i in range(n % 4)]
    return (n * 1000003 - 7, 5 if n % 2 else 6, parcels,
            {"a": True, "fragile": n % 3 == 0},
            n if n % 2 else "target", [0x01020304] * (n % 50))


def count(value):
    made = b""
    while value >= 128:
        made += bytes([value % 128 + 128])
        value //= 128
    return made + bytes([value])


def text(value):
    return count(len(value)) + value.encode()


def compact(n):
    number, state, parcels, notes, target, route = shipment(n)
    made = struct.pack("<qB", number, state) + count(len(parcels))
    for label, weight, sizes, insured in parcels:
        made += text(label) + struct.pack("<d", weight)
        made += count(len(sizes)) + struct.pack(f"<{len(sizes)}h", *sizes)
        made += b"\0" if insured is None else struct.pack("<BI", 1, insured)
    made += count(len(notes))
    for key, value in sorted(notes.items()):
        made += text(key) + bytes([value])
    if isinstance(target, int):
        made += struct.pack("<Bi", 0, target)
    else:
        made += b"\1" + text(target)
    return made + count(len(route)) + struct.pack(f"<{len(route)}I", *route)


ONE, TWO, FOUR, EIGHT, SIXTEEN, SIZED, GROUP, LIST = range(8)


def field(number, wire, value):
    return count(number * 8 + wire) + value


def group(*fields):
    return b"".join(fields) + b"\0"


def entries(wire, parts):
    return count(len(parts)) + bytes([wire]) + b"".join(parts)


def tagged(n):
    number, state, parcels, notes, target, route = shipment(n)
    boxes = [group(
        field(1, SIZED, text(label)),
        field(2, EIGHT, struct.pack("<d", weight)),
        field(3, LIST, entries(TWO, [struct.pack("<h", s) for s in sizes])),
        field(4, GROUP, group() if insured is None else
              group(field(1, FOUR, struct.pack("<I", insured)))))
        for label, weight, sizes, insured in parcels]
    pairs = [group(field(1, SIZED, text(key)), field(2, ONE, bytes([value])))
             for key, value in sorted(notes.items())]
    chosen = (field(1, FOUR, struct.pack("<i", target))
              if isinstance(target, int) else field(2, SIZED, text(target)))
    return group(field(1, GROUP, group(
        field(1, EIGHT, struct.pack("<q", number)),
        field(2, ONE, bytes([state])),
        field(3, LIST, entries(GROUP, boxes)),
        field(4, LIST, entries(GROUP, pairs)),
        field(5, GROUP, group(chosen)),
        field(6, LIST, entries(FOUR, [struct.pack("<I", r) for r in route])))))


def test_bytes(tools):
    for flags in (("-O1",), QUIET):
        for kind, wanted in (("bytes", compact), ("bytes_tagged", tagged)):
            done = tools.run(program(tools, kind, flags=flags))
            assert done.status == 0, done.err
            assert done.out == wanted(57), kind


def test_file(tools):
    path = os.path.join(tools.folder, "shipments")
    for end, wanted in (("", compact), ("_tagged", tagged)):
        done = tools.run(program(tools, f"write{end}", path))
        assert done.status == 0, done.err
        with open(path, "rb") as file:
            assert file.read() == b"".join(wanted(n) for n in range(100))
        for flags in (("-O1",), QUIET):
            done = tools.run(program(tools, f"read{end}", path, flags=flags))
            assert done.status == 0, done.err
            lines = done.out.decode().splitlines()
            assert len(lines) == 100
            for n, line in enumerate(lines):
                number, _, parcels, _, target, route = shipment(n)
                assert f"id: {number}," in line, line
                assert line.count("label") == len(parcels) * 2 or \
                    line.count("label\"") == len(parcels), line
                assert line.count("16909060") == len(route)
                assert str(target) in line


def test_torn_file(tools):
    path = os.path.join(tools.folder, "torn")
    whole = b"".join(compact(n) for n in range(5))
    for flags in (("-O1",), QUIET):
        with open(path, "wb") as file:
            file.write(whole[:-3])
        done = tools.run(program(tools, "read", path, flags=flags))
        assert done.status == 2, done
        assert done.err.startswith(b"read binary " + path.encode()), done
        assert b"target" in done.err or b"route" in done.err, done


def test_device_without_room(tools):
    if not os.path.exists("/dev/full"):
        tools.skip("no /dev/full")
    for kind in ("write", "write_tagged"):
        done = tools.run(program(tools, kind, "/dev/full"))
        assert done.status == 2, done
        assert done.err == (b"write /dev/full: No space left on device\n")
    # Without exceptions the program prints the message and ends.
    done = tools.run(program(tools, "write", "/dev/full", flags=QUIET))
    assert done.status != 0, done
    assert b"/dev/full: No space left on device" in done.err, done


def test_faults_of_writing(tools):
    for kind in ("write", "write_tagged"):
        words = program(tools, kind)
        Sweep(tools, lambda path, w=words: [*w, path]).check(5, 15)


def test_faults_of_reading(tools):
    words = program(tools, "read")
    content = b"".join(compact(n) for n in range(100))
    ReadSweep(tools, lambda path: [*words, path], content).check(5, 5)
