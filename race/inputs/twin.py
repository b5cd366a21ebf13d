"""race/inputs/twin.py: an independent, slow implementation of generate.cpp, for
its checksums.

    python3 race/inputs/twin.py KIND COUNT

prints the line of harness/known.py for this input: size, SHA-256, and xor, sum
and ordered checksum of the values. It shares no code with generate.cpp."""

import datetime
import hashlib
import random
import re
import struct
import sys
from decimal import Decimal

MASK = (1 << 64) - 1


def splitmix(state):
    """Yields the numbers of splitmix64 from a seed."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def mersenne():
    """Yields the numbers of std::mt19937 with its default seed, 5489."""
    state = [5489]
    for i in range(1, 624):
        last = state[-1]
        state.append((1812433253 * (last ^ (last >> 30)) + i) & 0xFFFFFFFF)
    source = random.Random()
    source.setstate((3, tuple(state) + (624,), None))
    while True:
        yield source.getrandbits(32)


def of_digits(source, digits):
    low = 0 if digits == 1 else 10 ** (digits - 1)
    high = min(10 ** digits, 1 << 64)
    return low + next(source) % (high - low)


def mixed(count):
    source = splitmix(1)
    for _ in range(count):
        yield of_digits(source, next(source) % 20 + 1)


def bits_of(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def shortest(x):
    """The text of std::to_chars(first, last, x), from Python's repr, whose
    digits are the shortest too."""
    if x == 0:
        return str(x)[:-2]  # 0.0 or -0.0, written without a point
    digits, _, exponent = f"{Decimal(repr(x)):e}".lower().partition("e")
    sign = "-" if digits.startswith("-") else ""
    digits = digits.lstrip("-").replace(".", "").rstrip("0") or "0"
    power = int(exponent or 0)
    n = len(digits)
    scientific = digits[0] + ("." + digits[1:] if n > 1 else "")
    scientific += f"e{'-' if power < 0 else '+'}{abs(power):02}"
    if power < 0:
        plain = "0." + "0" * (-power - 1) + digits
    elif power >= n - 1:
        plain = digits + "0" * (power - n + 1)
    else:
        plain = digits[:power + 1] + "." + digits[power + 1:]
    if len(plain) > len(scientific):
        return sign + scientific
    # A whole number is written exactly, not padded with zeros.
    return sign + (str(abs(int(x))) if power >= n - 1 else plain)


def doubles(kind, count):
    """Yields (text, value) of a set of doubles."""
    name, _, form = kind.partition("-")
    source = splitmix(4)
    for _ in range(count):
        if name == "prices":
            cents = next(source) % 1000000
            x = cents / 100
        elif name == "uniform":
            v = next(source)
            x = ((v - (v >> 63 << 64)) >> 10) * (10000.0 / 2 ** 53)
        else:
            v = next(source)
            while v >> 52 & 0x7FF == 0x7FF:
                v = next(source)
            x = struct.unpack("<d", struct.pack("<Q", v))[0]
        if form == "values":
            yield struct.pack("<d", x), bits_of(x)
        elif form == "fixed":
            yield b"%d.%02d\n" % (cents // 100, cents % 100), bits_of(x)
        else:
            yield shortest(x).encode() + b"\n", bits_of(x)


def mixed_lines(binary, count):
    """Yields (text or record, value) of the lines of mixed-line."""
    source = splitmix(8)
    for _ in range(count):
        number = of_digits(source, next(source) % 9 + 1)
        cents = of_digits(source, next(source) % 4 + 2) * 10
        cents += next(source) % 9 + 1
        size, r = next(source) % 10 + 3, next(source)
        name = "".join(LETTERS["latin"][r >> 5 * i & 31]
                       for i in range(size)).capitalize().encode()
        if size < 8:
            both = name[:4].ljust(4, b"\0") + name[-3:]
            of_name = int.from_bytes(both, "little")
        else:
            of_name = (int.from_bytes(name[:8], "little") ^
                       int.from_bytes(name[-8:], "little") << 1)
        value = number + 31 * bits_of(cents / 100) + 961 * (of_name & MASK)
        yield (struct.pack("<dii16s", cents / 100, number, size, name)
               if binary else b"id: %d, price: %d.%02d, name: %s\n" %
               (number, cents // 100, cents % 100, name)), value & MASK


def digits(count, size):
    source = splitmix(5)
    for _ in range(count):
        point = 1 + next(source) % 9
        text = str(1 + next(source) % 9)
        while len(text) < size:
            n = min(size - len(text), 18)
            text += f"{next(source) % 10 ** n:0{n}}"
        text = text[:point] + "." + text[point:]
        yield text.encode() + b"\n", bits_of(float(text))


LETTERS = {"latin": "eeettaaooiinnssrrhldcumfpgwybvkj",
           "accents": "eeettaaooiinnssrrhldcumfpgwybvéü",
           "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюя"}


def word(source, letters):
    r = next(source)
    size, behind = 2 + r % 9, r >> 60
    made = "".join(letters[r >> 8 >> 5 * i & 31] for i in range(size))
    return made + {0: ". ", 1: ", ", 2: "\n"}.get(behind, " ")


def ideographs(source, size):
    return "".join(chr(0x4E03 + next(source) % 2500 * 8)
                   for _ in range(size))


def chinese(source):
    made = ideographs(source, 3 + next(source) % 12)
    behind = next(source) % 16
    return made + ("\n" if behind == 0 else "。" if behind < 6 else "，")


def mixed_text(source):
    r = next(source)
    which = r >> 61
    if which < 5:
        return word(source, LETTERS["latin" if which < 3 else "accents"
                                    if which == 3 else "cyrillic"])
    if which == 5:
        return ideographs(source, 3)
    if which == 6:
        return chr(0x1F600 + r % 64) + " "
    return f"{r % 10}{r // 10 % 10}\n"


def random_character(source):
    r = next(source) >> 2
    v = r // 4
    if r % 4 == 0:
        return chr(0x20 + v % 95)
    if r % 4 == 1:
        return chr(0x80 + v % 0x780)
    if r % 4 == 3:
        return chr(0x10000 + v % 0x10000)
    c = 0x800 + v % 0xD000
    return "一" if c == 0x1E3F or 0x9FA6 <= c <= 0x9FFF else chr(c)


def texts(kind, count):
    """Yields (bytes, code point) of `count` characters of a text."""
    _, name, encoding = kind.split("-")
    codec = {"utf8": "utf-8", "utf16": "utf-16-le", "utf32": "utf-32-le",
             "gb18030": "gb18030"}[encoding]
    source = splitmix(7)
    make = {"emoji": lambda: "\U0001F684", "chinese": lambda: chinese(source),
            "mixed": lambda: mixed_text(source),
            "random": lambda: random_character(source)}.get(
                name, lambda: word(source, LETTERS[name]))
    while count > 0:
        for c in make()[:count]:
            yield c.encode(codec), ord(c)
            count -= 1


MESSAGES = (
    "http.server: %a GET /api/v2/orders/%n 200 %n bytes in %n us",
    "http.server: %a GET /api/v2/users/%u/orders?page=%n 200 in %n us",
    "http.server: %a POST /api/v2/orders 201 %n bytes, request %x",
    "http.server: %a GET /static/app.js 304",
    "http.server: %a GET /api/v2/orders/%n 404, no such order",
    "session.store: user %u signed in from %a, session %x",
    "session.store: session %x of user %u expired after %n s",
    "database.pool: query took %n us, %n rows, connection to %a:5432",
    "database.pool: connection to %a:5432 closed after %n queries",
    "cache.memory: hit order:%n, %n bytes",
    "cache.memory: miss order:%n, loaded in %n us",
    "queue.worker: job %x of type send-invoice finished in %n us",
    "queue.worker: job %x of type resize-image finished in %n us",
    "queue.worker: job %x failed: connection refused by %a:25, tries: %n",
    "metrics.report: cpu %n, memory %n KiB, open files %n",
    "scheduler.main: next run of clean-up for user %u in %n s")
USERS = ("ada alan barbara claude donald edsger frances grace john katherine "
         "kurt leslie margaret niklaus robin tony").split()
LEVELS = ["ERROR", "WARN ", "WARN ", *["DEBUG"] * 7, *["INFO "] * 22]


def log_field(kind, drawn):
    if kind == "%n":
        return str(drawn % 10 ** (1 + (drawn >> 32) % 6))
    if kind == "%a":
        return f"10.0.{drawn % 4}.{drawn >> 8 & 255}"
    return (USERS[drawn & 15] if kind == "%u"
            else f"{drawn & 0xffffffff:08x}")


def log_lines(count):
    source = splitmix(9)
    time = datetime.datetime(2026, 3, 1)
    for _ in range(count):
        drawn = next(source)
        time += datetime.timedelta(milliseconds=drawn % 40)
        shown = time.isoformat(" ", "milliseconds")
        text = re.sub("%.", lambda found: log_field(found[0], next(source)),
                      MESSAGES[drawn >> 16 & 15])
        line = f"{shown} {LEVELS[drawn >> 8 & 31]} {text}"
        yield line.encode() + b"\n", (1 << 32) + len(line)


def float_bits(drawn):
    """A float from -1 to 1, from the highest 25 bits."""
    whole = (drawn >> 39) - (1 << 25 if drawn >> 63 else 0)
    return struct.unpack("<I", struct.pack("<f", whole / (1 << 24)))[0]


def monster_numbers(source):
    """Yields (value, bytes) of the numbers of one monster."""
    def place():
        for _ in range(3):
            yield float_bits(next(source)), 4

    def several(part):
        length = 1 + next(source) % 10
        yield length, 1
        for _ in range(length):
            yield from part()

    def letter():
        yield ord("A") + next(source) % 26, 1

    def item():
        yield next(source) % 256, 1

    def weapon():
        yield from several(letter)
        yield next(source) % 32768, 2

    yield from place()
    yield next(source) % 500, 2
    yield next(source) % 1000, 2
    yield from several(letter)
    yield from several(item)
    yield next(source) % 3, 1
    yield from several(weapon)
    yield from weapon()
    yield from several(place)


def binary_values(kind, count):
    source = splitmix(10)
    for _ in range(count):
        if kind == "monsters":
            for value, size in monster_numbers(source):
                yield value.to_bytes(size, "little"), value
            continue
        value = (next(source) >> 32 if kind == "ints32"
                 else float_bits(next(source)))
        yield value.to_bytes(4, "little"), value


def pieces(kind, count):
    """Yields (bytes, value or None) of one input."""
    if kind == "sequence":
        for i in range(count):
            yield b"%d\n" % i, i
    elif kind == "sequence-utf16":
        for i in range(count):
            yield f"{i}\n".encode("utf-16-le"), i
    elif kind == "sequence-grouped":
        for i in range(count):
            yield f"{i:,}\n".encode(), i
    elif kind == "mixed":
        for v in mixed(count):
            yield b"%d\n" % v, v
    elif kind == "mixed-values":
        for v in mixed(count):
            yield struct.pack("<Q", v), v
    elif kind in ("mixed-line", "mixed-line-values"):
        yield from mixed_lines(kind == "mixed-line-values", count)
    elif kind == "bytes":
        source = splitmix(6)
        while count > 0:
            for byte in struct.pack("<Q", next(source))[:count]:
                yield bytes((byte,)), byte
            count -= 8
    elif kind == "log":
        yield from log_lines(count)
    elif kind in ("monsters", "ints32", "floats32"):
        yield from binary_values(kind, count)
    elif kind == "spaced64":
        source = splitmix(2)
        for _ in range(count):
            start = b"\n" if next(source) >> 56 < 20 else b""
            v = next(source)
            yield b"%s%d " % (start, v), v
    elif kind == "spaced32":
        source = mersenne()
        for _ in range(count):
            start = b"\n" if next(source) & 0xFF < 20 else b""
            v = next(source)
            yield b"%s%d " % (start, v), v
    elif kind in ("pairs", "pairs-larger"):
        source = splitmix(3)
        if kind == "pairs":
            yield b"%d\n" % count, None
        for _ in range(count):
            a, b = next(source) >> 32, next(source) >> 32
            v = max(a, b)
            yield (b"%d\n" % v if kind == "pairs-larger"
                   else b"%d %d\n" % (a, b)), v
    elif kind in ("doubles-digits19", "doubles-digits40"):
        yield from digits(count, int(kind[-2:]))
    elif kind.startswith("text-"):
        yield from texts(kind, count)
    elif kind.startswith("doubles-"):
        yield from doubles(kind[len("doubles-"):], count)
    else:
        raise SystemExit("twin: no such kind: " + kind)


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    digest, size, every, total, ordered = hashlib.sha256(), 0, 0, 0, 0
    batch = []
    for text, value in pieces(kind, count):
        batch.append(text)
        size += len(text)
        if value is not None:
            every ^= value
            total = (total + value) & MASK
            ordered = (ordered * 31 + value) & MASK
        if len(batch) == 10000:
            digest.update(b"".join(batch))
            batch.clear()
    digest.update(b"".join(batch))
    print(f'    ("{kind}", {count}): (\n        {size},\n'
          f'        "{digest.hexdigest()}",\n'
          f"        {every}, {total}, {ordered}),")


if __name__ == "__main__":
    main()
