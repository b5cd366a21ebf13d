// test/smoke/files.cpp: files and buffers; ends with 0 when all written bytes
// are read back.
#include <rill/file.h>
#include <rill/hash_file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <stdio.h>  // fopen, fread

#include <string>  // std::string

namespace {

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  rill::eprintln("wrong: ", what);
}

std::string content(char const* path) {
  std::string text;
  if (FILE* file = fopen(path, "rb")) {
    char part[4096];
    while (std::size_t const size = fread(part, 1, sizeof part, file))
      text.append(part, size);
    fclose(file);
  }
  return text;
}

void buffered() {
  std::string wanted;
  {
    rill::file_writer out("numbers.txt");
    for (int i = 0; i != 50000; ++i) {
      rill::println(out, i);
      rill::append(wanted, i, '\n');
    }
    out.close();
  }
  check(content("numbers.txt") == wanted, "file_writer");
  {
    auto out = rill::file_writer::append("numbers.txt");
    rill::print(out, "end");
  }
  check(content("numbers.txt") == wanted + "end", "append");
}

void unbuffered() {
  auto file = rill::file::create("plain.txt");
  rill::println(file, "one ", 1);
  check(content("plain.txt") == "one 1\n", "file");
}

void failing() {
  auto const file = rill::file::try_open("no/such/file");
  check(!file, "try_open of a file that is not there");
}

void memory() {
  char room[32];
  rill::memory_writer out(room);
  rill::print(out, "x", 1);
  check(std::string(out.bytes().data, out.bytes().size) == "x1",
        "memory_writer");
}

void hashed() {
  rill::hashing_writer<rill::sha256> out("hashed.txt");
  rill::println(out, "two ", 2);
  check(bool(out.try_close()), "close of a hashing_writer");
  rill::sha256 state;
  rill::println(state, "two ", 2);
  check(state.finish() == out.digest(), "print to a hash state");
  auto const sums = rill::try_hash_file<rill::sha256, rill::md5>("hashed.txt");
  check(sums && sums->first == out.digest(), "hash_file");
  check(sums && sums->second == rill::md5::of("two 2\n"), "hash_file twice");
  check(!rill::try_hash_file<rill::sha256>("no/such/file"),
        "hash_file of a file that is not there");
  rill::hashing_reader<rill::sha256> in("hashed.txt");
  char text[4];
  check(in.read(text, 4) == 4 && in.digest() == rill::sha256::of("two "),
        "hashing_reader");
}

}  // namespace

int main() {
  buffered();
  unbuffered();
  failing();
  memory();
  hashed();
  return faults == 0 ? 0 : 1;
}
