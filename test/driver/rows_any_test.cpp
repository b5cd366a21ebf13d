// test/driver/rows_any_test.cpp: the rows of all devices (support/devices/)
// over any_writer and any_reader, whatever they own or borrow, and
// sink_writer.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/iostream.h>
#include <rill/print/locked_sink.h>
#include <rill/stream/locked.h>

#include <memory>
#include <ostream>
#include <streambuf>
#include <string>

#include "../support/devices/handle.h"
#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

rill::file_writer file_of(scripted_sink& to, std::size_t size) {
  return rill::file_writer(scripted_handles::file_of(to), size);
}

// The sinks that an any_writer owns.
struct of_writer {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return file_of(to, size);
  }
};
struct of_file {
  static rill::any_writer made(scripted_sink& to, std::size_t) {
    return scripted_handles::file_of(to);
  }
};
struct of_callable {
  static rill::any_writer made(scripted_sink& to, std::size_t) {
    return taker(to);
  }
};
struct of_callback_writer {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return rill::any_writer::of<callback_writer>(taker(to), size);
  }
};
struct of_pointer {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return std::make_unique<rill::file_writer>(file_of(to, size));
  }
};
struct of_any {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return std::make_unique<rill::any_writer>(file_of(to, size));
  }
};
template <class Owned>
struct any_sink {
  rill::any_writer out;
  any_sink(scripted_sink& to, std::size_t size) : out(Owned::made(to, size)) {}
  auto& sink() { return out; }
};

// A C++ stream with a buffer. As with std::ofstream, its destructor hides that
// the device has refused bytes; errno has the reason.
class buffered_streambuf : public std::streambuf {
 public:
  buffered_streambuf(scripted_sink& device, std::size_t size)
      : to_(&device), room_(size, '\0') {
    setp(room_.data(), room_.data() + size);
  }
  ~buffered_streambuf() override { give(); }

 protected:
  int_type overflow(int_type one) override {
    if (!give()) return traits_type::eof();
    return traits_type::eq_int_type(one, traits_type::eof())
               ? traits_type::not_eof(one)
               : sputc(traits_type::to_char_type(one));
  }
  int sync() override { return give() ? 0 : -1; }

 private:
  bool give() {
    char const* from = pbase();
    while (from != pptr()) {
      long const taken =
          to_->take(from, static_cast<std::size_t>(pptr() - from));
      if (taken <= 0 && errno == EINTR && !to_->has_failed) continue;
      if (taken <= 0) {
        setp(pbase(), epptr());  // drops the refused bytes
        return false;
      }
      from += taken;
    }
    setp(room_.data(), room_.data() + room_.size());
    return true;
  }

  scripted_sink* to_;
  std::string room_;
};
class buffered_stream : public std::ostream {
 public:
  buffered_stream(scripted_sink& to, std::size_t size)
      : std::ostream(nullptr), buffer_(to, size) {
    rdbuf(&buffer_);
  }

 private:
  buffered_streambuf buffer_;
};
struct of_stream {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return rill::any_writer::of<buffered_stream>(to, size);
  }
};
struct of_stream_pointer {
  static rill::any_writer made(scripted_sink& to, std::size_t size) {
    return std::unique_ptr<std::ostream>(
        std::make_unique<buffered_stream>(to, size));
  }
};

// A sink that borrows a writer.
template <class Writer>
struct borrowing_sink {
  rill::file_writer device;
  Writer out;
  borrowing_sink(scripted_sink& to, std::size_t size)
      : device(file_of(to, size)), out(device) {}
  borrowing_sink(borrowing_sink const&) = delete;
  auto& sink() { return out; }
};
template <class Writer>
struct locking_sink {
  rill::locked<rill::file_writer> device;
  Writer out;
  locking_sink(scripted_sink& to, std::size_t size)
      : device(scripted_handles::file_of(to), size), out(device) {}
  locking_sink(locking_sink const&) = delete;
  auto& sink() { return out; }
};
using locked_writer = rill::locked<rill::file_writer>;

// A streambuf over the device, without a buffer, which keeps no error for rill.
struct scripted_streambuf : std::streambuf {
  scripted_sink* to;
  explicit scripted_streambuf(scripted_sink& device) : to(&device) {}
  int_type overflow(int_type one) override {
    char const byte = traits_type::to_char_type(one);
    return to->take(&byte, 1) == 1 ? one : traits_type::eof();
  }
  std::streamsize xsputn(char const* data, std::streamsize size) override {
    return to->take(data, static_cast<std::size_t>(size));
  }
};
template <class Writer>
struct stream_sink {
  scripted_streambuf buffer;
  std::ostream stream{&buffer};
  Writer out{stream};
  stream_sink(scripted_sink& to, std::size_t) : buffer(to) {}
  stream_sink(stream_sink const&) = delete;
  auto& sink() { return out; }
};

// A bare streambuf: its owner checks for errors and for the last bytes.
struct view_sink {
  buffered_streambuf buffer;
  rill::streambuf_view out{&buffer};
  view_sink(scripted_sink& to, std::size_t size) : buffer(to, size) {}
  view_sink(view_sink const&) = delete;
  view_sink& operator=(view_sink const&) = delete;
  auto& sink() { return out; }
};

struct of_reader {
  static rill::any_reader made(scripted_source& from, std::size_t size) {
    return rill::file_reader(scripted_handles::file_of(from), size);
  }
};
struct of_file_to_read {
  static rill::any_reader made(scripted_source& from, std::size_t) {
    return scripted_handles::file_of(from);
  }
};
struct of_source {
  static rill::any_reader made(scripted_source& from, std::size_t) {
    return giver(from);
  }
};
struct of_callback_reader {
  static rill::any_reader made(scripted_source& from, std::size_t size) {
    return rill::any_reader::of<callback_reader>(giver(from), size);
  }
};
template <class Owned>
struct any_source {
  rill::any_reader in;
  any_source(scripted_source& from, std::size_t size)
      : in(Owned::made(from, size)) {}
  auto& source() { return in; }
};
struct borrowing_source {
  rill::file_reader device;
  rill::any_reader in;
  borrowing_source(scripted_source& from, std::size_t size)
      : device(scripted_handles::file_of(from), size), in(device) {}
  borrowing_source(borrowing_source const&) = delete;
  auto& source() { return in; }
};

constexpr unsigned usual_sink = fails | is_interrupted | reenters | is_lazy;
constexpr unsigned usual_source =
    fails | is_interrupted | is_prompt | tells_places;

template <class Rig>
void check_sink(unsigned can, std::string const& lacking,
                std::vector<std::size_t> buffers = {1, 16, 4096}) {
  scripted_handles const seam;
  check_rows(sink_of<Rig>("scripted", can, buffers), lacking);
  CHECK(seam.open_count() == 0);
}
template <class Rig>
void check_source(char const* name, unsigned can, std::string const& lacking) {
  scripted_handles const seam;
  check_rows(source_of<Rig>(name, can), lacking);
  CHECK(seam.open_count() == 0);
}

}  // namespace

TEST_CASE("driver/rows_any: any_writer of a writer") {
  check_sink<any_sink<of_writer>>(usual_sink, "clears errors, throws");
}

TEST_CASE("driver/rows_any: any_writer of a file") {
  check_sink<any_sink<of_file>>(usual_sink, "clears errors, throws",
                                {rill::default_buffer_size});
}

TEST_CASE("driver/rows_any: any_writer of a callable") {
  check_sink<any_sink<of_callable>>(usual_sink | throws, "clears errors",
                                    {RILL_BUFFER_SIZE});
}

TEST_CASE("driver/rows_any: any_writer of a callback_writer") {
  check_sink<any_sink<of_callback_writer>>(usual_sink | throws,
                                           "clears errors");
}

TEST_CASE("driver/rows_any: any_writer of a pointer") {
  check_sink<any_sink<of_pointer>>(usual_sink, "clears errors, throws");
}

TEST_CASE("driver/rows_any: any_writer of a pointer to an any_writer") {
  check_sink<any_sink<of_any>>(usual_sink, "clears errors, throws");
}

TEST_CASE("driver/rows_any: any_writer that borrows a writer") {
  check_sink<borrowing_sink<rill::any_writer>>(
      usual_sink, "assigns, clears errors, moves, throws");
}

TEST_CASE("driver/rows_any: any_writer of a locked writer") {
  check_sink<locking_sink<rill::any_writer>>(
      usual_sink, "assigns, clears errors, moves, throws");
}

TEST_CASE("driver/rows_any: any_writer of a std::ostream") {
  check_sink<stream_sink<rill::any_writer>>(is_lazy | reenters | is_whole,
                                            "assigns, fails, moves");
}

TEST_CASE("driver/rows_any: any_writer that owns a std::ostream") {
  for (auto check : {check_sink<any_sink<of_stream>>,
                     check_sink<any_sink<of_stream_pointer>>})
    check(fails | is_interrupted | is_lazy | reenters, "clears errors, throws",
          {1, 16, 4096});
}

TEST_CASE("driver/rows_any: sink_writer") {
  check_sink<borrowing_sink<rill::sink_writer<rill::file_writer>>>(
      usual_sink, "assigns, clears errors, moves, throws");
  check_sink<locking_sink<rill::sink_writer<locked_writer>>>(
      usual_sink, "assigns, clears errors, moves, throws");
  check_sink<stream_sink<rill::sink_writer<std::ostream>>>(
      is_lazy | reenters | is_whole, "assigns, fails, moves");
}

TEST_CASE("driver/rows_any: streambuf_view") {
  check_sink<view_sink>(is_interrupted | is_lazy,
                        "assigns, closes, fails, moves, reenters");
}

TEST_CASE("driver/rows_any: any_reader of a reader and of a file") {
  check_source<any_source<of_reader>>("scripted", usual_source, "throws");
  check_source<any_source<of_file_to_read>>("scripted", usual_source, "throws");
  check_source<borrowing_source>("scripted", usual_source, "moves, throws");
}

TEST_CASE("driver/rows_any: any_reader of a callable") {
  check_source<any_source<of_source>>("callback",
                                      usual_source | throws | goes_on, "");
  check_source<any_source<of_callback_reader>>(
      "callback", usual_source | throws | goes_on, "");
}
