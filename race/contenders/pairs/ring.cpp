// A reader and a writer over circular buffers of 1 KB, as the article of this
// race describes them: callbacks over cin.read and cout.write, lines up to the
// newline, sscanf and sprintf. Written anew here.
// peer: ring
// row: ring_1k | short long | circular reader and writer of 1 KB, sscanf,
//   sprintf
// row: ring_512 | short* | the same with 512 bytes each
// row: ring_2k | short* | the same with 2 KB each
// row: ring_4k | short* | the same with 4 KB each
#include <functional>
#include <iostream>

#include "../contender.h"

namespace {

class ring_input {
 public:
  using source = std::function<size_t(char*, size_t)>;

  ring_input(size_t capacity, source read)
      : data_(static_cast<char*>(malloc(capacity))),
        capacity_(capacity),
        read_(static_cast<source&&>(read)) {}
  ring_input(ring_input const&) = delete;
  ~ring_input() { free(data_); }

  // Copies up to the delimiter, which is included; returns the number of bytes.
  size_t read_until(char* out, char delimiter) {
    size_t size = 0;
    for (;;) {
      if (used_ == 0 && !fill()) return size;
      size_t const run = used_ < capacity_ - head_ ? used_ : capacity_ - head_;
      auto const* const found =
          static_cast<char const*>(memchr(data_ + head_, delimiter, run));
      size_t const take =
          found ? static_cast<size_t>(found - data_ - head_) + 1 : run;
      memcpy(out + size, data_ + head_, take);
      size += take;
      head_ = (head_ + take) % capacity_;
      used_ -= take;
      if (found) return size;
    }
  }

 private:
  bool fill() {
    head_ = 0;
    used_ = read_(data_, capacity_);
    return used_ != 0;
  }

  char* data_;
  size_t capacity_;
  source read_;
  size_t head_ = 0;
  size_t used_ = 0;
};

class ring_output {
 public:
  using sink = std::function<size_t(char const*, size_t)>;

  ring_output(size_t capacity, sink write)
      : data_(static_cast<char*>(malloc(capacity))),
        capacity_(capacity),
        write_(static_cast<sink&&>(write)) {}
  ring_output(ring_output const&) = delete;
  ~ring_output() {
    flush();
    free(data_);
  }

  void write(char const* data, size_t size) {
    while (size != 0) {
      if (used_ == capacity_) flush();
      size_t const room = capacity_ - used_;
      size_t const take = size < room ? size : room;
      memcpy(data_ + used_, data, take);
      used_ += take;
      data += take;
      size -= take;
    }
  }

  void flush() {
    write_(data_, used_);
    used_ = 0;
  }

 private:
  char* data_;
  size_t capacity_;
  sink write_;
  size_t used_ = 0;
};

}  // namespace

template <size_t Capacity>
[[gnu::noinline]] static uint64_t ring_row(race::job const&) {
  {
    ring_input in(Capacity, [](char* out, size_t size) {
      std::cin.read(out, static_cast<std::streamsize>(size));
      return static_cast<size_t>(std::cin.gcount());
    });
    ring_output out(Capacity, [](char const* text, size_t size) {
      std::cout.write(text, static_cast<std::streamsize>(size));
      return size;
    });
    char line[128];
    line[in.read_until(line, '\n')] = 0;
    unsigned count = 0, a = 0, b = 0;
    if (sscanf(line, "%u", &count) != 1) race::fail("no count");
    for (unsigned i = 0; i < count; ++i) {
      line[in.read_until(line, '\n')] = 0;
      if (sscanf(line, "%u %u", &a, &b) != 2) race::fail("no pair");
      char text[32];
      int const size = sprintf(text, "%u\n", a > b ? a : b);
      out.write(text, static_cast<size_t>(size));
    }
  }
  std::cout.flush();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"ring_1k", ring_row<1024>},
                            {"ring_512", ring_row<512>},
                            {"ring_2k", ring_row<2048>},
                            {"ring_4k", ring_row<4096>}};
  return race::main(argc, argv, rows);
}
