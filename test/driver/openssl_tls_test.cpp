// test/driver/openssl_tls_test.cpp: TLS between two threads, with certificates
// made here: text both ways, refused certificates, and every way to end.
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

#include <string>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "../support/tls.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;
using rill::library_problem;
using rill_test::tls_pair;

namespace {

std::string string_of(rill::text text) { return {text.data, text.size}; }

bool has(std::string const& text, char const* part) {
  return text.find(part) != std::string::npos;
}

// Runs the other side in a thread, and keeps its error.
class peer {
 public:
  template <class Work>
  explicit peer(Work work)
      : thread_([this, work] {
          try {
            work();
          } catch (rill::error const& e) {
            error_ = e;
          }
        }) {}
  peer(peer const&) = delete;
  peer& operator=(peer const&) = delete;
  ~peer() { join(); }
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  // The sentence of the thread's error; empty without an error.
  std::string told() {
    join();
    return error_ ? error_.what() : "";
  }

 private:
  rill::error error_;
  std::thread thread_;
};

template <class Use>
rill::error error_of(Use use) {
  try {
    use();
  } catch (rill::error const& e) {
    return e;
  }
  return {};
}

// Lines with lengths around the sizes of a buffer and of a TLS record.
std::vector<std::string> some_lines() {
  std::vector<std::string> lines;
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 4095u, 4096u, 16383u, 16384u,
                           16385u, 40'000u, 131'072u, 7u})
    lines.push_back(std::string(size, static_cast<char>('a' + size % 26)));
  return lines;
}

void wait_a_little() { rill::os::rest(30); }

}  // namespace

TEST_CASE("driver/openssl_tls: lines both ways, buffered and not") {
  for (bool waits : {true, false})
    for (std::size_t buffer : {0u, 16u, 16384u, 131072u}) {
      CAPTURE(waits);
      CAPTURE(buffer);
      tls_pair const pair;
      if (!waits) pair.do_not_wait();
      std::vector<std::string> const lines = some_lines();
      peer server([&] {
        bio_owner tls(pair.end(false));
        bio_reader in(tls);
        bio_writer out(tls);
        for (auto line : rill::lines(in)) {
          if (line == "end") break;
          rill::println(out, line, '|', line.size());
          out.flush();
        }
        out.close();
        tls.close();
      });
      bio_owner tls(pair.end(true));
      rill::tls_handshake(tls.get());
      std::size_t count = 0;
      std::string back;
      auto const is_echo = [&](std::string const& line) {
        return back == line + '|' + std::to_string(line.size());
      };
      if (buffer != 0) {
        bio_writer out(tls, buffer);
        bio_reader in(tls, buffer);
        for (auto const& line : lines) {
          rill::println(out, line);
          out.flush();
          rill::scan(in, rill::line(back));
          count += is_echo(line);
        }
        rill::println(out, "end");
        out.flush();
        CHECK(in.at_end());
        CHECK(!in.error());
      } else {
        for (auto const& line : lines) {
          rill::println(tls.get(), line);
          rill::scan(tls.get(), rill::line(back));
          count += is_echo(line);
        }
        rill::println(tls.get(), "end");
        for (auto more : rill::lines(tls.get())) CHECK(more == "nothing");
      }
      CHECK(count == lines.size());
      tls.close();
      CHECK(server.told() == "");
    }
}

TEST_CASE("driver/openssl_tls: refused certificates have a sentence") {
  struct row {
    char const* name;
    long until;
    bool is_issuer_known;
    char const* reason;
    char const* alert;
  };
  row const rows[] = {
      {"elsewhere", tls_pair::tomorrow, true, "hostname mismatch", "alert"},
      {"localhost", tls_pair::tomorrow, false,
       "unable to get local issuer certificate", "unknown ca"},
      {"localhost", -60, true, "certificate has expired",
       "certificate expired"}};
  for (row const& r : rows)
    for (bool shakes_hands : {true, false}) {
      CAPTURE(r.reason);
      CAPTURE(shakes_hands);
      tls_pair const pair(r.name, r.until, r.is_issuer_known);
      peer server([&] {
        bio_owner tls(pair.end(false));
        rill::tls_handshake(tls.get());
        (void)rill::read<std::string>(tls.get());
      });
      rill::error told;
      {
        bio_owner const tls(pair.end(true));
        told = error_of([&] {
          if (shakes_hands)
            rill::tls_handshake(tls.get());
          else
            rill::println(tls.get(), "a secret");
        });
      }
      std::string const start =
          shakes_hands ? "handshake over a BIO: " : "write to a BIO: ";
      // OpenSSL 1.1.1 writes a capital letter here.
      std::string sentence = told.what();
      if (std::size_t const at = sentence.find("(Host"); at < sentence.size())
        sentence[at + 1] = 'h';
      CHECK(sentence == start + "SSL routines:certificate verify failed (" +
                            r.reason + ")");
      auto const number =
          static_cast<unsigned long>(static_cast<unsigned>(told.code().number));
      CHECK(told.code().source == rill::error_source::openssl);
      CHECK(ERR_GET_LIB(number) == ERR_LIB_SSL);
      CHECK(ERR_GET_REASON(number) == SSL_R_CERTIFICATE_VERIFY_FAILED);
      CHECK(has(server.told(), r.alert));
    }
}

TEST_CASE("driver/openssl_tls: an end that is told, and those that are not") {
  enum class ending { told, socket_closed, inside_a_record, by_a_writer };
  for (ending how : {ending::told, ending::socket_closed,
                     ending::inside_a_record, ending::by_a_writer})
    for (bool waits : {true, false}) {
      CAPTURE(int(how));
      CAPTURE(waits);
      tls_pair const pair;
      if (!waits) pair.do_not_wait();
      peer server([&] {
        bio_owner tls(pair.end(false));
        rill::println(tls.get(), "one\ntwo");
        if (how == ending::told) return tls.close();
        if (how == ending::by_a_writer) {
          bio_writer out(std::move(tls));
          rill::print(out, "three");
          return;  // its destructor sends the end
        }
        if (how == ending::inside_a_record)
          REQUIRE(::write(pair.ends[0], "\x17\x03\x03\x40\x00some", 9) == 9);
        ::shutdown(pair.ends[0], SHUT_RDWR);
        wait_a_little();
      });
      bio_reader in{bio_owner(pair.end(true))};
      std::string got;
      rill::error const e = error_of([&] {
        for (auto line : rill::lines(in)) got += std::string(line) + ',';
      });
      CHECK(got ==
            (how == ending::by_a_writer ? "one,two,three," : "one,two,"));
      bool const is_cut =
          how == ending::socket_closed || how == ending::inside_a_record;
      CHECK(bool(e) == is_cut);
      CHECK(bool(in.error()) == is_cut);
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
      char const* const cut = "SSL routines:unexpected eof while reading";
#else
      char const* const cut =
          "the connection ended without a close_notify of TLS";
#endif
      if (is_cut) CHECK(string_of(e.reason()).find(cut) == 0);
      CHECK(server.told() == "");
    }
}

TEST_CASE("driver/openssl_tls: SSL_OP_IGNORE_UNEXPECTED_EOF is the program's") {
#if defined(SSL_OP_IGNORE_UNEXPECTED_EOF)
  tls_pair const pair;
  peer server([&] {
    bio_owner const tls(pair.end(false));
    rill::println(tls.get(), "one");
    ::shutdown(pair.ends[0], SHUT_RDWR);
  });
  bio_owner const tls(pair.end(true));
  SSL* own = nullptr;
  BIO_get_ssl(tls.get(), &own);
  SSL_set_options(own, SSL_OP_IGNORE_UNEXPECTED_EOF);
  bio_reader in(tls);
  CHECK(in.peek(100).size == 4);
  CHECK(!in.error());
#endif
}

TEST_CASE(
    "driver/openssl_tls: a peer that stops reading, for now or for good") {
  std::string const text(3'000'000, 'x');
  for (bool is_for_good : {false, true})
    for (bool waits : {true, false}) {
      CAPTURE(is_for_good);
      CAPTURE(waits);
      tls_pair const pair;
      if (!waits) pair.do_not_wait();
      std::string got;
      peer server([&] {
        bio_owner tls(pair.end(false));
        rill::tls_handshake(tls.get());
        bio_reader in(tls);
        CHECK(in.peek(1000).size >= 1000);
        wait_a_little();
        if (is_for_good) {
          ::shutdown(pair.ends[0], SHUT_RDWR);
          return;
        }
        char room[5000];
        while (std::size_t const size = in.read(room, sizeof room))
          got.append(room, size);
        tls.close();
      });
      bio_writer out(bio_owner(pair.end(true)), 16384);
      rill::error const e = error_of([&] {
        for (std::size_t at = 0; at < text.size(); at += 10'000)
          rill::print(out, text.substr(at, 10'000));
        rill::print(out, text);
        out.close();
      });
      if (is_for_good) {
        CHECK((e.code() == rill::os::c_error(EPIPE) ||
               e.code() == rill::os::c_error(ECONNRESET)));
        CHECK(std::string(e.what()).find("write to a BIO: ") == 0);
        CHECK(out.error() == e.code());
      } else {
        CHECK(!e);
      }
      CHECK(server.told() == "");
      if (!is_for_good) CHECK((got == text + text));
    }
}

TEST_CASE("driver/openssl_tls: close tells that the peer is gone") {
  tls_pair const pair;
  peer server([&] {
    bio_owner const tls(pair.end(false));
    rill::tls_handshake(tls.get());
    rill::println(tls.get(), "hello");
    ::shutdown(pair.ends[0], SHUT_RDWR);
  });
  bio_owner tls(pair.end(true));
  CHECK(rill::read<std::string>(tls.get()) == "hello");
  server.join();
  rill::result<void> const closed = tls.try_close();
  REQUIRE(!closed);
  CHECK(closed.error().code() == rill::os::c_error(EPIPE));
  CHECK(std::string(closed.error().what()).find("close a BIO: ") == 0);
  CHECK(!tls);
}

TEST_CASE("driver/openssl_tls: closing before the handshake ends nothing") {
  tls_pair const pair;
  bio_owner server(pair.end(false)), client(pair.end(true));
  CHECK(client.try_close());
  rill::error const e = error_of([&] { rill::tls_handshake(server.get()); });
  CHECK(e);
}

TEST_CASE("driver/openssl_tls: over streams of rill") {
  for (bool is_cut : {false, true}) {
    tls_pair const pair;
    auto const over_rill = [&](bool is_client) {
      int const end = pair.ends[is_client ? 1 : 0];
      return bio_owner(BIO_push(
          pair.side(is_client),
          rill::make_bio(rill::file_reader(rill::file(::dup(end)), 300),
                         rill::file_writer(rill::file(end), 70))
              .release()));
    };
    peer server([&] {
      bio_owner tls = over_rill(false);
      for (auto line : rill::lines(tls.get()))
        if (line == "end") break;
      rill::println(tls.get(), "the answer");
      rill::flush(tls.get());
      if (is_cut) {
        // Nothing more reaches the peer, so the end of its input is an error.
        ::shutdown(pair.ends[0], SHUT_RDWR);
        (void)tls.try_close();
        return;
      }
      tls.close();
    });
    bio_owner tls = over_rill(true);
    rill::tls_handshake(tls.get());
    for (auto const& line : some_lines()) rill::println(tls.get(), line);
    rill::println(tls.get(), "end");
    rill::flush(tls.get());
    bio_reader in(tls);
    std::string answer;
    rill::scan(in, rill::line(answer));
    CHECK(answer == "the answer");
    rill::result<bool> const at_end = in.try_at_end();
    CHECK(bool(at_end) == !is_cut);
    if (at_end) CHECK(*at_end);
    CHECK(server.told() == "");
  }
}

TEST_CASE("driver/openssl_tls: the error of a stream behind TLS is told") {
  for (bool has_one_bio : {true, false}) {
    CAPTURE(has_one_bio);
    tls_pair const pair;
    peer server([&] {
      bio_owner const tls(pair.end(false));
      rill::tls_handshake(tls.get());
      (void)error_of([&] { (void)rill::read<std::string>(tls.get()); });
    });
    bool fails = false;
    rill::callback_writer out([&](char const* data, std::size_t size) {
      if (fails)
        rill::raise(rill::error(rill::os::c_error(ENOSPC), "store", "it"));
      REQUIRE(!rill::os::write_all(pair.ends[1], data, size).error);
    });
    bio_owner const tls(pair.side(true));
    if (has_one_bio) {
      BIO_push(tls.get(),
               rill::make_bio(rill::file_reader(rill::file(pair.ends[1])), out)
                   .release());
    } else {
      SSL* own = nullptr;
      BIO_get_ssl(tls.get(), &own);
      SSL_set_bio(own, BIO_new_socket(pair.ends[1], BIO_CLOSE),
                  rill::make_bio(out).release());
      // Sets the SSL again, so that its BIO knows the new socket.
      SSL_up_ref(own);
      BIO_set_ssl(tls.get(), own, BIO_CLOSE);
    }
    rill::tls_handshake(tls.get());
    fails = true;
    rill::error const e = error_of([&] {
      rill::println(tls.get(), "more");
      rill::flush(tls.get());
    });
    CHECK(std::string(e.what()) == "store it: No space left on device");
    CHECK(rill::bio_error(tls.get()).code() == e.code());
    bio_writer buffered(tls);
    rill::result<void> const flushed = [&] {
      rill::println(buffered, "more");
      return buffered.try_flush();
    }();
    REQUIRE(!flushed);
    CHECK(flushed.error().code() == e.code());
    ::shutdown(pair.ends[1], SHUT_RDWR);
    CHECK(server.told() == "");
  }
}

TEST_CASE("driver/openssl_tls: the error of a source behind TLS is told") {
  tls_pair const pair;
  peer server([&] {
    bio_owner const tls(pair.end(false));
    rill::tls_handshake(tls.get());
    (void)error_of([&] { (void)rill::read<std::string>(tls.get()); });
  });
  bool fails = false;
  rill::callback_reader in([&](char* room, std::size_t size) {
    if (fails) rill::raise(rill::error(rill::os::c_error(EIO), "fetch", "it"));
    auto const got = rill::os::read_some(pair.ends[1], room, size);
    REQUIRE(!got.error);
    return got.moved;
  });
  bio_owner const tls(pair.side(true));
  SSL* own = nullptr;
  BIO_get_ssl(tls.get(), &own);
  SSL_set_bio(own, rill::make_bio(in).release(),
              BIO_new_socket(pair.ends[1], BIO_CLOSE));
  rill::tls_handshake(tls.get());
  fails = true;
  rill::error const e = error_of([&] {
    for (auto line : rill::lines(tls.get())) CHECK(line == "nothing");
  });
  CHECK(std::string(e.what()) == "read a BIO: Input/output error");
  CHECK(std::string(rill::bio_error(tls.get()).what()) ==
        "fetch it: Input/output error");
  ::shutdown(pair.ends[1], SHUT_RDWR);
  CHECK(server.told() == "");
}

TEST_CASE("driver/openssl_tls: memory that is empty is no end of TLS") {
  tls_pair const pair;
  BIO* const tls = pair.side(true);
  bio_owner const owner(tls);
  SSL* own = nullptr;
  BIO_get_ssl(tls, &own);
  SSL_set_bio(own, BIO_new(BIO_s_mem()), BIO_new(BIO_s_null()));
  rill::error const e = error_of([&] { rill::tls_handshake(tls); });
  CHECK(string_of(e.reason()) ==
        "the BIO asks for a retry and has no descriptor to wait for");
  bio_reader in(tls);
  CHECK(!in.try_at_end());
  CHECK(in.error() == library_problem::device_failed);
  ::close(pair.ends[0]);
  ::close(pair.ends[1]);
}
