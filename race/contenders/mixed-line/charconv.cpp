// The work by hand: what a program does that has no library for it.
// peer: charconv
// row: to_chars_write | out+ | memcpy and std::to_chars into an own 128 KiB
//   buffer, write(2)
// row: getline_from_chars | in+ | getline(3), memcmp, std::from_chars
#include <charconv>

#include "mixed_line.h"

template <size_t Size>
static char* put(char* out, char const (&text)[Size]) {
  memcpy(out, text, Size - 1);
  return out + Size - 1;
}

static char* one_line(char* out, race::record const& r) {
  char* const last = out + race::line_size;
  out = std::to_chars(put(out, "id: "), last, r.id).ptr;
  out = std::to_chars(put(out, ", price: "), last, r.price).ptr;
  out = put(out, ", name: ");
  memcpy(out, r.name, r.size);
  out += r.size;
  *out++ = '\n';
  return out;
}

// Returns the place after the text, or null if the line differs from it.
template <size_t Size>
static char const* skip(char const* at, char const* last,
                        char const (&text)[Size]) {
  bool const there = static_cast<size_t>(last - at) >= Size - 1 &&
                     memcmp(at, text, Size - 1) == 0;
  return there ? at + Size - 1 : nullptr;
}

// Reads a number and returns its end, or null.
template <class T>
static char const* number(char const* at, char const* last, T& value) {
  auto const found = std::from_chars(at, last, value);
  return found.ec == std::errc{} ? found.ptr : nullptr;
}

static bool add_line(char const* at, char const* last, race::checksum& all) {
  int id = 0;
  double price = 0;
  if (!(at = skip(at, last, "id: ")) || !(at = number(at, last, id)) ||
      !(at = skip(at, last, ", price: ")) || !(at = number(at, last, price)) ||
      !(at = skip(at, last, ", name: ")))
    return false;
  all.add(id, price, at, static_cast<size_t>(last - at));
  return true;
}

[[gnu::noinline]] static uint64_t to_chars_row(race::job const& j) {
  return race::each_to_file(j, one_line);
}

[[gnu::noinline]] static uint64_t from_chars_row(race::job const& j) {
  FILE* const f = race::open_stream(j.input, "rb");
  race::checksum all;
  char* line = nullptr;
  size_t room = 0;
  ssize_t size;
  while ((size = getline(&line, &room, f)) > 0) {
    line[size - 1] = 0;
    if (!add_line(line, line + size - 1, all)) race::fail("no such line");
  }
  free(line);
  fclose(f);
  return all.value();
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"to_chars_write", to_chars_row},
                            {"getline_from_chars", from_chars_row}};
  return race::main(argc, argv, rows);
}
