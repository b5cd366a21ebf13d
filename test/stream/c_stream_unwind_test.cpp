// test/stream/c_stream_unwind_test.cpp: a function of fopencookie throws, so an
// exception leaves a scan or a print from inside the C library: no byte is
// lost, read twice or written twice.
// platforms: posix
#include <doctest/doctest.h>
#include <stdio.h>  // fopencookie

#if defined(__GLIBC__)  // others have no fopencookie, or no way out of it
#include <rill/rill.h>
#include <rill/stdio.h>
#include <string.h>  // memcpy

#include <algorithm>
#include <memory>
#include <new>  // std::bad_alloc
#include <string>
#include <thread>
#include <vector>

namespace {

// A device that gives its text in pieces, and throws an int instead of the
// piece that begins at `throws_at`.
struct script {
  std::string text;
  std::size_t piece = 7;
  std::size_t throws_at = ~std::size_t{0};
  std::size_t at = 0;
  int thrown = 0;
};

ssize_t read_script(void* cookie, char* out, std::size_t size) {
  script& self = *static_cast<script*>(cookie);
  if (self.at >= self.throws_at && self.thrown == 0) {
    ++self.thrown;
    throw 1;
  }
  std::size_t count = std::min(size, self.text.size() - self.at);
  count = std::min(count, self.piece);
  memcpy(out, self.text.data() + self.at, count);
  self.at += count;
  return static_cast<ssize_t>(count);
}

// A stream over the device. Its buffer is a heap block of exactly `buffer`
// bytes; -1: the library's own buffer; 0: unbuffered.
class stream {
 public:
  stream(script& device, int buffer)
      : block_(buffer > 0 ? new char[static_cast<std::size_t>(buffer)]
                          : nullptr),
        file_(::fopencookie(&device, "r",
                            {read_script, nullptr, nullptr, nullptr})) {
    if (buffer == 0) ::setvbuf(file_, nullptr, _IONBF, 0);
    if (buffer > 0)
      ::setvbuf(file_, block_.get(), _IOFBF, static_cast<std::size_t>(buffer));
  }
  stream(stream const&) = delete;
  stream& operator=(stream const&) = delete;
  ~stream() { ::fclose(file_); }
  operator FILE*() const { return file_; }

 private:
  std::unique_ptr<char[]> block_;
  FILE* file_;
};

int const buffers[] = {-1, 0, 1, 2, 5, 16, 64};

std::string const sample =
    "12 -345 6789012345678 word\n\n  wordwordwordwordwordwordword 7\tlast";

std::vector<std::string> words_of(std::string const& text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \n\t", at)) != std::string::npos) {
    std::size_t const end = text.find_first_of(" \n\t", at);
    words.push_back(text.substr(at, end - at));
    if (end == std::string::npos) break;
    at = end;
  }
  return words;
}

bool is_free(FILE* stream) {
  bool free = false;
  std::thread([&] {
    free = ::ftrylockfile(stream) == 0;
    if (free) ::funlockfile(stream);
  }).join();
  return free;
}

// An allocator that always fails.
template <class T>
struct no_memory {
  using value_type = T;
  no_memory() = default;
  template <class U>
  no_memory(no_memory<U> const&) {}
  T* allocate(std::size_t) { throw std::bad_alloc(); }
  void deallocate(T*, std::size_t) {}
  bool operator==(no_memory const&) const { return true; }
};

// A device that throws an int in the write number `throws_in`, before it takes
// bytes or after half of them.
struct taker {
  int throws_in = -1;
  bool takes_half = false;
  int calls = 0;
  int thrown = 0;
  std::string got;
};

ssize_t write_taker(void* cookie, char const* data, std::size_t size) {
  taker& self = *static_cast<taker*>(cookie);
  bool const throws = self.calls++ == self.throws_in;
  self.got.append(data, throws ? (self.takes_half ? size / 2 : 0) : size);
  if (throws) ++self.thrown;
  if (throws) throw 1;
  return static_cast<ssize_t>(size);
}

FILE* open_to_write(taker& device, int buffer, std::unique_ptr<char[]>& block) {
  FILE* const file =
      ::fopencookie(&device, "w", {nullptr, write_taker, nullptr, nullptr});
  if (buffer == 0) ::setvbuf(file, nullptr, _IONBF, 0);
  if (buffer > 0) {
    block.reset(new char[static_cast<std::size_t>(buffer)]);
    ::setvbuf(file, block.get(), _IOFBF, static_cast<std::size_t>(buffer));
  }
  return file;
}

// Writes what is pending; the first attempt may throw.
void flush(FILE* file) {
  try {
    rill::flush(file);
  } catch (int) {
    rill::flush(file);
  }
}

std::string line_of(int i) {
  return "line " + std::to_string(i) +
         (i % 7 == 0 ? std::string(90, 'x') : "") + '\n';
}

// A value with a hook, which print may write directly or assemble aside.
struct hooked {
  std::string text;
};
void rill_print(auto& out, hooked const& value) { out(value.text); }

// A hook that catches the device's exceptions and goes on.
struct stubborn {
  int& caught;
};
void rill_print(auto& out, stubborn const& value) {
  for (int i = 0; i != 3000; ++i) {
    try {
      out("12345\n");
    } catch (int) {
      ++value.caught;
    }
  }
}

// Whether `got` contains each line whose call returned, in order. A call that
// an exception left may have written a part of its text.
bool has_lines(std::string const& got, std::vector<std::string> const& wanted) {
  std::size_t at = 0;
  for (std::string const& line : wanted) {
    at = got.find(line, at);
    if (at == std::string::npos) return false;
    at += line.size();
  }
  return true;
}

}  // namespace

TEST_CASE("stream/c_stream_unwind: words, the exception at every byte") {
  for (int buffer : buffers)
    for (std::size_t at = 0; at <= sample.size(); ++at) {
      script device{sample, 7, at};
      stream const in(device, buffer);
      std::vector<std::string> got;
      for (bool is_more = true; is_more;) {
        try {
          std::string word;
          is_more = rill::scan(static_cast<FILE*>(in), word);
          if (is_more) got.push_back(word);
        } catch (int) {
          REQUIRE(is_free(in));
        }
      }
      CAPTURE(buffer);
      CAPTURE(at);
      REQUIRE(device.thrown == 1);
      REQUIRE(got == words_of(sample));
    }
}

TEST_CASE(
    "stream/c_stream_unwind: after the exception the C library reads on "
    "where the scan stood") {
  for (int buffer : buffers)
    for (std::size_t at = 0; at <= sample.size(); ++at) {
      script device{sample, 7, at};
      stream const in(device, buffer);
      std::string rest;
      int n = 1;
      long long large = 2;
      std::string word = "before";
      bool left = false;
      try {
        (void)rill::scan(static_cast<FILE*>(in), n, n, large, word);
      } catch (int) {
        left = true;
      }
      // The first round may throw. fgetc would release its lock only by
      // libgcc's unwinder, and the program may use another: fgetc_unlocked
      // takes no lock.
      for (int round = 0; round != 2; ++round) {
        try {
          for (int c; (c = ::fgetc_unlocked(in)) != EOF;)
            rest += static_cast<char>(c);
        } catch (int) {
        }
      }
      CAPTURE(buffer);
      CAPTURE(at);
      std::size_t const taken = sample.size() - rest.size();
      REQUIRE(rest == sample.substr(taken));
      // The text of the values that were set was taken, and otherwise only
      // white space.
      std::size_t const whole = !left        ? 26u
                                : large != 2 ? 21u
                                : n == -345  ? 7u
                                : n == 12    ? 2u
                                             : 0u;
      REQUIRE(taken >= whole);
      REQUIRE(taken <= (left ? whole + 1 : whole));
      REQUIRE(word == (left ? "before" : "word"));
    }
}

TEST_CASE("stream/c_stream_unwind: ranges, the exception at every byte") {
  std::string const text =
      "one\n\ntwo words\n" + std::string(40, 'x') + "\nend";
  for (int buffer : buffers)
    for (std::size_t at = 0; at <= text.size(); ++at) {
      script device{text, 7, at};
      stream const in(device, buffer);
      std::string got;
      for (int round = 0; round != 2; ++round) {
        try {
          for (auto const line : rill::lines(static_cast<FILE*>(in)))
            got += std::string(line) + '|';
        } catch (int) {
        }
        REQUIRE(is_free(in));
      }
      CAPTURE(buffer);
      CAPTURE(at);
      REQUIRE(got == "one||two words|" + std::string(40, 'x') + "|end|");
    }
}

TEST_CASE("stream/c_stream_unwind: one reader goes on after the exception") {
  for (int buffer : buffers)
    for (std::size_t at = 0; at <= sample.size(); ++at) {
      script device{sample, 7, at};
      stream const file(device, buffer);
      std::vector<std::string> got;
      rill::detail::c_stream_reader in(file);
      for (bool is_more = true; is_more;) {
        try {
          std::string word;
          is_more = rill::scan(in, word);
          if (is_more) got.push_back(word);
        } catch (int) {
        }
      }
      REQUIRE(got == words_of(sample));
    }
}

TEST_CASE("stream/c_stream_unwind: a c_file, locked and not") {
  for (bool locks : {false, true})
    for (std::size_t at = 0; at <= sample.size(); ++at) {
      script device{sample, 7, at};
      FILE* const file =
          ::fopencookie(&device, "r", {read_script, nullptr, nullptr, nullptr});
      std::vector<std::string> got;
      auto const read = [&](auto& in) {
        for (bool is_more = true; is_more;) {
          try {
            std::string word;
            is_more = rill::scan(in, word);
            if (is_more) got.push_back(word);
          } catch (int) {
            REQUIRE(is_free(file));
          }
        }
      };
      if (locks) {
        rill::c_file in(file);
        read(in);
      } else {
        rill::c_file_unlocked in(file);
        read(in);
      }
      REQUIRE(got == words_of(sample));
    }
}

TEST_CASE(
    "stream/c_stream_unwind: a string that cannot grow gives the lock back") {
  std::basic_string<char, std::char_traits<char>, no_memory<char>> word;
  std::string text(100, 'x');
  FILE* const in = ::fmemopen(text.data(), text.size(), "r");
  std::thread([&] {  // makes the C library lock streams
    REQUIRE(::fgetc(in) == 'x');
    CHECK_THROWS_AS(rill::scan(in, word), std::bad_alloc);
  })
      .join();
  bool const is_given_back = is_free(in);
  CHECK(is_given_back);
  if (is_given_back) ::fclose(in);  // waits for the lock
}

TEST_CASE(
    "stream/c_stream_unwind: prints into a FILE whose device throws, in every "
    "write") {
  for (int buffer : {-1, 0, 1, 16, 100, 5000})
    for (int way = 0; way != 3; ++way)
      for (int throws_in = -1; throws_in != 12; ++throws_in) {
        taker device;
        device.throws_in = throws_in;
        std::unique_ptr<char[]> block;
        FILE* const file = open_to_write(device, buffer, block);
        std::vector<std::string> wanted;
        std::size_t thrown_size = 0;
        for (int i = 0; i != 300; ++i) {
          std::string const line = line_of(i);
          try {
            if (way == 0) rill::print(file, line);
            if (way == 1) rill::print(file, hooked{line});
            if (way == 2)
              rill::print(file, hooked{line}, std::string(5000, 'y'), i, '\n');
            wanted.push_back(line);
          } catch (int) {
            thrown_size = line.size() + (way == 2 ? 5005 : 0);
            REQUIRE(is_free(file));
          }
        }
        flush(file);
        CAPTURE(buffer);
        CAPTURE(way);
        CAPTURE(throws_in);
        REQUIRE(device.thrown == (throws_in >= 0 && device.calls > throws_in));
        REQUIRE(has_lines(device.got, wanted));
        // No byte comes twice: besides these lines there is at most a part of
        // the call that the exception left.
        std::size_t size = 0;
        for (std::string const& line : wanted) size += line.size();
        if (way == 2)
          for (int i = 0; i != 300; ++i)
            size += 5001 + std::to_string(i).size();
        REQUIRE(device.got.size() <= size + thrown_size);
        ::fclose(file);
      }
}

TEST_CASE(
    "stream/c_stream_unwind: a hook that goes on after the device has thrown") {
  for (int buffer : {-1, 0, 16, 100}) {
    taker device;
    device.throws_in = 1;
    std::unique_ptr<char[]> block;
    FILE* const file = open_to_write(device, buffer, block);
    int caught = 0;
    bool is_left = false;  // by the device's exception
    try {
      rill::print(file, stubborn{caught});
    } catch (int) {
      is_left = true;
    }
    rill::print(file, "end\n");
    flush(file);
    CHECK(device.thrown == 1);
    CHECK(caught == (is_left ? 0 : 1));
    CHECK(device.got.ends_with(is_left ? "end\n" : "12345\nend\n"));
    CHECK(device.got.size() <= 18004);
    ::fclose(file);
  }
}

// Throws a char; the device throws an int.
struct throwing_hook {
  friend void rill_print(auto& out, throwing_hook const&) {
    out("held");
    throw 'h';
  }
};

TEST_CASE(
    "stream/c_stream_unwind: a hook throws, and then the device as well") {
  for (int buffer : {0, 1}) {
    taker device;
    device.throws_in = 0;
    std::unique_ptr<char[]> block;
    static int lost;
    lost = 0;
    auto const before = rill::set_lost_output_handler(
        [](rill::error const&) noexcept { ++lost; });
    FILE* const file = open_to_write(device, buffer, block);
    CHECK_THROWS_AS(rill::print(file, throwing_hook{}), char);
    rill::set_lost_output_handler(before);
    CHECK(device.thrown == 1);
    CHECK(lost == 1);
    CHECK(is_free(file));
    ::fclose(file);
  }
}

TEST_CASE("stream/c_stream_unwind: a c_file whose device throws at its end") {
  for (bool is_named : {false, true}) {
    taker device;
    device.throws_in = 0;
    std::unique_ptr<char[]> block;
    static int lost;
    lost = 0;
    auto const before = rill::set_lost_output_handler(
        [](rill::error const&) noexcept { ++lost; });
    {
      rill::c_file out =
          rill::c_file::adopt(open_to_write(device, -1, block), "device");
      rill::print(out, "held");
      if (is_named) CHECK_THROWS_AS(out.close(), int);
    }
    rill::set_lost_output_handler(before);
    CHECK(device.thrown == 1);
    CHECK(lost == (is_named ? 0 : 1));
    CHECK(device.got == (is_named ? "held" : ""));
  }
}
#endif
