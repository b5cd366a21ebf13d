// test/copy/copy_matrix_test.cpp: every kind of source into every kind of sink,
// while each of the kernel's calls works, refuses or misbehaves.
// covers: rill/copy/handles.h
// covers: rill/copy/copy.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // fcntl
#include <rill/copy/copy.h>
#include <rill/copy/load.h>
#include <rill/stream/memory_writer.h>
#include <sys/socket.h>  // socketpair
#include <sys/stat.h>    // mkfifo

#include <string>
#include <thread>

#include "support/copy_faults.h"
#include "support/files.h"

using rill::file;
using rill_test::content_of;
using rill_test::manner;
using rill_test::pattern;
using rill_test::set_content;

namespace {

void write_all(int to, std::string const& bytes) {
  for (std::size_t done = 0; done != bytes.size();) {
    ssize_t const count = ::write(to, bytes.data() + done, bytes.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  ::close(to);
}

std::string read_all(int from) {
  std::string all;
  char block[3000];
  for (ssize_t got; (got = ::read(from, block, sizeof block)) > 0;)
    all.append(block, static_cast<std::size_t>(got));
  ::close(from);
  return all;
}

void unblock(int handle) {
  ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) | O_NONBLOCK);
}

struct ends {
  int read;
  int write;
};

ends make_pipe() {
  int pair[2];
  REQUIRE(::pipe(pair) == 0);
  return {pair[0], pair[1]};
}

ends make_sockets() {
  int pair[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  return {pair[0], pair[1]};
}

constexpr char const* sources[] = {
    "file", "file_from_offset", "pipe",        "waiting_pipe", "socket", "fifo",
    "text", "memory_reader",    "file_reader", "pipe_reader",  "loaded"};
constexpr char const* sinks[] = {
    "file",   "append",      "over",      "pipe",         "waiting_pipe",
    "socket", "file_writer", "appending", "memory_writer"};

// Gives `use` a source of the kind that contains `bytes`.
template <class Use>
void with_source(std::string const& kind, std::string const& bytes,
                 rill_test::folder const& folder, Use use) {
  std::string const path = folder / "source";
  std::thread feeder;
  auto const fed = [&](ends pair) {
    feeder = std::thread(write_all, pair.write, bytes);
    return file(pair.read);
  };
  if (kind == "file") {
    set_content(path, bytes);
    file const from = file::open(path);
    use(from);
    CHECK(from.position() == static_cast<long long>(bytes.size()));
  } else if (kind == "file_from_offset") {
    set_content(path, "12345" + bytes);
    file const from = file::open(path);
    from.seek(5);
    use(from);
    CHECK(from.position() == static_cast<long long>(5 + bytes.size()));
  } else if (kind == "pipe" || kind == "waiting_pipe") {
    ends const pair = make_pipe();
    if (kind == "waiting_pipe") unblock(pair.read);
    use(fed(pair));
  } else if (kind == "socket") {
    use(fed(make_sockets()));
  } else if (kind == "fifo") {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    feeder =
        std::thread([&] { write_all(::open(path.c_str(), O_WRONLY), bytes); });
    use(file::open(path));
    ::unlink(path.c_str());
  } else if (kind == "text") {
    use(rill::text(bytes));
  } else if (kind == "memory_reader") {
    rill::memory_reader from(bytes.data(), bytes.size());
    use(from);
    CHECK(from.at_end());
  } else if (kind == "file_reader" || kind == "pipe_reader") {
    set_content(path, "12345" + bytes);
    ends const pair = make_pipe();
    if (kind == "pipe_reader")
      feeder = std::thread(write_all, pair.write, "12345" + bytes);
    else
      ::close(pair.write);
    rill::file_reader from(
        kind == "pipe_reader" ? file(pair.read) : file::open(path), 100);
    if (kind == "file_reader") ::close(pair.read);
    char first[5];
    CHECK(from.read(first, 5) == 5);
    use(from);
    CHECK(from.at_end());
    CHECK(!from.error());
  } else if (kind == "loaded") {
    set_content(path, "12345" + bytes);
    rill::loaded_file from = rill::load(path);
    from.reader().advance_to(from.data() + 5);
    use(from);
    CHECK(from.reader().at_end());
  }
  if (feeder.joinable()) feeder.join();
}

// Gives `use` a sink of the kind with room for `size` bytes. Returns the bytes
// that arrived, without those that were written before and after.
template <class Use>
std::string with_sink(std::string const& kind, std::size_t size,
                      rill_test::folder const& folder, Use use) {
  std::string const path = folder / "sink";
  std::string got;
  if (kind == "file") {
    file const to = file::create(path);
    use(to);
    CHECK(static_cast<unsigned long long>(to.position()) == to.size());
    return content_of(path);
  }
  if (kind == "append") {
    set_content(path, "old.");
    use(file::append(path));
    got = content_of(path);
    CHECK(got.substr(0, 4) == "old.");
    return got.substr(4);
  }
  if (kind == "over") {
    std::string const old(size + 100, '.');
    set_content(path, old);
    file const to = file::update(path);
    to.seek(3);
    use(to);
    got = content_of(path);
    auto const end = static_cast<std::size_t>(to.position());
    CHECK(got.size() == old.size());
    CHECK((got.substr(0, 3) == "..." && got.substr(end) == old.substr(end)));
    return got.substr(3, end - 3);
  }
  if (kind == "pipe" || kind == "waiting_pipe" || kind == "socket") {
    ends const pair = kind == "socket" ? make_sockets() : make_pipe();
    if (kind == "waiting_pipe") unblock(pair.write);
    std::thread taker([&] { got = read_all(pair.read); });
    use(file(pair.write));
    taker.join();
    return got;
  }
  if (kind == "file_writer" || kind == "appending") {
    set_content(path, "");
    {
      rill::file_writer to = kind == "appending"
                                 ? rill::file_writer::append(path, 50)
                                 : rill::file_writer::create(path, 50);
      to.write("head\nsome");
      use(to);
      to.write("tail");
      to.close();
    }
    got = content_of(path);
    CHECK(got.substr(0, 9) == "head\nsome");
    CHECK(got.substr(got.size() - 4) == "tail");
    return got.substr(9, got.size() - 13);
  }
  rill::string_writer to(got);
  use(to);
  to.flush();
  return got;
}

void check_pair(std::string const& source, std::string const& sink,
                std::string const& bytes) {
  rill_test::folder const folder;
  unsigned long long count = ~0ull;
  std::string const got = with_sink(sink, bytes.size(), folder, [&](auto&& to) {
    with_source(source, bytes, folder, [&](auto&& from) {
      count = rill::copy(from, to);
      // The reader of a pipe sees its end when the sink is closed.
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(to)>, file>)
        to.close();
    });
  });
  CHECK((got == bytes));
  CHECK(count == bytes.size());
}

void check_all_pairs(std::size_t size) {
  std::string const bytes = pattern(size);
  for (char const* source : sources) {
    for (char const* sink : sinks) {
      CAPTURE(size);
      CAPTURE(source);
      CAPTURE(sink);
      check_pair(source, sink, bytes);
    }
  }
}

}  // namespace

TEST_CASE("copy/copy_matrix: each source into each sink, each way") {
  std::string const bytes = pattern(70'000);
  for (manner how : rill_test::harmless_manners) {
    rill_test::copy_faults faults;
    faults.set_all(how);
    for (char const* source : sources) {
      for (char const* sink : sinks) {
        CAPTURE(static_cast<int>(how));
        CAPTURE(source);
        CAPTURE(sink);
        bool const is_quick = how == manner::nothing || how == manner::cut;
        check_pair(source, sink, bytes.substr(0, is_quick ? 70'000 : 5'000));
      }
    }
  }
}

TEST_CASE("copy/copy_matrix: each source into each sink, each size") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 31u, 32u, 33u, 4096u, 4097u})
    check_all_pairs(size);
}

TEST_CASE("copy/copy_matrix: above what a pipe holds, above a buffer [slow]") {
  for (std::size_t size :
       {65535u, 65537u, 131072u, 262144u, 262145u, 1'000'000u})
    check_all_pairs(size);
}
