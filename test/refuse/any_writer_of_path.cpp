// expect: rill: an any_writer is made of a sink: file_writer(path), string_writer(text), stdout, std::move(unique_pointer), a writer that moves, or a callable of (char const*, std::size_t)
#include <rill/any.h>

int main() {
  rill::any_writer out("log.txt");
  rill::println(out, 1);
}
