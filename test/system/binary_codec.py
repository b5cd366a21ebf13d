"""A codec for rill's binary formats, written from the tables of docs/binary.md
and from nothing else: it imports no part of rill, and a rule that the page
leaves out cannot be kept here.

A type is an object with these functions. `tagged` chooses binary_tagged; a
value is what JSON has for it, with floating-point numbers as text.

    wire                   its wire type
    shape()                the bytes of its shape
    put(value, tagged)     its bytes
    get(data, tagged)      its value, from the front of a Data
"""

import struct
from fractions import Fraction

SIZED, GROUP, LIST = 5, 6, 7
WIRE_OF_SIZE = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}


def count(number):
    made = b""
    while number >= 128:
        made += bytes([number % 128 + 128])
        number //= 128
    return made + bytes([number])


class Data:
    def __init__(self, whole):
        self.rest = whole

    def take(self, size):
        taken, self.rest = self.rest[:size], self.rest[size:]
        assert len(taken) == size, "the data ends too early"
        return taken

    def count(self):
        number = shift = 0
        while True:
            byte = self.take(1)[0]
            number += (byte & 127) << shift
            shift += 7
            if byte < 128:
                assert byte or shift == 7, "not the shortest form"
                return number

    def fields(self, *types):
        """The values of a group's fields, by number from 1."""
        found, last = {}, 0
        while tag := self.count():
            number, wire = divmod(tag, 8)
            assert last < number, "out of order"
            last = number
            assert types[number - 1].wire == wire, (number, wire)
            found[number] = types[number - 1].get(self, True)
        return found


def field(number, kind, value):
    return count(number * 8 + kind.wire) + kind.put(value, True)


def group(*fields):
    return b"".join(fields) + b"\0"


class Number:
    """Integers, characters, std::byte: `kind` is the letter of the shape."""

    def __init__(self, kind, width, before="", order="little"):
        self.kind, self.width, self.order = kind, width, order
        self.before = before
        self.wire = WIRE_OF_SIZE[width]

    def shape(self):
        return (self.before + self.kind).encode() + count(self.width)

    def put(self, value, tagged):
        return value.to_bytes(self.width, self.order, signed=self.kind == "i")

    def get(self, data, tagged):
        return int.from_bytes(data.take(self.width), self.order,
                              signed=self.kind == "i")


class Bool(Number):
    def __init__(self):
        super().__init__("u", 1)

    def shape(self):
        return b"B"


class Floating:
    """Values are text, as C's %a writes them."""

    # Bits of the exponent and of the fraction.
    FORMS = {2: (5, 10), 4: (8, 23), 8: (11, 52), 16: (15, 112)}

    def __init__(self, width):
        self.width, self.wire = width, WIRE_OF_SIZE[width]
        self.exponent, self.fraction = self.FORMS[width]

    def shape(self):
        return b"f" + count(self.width)

    def put(self, value, tagged):
        minus, value = value.startswith("-"), value.lstrip("-")
        most, bias = (1 << self.exponent) - 1, (1 << self.exponent - 1) - 1
        if value == "inf":
            bits = most << self.fraction
        else:
            digits, power = value[2:].split("p")
            whole, _, behind = digits.partition(".")
            exact = Fraction(int(whole + behind, 16), 16 ** len(behind))
            exact *= Fraction(2) ** int(power)
            bits = self.bits(exact, bias)
        return (bits | minus << self.width * 8 - 1).to_bytes(self.width,
                                                             "little")

    def bits(self, exact, bias):
        if exact == 0:
            return 0
        power = 0
        while exact >= 2:
            exact, power = exact / 2, power + 1
        while exact < 1 and power > 1 - bias:
            exact, power = exact * 2, power - 1
        normal = exact >= 1
        scaled = (exact - normal) * 2 ** self.fraction
        assert scaled.denominator == 1, "more digits than the type has"
        return (power + bias if normal else 0) << self.fraction | int(scaled)

    def get(self, data, tagged):
        bits = int.from_bytes(data.take(self.width), "little")
        minus = "-" * (bits >> self.width * 8 - 1)
        most, bias = (1 << self.exponent) - 1, (1 << self.exponent - 1) - 1
        power = bits >> self.fraction & most
        part = bits & (1 << self.fraction) - 1
        if power == most:
            assert part == 0, "not a number"
            return minus + "inf"
        if power != 0:
            part |= 1 << self.fraction
        power = max(power, 1) - bias - self.fraction
        return f"{minus}0x{part:x}p{power:+}"


class Before:
    """A number with letters before it in the shape: enumerations, times."""

    def __init__(self, letters, inside):
        self.letters, self.inside, self.wire = letters, inside, inside.wire
        self.put, self.get = inside.put, inside.get

    def shape(self):
        return self.letters + self.inside.shape()


def enumeration(inside):
    return Before(b"e", inside)


def duration(inside, numerator=1, denominator=1):
    return Before(b"d" + count(numerator) + b"/" + count(denominator), inside)


def time_point(inside):
    return Before(b"p", inside)


class Text:
    wire = SIZED

    def __init__(self, width=1):
        self.width = width

    def shape(self):
        return b"t" + count(self.width)

    def put(self, value, tagged):
        units = b"".join(unit.to_bytes(self.width, "little") for unit in value)
        return count(len(units) if tagged else len(value)) + units

    def get(self, data, tagged):
        size = data.count()
        units = data.take(size if tagged else size * self.width)
        return [int.from_bytes(units[i:i + self.width], "little")
                for i in range(0, len(units), self.width)]


class List:
    """Containers; with a number of elements, arrays."""

    wire = LIST

    def __init__(self, element, letter=b"r", size=None):
        self.element, self.letter, self.size = element, letter, size

    def shape(self):
        size = b"" if self.size is None else count(self.size)
        return self.letter + size + self.element.shape()

    def put(self, value, tagged):
        made = b""
        if tagged:
            made = count(len(value)) + bytes([self.element.wire])
        elif self.size is None:
            made = count(len(value))
        return made + b"".join(self.element.put(one, tagged) for one in value)

    def get(self, data, tagged):
        size = self.size
        if tagged or size is None:
            size = data.count()
        if tagged:
            assert data.take(1) == bytes([self.element.wire])
        return [self.element.get(data, tagged) for _ in range(size)]


def array(size, element):
    return List(element, b"a", size)


def set_of(element):
    return List(element, b"s")


class Map(List):
    def __init__(self, key, value):
        super().__init__(Structure(key, value), b"m")

    def shape(self):
        return b"m" + self.element.shape()[1:-1]


class Structure:
    wire = GROUP

    def __init__(self, *members):
        self.members = members

    def shape(self):
        inside = b"".join(member.shape() for member in self.members)
        return b"{" + inside + b"}"

    def put(self, value, tagged):
        assert len(value) == len(self.members)
        if tagged:
            return group(*(field(i + 1, *pair) for i, pair in
                           enumerate(zip(self.members, value))))
        return b"".join(member.put(one, tagged)
                        for member, one in zip(self.members, value))

    def get(self, data, tagged):
        if not tagged:
            return [member.get(data, tagged) for member in self.members]
        found = data.fields(*self.members)
        assert len(found) == len(self.members), found
        return [found[i + 1] for i in range(len(self.members))]


class Hook:
    """The class `hooked` of programs/binary_values.h: field 1, field 40."""

    wire = GROUP

    def __init__(self, first, second):
        self.first, self.second = first, second

    @staticmethod
    def shape():
        return b"h"

    def put(self, value, tagged):
        if tagged:
            return group(field(1, self.first, value[0]),
                         field(40, self.second, value[1]))
        return (self.first.put(value[0], False) +
                self.second.put(value[1], False))

    def get(self, data, tagged):
        if not tagged:
            return [self.first.get(data, False), self.second.get(data, False)]
        found = data.fields(self.first, *[self.second] * 39)
        return [found[1], found[40]]


class Inner:
    """The type itself within itself: `place` structures further out."""

    wire = GROUP

    def __init__(self, place):
        self.place = place

    def shape(self):
        return b"^" + count(self.place)

    def put(self, value, tagged):
        return self.whole.put(value, tagged)

    def get(self, data, tagged):
        return self.whole.get(data, tagged)


class Optional:
    """None, or a list of the value."""

    wire = GROUP

    def __init__(self, inside):
        self.inside = inside

    def shape(self):
        return b"o" + self.inside.shape()

    def put(self, value, tagged):
        if tagged:
            return group(*(field(1, self.inside, one) for one in value or []))
        return b"\0" if value is None else \
            b"\1" + self.inside.put(value[0], tagged)

    def get(self, data, tagged):
        if tagged:
            return list(data.fields(self.inside).values()) or None
        is_set = data.take(1)[0]
        assert is_set < 2
        return [self.inside.get(data, tagged)] if is_set else None


class Variant:
    """Variants; expected values, whose alternatives are value and error. A
    value is the number of the alternative from 0, and its value."""

    wire = GROUP

    def __init__(self, *alternatives, is_expected=False):
        self.alternatives, self.is_expected = alternatives, is_expected

    def shape(self):
        begin = b"x" if self.is_expected else \
            b"v" + count(len(self.alternatives))
        return begin + b"".join(one.shape() for one in self.alternatives)

    def put(self, value, tagged):
        number, inside = value
        kind = self.alternatives[number]
        if tagged:
            return group(field(number + 1, kind, inside))
        return count(number) + kind.put(inside, tagged)

    def get(self, data, tagged):
        if tagged:
            (number, inside), = data.fields(*self.alternatives).items()
            return [number - 1, inside]
        number = data.count()
        return [number, self.alternatives[number].get(data, tagged)]


class Nothing(Structure):
    def shape(self):
        return b"0"


class Bits:
    wire = SIZED

    def __init__(self, size):
        self.size = size

    def shape(self):
        return b"n" + count(self.size)

    def put(self, value, tagged):
        bits = sum(bit << i for i, bit in enumerate(value))
        whole = bits.to_bytes((self.size + 7) // 8, "little")
        return (count(len(whole)) if tagged else b"") + whole

    def get(self, data, tagged):
        size = (self.size + 7) // 8
        assert not tagged or data.count() == size
        bits = int.from_bytes(data.take(size), "little")
        return [bits >> i & 1 for i in range(self.size)]


class Leb:
    def __init__(self, inside):
        self.inside, self.wire = inside, inside.wire

    def shape(self):
        return b"V" + self.inside.shape()

    def put(self, value, tagged):
        if tagged:
            return self.inside.put(value, tagged)
        if self.inside.kind == "u":
            return count(value)
        made = b""
        while not -64 <= value < 64:
            made += bytes([value % 128 + 128])
            value >>= 7
        return made + bytes([value % 128])

    def get(self, data, tagged):
        if tagged:
            return self.inside.get(data, tagged)
        number = shift = 0
        while True:
            byte = data.take(1)[0]
            number += (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        is_minus = self.inside.kind == "i" and byte & 64
        return number - (1 << shift) if is_minus else number


class Block:
    """fixed_text<N>, and padding<N>, whose value is None."""

    def __init__(self, size, is_padding=False):
        self.size, self.is_padding = size, is_padding
        self.wire = WIRE_OF_SIZE.get(size, SIZED)

    def shape(self):
        return b"L" + count(self.size)

    def put(self, value, tagged):
        whole = bytes(value or []).ljust(self.size, b"\0")
        has_count = tagged and self.wire == SIZED
        return (count(self.size) if has_count else b"") + whole

    def get(self, data, tagged):
        if tagged and self.wire == SIZED:
            assert data.count() == self.size
        whole = data.take(self.size)
        return None if self.is_padding else list(whole.rstrip(b"\0"))


def message(kind, value, tagged):
    """The bytes of a call with one value."""
    return group(field(1, kind, value)) if tagged else kind.put(value, tagged)


def value_of(kind, whole, tagged):
    data = Data(whole)
    value = data.fields(kind)[1] if tagged else kind.get(data, tagged)
    assert not data.rest, "bytes follow the value"
    return value


def fnv(whole):
    made = 0x811c9dc5
    for byte in whole:
        made = (made ^ byte) * 0x01000193 % 2 ** 32
    return made


def crc32c(whole):
    made = 2 ** 32 - 1
    for byte in whole:
        made ^= byte
        for _ in range(8):
            made = made >> 1 ^ (0x82f63b78 if made & 1 else 0)
    return made ^ 2 ** 32 - 1


def record(kind, value, tagged=False):
    payload = message(kind, value, tagged)
    head = b"\x89rlr" + struct.pack("<BBHIQ", 1, tagged, 0,
                                    0 if tagged else fnv(kind.shape()),
                                    len(payload))
    return head + struct.pack("<I", crc32c(head)) + payload + \
        struct.pack("<I", crc32c(payload))
