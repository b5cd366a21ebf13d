// expect: rill: an any_reader is made of a source: file_reader(path), from(text), stdin, std::move(unique_pointer), a reader that moves, or a callable of (char*, std::size_t)
#include <rill/any.h>

int main() {
  rill::any_reader in("data.txt");
}
