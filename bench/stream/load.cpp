// bench/stream/load.cpp: the file size from which mapping is faster than
// reading: the figures of docs/loading.md and of map_from_size in copy/load.h.
// Microseconds of processor time to load a file and sum its bytes, file in the
// page cache; medians of 9 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/stream/load.cpp && ./a.out [FOLDER]
#include <string.h>  // memcpy
#include <time.h>    // clock_gettime

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "rill/file.h"
#include "rill/map.h"

namespace {

double microseconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 +
         static_cast<double>(t.tv_nsec) / 1e3;
}

// Eight bytes at a time, so that the sum does not dominate the time.
[[gnu::noinline]] std::uint64_t sum_of(char const* data, std::size_t size) {
  std::uint64_t total = 0;
  for (; size >= 8; data += 8, size -= 8) {
    std::uint64_t word;
    memcpy(&word, data, 8);
    total += word;
  }
  for (; size != 0; --size) total += static_cast<unsigned char>(*data++);
  return total;
}

using way = std::uint64_t (*)(std::string const& path);

std::uint64_t mapped(std::string const& path) {
  auto const bytes = rill::map(path);
  return sum_of(bytes.data(), bytes.size());
}

std::uint64_t populated(std::string const& path) {
  auto const bytes = rill::map(path, {.populate = true});
  return sum_of(bytes.data(), bytes.size());
}

std::uint64_t loaded(std::string const& path) {
  auto const bytes = rill::load(path);
  return sum_of(bytes.data(), bytes.size());
}

std::uint64_t copied(std::string const& path) {
  auto const bytes = rill::load(path, {.never_map = true});
  return sum_of(bytes.data(), bytes.size());
}

// Memory that no earlier load has touched, as in the first load of a program
// and in each load whose bytes are kept.
std::uint64_t into_fresh_memory(std::string const& path) {
  rill::file const from = rill::file::open(path);
  std::size_t const size = static_cast<std::size_t>(from.size());
  rill::os::mapping const block = rill::os::map_memory(size, false);
  std::uint64_t const sum = sum_of(block.data, from.read(block.data, size));
  rill::os::unmap(block);
  return sum;
}

std::uint64_t in_pieces(std::string const& path) {
  std::uint64_t sum = 0;
  rill::file_reader in(path);
  while (!in.at_end()) {
    sum += sum_of(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return sum;
}

struct column {
  char const* name;
  way run;
};
constexpr column columns[] = {
    {"map", mapped},  {"populate", populated},           {"load", loaded},
    {"copy", copied}, {"fresh copy", into_fresh_memory}, {"pieces", in_pieces},
};

void write_random(std::string const& path, std::size_t size) {
  std::mt19937_64 random;
  rill::file_writer out(path);
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t const word = random();
    out.write(reinterpret_cast<char const*>(&word),
              std::min<std::size_t>(8, size - i));
  }
  out.close();
}

void row(std::string const& path, std::size_t size) {
  write_random(path, size);
  std::size_t const times =
      std::max<std::size_t>(1, (8u << 20) / (size + 50'000));
  std::vector<double> found[std::size(columns)];
  for (int round = 0; round != 9; ++round)
    for (std::size_t i = 0; i != std::size(columns); ++i) {
      double const start = microseconds();
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k != times; ++k) sum += columns[i].run(path);
      found[i].push_back((microseconds() - start) / static_cast<double>(times));
      if (sum == 1) std::puts("");
    }
  std::printf("%10zu", size);
  for (auto& times_of_one : found) {
    std::sort(times_of_one.begin(), times_of_one.end());
    std::printf("%12.1f", times_of_one[4]);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::string const folder = argc > 1 && argv[1][0] == '/' ? argv[1] : "/tmp";
  std::string const path = folder + "/rill-bench-load";
  std::printf("%10s", "bytes");
  for (column const& one : columns) std::printf("%12s", one.name);
  std::printf("\n");
  for (std::size_t size :
       {4u << 10, 16u << 10, 32u << 10, 64u << 10, 128u << 10, 256u << 10,
        391u << 10, 1u << 20, 4u << 20, 24u << 20, 64u << 20, 256u << 20})
    row(path, size);
  std::remove(path.c_str());
}
