"""Under AddressSanitizer, an access to a part of a reader's buffer that the
device has not filled is reported. Filled bytes are usable, and released memory
is unpoisoned."""

import os

PROGRAM = """
#include <rill/rill.h>
#include <rill/unicode.h>
#include <stdlib.h>
#include <string.h>
#include <new>

// An allocator that hands out the block that was given back last, as it is.
static void* kept[64];
static size_t sizes[64];
static int count = 0;
void* operator new(size_t size) {
  for (int i = count; i-- != 0;)
    if (kept[i] && sizes[i] >= size) {
      void* const block = kept[i];
      kept[i] = nullptr;
      *static_cast<size_t*>(block) = sizes[i];
      return static_cast<char*>(block) + 16;
    }
  void* const block = malloc(size + 16);
  *static_cast<size_t*>(block) = size;
  return static_cast<char*>(block) + 16;
}
void operator delete(void* data) noexcept {
  if (!data) return;
  void* const block = static_cast<char*>(data) - 16;
  if (count == 64) return;
  kept[count] = block;
  sizes[count++] = *static_cast<size_t*>(block);
}
void operator delete(void* data, size_t) noexcept { operator delete(data); }

// Everything that was given back can be written.
static void use_again() {
  for (int i = 0; i != count; ++i)
    if (kept[i])
      for (size_t at = 16; at != sizes[i] + 16; ++at)
        static_cast<char volatile*>(kept[i])[at] = 'b';
}

struct source {
  int left;
  size_t operator()(char* out, size_t size) {
    size_t const piece = size < 10 ? size : 10;
    if (left-- <= 0) return 0;
    memset(out, 'a', piece);
    return piece;
  }
};

// Looks at the byte `beyond` the end, after some bytes came and some of them
// were taken; 0 is the last that came.
static int look(rill::reader& in, int beyond, int fills) {
  int sum = 0;
  for (int i = 0; i != fills; ++i) {
    if (!in.more()) return sum;
    for (char const* at = in.cursor(); at != in.end(); ++at) sum += *at;
    if (i % 2) in.advance_to(in.end());
    char const* volatile place = in.end();
    if (i == fills - 1) sum += place[beyond - 1];
  }
  return sum;
}

static int run(char const* kind, int beyond, int fills) {
  if (strcmp(kind, "callback") == 0) {
    rill::callback_reader in(source{fills}, 100);
    return look(in, beyond, fills);
  }
  if (strcmp(kind, "file") == 0) {
    rill::file_reader in("input", 100);
    return look(in, beyond, fills);
  }
  if (strcmp(kind, "moved") == 0) {
    rill::callback_reader first(source{fills}, 100);
    if (fills > 1) (void)first.more();
    rill::callback_reader in(static_cast<decltype(first)&&>(first));
    return look(in, beyond, fills > 1 ? fills - 1 : 1);
  }
  if (strcmp(kind, "decoded") == 0) {
    rill::encoding_options options;
    options.buffer_size = 200;
    rill::callback_reader inner(source{fills}, 100);
    rill::decoded_reader in(inner, rill::latin1, options);
    return look(in, beyond, fills);
  }
  if (strcmp(kind, "ring") == 0) {
    rill::ring_reader in(60, source{fills});
    return look(in, beyond, fills);
  }
  if (strcmp(kind, "mapped") == 0) {
    rill::ring_reader in(4096, source{fills});
    if (!in.is_doubly_mapped()) exit(77);
    return look(in, beyond, fills);
  }
  exit(2);
}
int main(int, char** words) {
  int const beyond = atoi(words[2]);
  int const fills = atoi(words[3]);
  int sum = 0;
  for (int i = 0; i != (beyond ? 1 : 3); ++i) {
    sum += run(words[1], beyond, fills);
    use_again();
  }
  return sum == 0;
}
"""
KINDS = ("callback", "file", "moved", "decoded", "ring", "mapped")
FLAGS = ("-g1", "-fsanitize=address")


def built(tools, compiler):
    with open(os.path.join(tools.folder, "input"), "wb") as file:
        file.write(b"a" * 90)
    try:
        return tools.compile(PROGRAM, name="poison", compiler=compiler,
                             flags=(*FLAGS, "-Wno-conversion",
                                    "-Wno-sign-conversion"))
    except AssertionError as error:
        if "asan" in str(error):
            tools.skip("AddressSanitizer: not installed")
        raise


def look(tools, program, kind, beyond, fills):
    return tools.run([program, kind, str(beyond), str(fills)],
                     environment={"ASAN_OPTIONS": "detect_leaks=0"})


def check_filled(tools, compiler):
    program = built(tools, compiler)
    for kind in KINDS:
        for fills in (1, 2, 3, 5, 8, 50, 1000, 3000):
            seen = look(tools, program, kind, 0, fills)
            assert seen.status == 0, (kind, fills, seen)


def check_unfilled(tools, compiler):
    program = built(tools, compiler)
    for kind in KINDS:
        # A buffer that a fill has filled completely has no unfilled byte.
        fills_of = {"file": (1,), "mapped": (1, 817, 818, 819, 820, 821)}
        for fills in fills_of.get(kind, (1, 2, 3, 4, 17)):
            for beyond in (1, 7):
                seen = look(tools, program, kind, beyond, fills)
                assert seen.status not in (0, 77), (kind, fills, beyond, seen)
                assert b"use-after-poison" in seen.err, (kind, fills, seen.err)
                assert b"READ of size 1 " in seen.err, seen.err
                # clang names functions in its report only with a symbolizer.
                assert compiler == "clang" or b" in look " in seen.err


def test_filled(tools):
    """Filled bytes are usable, also in memory that another reader used before.
    """
    check_filled(tools, "gcc")


def test_filled_clang(tools):
    check_filled(tools, "clang")


def test_unfilled(tools):
    """The byte after the filled ones is not usable."""
    check_unfilled(tools, "gcc")


def test_unfilled_clang(tools):
    check_unfilled(tools, "clang")
