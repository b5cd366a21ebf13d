// test/unicode/kernel/to_utf8_test.cpp: the kernels from UTF-16, UTF-32 and
// Latin-1 to UTF-8, each called directly, against the plain twin.
// covers: unicode/kernel/x86/to_utf8.h
// covers: unicode/kernel/x86/levels/to_utf8.h
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "../../support/skip.h"
#include "../../support/text_kernels.h"
#include "rill/unicode/convert.h"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace {

using namespace rill::detail;
using rill::cpu;

using utf8 = utf8_form_of<char>;
constexpr byte_order other_order =
    native_order == byte_order::little ? byte_order::big : byte_order::little;
using text32 = std::vector<char32_t>;
using bytes = std::vector<char>;

class random_numbers {
 public:
  explicit random_numbers(unsigned seed) : next_(seed) {}
  unsigned operator()(std::size_t limit) {
    return static_cast<unsigned>(next_() % limit);
  }

 private:
  std::mt19937 next_;
};

// The text that the plain twin writes, up to the first problem, and where its
// characters end.
template <class Form>
struct plain_text {
  bytes in;
  bytes out;
  std::vector<std::size_t> out_at;  // by offset in the input; ~0 in a character
  std::size_t good = 0;             // bytes of input before the problem
  bool is_whole = false;

  explicit plain_text(bytes from) : in(std::move(from)) {
    out_at.assign(in.size() + 1, ~std::size_t{0});
    out.resize(in.size() * 4 + 4);
    std::size_t written = 0;
    while (good != in.size()) {
      out_at[good] = written;
      taken const one = Form::take(in.data() + good, in.data() + in.size());
      if (one.problem != rill::text_problem::none) break;
      written += static_cast<std::size_t>(
          utf8::put(out.data() + written, one.scalar) - (out.data() + written));
      good += one.size;
    }
    out_at[good] = written;
    out.resize(written);
    is_whole = good == in.size();
  }
};

// Whether a kernel with `room` bytes stops at the end of a character, writes
// the text up to there and changes no other byte. In ample room it may leave
// only a few characters before the end or before a problem.
// only a few characters when there was room for all, or before a problem.
template <class Form>
bool is_right(converter kernel, plain_text<Form> const& text, std::size_t room,
              std::size_t shift = 0) {
  std::size_t const size = text.in.size();
  std::unique_ptr<char[]> const in(new char[shift + size]);
  if (size) std::memcpy(in.get() + shift, text.in.data(), size);
  constexpr std::size_t guard = 8;
  std::unique_ptr<char[]> const out(new char[guard + room + guard]);
  std::memset(out.get(), 0x5A, guard + room + guard);
  kernel_progress const got =
      kernel(in.get() + shift, in.get() + shift + size, out.get() + guard,
             out.get() + guard + room);
  for (std::size_t i = 0; i != guard; ++i)
    if (out[i] != 0x5A || out[guard + room + i] != 0x5A) return false;
  auto const read = static_cast<std::size_t>(got.in - (in.get() + shift));
  auto const written = static_cast<std::size_t>(got.out - (out.get() + guard));
  if (read > text.good || written > room || text.out_at[read] != written)
    return false;
  if (written && std::memcmp(out.get() + guard, text.out.data(), written))
    return false;
  // At the end half of a block of 32 characters may remain; before a problem
  // almost a block.
  std::size_t const most_left = text.is_whole ? 15 : 31;
  return room < text.out.size() ||
         text.good - read <= most_left * Form::most_units;
}
// Checks the same in a block that ends with the room, so that a sanitizer finds
// a byte too many.
template <class Form>
bool is_within_blocks(converter kernel, plain_text<Form> const& text,
                      std::size_t room) {
  std::size_t const size = text.in.size();
  std::unique_ptr<char[]> const in(new char[size]);
  if (size) std::memcpy(in.get(), text.in.data(), size);
  std::unique_ptr<char[]> const out(new char[room]);
  kernel_progress const got =
      kernel(in.get(), in.get() + size, out.get(), out.get() + room);
  auto const read = static_cast<std::size_t>(got.in - in.get());
  auto const written = static_cast<std::size_t>(got.out - out.get());
  return read <= text.good && written <= room && text.out_at[read] == written &&
         (written == 0 ||
          std::memcmp(out.get(), text.out.data(), written) == 0);
}

template <class Form, class Use>
void with_kernels(Use use) {
#if RILL_X86_64
  auto const one = [&]<cpu Level>() {
    using kernel = conversion_kernel<Form::name, form::utf8, Level>;
    if constexpr (is_written<kernel>)
      if (Level <= rill::cpu_level()) {
        CAPTURE(rill_test::level_name(Level));
        use(converter{kernel::run});
      }
  };
  one.template operator()<cpu::ssse3>();
  one.template operator()<cpu::avx2>();
#else
  static_cast<void>(use);
#endif
}

template <class Form>
bytes bytes_of(text32 const& scalars) {
  bytes made(scalars.size() * 4 + 4);
  char* out = made.data();
  for (char32_t const c : scalars) {
    char* const end = Form::put(out, c);
    if (end) out = end;
  }
  made.resize(static_cast<std::size_t>(out - made.data()));
  return made;
}

using utf16le = utf16_form<char, native_order>;
using utf16be = utf16_form<char, other_order>;
using utf32le = utf32_form<char, native_order>;
using utf32be = utf32_form<char, other_order>;
using latin1 = latin1_form<char>;

template <class Use>
void with_forms(Use use) {
  use.template operator()<utf16le>();
  use.template operator()<utf16be>();
  use.template operator()<utf32le>();
  use.template operator()<utf32be>();
  use.template operator()<latin1>();
}

// Kinds 0 to 4 have characters of one length, kind 5 characters of several
// lengths, kinds 6 and 7 runs of several lengths.
constexpr unsigned kinds = 8;
char32_t scalar_of(unsigned kind, random_numbers& random) {
  constexpr char32_t first[] = {0, 0x80, 0x800, 0xE000, 0x10000};
  constexpr char32_t size[] = {0x80, 0x780, 0xD000, 0x2000, 0x100000};
  return first[kind] + random(random(3) ? size[kind] : 1);
}
text32 sample(unsigned kind, std::size_t size, unsigned seed) {
  random_numbers random(seed * kinds + kind);
  text32 made;
  while (made.size() < size) {
    if (kind < 5) {
      made.push_back(scalar_of(kind, random));
    } else {
      unsigned const now = random(kind == 7 ? 5 : 2 + random(4));
      unsigned const run = kind == 5 ? 1 : 1 + random(40);
      for (unsigned i = 0; i != run; ++i)
        made.push_back(scalar_of(now, random));
    }
  }
  made.resize(size);
  return made;
}

template <class Form>
std::size_t rooms_wrong(bytes const& in, std::size_t from, std::size_t step) {
  plain_text<Form> const text(in);
  std::size_t wrong = 0;
  with_kernels<Form>([&](converter kernel) {
    for (std::size_t room = from; room < text.out.size() + 80; room += step)
      wrong += !is_right(kernel, text, room, room % 9);
    wrong += !is_within_blocks(kernel, text, text.out.size());
  });
  return wrong;
}

}  // namespace

TEST_CASE("unicode/kernel/to_utf8: all scalar values, in order and not") {
  with_forms([]<class Form>() {
    for (std::size_t const stride : {1u, 0x8C8D5u}) {
      text32 all;
      std::size_t at = 0;
      for (std::size_t i = 0; i != 0x110000; ++i) {
        at = (at + stride) % 0x110000;
        if (at < 0xD800 || at > 0xDFFF)
          all.push_back(static_cast<char32_t>(at));
      }
      CAPTURE(stride);
      plain_text<Form> const text(bytes_of<Form>(all));
      with_kernels<Form>([&](converter kernel) {
        CHECK(is_right(kernel, text, text.out.size() + 64));
        CHECK(is_right(kernel, text, text.out.size()));
      });
    }
  });
}

TEST_CASE("unicode/kernel/to_utf8: every room, for texts of every kind") {
  with_forms([]<class Form>() {
    for (unsigned kind = 0; kind != kinds; ++kind)
      for (std::size_t const size : {0u, 1u, 2u, 7u, 15u, 16u, 17u, 33u, 75u}) {
        CAPTURE(kind);
        CAPTURE(size);
        CHECK(rooms_wrong<Form>(bytes_of<Form>(sample(kind, size, 1)), 0, 1) ==
              0);
      }
  });
}

TEST_CASE("unicode/kernel/to_utf8: every length, exactly the room it needs") {
  with_forms([]<class Form>() {
    for (unsigned kind = 0; kind != kinds; ++kind)
      for (std::size_t size = 0; size != 300; ++size) {
        plain_text<Form> const text(
            bytes_of<Form>(sample(kind, size, 2 + unsigned(size))));
        with_kernels<Form>([&](converter kernel) {
          bool const right = is_right(kernel, text, text.out.size()) &&
                             is_right(kernel, text, text.out.size() + 64, 1) &&
                             is_within_blocks(kernel, text, text.out.size());
          CHECK(right);
        });
      }
  });
}

TEST_CASE("unicode/kernel/to_utf8: every unit of UTF-16, lone or not") {
  auto const look = []<class Form>() {
    std::size_t wrong = 0;
    std::vector<bytes> texts;
    for (unsigned kind = 0; kind != kinds; ++kind)
      texts.push_back(bytes_of<Form>(sample(kind, 50, 3)));
    for (unsigned unit = 0; unit != 0x10000; ++unit) {
      bytes in = texts[unit % kinds];
      Form::number::store(in.data() + 2 * (unit / 8 % 50),
                          static_cast<char32_t>(unit));
      plain_text<Form> const text(in);
      with_kernels<Form>([&](converter kernel) {
        wrong += !is_right(kernel, text, in.size() * 3);
      });
    }
    CHECK(wrong == 0);
  };
  look.operator()<utf16le>();
  look.operator()<utf16be>();
}

TEST_CASE("unicode/kernel/to_utf8: pairs of units at every offset") {
  auto const look = []<class Form>(std::vector<char32_t> const& units) {
    std::size_t wrong = 0;
    constexpr std::size_t width = Form::number::count;
    for (unsigned const kind : {0u, 1u, 2u, 4u, 6u}) {
      bytes const plain = bytes_of<Form>(sample(kind, 200, 4));
      for (std::size_t at = 0; at + 1 < 200; ++at) {
        for (std::size_t i = 0; i != units.size(); ++i) {
          bytes in = plain;
          in.resize(200 * width);
          auto const second = units[(i * 7 + at) % units.size()];
          Form::number::store(in.data() + at * width, units[i]);
          Form::number::store(in.data() + (at + 1) * width, second);
          plain_text<Form> const text(in);
          with_kernels<Form>([&](converter kernel) {
            wrong += !is_right(kernel, text, in.size() * 3);
          });
        }
      }
    }
    CHECK(wrong == 0);
  };
  std::vector<char32_t> const units16 = {0xD7FF, 0xD800, 0xDBFF, 0xDC00,
                                         0xDFFF, 0xE000, 0x7F,   0x7FF,
                                         0x800,  0xFFFF, 0xD912};
  look.operator()<utf16le>(units16);
  look.operator()<utf16be>(units16);
  std::vector<char32_t> const units32 = {
      0xD7FF,   0xD800,     0xDFFF,     0xE000,     0x7F,      0x80,
      0x7FF,    0x800,      0xFFFF,     0x10000,    0x10FFFF,  0x110000,
      0x11D800, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xD800D800};
  look.operator()<utf32le>(units32);
  look.operator()<utf32be>(units32);
}

TEST_CASE("unicode/kernel/to_utf8: random bytes and mutated texts") {
  with_forms([]<class Form>() {
    random_numbers random(5);
    std::size_t wrong = 0;
    for (unsigned round = 0; round != 3000; ++round) {
      bytes in = bytes_of<Form>(sample(round % kinds, random(150), round));
      unsigned const changes = random(4);
      for (unsigned i = 0; i != changes && !in.empty(); ++i)
        in[random(in.size())] = static_cast<char>(random(256));
      if (random(50) == 0)
        for (char& c : in) c = static_cast<char>(random(256));
      if (random(4) == 0 && !in.empty())
        in.resize(in.size() - 1 - random(2) % in.size());
      plain_text<Form> const text(in);
      with_kernels<Form>([&](converter kernel) {
        wrong += !is_right(kernel, text, text.in.size() * 3 + 64, random(9));
        wrong += !is_right(kernel, text, random(text.out.size() + 70));
        wrong += !is_within_blocks(kernel, text, text.out.size());
      });
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("unicode/kernel/to_utf8: reads nothing around the input") {
#if __has_include(<sys/mman.h>)
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const map = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(map != MAP_FAILED);
  char* const first = static_cast<char*>(map) + page;
  mprotect(map, page, PROT_NONE);
  mprotect(first + page, page, PROT_NONE);
  with_forms([&]<class Form>() {
    std::size_t wrong = 0;
    for (unsigned kind = 0; kind != kinds; ++kind)
      for (std::size_t size = 0; size != 120; ++size) {
        plain_text<Form> const text(bytes_of<Form>(sample(kind, size, 6)));
        bytes out(text.out.size() + 64);
        with_kernels<Form>([&](converter kernel) {
          for (char* const in : {first, first + page - text.in.size()}) {
            if (!text.in.empty())
              std::memcpy(in, text.in.data(), text.in.size());
            kernel_progress const got = kernel(
                in, in + text.in.size(), out.data(), out.data() + out.size());
            wrong += in + text.in.size() - got.in > 15 * Form::most_units;
          }
        });
      }
    CHECK(wrong == 0);
  });
  munmap(map, 3 * page);
#else
  rill_test::skip("no pages to forbid");
#endif
}
