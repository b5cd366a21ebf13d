// test/driver/openssl_bio_test.cpp: BIOs over rill's streams, called as OpenSSL
// calls them, over streams that fail and throw.
// covers: rill/driver/openssl_bio.h
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "../support/files.h"
#include "../support/lost_output.h"
#include "../support/scripted_reader.h"

using rill::bio_owner;
using rill::library_problem;
using rill::make_bio;

namespace {

// The text of the first entry of the error queue; empties the queue.
std::string queue_words() { return rill::openssl_error("test").what(); }

// A writer that keeps its error and throws nothing.
class silent_writer : public rill::writer {
 public:
  silent_writer() : writer(device, nullptr, 0) {}

 private:
  static void drain(writer& base, char const*, std::size_t size) {
    if (size != 0)
      static_cast<silent_writer&>(base).error_ = rill::os::c_error(ENOSPC);
  }
  static void flush_nothing(writer&) {}
  static constexpr rill::writer_device device{drain, flush_nothing};
};

struct thrown_thing {};

}  // namespace

TEST_CASE("driver/openssl_bio: writes, puts, flushes") {
  std::string const long_text(100'000, 'z');
  for (std::size_t buffer : {1u, 16u, 4096u, 131072u}) {
    std::string to;
    int flushes = 0;
    {
      rill::callback_writer out(
          [&](char const* data, std::size_t size) {
            to.append(data, size);
            ++flushes;
          },
          buffer);
      bio_owner const bio = make_bio(out);
      REQUIRE(bio);
      CHECK(BIO_write(bio.get(), "a\0b", 3) == 3);
      CHECK(BIO_puts(bio.get(), "puts") == 4);
      CHECK(BIO_puts(bio.get(), "") <= 0);
      CHECK(BIO_write(bio.get(), "", 0) == 0);
      CHECK(BIO_printf(bio.get(), "%d", 42) == 2);
      std::size_t taken = 0;
      CHECK(BIO_write_ex(bio.get(), long_text.data(), long_text.size(),
                         &taken) == 1);
      CHECK(taken == long_text.size());
      CHECK(BIO_wpending(bio.get()) == int(out.pending().size));
      CHECK(BIO_flush(bio.get()) == 1);
      CHECK(BIO_wpending(bio.get()) == 0);
      CHECK((to == std::string("a\0bputs42", 9) + long_text));
      CHECK(BIO_number_written(bio.get()) == 9 + long_text.size());
      rill::println(out, "!");
      CHECK(!rill::bio_error(bio.get()));
    }
    CHECK(to.back() == '\n');
  }
}

TEST_CASE("driver/openssl_bio: reads what is there, and the end") {
  std::string text;
  for (int i = 0; i != 5000; ++i) text += static_cast<char>(i * 13 + i / 256);
  for (long piece : {1l, 100l, 5000l})
    for (int room : {1, 64, 10'000}) {
      rill_test::scripted_reader in(text, 512,
                                    [=](int, std::size_t) { return piece; });
      bio_owner const bio = make_bio(in);
      CHECK(BIO_eof(bio.get()) == 0);
      std::string got, bytes(static_cast<std::size_t>(room), '\0');
      int count = 0;
      while ((count = BIO_read(bio.get(), bytes.data(), room)) > 0) {
        got.append(bytes.data(), static_cast<std::size_t>(count));
        CHECK(BIO_eof(bio.get()) == 0);
        CHECK(BIO_pending(bio.get()) == int(in.available()));
      }
      CHECK(count == 0);
      CHECK(!BIO_should_retry(bio.get()));
      CHECK(BIO_eof(bio.get()) == 1);
      CHECK((got == text));
      CHECK(BIO_read(bio.get(), bytes.data(), 0) == 0);
      CHECK(ERR_peek_error() == 0);
    }
}

TEST_CASE("driver/openssl_bio: lines, of any length and room") {
  std::string const text = "first\n\nthird line\nlast";
  for (long piece : {1l, 3l, 100l})
    for (int room : {2, 3, 6, 7, 100}) {
      CAPTURE(piece);
      CAPTURE(room);
      rill_test::scripted_reader in(text, 16,
                                    [=](int, std::size_t) { return piece; });
      bio_owner const bio = make_bio(in);
      BIO* const reference = BIO_new_mem_buf(text.data(), int(text.size()));
      for (;;) {
        std::string mine(std::size_t(room) + 1, '#'), other = mine;
        int const got = BIO_gets(bio.get(), mine.data(), room);
        CHECK(got == BIO_gets(reference, other.data(), room));
        if (got <= 0) break;
        CHECK((mine == other));
      }
      CHECK(BIO_eof(bio.get()) == 1);
      BIO_free(reference);
    }
  rill::memory_reader in("abc");
  bio_owner const bio = make_bio(in);
  char none[4] = "xyz";
  CHECK(BIO_gets(bio.get(), none, 1) == 0);
  CHECK(BIO_gets(bio.get(), none, 4) == 3);
  CHECK(std::string(none) == "abc");
}

TEST_CASE("driver/openssl_bio: what libssl and programs ask") {
  std::string to;
  rill::string_writer out(to);
  rill::memory_reader in("abc");
  for (int kind = 0; kind != 3; ++kind) {
    bio_owner const bio = kind == 0   ? make_bio(in)
                          : kind == 1 ? make_bio(out)
                                      : make_bio(in, out);
    BIO* const b = bio.get();
    CHECK(BIO_flush(b) == 1);
    CHECK(BIO_ctrl(b, BIO_CTRL_PUSH, 0, b) == 0);
    CHECK(BIO_ctrl(b, BIO_CTRL_POP, 0, b) == 0);
    CHECK(BIO_ctrl(b, 12345, 0, nullptr) == 0);
    CHECK(BIO_reset(b) == 0);
    int descriptor = 77;
    CHECK(BIO_get_fd(b, &descriptor) == -1);
    CHECK(descriptor == 77);
    CHECK(BIO_tell(b) == -1);
    CHECK(BIO_seek(b, 0) == -1);
    CHECK(BIO_get_close(b) == BIO_CLOSE);
    CHECK(BIO_set_close(b, BIO_NOCLOSE) == 1);
    CHECK(BIO_get_close(b) == BIO_NOCLOSE);
    CHECK(std::string(BIO_method_name(b)) == "rill stream");
    CHECK((BIO_method_type(b) & BIO_TYPE_SOURCE_SINK) != 0);
    CHECK(BIO_pending(b) == (kind != 1 ? 3 : 0));
    CHECK(BIO_wpending(b) == 0);
    CHECK(BIO_eof(b) == (kind == 1 ? 1 : 0));
    char byte = 0;
    if (kind == 0) CHECK(BIO_write(b, "x", 1) == -2);
    if (kind == 1) CHECK(BIO_read(b, &byte, 1) == -2);
    if (kind == 1) CHECK(BIO_gets(b, &byte, 2) == -2);
    if (kind != 2) {
      CHECK(queue_words().find("unsupported method") != std::string::npos);
    }
    CHECK(ERR_peek_error() == 0);
  }
  bio_owner const both = make_bio(in, out);
  char bytes[9];
  CHECK(BIO_read(both.get(), bytes, 9) == 3);
  CHECK(BIO_write(both.get(), bytes, 3) == 3);
  out.flush();
  CHECK(to == "abc");
}

TEST_CASE("driver/openssl_bio: a key goes out and comes back as PEM") {
  EVP_PKEY* key = nullptr;
  EVP_PKEY_CTX* const maker = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nullptr);
  REQUIRE(EVP_PKEY_keygen_init(maker) == 1);
  REQUIRE(EVP_PKEY_keygen(maker, &key) == 1);
  EVP_PKEY_CTX_free(maker);
  std::string pem;
  rill::string_writer out(pem);
  CHECK(PEM_write_bio_PrivateKey(make_bio(out).get(), key, nullptr, nullptr, 0,
                                 nullptr, nullptr) == 1);
  out.flush();
  CHECK(pem.find("-----BEGIN PRIVATE KEY-----\n") == 0);
  EVP_PKEY* const back = PEM_read_bio_PrivateKey(
      make_bio(rill::memory_reader(pem)).get(), nullptr, nullptr, nullptr);
  REQUIRE(back);
  BIO* const again = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(again, back, nullptr, nullptr, 0, nullptr, nullptr);
  char* data = nullptr;
  long const size = BIO_get_mem_data(again, &data);
  CHECK(std::string(data, std::size_t(size)) == pem);
  BIO_free(again);
  EVP_PKEY_free(back);
  EVP_PKEY_free(key);
}

TEST_CASE("driver/openssl_bio: what a stream throws stays in the BIO") {
  std::string const full = "write /dev/full: No space left on device";
  rill::file_writer out("/dev/full", 16);
  bio_owner const bio = make_bio(out);
  CHECK(BIO_puts(bio.get(), "a text that is longer") == -1);
  CHECK(!BIO_should_retry(bio.get()));
  CHECK(queue_words() == "test: BIO routines:system lib (" + full + ")");
  rill::error const first = rill::bio_error(bio.get());
  CHECK(first.what() == full);
  CHECK(first.code() == rill::os::c_error(ENOSPC));
  CHECK(BIO_flush(bio.get()) == 0);
  CHECK(BIO_write(bio.get(), "x", 1) == -1);
  CHECK(rill::bio_error(bio.get()).what() == full);
  ERR_clear_error();
  CHECK(!out.try_close());

  for (int kind = 0; kind != 3; ++kind) {
    rill::callback_writer to(
        [=](char const*, std::size_t size) {
          if (kind == 0) throw std::runtime_error("thrown by a sink");
          if (kind == 1) throw thrown_thing{};
          if (kind == 2) throw std::bad_alloc();
          return size;
        },
        1);
    bio_owner const other = make_bio(to);
    CHECK(BIO_puts(other.get(), "abc") == -1);
    rill::error const e = rill::bio_error(other.get());
    CHECK(e.code() == library_problem::threw);
    CHECK(std::string(e.what()).find("write to a writer: ") == 0);
    if (kind == 0)
      CHECK(std::string(e.what()).find("thrown by a sink") !=
            std::string::npos);
    ERR_clear_error();
  }
  silent_writer silent;
  bio_owner const shown = make_bio(silent);
  CHECK(BIO_puts(shown.get(), "abc") == -1);
  CHECK(rill::bio_error(shown.get()).code() == rill::os::c_error(ENOSPC));
  ERR_clear_error();
}

TEST_CASE("driver/openssl_bio: a reader that fails is no end") {
  rill_test::scripted_reader in("abcdef", 16, [](int call, std::size_t) {
    return call < 2 ? 1l : static_cast<long>(-EIO);
  });
  bio_owner const bio = make_bio(in);
  char bytes[9] = {};
  CHECK(BIO_read(bio.get(), bytes, 9) == 1);
  CHECK(BIO_read(bio.get(), bytes, 9) == 1);
  CHECK(BIO_read(bio.get(), bytes, 9) == -1);
  CHECK(BIO_eof(bio.get()) == 0);
  CHECK(rill::bio_error(bio.get()).code() == rill::os::c_error(EIO));
  CHECK(BIO_gets(bio.get(), bytes, 9) == -1);
  CHECK(queue_words().find("BIO routines:system lib (read ") !=
        std::string::npos);

  rill::callback_reader throwing([](char*, std::size_t) -> std::size_t {
    throw std::runtime_error("thrown by a source");
  });
  bio_owner const other = make_bio(throwing);
  CHECK(BIO_read(other.get(), bytes, 9) == -1);
  CHECK(std::string(rill::bio_error(other.get()).what()) ==
        "read a reader: an exception was thrown: thrown by a source");
  ERR_clear_error();
}

TEST_CASE("driver/openssl_bio: through OpenSSL and back comes the same error") {
  rill::file_writer behind("/dev/full", 16);
  BIO* const coder = BIO_new(BIO_f_base64());
  bio_owner const chain(BIO_push(coder, make_bio(behind).release()));
  rill::bio_writer out(chain, 64);
  rill::error told;
  try {
    rill::print(out, std::string(5000, 'x'));
    out.flush();
  } catch (rill::error const& e) {
    told = e;
  }
  CHECK(std::string(told.what()) == "write /dev/full: No space left on device");
  CHECK(rill::bio_error(chain.get()).code() == told.code());
  CHECK(ERR_peek_error() == 0);
  // Closing `behind` reports its error. The next chain fails with another one.
  CHECK(!behind.try_close());

  rill_test::scripted_reader source("QUJD\n", 16, [](int call, std::size_t) {
    return call < 1 ? 5l : static_cast<long>(-EIO);
  });
  bio_owner const back(
      BIO_push(BIO_new(BIO_f_base64()), make_bio(source).release()));
  rill::bio_reader in(back);
  while (in.more()) {
  }
  CHECK(in.error() == rill::os::c_error(EIO));
}

TEST_CASE("driver/openssl_bio: owned streams end with the BIO") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  {
    bio_owner const bio = make_bio(rill::file_writer(path));
    BIO_puts(bio.get(), "in the buffer");
    CHECK(rill_test::content_of(path) == "");
    BIO_up_ref(bio.get());
    BIO* const second = bio.get();
    BIO_free(second);
  }
  CHECK(rill_test::content_of(path) == "in the buffer");
  {
    // A reader and a writer, one owned and one borrowed, in both combinations.
    rill::file_writer to(path);
    bio_owner const bio = make_bio(rill::memory_reader("text"), to);
    char bytes[9];
    BIO_write(bio.get(), bytes, BIO_read(bio.get(), bytes, 9));
    rill::memory_reader from("xyz");
    bio_owner const other = make_bio(from, std::move(to));
    BIO_write(other.get(), bytes, BIO_read(other.get(), bytes, 9));
  }
  CHECK(rill_test::content_of(path) == "textxyz");
  {
    rill_test::lost_output const lost;
    bio_owner bio = make_bio(rill::file_writer("/dev/full"));
    BIO_puts(bio.get(), "lost");
    bio = bio_owner();
    CHECK(lost.count() == 1);
  }
  bio_owner bio = make_bio(rill::file_writer("/dev/full"));
  BIO_puts(bio.get(), "told");
  rill::result<void> const closed = bio.try_close();
  REQUIRE(!closed);
  CHECK(closed.error().code() == rill::os::c_error(ENOSPC));
}

TEST_CASE("driver/openssl_bio: a copy has no streams, and says so") {
  rill::memory_reader in("abc");
  bio_owner const bio = make_bio(in);
  bio_owner const copy(BIO_dup_chain(bio.get()));
  REQUIRE(copy);
  char bytes[9];
  CHECK(BIO_read(copy.get(), bytes, 9) == -2);
  CHECK(queue_words() == "test: BIO routines:unsupported method");
  CHECK(BIO_write(copy.get(), bytes, 1) == -2);
  ERR_clear_error();
  CHECK(BIO_flush(copy.get()) == 1);
  CHECK(BIO_eof(copy.get()) == 1);
  CHECK(BIO_pending(copy.get()) == 0);
  CHECK(BIO_wpending(copy.get()) == 0);
  CHECK(!rill::bio_error(copy.get()));
  CHECK(BIO_read(bio.get(), bytes, 9) == 3);
}

TEST_CASE("driver/openssl_bio: eight threads make BIOs at the same time") {
  std::vector<std::thread> threads;
  int good = 0;
  for (int i = 0; i != 8; ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round != 200; ++round) {
        std::string to;
        rill::string_writer out(to);
        bio_owner const bio = make_bio(out);
        rill::print(bio.get(), i, ' ', round);
        out.flush();
        bio_owner const memory(BIO_new_mem_buf(to.data(), int(to.size())));
        if (rill::read<int>(memory.get()) == i)
          __atomic_add_fetch(&good, 1, __ATOMIC_RELAXED);
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(good == 1600);
}

TEST_CASE("driver/openssl_bio: rill prints to and scans from a BIO over rill") {
  std::string to;
  rill::string_writer out(to);
  bio_owner const bio = make_bio(out);
  rill::println(bio.get(), "x = ", 5);
  rill::bio_writer buffered(bio);
  rill::println(buffered, rill::join(std::vector{1, 2}, ","));
  buffered.close();
  CHECK(to == "x = 5\n1,2\n");
  rill::memory_reader in("1 2\n3");
  bio_owner const source = make_bio(in);
  int sum = 0;
  for (int n : rill::values<int>(source.get())) sum += n;
  CHECK(sum == 6);
}
