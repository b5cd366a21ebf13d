// test/system/programs/style.cpp: prints styled values to streams of every
// kind; test/system/style_test.py checks the output.
#include <fcntl.h>  // open
#include <rill/iostream.h>
#include <rill/rill.h>
#include <stdio.h>  // fopen
#include <unistd.h>

#include <string_view>

namespace {

using rill::style_mode;
using rill::styled;

struct point {
  int x;
  friend void rill_print(auto& out, point const& p) {
    out('<', styled(p.x, rill::bold), '>');
  }
};

auto line(char const* name) {
  return styled(rill::red, std::string_view(name), point{7});
}

// Prints one line in each way to standard output or standard error.
void print_everywhere() {
  rill::println(line("print"));
  rill::println("text ", 1, ' ', styled(2, rill::blue));
  rill::flush();
  rill::println(stdout, line("stdout"));
  rill::flush();
  rill::println(rill::out(), line("out"));
  rill::flush(rill::out());
  rill::println(std::cout, line("cout"));
  std::cout.flush();
  rill::println(rill::file_view(STDOUT_FILENO), line("view"));
  rill::file_writer writer{rill::file(::dup(STDOUT_FILENO))};
  rill::println(writer, line("dup"));
  writer.close();
  rill::eprintln(line("eprint"));
  rill::println(stderr, line("stderr"));
  rill::println(rill::err(), line("err"));
  rill::flush(rill::err());
  rill::println(std::cerr, line("cerr"));
}

// Prints to files that the program opens itself.
void print_to_files(char const* path) {
  rill::file_writer out{rill::file::append(path)};
  rill::println(out, line("writer"));
  out.close();
  rill::file const unbuffered = rill::file::append(path);
  rill::println(unbuffered, line("file"));
  FILE* const stream = ::fopen(path, "a");
  rill::println(stream, line("FILE"));
  ::fclose(stream);
}

void print_modes() {
  rill::println(line("before"));
  rill::set_styles(stdout, style_mode::always);
  rill::set_styles(stderr, style_mode::never);
  rill::println(line("always"));
  rill::eprintln(line("never"));
  rill::set_styles(stdout, style_mode::automatic);
  rill::println(line("again"));
  rill::println(rill::with_styles(stdout, style_mode::never), line("with"));
  rill::println(rill::with_styles(style_mode::always, line("value")));
}

// Prints the size of the window for each line that it reads.
void print_sizes() {
  for (std::string_view const words : rill::lines(rill::in())) {
    auto const size = rill::try_terminal_size(stdout);
    if (size)
      rill::println(words, ' ', size->columns, ' ', size->rows);
    else
      rill::println(words, ' ', size.error());
    rill::flush();
  }
}

void print_many(int count) {
  for (int i = 0; i != count; ++i)
    rill::println(styled(i, rill::red), ' ', styled(point{i}, rill::blue));
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const action = argc > 1 ? argv[1] : "";
  if (action == "everywhere") print_everywhere();
  if (action == "files") print_to_files(argv[2]);
  if (action == "modes") print_modes();
  if (action == "sizes") print_sizes();
  if (action == "many") print_many(1000);
  if (action == "size") {
    auto const size = rill::try_terminal_size();
    if (size)
      rill::println(size->columns, ' ', size->rows);
    else
      rill::println(size.error());
  }
  if (action == "terminals")
    rill::println(rill::is_terminal(stdin), ' ', rill::is_terminal(stdout), ' ',
                  rill::is_terminal(stderr));
}
