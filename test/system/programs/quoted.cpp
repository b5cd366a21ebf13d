// test/system/programs/quoted.cpp: a filter for texts in quotes.
//     write SET BITS   each line of standard input is the units of a text in
//                      hexadecimal, in memory order; writes it quoted
//     read BITS        each line is a quoted text in hexadecimal; writes its
//                      units in hexadecimal, or "refused"; reads through
//                      buffers of 16 bytes
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace {

using rill::escape_set;

escape_set set_called(std::string const& name) {
  constexpr char const* names[] = {"plain",      "ascii", "json",
                                   "json_ascii", "cpp",   "python"};
  int number = 0;
  while (name != names[number]) ++number;
  return static_cast<escape_set>(number);
}

std::string bytes_of_hex(std::string const& line) {
  auto const digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2)
    bytes += static_cast<char>(16 * digit(line[i]) + digit(line[i + 1]));
  return bytes;
}

template <class Unit>
void write_all(rill::reader& in, escape_set set) {
  for (std::string line; rill::try_scan(in, rill::line(line));) {
    std::string const bytes = bytes_of_hex(line);
    std::basic_string<Unit> units(bytes.size() / sizeof(Unit), Unit{});
    std::memcpy(units.data(), bytes.data(), units.size() * sizeof(Unit));
    rill::println(rill::quoted(units, set));
  }
}

// Reads from a device that gives at most `few` bytes at a time.
template <class Unit>
void read_one(std::string const& bytes, std::size_t few) {
  std::size_t given = 0;
  rill::callback_reader in(
      [&](char* out, std::size_t room) {
        std::size_t const size = bytes.copy(out, std::min(room, few), given);
        given += size;
        return size;
      },
      16);
  std::basic_string<Unit> units;
  if (!rill::try_scan(in, rill::quoted(units))) return rill::println("refused");
  auto const* memory = reinterpret_cast<unsigned char const*>(units.data());
  for (std::size_t i = 0; i != units.size() * sizeof(Unit); ++i)
    rill::print(rill::zero_padded(rill::hex(memory[i]), 2));
  rill::println(in.at_end() ? "" : " and more");
}

template <class Unit>
void read_all(rill::reader& in) {
  std::size_t few = 0;
  for (std::string line; rill::try_scan(in, rill::line(line));)
    read_one<Unit>(bytes_of_hex(line), 1 + few++ % 16);
}

template <class Unit>
void run(rill::reader& in, char** arguments) {
  if (std::string(arguments[0]) == "write")
    write_all<Unit>(in, set_called(arguments[1]));
  else
    read_all<Unit>(in);
}

}  // namespace

int main(int count, char** arguments) {
  rill::file_reader in(rill::file::adopt(0, "standard input"));
  std::string const bits = arguments[count - 1];
  if (bits == "8")
    run<char>(in, arguments + 1);
  else if (bits == "16")
    run<char16_t>(in, arguments + 1);
  else
    run<char32_t>(in, arguments + 1);
}
