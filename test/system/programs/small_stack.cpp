// test/system/programs/small_stack.cpp: runs an operation on a stack of a
// chosen size.
//
//   small_stack OPERATION KIBIBYTES FOLDER
#include <rill/fs.h>
#include <rill/rill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>

#include "small_stack.h"

namespace fs = rill::fs;

namespace {

std::string folder;
std::string digits;

// Makes a tree that is deeper than the number of folders that are open at once.
void make_tree() {
  std::string deep = folder + "/t";
  for (int i = 0; i != 40; ++i) deep += "/d";
  fs::create_directories(deep);
  rill::file_writer out(deep + "/f");
  rill::print(out, "content");
  out.close();
}

bool remove_all() { return fs::try_remove_all(folder + "/t").value() == 42; }
bool remove_nothing() {
  return !fs::try_remove_all("/proc/self/fd") &&
         fs::try_remove_all(folder + "/none").value() == 0;
}
bool copy() { return fs::try_copy(folder + "/t", folder + "/c").value() == 42; }
bool copy_file() {
  rill::file const from = rill::file::open("/proc/self/status");
  rill::file const to = rill::file::create(folder + "/copy");
  return rill::copy(from, to) > 100;
}
bool temporary() {
  rill::temporary_directory kept(folder);
  std::string deep(kept.path().data, kept.path().size);
  for (int i = 0; i != 40; ++i) deep += "/d";
  fs::create_directories(deep);
  kept.remove();
  rill::temporary_directory gone(folder);
  rill::temporary_file file(folder);
  return true;
}
bool replace() {
  rill::replace_file(folder + "/new", "content");
  return rill::load(folder + "/new").size() == 7;
}
bool walk() {
  int count = 0;
  for (auto& entry : fs::walk(folder + "/t")) count += entry.depth() != 0;
  fs::walk_options options;
  options.glob = "**/f";
  for (auto& entry : fs::walk(folder + "/t", options)) count += !entry.error();
  return count >= 41 && fs::canonical(folder + "/t/../t/d").size() != 0;
}

// Counts the lines before an error, for which the file is read again.
bool places() {
  std::string const path = folder + "/numbers";
  rill::replace_file(path, "1\n2\n12x\n");
  rill::file_reader reader(path);
  FILE* const stream = ::fopen(path.c_str(), "r");
  int a = 0;
  int b = 0;
  char c = 0;
  char d = 0;
  bool const is_told =
      rill::try_scan(reader, a, b, c, d, a).error().line() == 3 &&
      rill::try_scan(stream, a, b, c, d, a).error().line() == 3;
  ::fclose(stream);
  return is_told;
}

bool read_numbers() {
  long double x = 0;
  double y = 0;
  char const* const last = digits.data() + digits.size();
  return rill::parse_float(digits.data(), last, x) &&
         rill::parse_float(digits.data(), last, y) && y > 0.7 && y < 0.8;
}
// Volatile, so that the compiler does not know the values.
long double volatile most = 1.1e4932L;
long double volatile least = 3.6e-4951L;
double volatile most_double = 1.7e308;

bool print_numbers() {
  double const x = most_double;
  return rill::concat(x, ' ', rill::fixed(x, 1000), ' ', rill::general(x, 900))
             .size() > 1500;
}
bool print_long_double() {
  return rill::concat(static_cast<long double>(most), ' ',
                      static_cast<long double>(least))
             .size() > 10;
}
bool print_fixed() {
  long double const x = least;
  return rill::concat(rill::fixed(x, 16445)).size() > 16000 &&
         rill::concat(rill::scientific(x, 11500)).size() > 11000 &&
         rill::concat(rill::general(x, 5000)).size() > 4000;
}

constexpr small_stack::named operations[] = {
    {"remove_all", remove_all},
    {"remove_nothing", remove_nothing},
    {"copy", copy},
    {"copy_file", copy_file},
    {"temporary", temporary},
    {"replace", replace},
    {"walk", walk},
    {"places", places},
    {"read_numbers", read_numbers},
    {"print_numbers", print_numbers},
    {"print_long_double", print_long_double},
    {"print_fixed", print_fixed},
};

}  // namespace

int main(int, char** arguments) {
  folder = arguments[3];
  digits = "0." + std::string(5000, '7');
  make_tree();
  return small_stack::run_on_stack(
      operations, arguments[1], static_cast<size_t>(atoi(arguments[2])) * 1024);
}
