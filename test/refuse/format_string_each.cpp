// expect: rill: {} and %d are printed as they are
// expect: format_string_each.cpp:37:
// expect: format_string_each.cpp:38:
// expect: format_string_each.cpp:39:
// expect: format_string_each.cpp:40:
// expect: format_string_each.cpp:41:
// expect: format_string_each.cpp:42:
// expect: format_string_each.cpp:43:
// expect: format_string_each.cpp:44:
// expect: format_string_each.cpp:45:
// expect: format_string_each.cpp:46:
// expect: format_string_each.cpp:47:
// expect: format_string_each.cpp:48:
// expect: format_string_each.cpp:49:
// expect: format_string_each.cpp:50:
// expect: format_string_each.cpp:51:
// expect: format_string_each.cpp:52:
// expect: format_string_each.cpp:53:
// expect: format_string_each.cpp:54:
// expect: format_string_each.cpp:55:
// expect: format_string_each.cpp:56:
// expect: format_string_each.cpp:57:
// flags: -Werror -ferror-limit=0
// only: clang
// max-lines: 64
//
// test/refuse/format_string_each.cpp: each function that prints a list.
#include <rill/iostream.h>
#include <rill/rill.h>
#include <rill/window/box.h>

#include <iostream>
#include <string>

void print_each(rill::writer& out, std::string& to, int count) {
  char array[9];
  rill::print("{}", count);
  rill::println("{}", count);
  rill::eprint("{}", count);
  rill::eprintln("{}", count);
  rill::print(out, "{}", count);
  rill::println(stdout, "{}", count);
  rill::print_sep(' ', "{}", count);
  rill::print_sep(out, ' ', "{}", count);
  rill::append(to, "{}", count);
  (void)rill::concat("{}", count);
  (void)rill::concatln("{}", count);
  rill::format_into(array, "{}", count);
  rill::format_into(to, "{}", count);
  (void)rill::formatted_size("{}", count);
  (void)rill::styled(rill::red, "{}", count);
  (void)rill::with_styles(rill::style_mode::never, "{}", count);
  rill::print_to(std::cout, "{}", count);
  rill::box("{}", count);
  rill::box({.title = "a"}, "{}", count);
  (void)rill::try_box("{}", count);
  (void)rill::try_box({.title = "a"}, "{}", count);
}
