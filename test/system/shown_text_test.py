"""The characters that errors escape, compared with Python's database of
Unicode."""

import unicodedata

PROGRAM = r"""
#include <rill/rill.h>

int main() {
  for (char32_t c = 0; c != 0x110000; ++c)
    if (rill::detail::is_invisible(c))
      rill::println(static_cast<unsigned long>(c));
}
"""
# The names of characters with Other_Default_Ignorable_Code_Point, which
# Python's database has no column for.
IGNORABLE = ("VARIATION SELECTOR", "HANGUL CHOSEONG FILLER",
             "HANGUL JUNGSEONG FILLER", "HANGUL FILLER",
             "HALFWIDTH HANGUL FILLER", "COMBINING GRAPHEME JOINER",
             "KHMER VOWEL INHERENT", "MONGOLIAN FREE VARIATION SELECTOR")


def shows_nothing(character):
    if character < "\x80":
        return False
    name = unicodedata.name(character, "")
    return (unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp")
            or name.startswith(IGNORABLE))


def test_the_table_has_the_characters_of_the_database(tools):
    done = tools.run([tools.compile(PROGRAM)])
    assert done.status == 0, done
    found = {int(line) for line in done.out.split()}
    characters = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    assigned = {c for c in characters if unicodedata.category(chr(c)) != "Cn"}
    expected = {c for c in assigned if shows_nothing(chr(c))}
    assert found & assigned == expected, sorted(found & assigned ^ expected)
    # Of unassigned ones only those reserved for such characters, and those
    # that a later version of Unicode has assigned.
    reserved = {0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000),
                0x180F, *range(0x890, 0x892), *range(0x13430, 0x13440)}
    assert found - assigned <= reserved, sorted(found - assigned - reserved)
