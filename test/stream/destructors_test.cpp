// test/stream/destructors_test.cpp: every destructor that has pending bytes,
// over every device that fails, in normal destruction and while an exception
// unwinds. The program does not end, a failed device is not called again, and
// each loss is reported once.
// platforms: posix
// covers: rill/stream/memory_writer.h
// covers: rill/stream/lost_output.h
#include <doctest/doctest.h>
#include <errno.h>   // ENOSPC, EIO
#include <string.h>  // strerror
#include <rill/fs.h>
#include <rill/iostream.h>
#include <rill/map.h>
#include <rill/rill.h>
#include <rill/unicode.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <new>  // std::bad_alloc
#include <stdexcept>
#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"

#if RILL_EXCEPTIONS

using rill_test::fake_device;

namespace {

std::vector<std::string> lost;  // the errors that were reported as lost
void remember(rill::error const& reason) noexcept {
  lost.push_back(reason.what());
}

struct handler {
  rill::lost_output_handler before = rill::set_lost_output_handler(remember);
  handler() { lost.clear(); }
  ~handler() { rill::set_lost_output_handler(before); }
  handler(handler const&) = delete;
  handler& operator=(handler const&) = delete;
};

bool contains(std::string const& all, std::string const& part) {
  return all.find(part) != std::string::npos;
}

// How a sink fails in its only call, and the reason in the report.
struct failure {
  std::string sentence;
  long (*fail)(std::size_t size);
};
failure const failures[] = {
    {"No space left on device",
     [](std::size_t) -> long {
       errno = ENOSPC;
       return -1;
     }},
    {"errno is 0", [](std::size_t) -> long { return -1; }},
    {"accepted no bytes", [](std::size_t) -> long { return 0; }},
    {"bytes, but was given",
     [](std::size_t size) { return static_cast<long>(size) + 9; }},
    {"an exception was thrown: no more",
     [](std::size_t) -> long { throw std::runtime_error("no more"); }},
    {"an exception was thrown", [](std::size_t) -> long { throw 7; }},
    {"bad_alloc", [](std::size_t) -> long { throw std::bad_alloc(); }},
    {std::string("send it: ") + strerror(EIO),
     [](std::size_t) -> long {
       throw rill::error({rill::error_source::system, EIO}, "send", "it");
     }},
};

// Runs `body` twice: it makes a writer, prints into it and calls its argument,
// which throws in the second run. In each run the handler must be called
// `reports` times, with `sentence`.
template <class Body>
void check_both_ways(std::size_t reports, std::string const& sentence,
                     Body body) {
  for (bool throws : {false, true}) {
    CAPTURE(throws);
    handler const quiet;
    try {
      body([throws] {
        if (throws) throw 'u';
      });
      CHECK(!throws);
    } catch (char) {
      CHECK(throws);
    }
    REQUIRE(lost.size() == reports);
    for (std::string const& one : lost) {
      CAPTURE(one);
      CHECK(contains(one, sentence));
    }
  }
}

// A callable that fails as `how` says and counts its calls.
struct failing_sink {
  failure const& how;
  int& calls;
  long operator()(char const*, std::size_t size) const {
    ++calls;
    return how.fail(size);
  }
};

// A string of fixed capacity: an append beyond it calls refuse(), which throws.
struct small_string {
  std::size_t capacity;
  void (*refuse)();
  int refusals = 0;
  std::string text = {};
  small_string& append(char const* data, std::size_t size) {
    if (text.size() + size > capacity) {
      ++refusals;
      refuse();
    }
    text.append(data, size);
    return *this;
  }
};
void throw_full() { throw std::length_error("full"); }
void throw_memory() { throw std::bad_alloc(); }

// Prints one word, then throws.
struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("before ");
    throw 'u';
  }
};

}  // namespace

TEST_CASE("stream/destructors: writers over a callable") {
  for (failure const& how : failures) {
    CAPTURE(how.sentence);
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      struct counted {
        int& calls;
        ~counted() { CHECK(calls == 1); }
      } const once{calls};
      rill::callback_writer out(failing_sink{how, calls}, 16);
      out.write("left", 4);
      end();
    });
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      struct counted {
        int& calls;
        ~counted() { CHECK(calls == 1); }
      } const once{calls};
      rill::ring_writer out(16, failing_sink{how, calls});
      out.write("left", 4);
      end();
    });
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      rill::ring_writer out(16, failing_sink{how, calls},
                            std::chrono::hours(1));
      out.write("left", 4);
      end();
    });
  }
}

TEST_CASE("stream/destructors: no second try after a call that threw") {
  for (failure const& how : failures) {
    CAPTURE(how.sentence);
    handler const quiet;
    int calls = 0;
    {
      rill::callback_writer out(failing_sink{how, calls}, 16);
      out.write("left", 4);
      CHECK_THROWS(out.flush());
      CHECK_THROWS(out.flush());
      CHECK_THROWS(rill::print(out, 1));
    }
    CHECK(calls == 1);
    {
      rill::ring_writer out(16, failing_sink{how, calls});
      out.write("left", 4);
      CHECK_THROWS(out.flush());
    }
    CHECK(calls == 2);
    CHECK(lost.empty());  // a caller got both errors
  }
}

TEST_CASE("stream/destructors: string_writer, whose append throws") {
  struct way {
    void (*refuse)();
    char const* sentence;
  };
  for (way const& how :
       {way{throw_full, "write to a string: an exception was thrown: full"},
        way{throw_memory, "bad_alloc"}}) {
    check_both_ways(1, how.sentence, [&](auto end) {
      small_string to{3, how.refuse};
      struct checker {
        small_string& to;
        ~checker() { CHECK((to.refusals == 1 && to.text.empty())); }
      } const check{to};
      rill::string_writer out(to);
      rill::print(out, "left");
      end();
    });
    // The print that calls append throws, so the destructor reports nothing.
    handler const quiet;
    small_string to{300, how.refuse};
    {
      rill::string_writer out(to);
      int printed = 0;
      try {
        for (; printed != 100; ++printed) rill::print(out, "0123456789");
      } catch (std::exception const&) {
      }
      CHECK(printed < 100);
      CHECK((out.error() == rill::library_problem::threw));
      CHECK(to.refusals == 1);
      CHECK_THROWS_AS(rill::print(out, "x"), rill::error);
      CHECK_THROWS_AS(out.put('x'), rill::error);
      CHECK_THROWS_AS(out.flush(), rill::error);
    }
    CHECK(to.refusals == 1);
    // The bytes before are in the string once.
    std::string all;
    for (int i = 0; i != 30; ++i) all += "0123456789";
    CHECK(to.text.size() >= 250);
    CHECK(to.text == all.substr(0, to.text.size()));
    CHECK(lost.empty());
    // A text as long as the block is appended directly.
    small_string none{3, how.refuse};
    {
      rill::string_writer out(none);
      CHECK_THROWS(out.write(std::string(1000, 'x').data(), 1000));
    }
    CHECK(none.refusals == 1);
    CHECK(lost.empty());
  }
}

TEST_CASE("stream/destructors: writers over another writer") {
  for (failure const& how : failures) {
    CAPTURE(how.sentence);
    // `behind` has a buffer of one byte, so it fails when the destructor of
    // `out` writes to it. Its own destructor reports nothing more.
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      rill::callback_writer behind(failing_sink{how, calls}, 1);
      rill::counting_writer out(behind);
      rill::print(out, "left");
      end();
    });
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      std::string other;
      struct checker {
        std::string& other;
        ~checker() { CHECK(other == "left"); }
      } const check{other};
      rill::callback_writer behind(failing_sink{how, calls}, 1);
      rill::string_writer beside(other);
      rill::tee_writer out(behind, beside);
      rill::print(out, "left");
      end();
    });
    check_both_ways(1, how.sentence, [&](auto end) {
      int calls = 0;
      rill::callback_writer behind(failing_sink{how, calls}, 1);
      rill::encoded_writer out(behind, rill::utf16le);
      rill::print(out, "left");
      end();
    });
  }
}

TEST_CASE("stream/destructors: owners of a file") {
  // First the write fails, then the close.
  for (int error_of_close : {0, EIO}) {
    CAPTURE(error_of_close);
    auto const check = [&](auto make) {
      fake_device device;
      int writes = 0;
      device.close_answer = error_of_close;
      device.on_write = [&](int, std::size_t size) -> long {
        ++writes;
        return error_of_close ? static_cast<long>(size) : -ENOSPC;
      };
      check_both_ways(1, strerror(error_of_close ? EIO : ENOSPC),
                      [&](auto end) {
                        writes = 0;
                        device.bytes.clear();
                        auto const out = make(rill::file(fake_device::handle));
                        rill::print(*out, "left");
                        end();
                      });
      CHECK(writes == 1);
      CHECK(device.closes == 2);
      CHECK(device.bytes.size() % 4 == 0);
    };
    check([](rill::file f) {
      return std::make_unique<rill::file_writer>(std::move(f), 64);
    });
    check([](rill::file f) {
      return std::make_unique<rill::encoded_writer>(std::move(f),
                                                    rill::utf16le);
    });
    check([](rill::file f) {
      return std::make_unique<rill::locked<rill::file_writer>>(std::move(f),
                                                               std::size_t{64});
    });
  }
}

TEST_CASE("stream/destructors: owners of a C and of a C++ stream") {
  check_both_ways(1, "write /dev/full: No space left", [](auto end) {
    rill::c_file out("/dev/full");
    rill::print(out, "left");
    end();
  });
  check_both_ways(1, "write /dev/full: No space left", [](auto end) {
    rill::c_file_unlocked out("/dev/full");
    rill::print(out, "left");
    end();
  });
  check_both_ways(1, "write /dev/full: No space left", [](auto end) {
    rill::filebuf_file out("/dev/full");
    rill::print(out, "left");
    end();
  });
}

TEST_CASE("stream/destructors: a pipe whose writer was not flushed") {
  check_both_ways(1, "write to a pipe", [](auto end) {
    rill::ring_pipe pipe(64);
    rill::print(pipe.writer(), "left");
    end();
  });
}

TEST_CASE("stream/destructors: what was printed before a hook threw") {
  // The caller gets the hook's exception, so the handler gets the error.
  handler const quiet;
  {
    fake_device device;
    device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
    rill::file const out(fake_device::handle);
    CHECK_THROWS_AS(rill::print(out, "one ", thrower()), char);
    REQUIRE(lost.size() == 1);
    CHECK(contains(lost[0], "No space left"));
    CHECK(device.bytes.empty());
  }
  {
    FILE* const full = std::fopen("/dev/full", "w");
    REQUIRE(full);
    std::setvbuf(full, nullptr, _IONBF, 0);
    CHECK_THROWS_AS(rill::print(full, "one ", thrower()), char);
    std::fclose(full);
    REQUIRE(lost.size() == 2);
    CHECK(contains(lost[1], "No space left"));
  }
  {
    rill::c_file full("/dev/full", 0);
    CHECK_THROWS_AS(rill::print(full, "one ", thrower()), char);
    REQUIRE(lost.size() == 3);
    CHECK(contains(lost[2], "write /dev/full: No space left"));
    CHECK(!full.try_close());
  }
  CHECK(lost.size() == 3);
  {
    rill::filebuf_file full("/dev/full", 1);
    CHECK_THROWS_AS(rill::print(full, "one ", thrower()), char);
    CHECK(lost.size() <= 4);
  }
  REQUIRE(lost.size() == 4);
  CHECK(contains(lost[3], "write /dev/full: No space left"));
}

namespace {

// A streambuf that throws at every write, or refuses it.
template <class Char>
struct refusing_buf : std::basic_streambuf<Char> {
  bool throws;
  int calls = 0;
  explicit refusing_buf(bool by_throwing) : throws(by_throwing) {}
  std::streamsize xsputn(Char const*, std::streamsize) override {
    ++calls;
    if (throws) throw std::runtime_error("no more");
    return 0;
  }
  typename std::basic_streambuf<Char>::int_type overflow(
      typename std::basic_streambuf<Char>::int_type) override {
    ++calls;
    if (throws) throw std::runtime_error("no more");
    return std::char_traits<Char>::eof();
  }
};

}  // namespace

TEST_CASE("stream/destructors: a stream that fails while a hook throws") {
  // The caller gets the hook's exception. The stream has badbit, as it has
  // after an exception in operator<<.
  handler const quiet;
  for (bool throws : {false, true}) {
    CAPTURE(throws);
    refusing_buf<char> narrow(throws);
    std::ostream out(&narrow);
    CHECK_THROWS_AS(rill::print(out, "one ", thrower()), char);
    if (throws) CHECK(out.bad());
    CHECK(narrow.calls == 1);
    refusing_buf<wchar_t> wide(throws);
    std::wostream wide_out(&wide);
    CHECK_THROWS_AS(rill::print(wide_out, "one ", thrower()), char);
    if (throws) CHECK(wide_out.bad());
    CHECK(wide.calls == 1);
    refusing_buf<char> bare(throws);
    CHECK_THROWS_AS(rill::print(rill::streambuf_view(bare), "one ", thrower()),
                    char);
    CHECK(bare.calls == 1);
  }
  CHECK(lost.empty());
}

TEST_CASE("stream/destructors: a mapping that is unmapped while unwinding") {
  rill_test::folder folder;
  rill::replace_file(folder / "f", "0123456789");
  check_both_ways(0, "", [&](auto end) {
    auto map = rill::map_mutable(folder / "f");
    map.data()[0] = 'x';
    end();
  });
  CHECK(rill_test::content_of(folder / "f") == "x123456789");
}

TEST_CASE("stream/destructors: a replacement leaves the old file alone") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  rill::replace_file(path, "old");
  check_both_ways(0, "", [&](auto end) {
    rill::replace_file(path, [&](rill::writer& out) {
      rill::print(out, "new");
      end();
    });
    rill::replace_file(path, "old");
  });
  CHECK(rill_test::content_of(path) == "old");
}

TEST_CASE("stream/destructors: temporary files and folders that are gone") {
  check_both_ways(0, "", [](auto end) {
    rill::temporary_file file;
    rill::temporary_directory folder;
    std::filesystem::remove_all(
        std::string(folder.path().data, folder.path().size));
    std::filesystem::remove(std::string(file.path().data, file.path().size));
    end();
  });
}

#endif
