#!/usr/bin/env python3
"""Prints include/rill/unicode/gb18030_tables.h: GB 18030-2022 in two
directions.

    tools/generate_gb18030.py > include/rill/unicode/gb18030_tables.h

Python's codec is the edition of 2000. What 2005 and 2022 changed is written
here: in each change, two characters exchange their codes. --differences
prints the rows of docs/gb18030.md."""

import sys

# (two bytes, the scalar before, the scalar since). The scalar before takes over
# the four-byte code of the other. 2005: GB 18030-2005.
SINCE_2005 = [(0xA8BC, 0xE7C7, 0x1E3F)]
# 2022: Unicode document L2/22-274 and K. Lunde, "The GB 18030-2022 Standard".
SINCE_2022 = [
    (0xA6D9, 0xE78D, 0xFE10), (0xA6DA, 0xE78E, 0xFE12),
    (0xA6DB, 0xE78F, 0xFE11), (0xA6DC, 0xE790, 0xFE13),
    (0xA6DD, 0xE791, 0xFE14), (0xA6DE, 0xE792, 0xFE15),
    (0xA6DF, 0xE793, 0xFE16), (0xA6EC, 0xE794, 0xFE17),
    (0xA6ED, 0xE795, 0xFE18), (0xA6F3, 0xE796, 0xFE19),
    (0xFE59, 0xE81E, 0x9FB4), (0xFE61, 0xE826, 0x9FB5),
    (0xFE66, 0xE82B, 0x9FB6), (0xFE67, 0xE82C, 0x9FB7),
    (0xFE6D, 0xE832, 0x9FB8), (0xFE7E, 0xE843, 0x9FB9),
    (0xFE90, 0xE854, 0x9FBA), (0xFEA0, 0xE864, 0x9FBB),
]
FOUR_BYTE_CODES = 39420  # of the characters up to FFFF
LOW_CODES = 1762         # of them, those that have a table: to 07FF
BLOCK = 64               # what the last byte of UTF-8 tells apart
DIRECT = 0x500           # Latin, Greek and Cyrillic
# Subtracted from the cells (modulo 10000): 8000 becomes 3400. Most cells are
# then written as ideographs and Hangul syllables, which editors and
# normalization leave unchanged and which are written from left to right.
CELL_BASE = 0x4C00


def index_of(code):
    """The index of a four-byte code, whose bytes are the digits of a number."""
    return (((code[0] - 0x81) * 10 + code[1] - 0x30) * 126
            + code[2] - 0x81) * 10 + code[3] - 0x30


def four_bytes(index):
    index, fourth = divmod(index, 10)
    index, third = divmod(index, 126)
    first, second = divmod(index, 10)
    return bytes((first + 0x81, second + 0x30, third + 0x81, fourth + 0x30))


def encoding(edition=2022):
    """{scalar: code} of the scalars 80 to FFFF."""
    codes = {c: chr(c).encode("gb18030") for c in range(0x80, 0x10000)
             if not 0xD800 <= c < 0xE000}
    changes = SINCE_2005 if edition >= 2005 else []
    changes = changes + (SINCE_2022 if edition >= 2022 else [])
    for code, before, since in changes:
        assert codes[before] == code.to_bytes(2, "big") and len(
            codes[since]) == 4
        codes[before], codes[since] = codes[since], codes[before]
    return codes


def decoding_of_pairs(codes):
    """The scalars of all two-byte codes, in the order of the codes."""
    scalars = {code: c for c, code in codes.items() if len(code) == 2}
    trails = [t for t in range(0x40, 0xFF) if t != 0x7F]
    return [scalars[bytes((lead, trail))]
            for lead in range(0x81, 0xFF) for trail in trails]


def runs_of_fours(codes):
    """(first index, first scalar) of each run of consecutive scalars."""
    scalars = {index_of(code): c for c, code in codes.items()
               if len(code) == 4}
    assert sorted(scalars) == list(range(FOUR_BYTE_CODES))
    return [(i, scalars[i]) for i in range(FOUR_BYTE_CODES)
            if i == 0 or scalars[i] != scalars[i - 1] + 1]


def low_scalars(codes):
    found = {index_of(code): c for c, code in codes.items() if len(code) == 4}
    return [found[i] for i in range(LOW_CODES)]


def chapters(runs):
    """For every 64th index, the run that contains it."""
    found, run = [], 0
    for index in range(0, FOUR_BYTE_CODES, BLOCK):
        while run + 1 < len(runs) and runs[run + 1][0] <= index:
            run += 1
        found.append(run)
    return found


def blocks(codes):
    """(row, base) of each block of 64 scalars, and the cells of all rows. A
    cell is one of: the two bytes of a code, the first one in the high byte;
    from SPECIAL on, the index of a four-byte code minus the base of its block;
    STRANGER. A cell of ASCII has its byte in the high byte, so that one loop
    writes all."""
    rows, heads = {}, []
    for block in range(0x10000 // BLOCK):
        cells, base = row_of(codes, range(block * BLOCK, (block + 1) * BLOCK))
        # Blocks below DIRECT do not share rows: the index of a cell is its
        # scalar.
        key = (cells, block if block < DIRECT // BLOCK else None)
        heads.append((rows.setdefault(key, len(rows) * BLOCK), base))
    return heads, [cell for row, _ in rows for cell in row]


def row_of(codes, scalars):
    cells, base = [], None
    for c in scalars:
        code = codes.get(c, b"")
        if c < 0x80:
            cells.append(c << 8)
        elif len(code) == 2:
            cells.append(int.from_bytes(code, "big"))
        elif c in STRANGERS or not code:
            cells.append(STRANGER)
        else:
            base = index_of(code) if base is None else base
            assert 0 <= index_of(code) - base < BLOCK
            cells.append(SPECIAL + index_of(code) - base)
    return tuple(cells), base or 0


def is_safe(c):
    """Whether a scalar is an ideograph or a syllable that editors and
    normalization leave unchanged."""
    return 0x3400 <= c < 0x4DC0 or 0x4E00 <= c < 0x9FA6 or (
        0xAC00 <= c < 0xD7A4)


def literal(values):
    """Lines of UTF-16 string literals. A hexadecimal escape ends at the
    backslash or ideograph that follows; small values are octal escapes of three
    digits."""
    lines, line = [], ""
    for value in values:
        text = (chr(value) if is_safe(value) else
                f"\\{value:03o}" if value < 0o1000 else f"\\x{value:X}")
        if len(line) + len(text) > WIDTH:
            lines.append(line)
            line = ""
        line += text
    return lines + [line]


def array(name, values, about):
    text = "".join(f"// {line}\n" for line in about)
    text += f"inline constexpr char16_t {name}[] =\n"
    text += "\n".join(f'    u"{line}"' for line in literal(values)) + ";\n"
    # A literal has a zero at its end.
    return text + (f"static_assert(sizeof({name}) == "
                   f"{len(values) + 1} * sizeof(char16_t));\n\n")


def tables():
    codes = encoding()
    runs = runs_of_fours(codes)
    heads, cells = blocks(codes)
    for c in range(0x4E00, 0x9FA6):
        assert heads[c // BLOCK][0] - heads[0x4E00 // BLOCK][0] == (
            c // BLOCK * BLOCK - 0x4E00) and len(codes[c]) == 2
    displaced = [value for c in STRANGERS for value in
                 (c, PARTNER[c], index_of(codes[c]))]
    head = HEAD.replace("{ideographs}", str(heads[0x4E00 // BLOCK][0]))
    return head + "".join((
        array("pairs", list(range(0x80)) + decoding_of_pairs(codes),
              ["ASCII, then the characters of the two-byte codes: 190 for",
               "each lead."]),
        array("low_scalars", low_scalars(codes),
              ["The characters of the first four-byte codes: their runs are",
               "short."]),
        array("run_begins", [i for i, _ in runs] + [FOUR_BYTE_CODES],
              ["Runs of four-byte codes up to FFFF whose characters are in a",
               "row: their first indices, and their first characters."]),
        array("run_scalars", [c for _, c in runs], []),
        array("run_chapters", chapters(runs),
              [f"The run of every {BLOCK}th index."]),
        array("rows", [row for row, _ in heads],
              [f"Where the row of cells of each {BLOCK} characters begins, and",
               "the least index of their four-byte codes."]),
        array("bases", [base for _, base in heads], []),
        array("cells", [cell - CELL_BASE & 0xFFFF for cell in cells],
              ["The two bytes of a code; or 8000 plus the distance of a",
               "four-byte code from the base of its block; or "
               f"{STRANGER:X} for the",
               f"characters of `displaced` and surrogates. {CELL_BASE:X} is "
               "subtracted",
               "from each entry: the results are characters that editors",
               "preserve."]),
        array("displaced", displaced,
              ["For each character that lost its two-byte code to another:",
               "the character, the other one, and the index of its four-byte",
               "code. The first one moved in 2005, the rest in 2022."]),
    )) + TAIL


def differences():
    """The rows of docs/gb18030.md: every code that changed."""
    rows = []
    for year, changes in ((2005, SINCE_2005), (2022, SINCE_2022)):
        codes = encoding(year)
        for code, before, since in changes:
            four = codes[before].hex().upper()
            rows.append(f"| {year} | {code:04X} | U+{before:04X} "
                        f"| U+{since:04X} | {four} |")
    return "\n".join(rows)


SPECIAL, STRANGER = 0x8000, 0x80FF
PARTNER = {before: since for _, before, since in SINCE_2005 + SINCE_2022}
STRANGERS = list(PARTNER)
WIDTH = 68
HEAD = f"""\
// rill/unicode/gb18030_tables.h: the codes of GB 18030-2022.
//
// Layer 2. Constants, made by tools/generate_gb18030.py. Literals of UTF-16
// are the cheapest tables that a compiler reads. Tests:
// test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_GB18030_TABLES_H
#define RILL_UNICODE_GB18030_TABLES_H

#include "../base/config.h"

// clang-format off
namespace rill::inline RILL_BUILD::detail::gb18030 {{

inline constexpr char32_t cell_base = 0x{CELL_BASE:X};
inline constexpr char32_t special = 0x{SPECIAL:X};
inline constexpr char32_t displaced_cell = 0x{STRANGER:X};
// 4E00 to 9FA5 have codes of two bytes, and consecutive rows of cells.
inline constexpr char32_t first_ideograph = 0x4E00;
inline constexpr char32_t last_ideograph = 0x9FA5;
inline constexpr char32_t ideograph_cells = {{ideographs}};
// For c below this, cells[c] is the cell of c.
inline constexpr char32_t direct_cells = 0x{DIRECT:X};
inline constexpr char32_t chapter_size = {BLOCK};
inline constexpr char32_t four_byte_codes = {FOUR_BYTE_CODES};

"""
TAIL = """\
}  // namespace rill::inline RILL_BUILD::detail::gb18030
// clang-format on

#endif
"""


def main():
    wanted = differences() + "\n" if "--differences" in sys.argv[1:] else (
        tables())
    sys.stdout.buffer.write(wanted.encode())


if __name__ == "__main__":
    main()
