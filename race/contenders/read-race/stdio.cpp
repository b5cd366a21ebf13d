// peer: stdio
// row: scanf | file+ pipe* seed-file | scanf("%llu", &v)
// row: getchar | file* seed-file* | digits by hand, getchar(), isdigit
// row: getchar_tuned | file pipe seed-file | the same with shifts and no
//   isdigit
// row: getchar_unlocked | file pipe seed-file | the same with
//   getchar_unlocked()
// row: fread_8k | file* seed-file* | fread into an own buffer of 8 KiB
// row: fread_48k | file* seed-file* | fread into an own buffer of 48 KiB
// row: fread_128k | file+ pipe+ seed-file | fread into an own buffer of 128 KiB
// row: fread_1m | file* pipe* seed-file* | fread into an own buffer of
//   1 MiB
// row: fread_whole | file pipe seed-file | fread of the whole input
// row: mmap | file seed-file | mmap of standard input
// row: mmap_populate | file+ seed-file | the same with MAP_POPULATE
#include <ctype.h>
#include <sys/mman.h>

#include "../contender.h"

[[gnu::noinline]] static uint64_t scanf_row(race::job const&) {
  uint64_t all = 0;
  unsigned long long v = 0;
  while (scanf("%llu", &v) == 1) all ^= v;
  return all;
}

[[gnu::noinline]] static uint64_t getchar_row(race::job const&) {
  uint64_t all = 0;
  int c = getchar();
  for (;;) {
    while (c != EOF && !isdigit(c)) c = getchar();
    if (c == EOF) return all;
    uint64_t v = 0;
    for (; isdigit(c); c = getchar())
      v = v * 10 + static_cast<uint64_t>(c - '0');
    all ^= v;
  }
}

// `next()` returns the next byte, or a negative number at the end.
template <class Next>
static uint64_t tuned(Next next) {
  uint64_t all = 0;
  int c = next();
  for (;;) {
    while (c >= 0 && c < '0') c = next();
    if (c < 0) return all;
    uint64_t v = 0;
    for (; c >= '0'; c = next())
      v = (v << 3) + (v << 1) + static_cast<uint64_t>(c & 15);
    all ^= v;
  }
}

[[gnu::noinline]] static uint64_t getchar_tuned_row(race::job const&) {
  return tuned([] { return getchar(); });
}

[[gnu::noinline]] static uint64_t unlocked_row(race::job const&) {
  return tuned([] { return getchar_unlocked(); });
}

template <size_t Size>
[[gnu::noinline]] static uint64_t fread_row(race::job const&) {
  static char buffer[Size];
  char const* at = buffer;
  char const* last = buffer;
  return tuned([&]() -> int {
    if (at == last) {
      last = buffer + fread(buffer, 1, Size, stdin);
      at = buffer;
      if (at == last) return -1;
    }
    return static_cast<unsigned char>(*at++);
  });
}

static uint64_t whole(char const* at, char const* last) {
  return tuned([&]() -> int {
    return at == last ? -1 : static_cast<unsigned char>(*at++);
  });
}

[[gnu::noinline]] static uint64_t fread_whole_row(race::job const&) {
  struct stat st;
  if (fstat(0, &st) != 0) race::fail("fstat");
  // A pipe has no size: start with 1 MiB and double it.
  size_t room = st.st_size > 0 ? static_cast<size_t>(st.st_size) + 1 : 1 << 20;
  size_t size = 0;
  char* text = nullptr;
  for (;;) {
    text = static_cast<char*>(realloc(text, room));
    if (text == nullptr) race::fail("out of memory");
    size += fread(text + size, 1, room - size, stdin);
    if (size < room) return whole(text, text + size);
    room *= 2;
  }
}

static uint64_t mapped(int flags) {
  struct stat st;
  if (fstat(0, &st) != 0) race::fail("fstat");
  size_t const size = static_cast<size_t>(st.st_size);
  void* const text = mmap(nullptr, size, PROT_READ, flags, 0, 0);
  if (text == MAP_FAILED) race::fail("mmap");
  char const* const first = static_cast<char const*>(text);
  uint64_t const all = whole(first, first + size);
  munmap(text, size);
  return all;
}

[[gnu::noinline]] static uint64_t mmap_row(race::job const&) {
  return mapped(MAP_PRIVATE);
}

[[gnu::noinline]] static uint64_t populate_row(race::job const&) {
  return mapped(MAP_PRIVATE | MAP_POPULATE);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"scanf", scanf_row},
                            {"getchar", getchar_row},
                            {"getchar_tuned", getchar_tuned_row},
                            {"getchar_unlocked", unlocked_row},
                            {"fread_8k", fread_row<8 * 1024>},
                            {"fread_48k", fread_row<48 * 1024>},
                            {"fread_128k", fread_row<128 * 1024>},
                            {"fread_1m", fread_row<1024 * 1024>},
                            {"fread_whole", fread_whole_row},
                            {"mmap", mmap_row},
                            {"mmap_populate", populate_row}};
  return race::main(argc, argv, rows);
}
