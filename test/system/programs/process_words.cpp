// test/system/programs/process_words.cpp: a filter for commands as text.
//     quote   each line of standard input is the words of a command, each in
//             hexadecimal and followed by a comma; writes the command's text
//     split   each line is a text in hexadecimal; writes the words of the
//             command, as above, or "refused"
#include <rill/print.h>
#include <rill/process/command.h>
#include <rill/scan.h>

#include <string>

namespace {

std::string bytes_of_hex(std::string const& digits) {
  auto const digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(16 * digit(digits[i]) + digit(digits[i + 1]));
  return bytes;
}

void quote(std::string const& line) {
  rill::command c;
  std::size_t start = 0;
  for (std::size_t i = 0; i != line.size(); ++i) {
    if (line[i] != ',') continue;
    c.add(bytes_of_hex(line.substr(start, i - start)));
    start = i + 1;
  }
  rill::println(c);
}

void split(std::string const& line) {
  std::string const bytes = bytes_of_hex(line);
  auto const c = rill::try_split_command(bytes);
  if (!c) return rill::println("refused");
  for (rill::text const word : *c) {
    for (char const byte : word)
      rill::print(
          rill::zero_padded(rill::hex(static_cast<unsigned char>(byte)), 2));
    rill::print(",");
  }
  rill::println();
}

}  // namespace

int main(int, char** arguments) {
  std::string const what = arguments[1];
  for (std::string line; rill::try_scan(rill::line(line));)
    what == "quote" ? quote(line) : split(line);
}
