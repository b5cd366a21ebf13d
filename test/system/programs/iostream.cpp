// Uses std::cin and std::cout with rill and C's functions in turn;
// ../iostream_test.py checks the output.
#include <rill/iostream.h>

#include <cstdio>
#include <string>

namespace {

std::string take(char how) {
  std::string one;
  char block[8192];
  switch (how) {
    case 'r':
      rill::scan(std::cin, one);
      break;
    case 'R':
      rill::scan(one);
      break;
    case 'c':
      std::cin >> one;
      break;
    case 's':
      if (std::scanf("%8000s", block) == 1) one = block;
      break;
    case 'w':
      for (std::string_view const word : rill::words(std::cin)) {
        one = word;
        break;
      }
      break;
    case 'g':
      one = static_cast<char>(std::getchar());
      break;
    case 'i':
      one = static_cast<char>(std::cin.get());
      break;
    case 'p':
      one = static_cast<char>(std::cin.peek());
      break;
    case 'u':  // puts the last byte back and reads it again
      std::cin.unget();
      one = static_cast<char>(std::cin.get());
      break;
  }
  return one;
}

int mix(std::string const& steps) {
  for (char how : steps) rill::println(how, ' ', take(how));
  return 0;
}

void print_in_turn(int i) {
  switch (i % 5) {
    case 0:
      std::printf("%d\n", i);
      break;
    case 1:
      std::cout << i << '\n';
      break;
    case 2:
      rill::println(std::cout, i);
      break;
    case 3:
      rill::println(i);
      break;
    default:
      std::cout.put(static_cast<char>('0' + i % 10));
      rill::print(std::cout, "\n");
      break;
  }
}

int order() {
  for (int i = 0; i != 30000; ++i) print_in_turn(i);
  return 0;
}

int answer() {
  int sum = 0;
  for (int n = 0; n >= 0; sum += n) {
    rill::print(std::cout, "next? ");
    if (!rill::scan(std::cin, n)) break;
  }
  rill::println(std::cout, sum);
  return 0;
}

// Prints until an error reports lost bytes.
int fill() {
  try {
    for (int i = 0; i != 1000000; ++i) rill::println(std::cout, "line ", i);
    rill::flush(std::cout);
  } catch (rill::error const& reason) {
    rill::eprintln("caught ", reason.what(), std::cout.bad());
    return 3;
  }
  return 0;
}

int complain() {
  rill::println(std::cerr, "a ", 1, " b ", 2.5, " c");
  return 0;
}

// Prints the styles of std::cout, of std::cerr, and of a redirected std::cout.
int styles() {
  rill::set_styles(stdout, rill::style_mode::always);
  rill::set_styles(stderr, rill::style_mode::never);
  bool const of_cout = rill::takes_styles(std::cout);
  bool const of_cerr = rill::takes_styles(std::cerr);
  std::streambuf* const before = std::cout.rdbuf(std::cerr.rdbuf());
  bool const of_other = rill::takes_styles(std::cout);
  std::cout.rdbuf(before);
  rill::println(of_cout, of_cerr, of_other);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  std::string const what = count > 1 ? words[1] : "";
  if (count > 3) std::ios::sync_with_stdio(false);
  if (what == "mix") return mix(words[2]);
  if (what == "order") return order();
  if (what == "answer") return answer();
  if (what == "fill") return fill();
  if (what == "complain") return complain();
  if (what == "styles") return styles();
  return 2;
}
