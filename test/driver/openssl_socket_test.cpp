// test/driver/openssl_socket_test.cpp: BIOs over plain sockets, without TLS:
// blocking and non-blocking sockets, slow peers, and peers that have closed.
// covers: rill/driver/openssl.h
// platforms: posix native
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <errno.h>
#include <fcntl.h>
#include <rill/any.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <utility>  // std::move

#include "../support/descriptors.h"
#include "../support/lost_output.h"
#include "../support/scripted_bio.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;
using rill_test::error_of;

namespace {

struct socket_pair {
  int ends[2];
  explicit socket_pair(bool is_waiting) {
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    if (!is_waiting)
      for (int const one : ends)
        REQUIRE(::fcntl(one, F_SETFL, O_NONBLOCK) == 0);
  }
  // The BIO owns the socket.
  bio_owner bio(int which) const {
    return bio_owner(BIO_new_socket(ends[which], BIO_CLOSE));
  }
};

// Ignores SIGPIPE, so that a write to a closed peer is an error.
class no_signal {
 public:
  no_signal() : before_(::signal(SIGPIPE, SIG_IGN)) {}
  ~no_signal() { ::signal(SIGPIPE, before_); }

 private:
  void (*before_)(int);
};

}  // namespace

TEST_CASE("driver/openssl_socket: lines both ways over one BIO each") {
  rill_test::descriptor_count const before;
  for (bool const is_waiting : {true, false}) {
    CAPTURE(is_waiting);
    socket_pair const pair(is_waiting);
    std::thread peer([&] {
      bio_owner const bio = pair.bio(1);
      bio_reader in(bio);
      bio_writer out(bio);
      for (auto line : rill::lines(in)) {
        rill::println(out, "got ", line);
        out.flush();
      }
    });
    bio_owner const bio = pair.bio(0);
    std::string answer;
    for (int i = 0; i != 100; ++i) {
      rill::println(bio.get(), "line ", i);
      rill::scan(bio.get(), "got line ", answer);
      CHECK(answer == std::to_string(i));
    }
    REQUIRE(::shutdown(pair.ends[0], SHUT_WR) == 0);
    bio_reader rest(bio);
    char room[9];
    CHECK(rest.read(room, sizeof room) == 1);  // the last newline
    CHECK(rest.at_end());
    CHECK(!rest.error());
    peer.join();
  }
  CHECK(before.same());
}

TEST_CASE("driver/openssl_socket: more than a socket holds, to a slow peer") {
  std::string text;
  for (int i = 0; text.size() < 1'000'000; ++i) text += std::to_string(i) + ' ';
  for (bool const is_waiting : {true, false})
    for (std::size_t const buffer : {1000u, 131072u}) {
      CAPTURE(is_waiting);
      CAPTURE(buffer);
      socket_pair const pair(is_waiting);
      std::string got;
      std::thread peer([&] {
        bio_reader in(pair.bio(1), 5000);
        char room[5000];
        while (std::size_t const size = in.read(room, sizeof room)) {
          if (got.size() < 100'000) ::usleep(1000);
          got.append(room, size);
        }
      });
      bio_writer out(pair.bio(0), buffer);
      rill::print(out, text);
      out.close();
      peer.join();
      CHECK((got == text));
    }
}

TEST_CASE("driver/openssl_socket: the end, with and without bytes before it") {
  for (bool const is_waiting : {true, false})
    for (char const* const sent : {"", "x", "a line\nno line"}) {
      socket_pair const pair(is_waiting);
      bio_owner const reading = pair.bio(0);
      {
        bio_owner const writing = pair.bio(1);
        rill::print(writing.get(), sent);
      }
      bio_reader in(reading);
      std::string all;
      for (auto line : rill::lines(in)) all += std::string(line) + '|';
      CHECK(all == (*sent == '\0'  ? ""
                    : *sent == 'x' ? "x|"
                                   : "a line|no line|"));
      CHECK(!in.error());
      CHECK(in.at_end());
    }
}

TEST_CASE("driver/openssl_socket: a peer that is gone is an error, once") {
  no_signal const guard;
  for (bool const is_waiting : {true, false}) {
    rill_test::lost_output const lost;
    socket_pair const pair(is_waiting);
    ::close(pair.ends[1]);
    bio_owner const bio = pair.bio(0);
    rill::error const direct = error_of([&] { rill::println(bio.get(), 1); });
    CHECK(direct.code() == rill::os::c_error(EPIPE));
    {
      bio_writer out(bio);
      rill::print(out, "abc");
    }
    REQUIRE(lost.count() == 1);
    CHECK(lost.sentences()[0] == "write to a BIO: Broken pipe");
    bio_writer out(bio);
    rill::print(out, "abc");
    CHECK(!out.try_close());
    CHECK(lost.count() == 1);
  }
}

TEST_CASE("driver/openssl_socket: any_writer and any_reader over sockets") {
  socket_pair const pair(false);
  {
    rill::any_writer out = bio_writer(pair.bio(1));
    rill::print(out, "1 2 3");
    out.close();
  }
  rill::any_reader in = bio_reader(pair.bio(0));
  int sum = 0, n = 0;
  while (rill::scan(in, n)) sum += n;
  CHECK(sum == 6);
}
