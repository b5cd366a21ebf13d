// The limits: as many bytes as the input has, copied in memory and moved by
// write(2) and read(2). rill's messages have one byte more.
// peer: limit
// row: memcpy | write+ read+ write-fresh+ read-fresh+ write-ints+ read-ints+
//   write-floats+ read-floats+ | memcpy to memory that is there
// row: write | write-file+ | write(2) of the bytes made beforehand, 128 KiB a
//   call
// row: read | read-file+ | read(2), 128 KiB a call
#include "binary.h"

[[gnu::noinline]] static uint64_t memcpy_row(race::job const& j) {
  auto const from = race::load<char>(j.input);
  auto const to = race::allocate<char>(from.size);
  bool const is_list = race::is_about(j, "ints") || race::is_about(j, "floats");
  size_t const times = is_list ? race::passes : j.count;
  memcpy(to.data, from.data, from.size);
  race::start_clock();
  for (size_t i = 0; i != times; ++i) {
    memcpy(to.data, from.data, from.size);
    race::keep(*to.data);
  }
  race::stop_clock();
  return from.size;
}

// Writes `count` times as many bytes as the input has, from a block of 128 KiB.
static uint64_t write_copies(race::job const& j) {
  auto const one = race::load<char>(j.input);
  auto const block = race::allocate<char>(race::buffer_size);
  for (size_t i = 0; i != block.size; ++i)
    block.data[i] = one.data[i % one.size];
  race::start_clock();
  int const fd = race::create_output(j);
  for (size_t left = one.size * j.count; left != 0;) {
    size_t const size = left < block.size ? left : block.size;
    race::write_all(fd, block.data, size);
    left -= size;
  }
  close(fd);
  race::stop_clock();
  return one.size;
}

[[gnu::noinline]] static uint64_t write_row(race::job const& j) {
  return write_copies(j);
}

[[gnu::noinline]] static uint64_t read_row(race::job const& j) {
  write_copies(j);
  race::start_clock();
  uint64_t const size = race::read_to_end(j.output);
  race::stop_clock();
  return size / j.count;
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"memcpy", memcpy_row}, {"write", write_row}, {"read", read_row}};
  return race::main(argc, argv, rows);
}
