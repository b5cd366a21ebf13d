"""Binary data for another language: a codec written from docs/binary.md alone
decodes what rill writes, and encodes the same bytes; records too."""

import json
import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.dirname(__file__))
import binary_codec as codec  # noqa: E402
from binary_codec import (  # noqa: E402
    Bits, Block, Bool, Floating, Hook, Inner, Leb, List, Map, Nothing, Number,
    Optional, Structure, Text, Variant, array, duration, enumeration, set_of,
    time_point)

SOURCE = "test/system/programs/binary_codec.cpp"
FLAGS = ("-O1", "-std=c++23")  # optimized: g++ then warns of more


def signed(width):
    return Number("i", width)


def unsigned(width):
    return Number("u", width)


def tree():
    inner = Inner(1)
    inner.whole = Structure(signed(2), List(inner))
    return inner.whole


def date(*parts):
    return Structure(*parts)


TRADE = Structure(Text(), signed(4), array(2, Floating(8)),
                  Optional(unsigned(2)))
YEAR, PART = signed(2), unsigned(1)

# The types of programs/binary_codec.cpp, by the names that it prints.
TYPES = {
    **{f"i{n}": signed(n) for n in (1, 2, 4, 8, 16)},
    **{f"u{n}": unsigned(n) for n in (1, 2, 4, 8, 16)},
    "char": Number("c", 1), "wchar_t": Number("c", 4),
    "char16_t": Number("c", 2), "byte": Number("b", 1), "bool": Bool(),
    "enum u1": enumeration(unsigned(1)), "enum i8": enumeration(signed(8)),
    "f4": Floating(4), "f8": Floating(8),
    "complex": Structure(Floating(4), Floating(4)),
    "le": Number("i", 4, "<"), "be": Number("i", 4, ">", "big"),
    "be u2": Number("u", 2, ">", "big"), "leb i4": Leb(signed(4)),
    "leb u8": Leb(unsigned(8)), "leb list": List(Leb(signed(2))),
    "text of 4": Block(4), "text of 3": Block(3), "text of 200": Block(200),
    "padding of 3": Block(3, is_padding=True),
    "padding of 8": Block(8, is_padding=True),
    "text": Text(), "text 2": Text(2), "text 4": Text(4), "path": Text(),
    "array": array(3, signed(2)), "array of text": array(2, Text()),
    "vector": List(signed(4)), "list": List(Text()),
    "deque": List(unsigned(1)), "forward_list": List(signed(2)),
    "valarray": List(Floating(8)), "vector of bool": List(Bool()),
    "nested": List(List(Text())), "queue": List(signed(4)),
    "stack": List(signed(4)), "set": set_of(signed(4)),
    "map": Map(Text(), signed(4)),
    "unordered_map": Map(signed(2), List(signed(4))),
    "bitset 12": Bits(12), "bitset 64": Bits(64),
    "pair": Structure(signed(4), Text()),
    "tuple": Structure(Bool(), Floating(8), List(signed(2))),
    "nothing": Structure(), "monostate": Nothing(),
    "monostates": List(Nothing()), "tree": tree(), "trade": TRADE,
    "hook": Hook(signed(4), Text()), "optional": Optional(signed(4)),
    "optional twice": Optional(Optional(Text())),
    "unique_ptr": Optional(Text()),
    "variant": Variant(signed(4), Text(), Nothing()),
    "seconds": duration(signed(4)),
    "milliseconds": duration(signed(8), 1, 1000),
    "minutes": duration(Floating(8), 60, 1),
    "point": time_point(duration(signed(8), 1, 1000)),
    "hh_mm_ss": duration(signed(8)),
    "part": date(PART), "two parts": date(PART, PART),
    "three parts": date(PART, PART, PART), "year": date(YEAR),
    "year and part": date(YEAR, PART), "year and two": date(YEAR, PART, PART),
    "year and three": date(YEAR, PART, PART, PART),
}
# Types that some compilers and standard libraries lack.
FURTHER = {
    "f2": Floating(2), "f16": Floating(16),
    "expected": Variant(signed(4), Text(), is_expected=True),
    "expected void": Variant(Nothing(), signed(2), is_expected=True),
}


def plain(value):
    """The value with numbers in one form: `0x18p+0` is `0xcp+1`."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, str) or "x" not in value:
        return value
    digits, power = value.lstrip("-")[2:].split("p")
    whole, _, behind = digits.partition(".")
    exact = Fraction(int(whole + behind, 16)) * Fraction(2) ** int(power)
    return value.startswith("-"), exact / 16 ** len(behind)


def check(kind, name, value, *texts):
    compact, tagged, record = (
        bytes.fromhex(text.replace("-", "")) for text in texts)
    assert codec.message(kind, value, False) == compact, (name, value)
    assert codec.message(kind, value, True) == tagged, (name, value)
    assert codec.record(kind, value) == record, (name, value)
    for whole, is_tagged in ((compact, False), (tagged, True)):
        found = codec.value_of(kind, whole, is_tagged)
        assert plain(found) == plain(value), (name, found, value)


def test_codec_of_the_page(tools):
    program = tools.compile(SOURCE, flags=FLAGS)
    seen = {}
    for seed in ("1", "2"):
        done = tools.run([program, seed])
        assert done.status == 0, done.err
        for line in done.out.decode().splitlines():
            name, value, *texts = line.split("\t")
            kind = TYPES.get(name) or FURTHER[name]
            check(kind, name, json.loads(value), *texts)
            seen[name] = seen.get(name, 0) + 1
    assert set(TYPES) <= set(seen), set(TYPES) - set(seen)
    assert min(seen.values()) >= 120, seen


def test_records_made_elsewhere(tools):
    """rill reads a log of compact records that Python wrote, and refuses one
    of another shape."""
    program = tools.compile(SOURCE, flags=FLAGS)
    path = os.path.join(tools.folder, "log")
    trades = [[list(b"bolt"), 8, ["0x1.8p+0", "-0x0p+0"], None],
              [[], -1, ["inf", "0x1p-3"], [500]]]
    with open(path, "wb") as log:
        log.writelines(codec.record(TRADE, one) for one in trades)
    done = tools.run([program, "read", path])
    assert done.status == 0, done.err
    found = [json.loads(line) for line in done.out.decode().splitlines()]
    assert plain(found) == plain(trades), found
    other = Structure(*TRADE.members[:3], Optional(signed(2)))
    with open(path, "wb") as log:
        log.write(codec.record(other, trades[0]))
    done = tools.run([program, "read", path])
    assert done.status != 0 and b"of another type" in done.err, done
