// bench/stream/copy.cpp: milliseconds to copy a file: rill::copy, each system
// call by itself, the standard library, cp and cat. Medians of interleaved
// rounds, and of the ratio to copy_file_range in the same round. The source is
// in the page cache, the sink is new each time, and the time includes opening
// and closing both.
//   g++ -O2 -std=c++20 -Iinclude bench/stream/copy.cpp
//   a.out FOLDER…      (by default /dev/shm and the current folder)
#include <fcntl.h>         // open, splice
#include <stdlib.h>        // system
#include <sys/sendfile.h>  // sendfile
#include <unistd.h>        // read, write, copy_file_range

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>  // std::iota
#include <random>
#include <string>
#include <vector>

#include "rill/file.h"

namespace {

using path = std::string;

// Repeats a system call until it moves nothing.
template <class Call>
void by_call(path const& from, path const& to, Call call) {
  int const in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  int const out =
      ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  while (call(in, out) > 0) {
  }
  ::close(in);
  ::close(out);
}

void with_rill(path const& from, path const& to) {
  rill::copy(rill::file::open(from), rill::file::create(to));
}
void with_range(path const& from, path const& to) {
  by_call(from, to, [](int in, int out) {
    return ::copy_file_range(in, nullptr, out, nullptr, 1 << 30, 0);
  });
}
void with_sendfile(path const& from, path const& to) {
  by_call(from, to, [](int in, int out) {
    return ::sendfile(out, in, nullptr, 1 << 30);
  });
}
void with_splice(path const& from, path const& to) {
  int ends[2];
  if (::pipe(ends) != 0) return;
  (void)::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
  by_call(from, to, [&](int in, int out) -> ssize_t {
    ssize_t const count =
        ::splice(in, nullptr, ends[1], nullptr, 1 << 20, SPLICE_F_MOVE);
    for (ssize_t left = count; left > 0;) {
      ssize_t const done = ::splice(ends[0], nullptr, out, nullptr,
                                    static_cast<size_t>(left), SPLICE_F_MOVE);
      if (done <= 0) return done;
      left -= done;
    }
    return count;
  });
  ::close(ends[0]);
  ::close(ends[1]);
}
template <std::size_t Size>
void with_read_write(path const& from, path const& to) {
  auto const block = std::make_unique_for_overwrite<char[]>(Size);
  by_call(from, to, [&](int in, int out) -> ssize_t {
    ssize_t const count = ::read(in, block.get(), Size);
    return count <= 0 ? count
                      : ::write(out, block.get(), static_cast<size_t>(count));
  });
}
void with_filesystem(path const& from, path const& to) {
  std::filesystem::copy_file(from, to);
}
void with_streams(path const& from, path const& to) {
  std::ofstream(to, std::ios::binary)
      << std::ifstream(from, std::ios::binary).rdbuf();
}
void with_cp(path const& from, path const& to) {
  if (std::system(("cp " + from + " " + to).c_str()) != 0) std::exit(1);
}
void with_cat(path const& from, path const& to) {
  if (std::system(("cat " + from + " >" + to).c_str()) != 0) std::exit(1);
}

struct way {
  char const* name;
  void (*run)(path const& from, path const& to);
};

constexpr way ways[] = {
    {"rill::copy", with_rill},
    {"copy_file_range", with_range},
    {"sendfile", with_sendfile},
    {"splice, splice", with_splice},
    {"read, write (64 KiB)", with_read_write<65536>},
    {"read, write (256 KiB)", with_read_write<262144>},
    {"filesystem::copy_file", with_filesystem},
    {"ofstream << rdbuf()", with_streams},
    {"cp", with_cp},
    {"cat", with_cat},
};

constexpr std::size_t range = 1;  // index of copy_file_range in `ways`

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

double milliseconds(way const& w, path const& from, path const& to) {
  std::filesystem::remove(to);
  auto const start = std::chrono::steady_clock::now();
  w.run(from, to);
  std::chrono::duration<double, std::milli> const taken =
      std::chrono::steady_clock::now() - start;
  return taken.count();
}

void compare(path const& folder, std::size_t size, std::size_t rounds) {
  path const from = folder + "/rill-bench-from";
  path const to = folder + "/rill-bench-to";
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i != size; ++i)
    bytes[i] = static_cast<char>(i * 31 + i / 251);
  rill::file::create(from).write(bytes);
  std::vector<double> times[std::size(ways)];
  // In another order each round, and cp and cat in rounds of their own: a way
  // that follows a slow one or a new process finds cold caches.
  constexpr std::size_t programs = 2;
  constexpr std::size_t calls = std::size(ways) - programs;
  std::mt19937 random(1);
  std::size_t order[calls];
  std::iota(order, order + calls, std::size_t{0});
  for (std::size_t round = 0; round != rounds; ++round) {
    std::shuffle(order, order + calls, random);
    for (std::size_t i : order)
      times[i].push_back(milliseconds(ways[i], from, to));
  }
  for (std::size_t round = 0; round != rounds; ++round)
    for (std::size_t i = calls; i != std::size(ways); ++i)
      times[i].push_back(milliseconds(ways[i], from, to));
  std::printf("%s, %zu bytes\n", folder.c_str(), size);
  for (std::size_t i = 0; i != std::size(ways); ++i) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round != rounds; ++round)
      ratios.push_back(times[i][round] / times[range][round]);
    std::printf("  %-24s %9.3f ms  %6.3f of copy_file_range\n", ways[i].name,
                median(times[i]), median(ratios));
  }
  std::filesystem::remove(from);
  std::filesystem::remove(to);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<path> folders(arguments + 1, arguments + count);
  if (folders.empty()) folders = {"/dev/shm", "."};
  for (path const& folder : folders) {
    compare(folder, 10'000, 101);
    compare(folder, 1'000'000, 101);
    compare(folder, 100'000'000, 15);
  }
}
