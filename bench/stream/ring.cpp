// bench/stream/ring.cpp: gigabytes a second through rings over memcpy, and
// between two threads. Median of 9 rounds, interleaved.
//   g++ -O2 -std=c++20 -Iinclude bench/stream/ring.cpp -pthread
#include <string.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "rill/print.h"
#include "rill/scan.h"
#include "rill/stream.h"

namespace {

constexpr std::size_t total = std::size_t{1} << 28;
constexpr std::size_t far_size = 65536;  // stays in the second-level cache
char far_memory[far_size];

// Wall-clock time, for two threads.
template <class Work>
double gigabytes_a_second(std::size_t bytes, Work work) {
  auto const start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double> const taken =
      std::chrono::steady_clock::now() - start;
  return static_cast<double>(bytes) / taken.count() / 1e9;
}

// Processor time, which other programs disturb less.
template <class Work>
double gigabytes_a_processor_second(Work work) {
  std::clock_t const start = std::clock();
  work();
  auto const taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return static_cast<double>(total) / taken / 1e9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void keep(char const* data) { asm volatile("" : : "r"(data) : "memory"); }

struct source {
  std::size_t left = total;
  std::size_t operator()(char* out, std::size_t size) {
    std::size_t const count = std::min({size, left, far_size});
    memcpy(out, far_memory, count);
    left -= count;
    return count;
  }
};
struct sink {
  void operator()(char const* data, std::size_t size) {
    for (std::size_t piece; size != 0; data += piece, size -= piece) {
      piece = std::min(size, far_size);
      memcpy(far_memory, data, piece);
    }
    keep(far_memory);
  }
};

template <class Reader>
double reading(Reader&& in, std::size_t piece) {
  std::vector<char> block(piece);
  return gigabytes_a_processor_second([&] {
    while (in.read(block.data(), piece) == piece) keep(block.data());
  });
}

template <class Writer>
double writing(Writer&& out, std::size_t piece) {
  std::vector<char> const block(piece, 'x');
  return gigabytes_a_processor_second([&] {
    for (std::size_t done = 0; done < total; done += piece) {
      out.write(block.data(), piece);
      keep(block.data());
    }
    out.flush();
  });
}

double through_pipe(std::size_t capacity, std::size_t piece) {
  rill::ring_pipe pipe(capacity);
  std::vector<char> const from(piece, 'x');
  std::vector<char> to(piece);
  return gigabytes_a_second(total, [&] {
    std::thread producer([&] {
      for (std::size_t done = 0; done < total; done += piece)
        pipe.writer().write(from.data(), piece);
      pipe.writer().close();
    });
    while (pipe.reader().read(to.data(), piece) == piece) keep(to.data());
    producer.join();
  });
}

double numbers_through_pipe(std::size_t capacity) {
  rill::ring_pipe pipe(capacity);
  unsigned long long sum = 0;
  constexpr unsigned count = 10'000'000;
  double const rate = gigabytes_a_second(count, [&] {
    std::thread producer([&] {
      for (unsigned i = 0; i != count; ++i) rill::println(pipe.writer(), i);
      pipe.writer().close();
    });
    for (unsigned n = 0; rill::scan(pipe.reader(), n);) sum += n;
    producer.join();
  });
  keep(reinterpret_cast<char const*>(&sum));
  return 1 / rate;  // nanoseconds per number
}

}  // namespace

int main() {
  constexpr int rounds = 9;
  for (std::size_t capacity : {1024u, 65536u})
    for (std::size_t piece : {16u, 64u, 1024u, 65536u}) {
      std::vector<double> in, other_in, out, other_out;
      for (int round = 0; round != rounds; ++round) {
        in.push_back(reading(rill::ring_reader(capacity, source{}), piece));
        other_in.push_back(
            reading(rill::callback_reader(source{}, capacity), piece));
        out.push_back(writing(rill::ring_writer(capacity, sink{}), piece));
        other_out.push_back(
            writing(rill::callback_writer(sink{}, capacity), piece));
      }
      std::printf(
          "capacity %5zu, pieces of %5zu: ring_reader %6.2f GB/s, "
          "callback_reader %6.2f, ring_writer %6.2f, callback_writer %6.2f\n",
          capacity, piece, median(in), median(other_in), median(out),
          median(other_out));
    }
  for (std::size_t capacity : {4096u, 65536u, 1048576u})
    for (std::size_t piece : {64u, 4096u, 65536u}) {
      std::vector<double> rates;
      for (int round = 0; round != rounds; ++round)
        rates.push_back(through_pipe(capacity, piece));
      std::printf("ring_pipe of %7zu, pieces of %5zu: %6.2f GB/s\n", capacity,
                  piece, median(rates));
    }
  std::vector<double> times;
  for (int round = 0; round != rounds; ++round)
    times.push_back(numbers_through_pipe(65536));
  std::printf("println and scan of an integer through a ring_pipe: %.2f ns\n",
              median(times));
}
