// race/inputs/generate.cpp: makes every input of the races.
//   generate KIND COUNT PATH
// prints "xor sum ordered" of the values (all modulo 2^64; ordered is
// h = h * 31 + v). The seeds are fixed: the bytes are the same on every
// machine. It shares no code with rill. harness/known.py has the checksums,
// which race/inputs/twin.py computes independently.
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "log.h"
#include "texts.h"

namespace {

// splitmix64 (Sebastiano Vigna, public domain): an addition and a mix.
struct splitmix {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
};

struct output {
  FILE* file;
  std::uint64_t all_xor = 0, sum = 0, ordered = 0;

  void put(char c) { putc_unlocked(c, file); }
  void number(std::uint64_t v) {
    char text[20];
    int size = 0;
    std::uint64_t n = v;
    do text[size++] = static_cast<char>('0' + n % 10);
    while ((n /= 10) != 0);
    while (size != 0) put(text[--size]);
  }
  void line(char const* text, char const* end) {
    fwrite(text, 1, static_cast<std::size_t>(end - text), file);
    put('\n');
  }
  // 1,234,567
  void grouped(std::uint64_t v) {
    if (v < 1000) return number(v);
    grouped(v / 1000);
    put(',');
    for (std::uint64_t place = 100; place != 0; place /= 10)
      put(static_cast<char>('0' + v / place % 10));
  }
  // 12345 as 123.45
  void cents(std::uint64_t v) {
    number(v / 100);
    put('.');
    put(static_cast<char>('0' + v / 10 % 10));
    put(static_cast<char>('0' + v % 10));
  }
  void count(std::uint64_t v) {
    all_xor ^= v;
    sum += v;
    ordered = ordered * 31 + v;
  }
};

std::uint64_t value_of_digits(splitmix& random, std::uint64_t digits) {
  if (digits == 1) return random.next() % 10;
  std::uint64_t low = 1;
  for (std::uint64_t i = 1; i < digits; ++i) low *= 10;
  std::uint64_t const span = digits == 20 ? 0 - low : low * 9;
  return low + random.next() % span;
}

// Each number of digits from 1 to 20 is equally likely.
std::uint64_t mixed_value(splitmix& random) {
  std::uint64_t const digits = random.next() % 20 + 1;
  return value_of_digits(random, digits);
}

void mixed(output& out, std::uint64_t count, bool binary) {
  splitmix random{1};
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t const v = mixed_value(random);
    out.count(v);
    if (binary) {
      fwrite(&v, sizeof v, 1, out.file);
    } else {
      out.number(v);
      out.put('\n');
    }
  }
}

// The record of a line of the race mixed-line, as contenders load it.
struct record {
  double price;
  std::int32_t id;
  std::uint32_t size;  // of the name
  char name[16];       // filled up with zeros
};
static_assert(sizeof(record) == 32);

// An integer of 1 to 9 digits, a price of 1.01 to 9999.99, a name of 3 to 12
// letters: each number of digits and of letters is equally likely. The last
// digit of a price is not zero: then %g, for which six digits suffice, and the
// shortest text are the same.
record record_value(splitmix& random, std::uint64_t& cents) {
  record r = {};
  std::uint64_t const digits = random.next() % 9 + 1;
  r.id = static_cast<std::int32_t>(value_of_digits(random, digits));
  std::uint64_t const tens = random.next() % 4 + 2;
  cents = value_of_digits(random, tens) * 10;
  cents += random.next() % 9 + 1;
  r.price = static_cast<double>(cents) / 100.0;
  r.size = static_cast<std::uint32_t>(random.next() % 10 + 3);
  std::uint64_t letters = random.next();
  for (std::uint32_t i = 0; i < r.size; ++i, letters >>= 5)
    r.name[i] = static_cast<char>(texts::latin[letters & 31]);
  r.name[0] = static_cast<char>(r.name[0] - 'a' + 'A');
  return r;
}

// The bytes of a name: its first and its last eight, which may overlap; for a
// shorter one, its first four and its last three.
std::uint64_t name_value(char const* name, std::uint32_t size) {
  auto const bytes = [name](std::uint32_t from, std::uint32_t to) {
    std::uint64_t v = 0;
    while (to != from) v = v << 8 | static_cast<unsigned char>(name[--to]);
    return v;
  };
  return size < 8 ? bytes(0, 4) | (bytes(size - 3, size) << 32)
                  : bytes(0, 8) ^ (bytes(size - 8, size) << 1);
}

void mixed_lines(output& out, std::uint64_t count, bool binary) {
  splitmix random{8};
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t cents = 0;
    record const r = record_value(random, cents);
    auto const id = static_cast<std::uint64_t>(r.id);
    out.count(id + 31 * std::bit_cast<std::uint64_t>(r.price) +
              961 * name_value(r.name, r.size));
    if (binary) {
      fwrite(&r, sizeof r, 1, out.file);
      continue;
    }
    fputs("id: ", out.file);
    out.number(id);
    fputs(", price: ", out.file);
    out.cents(cents);
    fputs(", name: ", out.file);
    out.line(r.name, r.name + r.size);
  }
}

// 64-bit values, each followed by a space; 1 of 12.8 has a line break before
// it.
void spaced(output& out, std::uint64_t count) {
  splitmix random{2};
  for (std::uint64_t i = 0; i < count; ++i) {
    if (random.next() >> 56 < 20) out.put('\n');
    std::uint64_t const v = random.next();
    out.count(v);
    out.number(v);
    out.put(' ');
  }
}

// The file of the original reading race: std::mt19937 with its default seed.
void spaced32(output& out, std::uint64_t count) {
  std::mt19937 random;
  for (std::uint64_t i = 0; i < count; ++i) {
    if ((random() & 0xff) < 20) out.put('\n');
    std::uint64_t const v = random();
    out.count(v);
    out.number(v);
    out.put(' ');
  }
}

void pairs(output& out, std::uint64_t count, bool answer) {
  splitmix random{3};
  if (!answer) {
    out.number(count);
    out.put('\n');
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t const a = random.next() >> 32;
    std::uint64_t const b = random.next() >> 32;
    std::uint64_t const larger = a > b ? a : b;
    out.count(larger);
    if (answer) {
      out.number(larger);
    } else {
      out.number(a);
      out.put(' ');
      out.number(b);
    }
    out.put('\n');
  }
}

// Doubles count by their bits. Each product below multiplies an exact integer
// by a constant: it is rounded once, the same on every machine.
double uniform_value(splitmix& random) {
  auto const k = static_cast<std::int64_t>(random.next()) >> 10;
  return static_cast<double>(k) * (10000.0 / 9007199254740992.0);  // 2^53
}

double bits_value(splitmix& random) {
  for (;;) {
    std::uint64_t const bits = random.next();
    if ((bits >> 52 & 0x7ff) != 0x7ff) return std::bit_cast<double>(bits);
  }
}

// The sets as the shortest texts, as values, and as prices with two decimals.
void doubles(output& out, std::uint64_t count, char const* set,
             char const* form) {
  splitmix random{4};
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t cents = 0;
    double x = 0;
    if (*set == 'p') {
      cents = random.next() % 1000000;
      x = static_cast<double>(cents) / 100.0;
    } else {
      x = *set == 'u' ? uniform_value(random) : bits_value(random);
    }
    out.count(std::bit_cast<std::uint64_t>(x));
    if (std::strcmp(form, "-values") == 0) {
      fwrite(&x, sizeof x, 1, out.file);
    } else if (std::strcmp(form, "-fixed") == 0) {
      out.cents(cents);
      out.put('\n');
    } else {
      char text[40];
      out.line(text, std::to_chars(text, text + sizeof text, x).ptr);
    }
  }
}

// Texts of 19 or 40 digits with a point after the first to ninth.
void digits(output& out, std::uint64_t count, unsigned all) {
  splitmix random{5};
  for (std::uint64_t i = 0; i < count; ++i) {
    char text[80];
    std::uint64_t const point = 1 + random.next() % 9;
    text[0] = static_cast<char>('1' + random.next() % 9);
    for (unsigned done = 1; done < all;) {
      unsigned const n = all - done < 18 ? all - done : 18;
      std::uint64_t v = random.next();
      for (unsigned k = n; k != 0; v /= 10)
        text[done + --k] = static_cast<char>('0' + v % 10);
      done += n;
    }
    std::memmove(text + point + 1, text + point, all - point);
    text[point] = '.';
    text[all + 1] = 0;
    out.count(std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)));
    out.line(text, text + all + 1);
  }
}

// Random bytes; each word begins with its low byte.
void bytes(output& out, std::uint64_t count) {
  splitmix random{6};
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < count; ++i, word >>= 8) {
    if (i % 8 == 0) word = random.next();
    out.count(word & 0xff);
    out.put(static_cast<char>(word & 0xff));
  }
}

// 0, 1, 2 … as lines; `grouped`: with separators of thousands.
void sequence(output& out, std::uint64_t count, bool grouped) {
  for (std::uint64_t i = 0; i < count; ++i) {
    out.count(i);
    if (grouped)
      out.grouped(i);
    else
      out.number(i);
    out.put('\n');
  }
}

// The same in UTF-16LE: each byte is followed by a zero.
void sequence_utf16(output& out, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    out.count(i);
    char text[21];
    char const* const end = std::to_chars(text, text + 20, i).ptr;
    for (char const* at = text; at != end; ++at) {
      out.put(*at);
      out.put('\0');
    }
    out.put('\n');
    out.put('\0');
  }
}

// Lines of a log. A line counts 2^32 plus its bytes without the line break: the
// sum has the number of lines and the bytes of all.
void log_lines(output& out, std::uint64_t count) {
  splitmix random{9};
  std::uint64_t size = 0;
  auto const put = [&](char c) {
    ++size;
    out.put(c);
  };
  logs::writer writer{[&] { return random.next(); }, put};
  for (std::uint64_t i = 0; i < count; ++i) {
    size = 0;
    writer.line();
    out.count((std::uint64_t{1} << 32) + size);
    out.put('\n');
  }
}

// Makes the monsters of the race `binary`. Numbers are little-endian; a byte
// with the count precedes names and lists. Every number counts as a value, a
// float by its bits, and so does every letter.
struct monster_maker {
  output& out;
  splitmix random{10};

  void put(std::uint64_t v, int size) {
    out.count(v);
    for (int i = 0; i != size; ++i, v >>= 8)
      out.put(static_cast<char>(v & 255));
  }
  // A number from 0 to n - 1.
  std::uint64_t below(std::uint64_t n) { return random.next() % n; }
  // A float from -1 to 1; 25 bits with a sign are exact.
  void real() {
    auto const k = static_cast<std::int64_t>(random.next()) >> 39;
    put(std::bit_cast<std::uint32_t>(static_cast<float>(k) / 16777216.0f), 4);
  }
  void place() {
    for (int i = 0; i != 3; ++i) real();
  }
  // A count from 1 to 10.
  std::uint64_t length() {
    std::uint64_t const n = 1 + below(10);
    put(n, 1);
    return n;
  }
  void name() {
    for (std::uint64_t n = length(); n != 0; --n) put('A' + below(26), 1);
  }
  void weapon() {
    name();
    put(below(32768), 2);
  }
  void monster() {
    place();
    put(below(500), 2);   // mana
    put(below(1000), 2);  // hp
    name();
    for (std::uint64_t n = length(); n != 0; --n) put(below(256), 1);
    put(below(3), 1);  // the colour
    for (std::uint64_t n = length(); n != 0; --n) weapon();
    weapon();  // equipped
    for (std::uint64_t n = length(); n != 0; --n) place();
  }
};

// Numbers of four bytes for the race `binary`.
void numbers(output& out, std::uint64_t count, bool are_floats) {
  monster_maker maker{out};
  for (std::uint64_t i = 0; i < count; ++i) {
    if (are_floats)
      maker.real();
    else
      maker.put(maker.random.next() >> 32, 4);
  }
}

// The first `count` characters of a text: text-NAME-ENCODING.
bool text(output& out, std::uint64_t count, char const* name_and_encoding) {
  char name[32] = {};
  char const* const dash = std::strchr(name_and_encoding, '-');
  if (dash == nullptr || dash - name_and_encoding > 31) return false;
  std::memcpy(name, name_and_encoding,
              static_cast<std::size_t>(dash - name_and_encoding));
  texts::encoder const encoder(dash + 1);
  if (!encoder.is_known()) return false;
  splitmix random{7};
  std::uint64_t left = count;
  auto const put = [&](char32_t c) {
    if (left == 0) return;
    --left;
    out.count(c);
    char bytes[4];
    fwrite(bytes, 1, encoder.put(bytes, c), out.file);
  };
  texts::writer writer{[&] { return random.next(); }, put};
  while (left != 0)
    if (!writer.step(name)) return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  char const* const kind = argv[1];
  std::uint64_t const count = std::strtoull(argv[2], nullptr, 10);
  output out{std::fopen(argv[3], "wb")};
  if (out.file == nullptr) {
    std::perror(argv[3]);
    return 1;
  }
  auto const is = [kind](char const* name) {
    return std::strcmp(kind, name) == 0;
  };
  if (is("sequence") || is("sequence-grouped")) {
    sequence(out, count, is("sequence-grouped"));
  } else if (is("sequence-utf16")) {
    sequence_utf16(out, count);
  } else if (is("mixed") || is("mixed-values")) {
    mixed(out, count, is("mixed-values"));
  } else if (is("mixed-line") || is("mixed-line-values")) {
    mixed_lines(out, count, is("mixed-line-values"));
  } else if (is("bytes")) {
    bytes(out, count);
  } else if (is("log")) {
    log_lines(out, count);
  } else if (is("monsters")) {
    monster_maker maker{out};
    for (std::uint64_t i = 0; i < count; ++i) maker.monster();
  } else if (is("ints32") || is("floats32")) {
    numbers(out, count, is("floats32"));
  } else if (is("spaced64")) {
    spaced(out, count);
  } else if (is("spaced32")) {
    spaced32(out, count);
  } else if (is("pairs") || is("pairs-larger")) {
    pairs(out, count, is("pairs-larger"));
  } else if (is("doubles-digits19") || is("doubles-digits40")) {
    digits(out, count, is("doubles-digits19") ? 19 : 40);
  } else if (std::strncmp(kind, "doubles-", 8) == 0) {
    char const* const dash = std::strchr(kind + 8, '-');
    doubles(out, count, kind + 8, dash == nullptr ? "" : dash);
  } else if (std::strncmp(kind, "text-", 5) != 0 ||
             !text(out, count, kind + 5)) {
    return 2;
  }
  bool const failed = std::ferror(out.file) != 0;
  if (std::fclose(out.file) != 0 || failed) {
    std::perror(argv[3]);
    return 1;
  }
  std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(out.all_xor),
              static_cast<unsigned long long>(out.sum),
              static_cast<unsigned long long>(out.ordered));
}
