// Reads standard input in the ways that the letters of a file name, in this
// order, and prints each result; ../handover_test.py checks them.
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

// Reads in one way. No way consumes bytes after the word or the line.
std::string take(char how) {
  std::string one;
  char block[8192];
  switch (how) {
    case 'c':  // words
      std::cin >> one;
      break;
    case 's':
      if (std::scanf("%8000s", block) == 1) one = block;
      break;
    case 'r':
      rill::scan(one);
      break;
    case 'R':
      one = rill::read<std::string>();
      break;
    case 'w':
      for (std::string_view const word : rill::words(stdin)) {
        one = word;
        break;
      }
      break;
    case 'n': {  // a number, or nothing
      long long n = 0;
      one = rill::try_scan(stdin, n) ? rill::concat(n) : "?";
      break;
    }
    case 'G':  // lines
      std::getline(std::cin, one);
      break;
    case 'l':
      rill::scan(rill::line(one));
      break;
    case 'L':
      for (std::string_view const line : rill::lines(stdin)) {
        one = line;
        break;
      }
      break;
    case 'f':
      if (std::fgets(block, sizeof block, stdin)) one = block;
      if (!one.empty() && one.back() == '\n') one.pop_back();
      break;
    case 'g':  // bytes
      one = static_cast<char>(std::getchar());
      break;
    case 'i':
      one = static_cast<char>(std::cin.get());
      break;
    case 'u': {  // reads a byte and puts it back
      int const byte = std::getchar();
      one = static_cast<char>(byte);
      std::ungetc(byte, stdin);
      break;
    }
    case 'k':
      one = static_cast<char>(std::cin.peek());
      break;
    case 'x':  // puts another byte back
      std::getchar();
      std::ungetc('x', stdin);
      one = "x";
      break;
    case 'b':  // five bytes
      one.resize(std::fread(block, 1, 5, stdin));
      one.assign(block, one.size());
      break;
    default:
      rill::eprintln("handover: no such letter: ", how);
  }
  return one;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 99;
  std::string const steps = rill::read<std::string>(
      rill::file_reader(static_cast<char const*>(arguments[1])));
  for (char const how : steps) rill::println(how, ' ', take(how));
  long rest = 0;
  while (std::getchar() != EOF) ++rest;
  rill::println("rest ", rest);
}
