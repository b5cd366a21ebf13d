#!/usr/bin/env python3
"""Prints include/rill/unicode/width_15_tables.h: for each code point its part
in a grapheme cluster and its columns, from the Unicode character database.

    tools/generate_width.py                  # the header
    tools/generate_width.py --check FILE     # compares FILE with the output
    tools/generate_width.py --data FOLDER    # instead of /usr/share/unicode

Three stages of bytes cover the code points below 20000. Those above follow from
two rules, which the program checks for every code point before it prints.
clang-format leaves the table alone: it is made of string literals."""

import argparse
import os
import re
import sys

POINTS = 0x110000
TABLED = 0x20000  # first code point behind the tables
LEAF_BITS, MIDDLE_BITS = 2, 5

# In the order of detail::cluster_part.
PARTS = ("Other CR LF Control Extend ZWJ Regional_Indicator Prepend "
         "SpacingMark L V T LV LVT Extended_Pictographic").split()
PLAIN, WIDE = 1 << 4, 2 << 4  # other characters of one and of two columns
VARIES = 1 << 6


def rows(path):
    """First and last code point, and the fields, of each line of a file."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = [f.strip() for f in line.split("#")[0].split(";")]
            if not fields[0]:
                continue
            ends = fields[0].split()[0].split("..")
            yield int(ends[0], 16), int(ends[-1], 16), fields[1:]


class Database:
    def __init__(self, folder):
        self.folder = folder
        with open(self.path("EastAsianWidth.txt"), encoding="utf-8") as file:
            self.version = re.search(r"-([\d.]+)\.txt", file.readline())[1]
        self.categories = self.values("extracted/DerivedGeneralCategory.txt",
                                      "Cn")
        self.widths = self.values("EastAsianWidth.txt", "N")
        self.parts = self.values("auxiliary/GraphemeBreakProperty.txt",
                                 "Other")
        for c in self.points("emoji/emoji-data.txt", "Extended_Pictographic"):
            assert self.parts[c] == "Other", hex(c)
            self.parts[c] = "Extended_Pictographic"
        self.ignorable = self.points("DerivedCoreProperties.txt",
                                     "Default_Ignorable_Code_Point")
        self.shown_signs = self.points("PropList.txt",
                                       "Prepended_Concatenation_Mark")
        # Characters that a variation selector turns into an emoji or into text.
        self.varying = {first for first, _, _ in rows(
            self.path("emoji/emoji-variation-sequences.txt"))}
        # Unassigned code points that are reserved for ideographs are wide, by
        # the head of EastAsianWidth.txt.
        for first, last in ((0x3400, 0x4DBF), (0x4E00, 0x9FFF),
                            (0xF900, 0xFAFF), (0x20000, 0x2FFFD),
                            (0x30000, 0x3FFFD)):
            for c in range(first, last + 1):
                if self.categories[c] == "Cn":
                    self.widths[c] = "W"

    def path(self, name):
        return os.path.join(self.folder, name)

    def values(self, name, missing):
        found = [missing] * POINTS
        for first, last, fields in rows(self.path(name)):
            found[first:last + 1] = [fields[0]] * (last + 1 - first)
        return found

    def points(self, name, value):
        return {c for first, last, fields in rows(self.path(name))
                if fields[0] == value for c in range(first, last + 1)}

    def columns(self, c):
        """The columns of a single code point. 0: nonspacing and enclosing
        marks, controls, format characters, ignorable characters, and vowels and
        finals of Hangul, which belong to the syllable of an initial. Spacing
        marks (Mc) take columns, as in wcwidth. The soft hyphen and signs that
        enclose numbers take one."""
        category = self.categories[c]
        if category in ("Mn", "Me", "Cc", "Zl", "Zp"):
            return 0
        if category == "Cf":
            return 1 if c == 0xAD or c in self.shown_signs else 0
        if c in self.ignorable and c != 0x115F:
            return 0
        if 0x1160 <= c <= 0x11FF or 0xD7B0 <= c <= 0xD7FF:
            return 0
        return 2 if self.widths[c] in "WF" else 1

    def kind(self, c):
        """The byte of the table: the part in bits 0 to 3, the columns in bits 4
        and 5, whether variation selectors matter in bit 6. LV and LVT have one
        value: the number of a syllable tells whether it has a final."""
        part = self.parts[c]
        assert (part in ("LV", "LVT")) == (0xAC00 <= c <= 0xD7A3)
        if part in ("LV", "LVT"):
            assert (part == "LV") == ((c - 0xAC00) % 28 == 0)
            part = "LVT"
        return (PARTS.index(part) | self.columns(c) << 4
                | (VARIES if c in self.varying else 0))


def kind_above(c):
    """The same as detail::kind_above_tables."""
    if c < 0x40000:
        return PLAIN if c & 0xFFFE == 0xFFFE else WIDE
    if c >> 12 != 0xE0:
        return PLAIN
    extends = 0xE0020 <= c <= 0xE007F or 0xE0100 <= c <= 0xE01EF
    return PARTS.index("Extend" if extends else "Control")


def fold(values, bits):
    """Splits values into blocks of 2^bits and keeps equal blocks once. Returns
    the values of the blocks, and the block at each place."""
    blocks, places = {}, []
    for at in range(0, len(values), 1 << bits):
        block = tuple(values[at:at + (1 << bits)])
        places.append(blocks.setdefault(block, len(blocks)))
    assert len(blocks) <= 256
    return [value for block in blocks for value in block], places


def literal(values):
    """Lines of string literals. A backslash or the literal's end follows each
    octal escape, so the shortest form is unambiguous."""
    pieces = [f"\\{value:o}" for value in values]
    lines, line = [], ""
    for piece in pieces:
        if len(line) + len(piece) > 72:
            lines.append(line)
            line = ""
        line += piece
    lines.append(line)
    return "\n".join(f'    "{line}"' for line in lines)


def header(data):
    kinds = [data.kind(c) for c in range(POINTS)]
    for c in range(TABLED, POINTS):
        assert kinds[c] == kind_above(c), hex(c)
    leaves, middle = fold(kinds[:TABLED], LEAF_BITS)
    middle, first = fold(middle, MIDDLE_BITS)
    major = data.version.split(".")[0]
    size = len(leaves) + len(middle) + len(first)
    return f"""\
// rill/unicode/width_{major}_tables.h: characters of Unicode {data.version}: \
their place
// in clusters, and their columns.
//
// Layer 2. Made by tools/generate_width.py, which says what the bytes are:
// {size} of them, in three stages, for the code points below {TABLED:X}. As
// string literals they cost the compiler nothing that can be measured. Tests:
// test/unicode/width_test.cpp.
#ifndef RILL_UNICODE_WIDTH_{major}_TABLES_H
#define RILL_UNICODE_WIDTH_{major}_TABLES_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD {{

/// The version of Unicode that defines the widths and the clusters.
inline constexpr char unicode_version[] = "{data.version}";

namespace detail {{

inline constexpr int kind_leaf_bits = {LEAF_BITS};
inline constexpr int kind_middle_bits = {MIDDLE_BITS};

// The index of the part of the middle stage, for each
// {1 << LEAF_BITS + MIDDLE_BITS} code points.
// clang-format off
inline constexpr char kinds_{major}_first[] =
{literal(first)};

// The index of the leaf, for each {1 << LEAF_BITS} code points.
inline constexpr char kinds_{major}_middle[] =
{literal(middle)};

inline constexpr char kinds_{major}_leaves[] =
{literal(leaves)};
// clang-format on

}}  // namespace detail
}}  // namespace rill::inline RILL_BUILD

#endif
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default="/usr/share/unicode")
    parser.add_argument("--check", metavar="FILE")
    options = parser.parse_args()
    text = header(Database(options.data))
    if not options.check:
        sys.stdout.write(text)
        return 0
    with open(options.check, encoding="utf-8") as file:
        if file.read() == text:
            return 0
    print(f"{options.check} is not what the database gives")
    return 1


if __name__ == "__main__":
    sys.exit(main())
