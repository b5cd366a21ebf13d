// test/system/programs/mapping.cpp: loads and maps files in the way that the
// first argument names.
#include <rill/rill.h>
#include <string.h>  // strcmp

namespace {

int told(rill::error const& wrong) {
  rill::println(stderr, "told: ", wrong);
  return 2;
}

// Makes a file through a mapping, fills it, and doubles its size.
int fill(char const* path, std::size_t size) {
  auto made = rill::try_map_mutable(path, {.size = size, .create = true});
  if (!made) return told(made.error());
  memset(made->data(), 'a', size);
  if (auto const longer = made->try_resize(2 * size); !longer)
    return told(longer.error());
  memset(made->data() + size, 'b', size);
  made->sync();
  return 0;
}

// Prints the size and the sum of all bytes.
int sum(char const* path, bool never_map) {
  auto const bytes = rill::try_load(path, {.never_map = never_map});
  if (!bytes) return told(bytes.error());
  unsigned long long total = 0;
  for (char byte : *bytes) total += static_cast<unsigned char>(byte);
  rill::println(bytes->size(), ' ', total, ' ', bytes->is_mapped());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && strcmp(argv[1], "fill") == 0) {
    auto const size = rill::parse<std::size_t>(argv[3]);
    return fill(argv[2], size);
  }
  if (argc == 3 && strcmp(argv[1], "load") == 0) return sum(argv[2], false);
  if (argc == 3 && strcmp(argv[1], "copy") == 0) return sum(argv[2], true);
  return 1;
}
