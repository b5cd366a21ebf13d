// peer: stdio
// flags: -static-libstdc++ -static-libgcc -Wl,-z,now
// row: mmap | mapped summed small-many-summed+ big-many-summed+ | open, fstat,
//   mmap, munmap: the kernel's mapping
// row: mmap_populate | mapped summed | the same with MAP_POPULATE
// row: read_512 | small-once-mapped small-once-summed small-many-mapped
//   small-many-summed big-once-mapped big-once-summed big-many-mapped*
//   big-many-summed* | read(2) into 512 bytes until the end
// row: read_1024 | small-once-mapped small-once-summed small-many-mapped
//   small-many-summed big-once-mapped big-once-summed big-many-mapped*
//   big-many-summed* | read(2) into 1,024 bytes
// row: read_2048 | small-once-mapped small-once-summed small-many-mapped
//   small-many-summed big-once-mapped big-once-summed big-many-mapped*
//   big-many-summed* | read(2) into 2,048 bytes
// row: read_4096 | mapped summed | read(2) into 4,096 bytes
// row: read_8192 | mapped summed | read(2) into 8,192 bytes
// row: read_64k | mapped summed | read(2) into 65,536 bytes
// row: one_read_seek | mapped summed | lseek to the end, malloc, one read(2)
// row: one_read_size | mapped summed small-many-summed+ big-many-summed+ |
//   fstat, malloc, one read(2)
// row: fread | mapped summed | fseek to the end, malloc, one fread
#include <sys/mman.h>  // mmap

#include "bytes.h"

namespace {

int open_file(char const* path) {
  int const fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) race::fail("open");
  return fd;
}

size_t size_of(int fd) {
  struct stat st;
  if (fstat(fd, &st) != 0) race::fail("fstat");
  return static_cast<size_t>(st.st_size);
}

template <int Flags>
uint64_t mmap_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    int const fd = open_file(path);
    size_t const size = size_of(fd);
    void* const map = mmap(nullptr, size, PROT_READ, Flags, fd, 0);
    if (map == MAP_FAILED) race::fail("mmap");
    close(fd);
    to(static_cast<char const*>(map), size);
    munmap(map, size);
  });
}

template <size_t Size>
uint64_t loop_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    int const fd = open_file(path);
    char buffer[Size];
    for (;;) {
      ssize_t const n = read(fd, buffer, sizeof buffer);
      if (n < 0) race::fail("read");
      if (n == 0) break;
      to(buffer, static_cast<size_t>(n));
    }
    close(fd);
  });
}

void read_whole(int fd, size_t size, race::sink& to) {
  char* const data = static_cast<char*>(malloc(size));
  size_t have = 0;
  while (have != size) {
    ssize_t const n = read(fd, data + have, size - have);
    if (n <= 0) race::fail("read");
    have += static_cast<size_t>(n);
  }
  to(data, size);
  free(data);
}

uint64_t seek_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    int const fd = open_file(path);
    off_t const size = lseek(fd, 0, SEEK_END);
    lseek(fd, 0, SEEK_SET);
    read_whole(fd, static_cast<size_t>(size), to);
    close(fd);
  });
}

uint64_t size_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    int const fd = open_file(path);
    read_whole(fd, size_of(fd), to);
    close(fd);
  });
}

uint64_t fread_row(race::job const& j) {
  return race::repeat(j, [](char const* path, race::sink& to) {
    FILE* const file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) race::fail("fopen");
    size_t const size = static_cast<size_t>(ftell(file));
    rewind(file);
    char* const data = static_cast<char*>(malloc(size));
    if (fread(data, 1, size, file) != size) race::fail("fread");
    to(data, size);
    free(data);
    fclose(file);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"mmap", mmap_row<MAP_PRIVATE>},
      {"mmap_populate", mmap_row < MAP_PRIVATE | MAP_POPULATE > },
      {"read_512", loop_row<512>},
      {"read_1024", loop_row<1024>},
      {"read_2048", loop_row<2048>},
      {"read_4096", loop_row<4096>},
      {"read_8192", loop_row<8192>},
      {"read_64k", loop_row<65536>},
      {"one_read_seek", seek_row},
      {"one_read_size", size_row},
      {"fread", fread_row}};
  return race::main(argc, argv, rows);
}
