// peer: stdio
// row: fscanf | sum+ vector | fscanf(f, "%zu", &v)
// row: fgets_strtoull | sum vector | fgets, strtoull
// row: fread_from_chars | sum+ vector | fread of 128 KiB, from_chars
// row: fread_whole_from_chars | sum vector | fread of the whole file,
//   from_chars
#include <charconv>
#include <vector>

#include "collect.h"

static FILE* open_file(race::job const& j) {
  FILE* const f = fopen(j.input, "rb");
  if (f == nullptr) race::fail("fopen");
  return f;
}

[[gnu::noinline]] static uint64_t fscanf_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f = open_file(j);
    size_t v = 0;
    while (fscanf(f, "%zu", &v) == 1) keep(v);
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t fgets_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f = open_file(j);
    char line[64];
    while (fgets(line, sizeof line, f)) keep(strtoull(line, nullptr, 10));
    fclose(f);
  });
}

// Parses the complete lines, and returns the start of the incomplete one.
template <class Keep>
static char const* parse(char const* at, char const* last, Keep keep) {
  while (auto const* end = static_cast<char const*>(
             memchr(at, '\n', static_cast<size_t>(last - at)))) {
    uint64_t v = 0;
    std::from_chars(at, end, v);
    keep(v);
    at = end + 1;
  }
  return at;
}

[[gnu::noinline]] static uint64_t fread_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f = open_file(j);
    setvbuf(f, nullptr, _IONBF, 0);  // one copy less
    static char buffer[race::buffer_size];
    size_t kept = 0;
    for (;;) {
      size_t const got = fread(buffer + kept, 1, sizeof buffer - kept, f);
      if (got == 0) break;
      char const* const last = buffer + kept + got;
      char const* const rest = parse(buffer, last, keep);
      kept = static_cast<size_t>(last - rest);
      memmove(buffer, rest, kept);
    }
    fclose(f);
  });
}

[[gnu::noinline]] static uint64_t whole_row(race::job const& j) {
  return race::collect(j, [&](auto keep) {
    FILE* const f = open_file(j);
    fseek(f, 0, SEEK_END);
    std::vector<char> text(static_cast<size_t>(ftell(f)));
    rewind(f);
    size_t const got = fread(text.data(), 1, text.size(), f);
    fclose(f);
    char const* at = text.data();
    char const* const last = at + got;
    while (at != last) {
      uint64_t v = 0;
      at = std::from_chars(at, last, v).ptr;
      keep(v);
      if (at != last) ++at;
    }
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"fscanf", fscanf_row},
                            {"fgets_strtoull", fgets_row},
                            {"fread_from_chars", fread_row},
                            {"fread_whole_from_chars", whole_row}};
  return race::main(argc, argv, rows);
}
