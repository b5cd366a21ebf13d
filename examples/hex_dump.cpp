// examples/hex_dump.cpp: prints standard input in hexadecimal, 16 bytes a line,
// with the characters beside them.
#include <rill/rill.h>

namespace {

void print_line(rill::writer& out, unsigned long long offset,
                rill::text bytes) {
  rill::print(out, rill::right(rill::hex(offset), 8, '0'), ' ');
  for (std::size_t i = 0; i != 16; ++i) {
    if (i == 8) rill::print(out, ' ');
    if (i < bytes.size) {
      auto const byte = static_cast<unsigned char>(bytes.data[i]);
      rill::print(out, ' ', rill::right(rill::hex(byte), 2, '0'));
    } else {
      rill::print(out, "   ");
    }
  }
  rill::print(out, "  |");
  for (char c : bytes) rill::print(out, c >= ' ' && c <= '~' ? c : '.');
  rill::println(out, '|');
}

}  // namespace

int main() {
  rill::reader& in = rill::in();
  rill::writer& out = rill::out();
  unsigned long long offset = 0;
  while (!in.at_end()) {
    rill::text const bytes = in.peek(16);  // fewer at the end
    print_line(out, offset, bytes);
    offset += bytes.size;
    in.advance_to(bytes.end());
  }
  rill::println(out, rill::right(rill::hex(offset), 8, '0'));
}
