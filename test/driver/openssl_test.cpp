// test/driver/openssl_test.cpp: BIOs as sinks and sources: BIOs of OpenSSL, and
// one that follows a script.
// covers: rill/driver/openssl.h
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <openssl/evp.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/descriptors.h"
#include "../support/files.h"
#include "../support/lost_output.h"
#include "../support/scripted_bio.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;
using rill::library_problem;
using rill_test::bio_script;
using rill_test::bio_step;
using rill_test::bytes_of;
using rill_test::error_of;
using rill_test::new_scripted_bio;
using rill_test::sentence_of;
using rill_test::string_of;

namespace {

// The bytes of a memory BIO.
std::string content_of(BIO* bio) {
  char* data = nullptr;
  long const size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

constexpr std::size_t buffer_sizes[] = {1,    16,    17,    4095,  4096,
                                        4097, 16383, 16384, 16385, 131072};

}  // namespace

TEST_CASE("driver/openssl: print writes once a call, with NUL bytes") {
  bio_script script;
  bio_owner const bio(new_scripted_bio(script));
  rill::println(bio.get(), "x = ", 5, ' ', 1.5, '\0', std::string("a\0b", 3));
  rill::print(bio.get(), rill::join(std::vector{1, 2, 3}, ", "));
  CHECK(script.taken == std::string("x = 5 1.5\0a\0b\n1, 2, 3", 21));
  CHECK(script.writes == std::vector<std::size_t>{14, 7});
  rill::print(bio.get());
  CHECK(script.write_calls == 2);
  CHECK(script.flush_calls == 0);
  rill::flush(bio.get());
  CHECK(script.flush_calls == 1);
}

TEST_CASE("driver/openssl: a call of any length reaches the BIO whole") {
  for (std::size_t size : {0u, 1u, 4094u, 4095u, 4096u, 4097u, 8192u, 100000u})
    for (int most : {1, 100, 5000, 1 << 30}) {
      if (size > 9000 && most == 1) continue;
      CAPTURE(size);
      CAPTURE(most);
      bio_script script;
      script.write = [=](int) { return bio_step{.most = most}; };
      bio_owner const bio(new_scripted_bio(script));
      std::string const text = bytes_of(size);
      rill::println(bio.get(), text, size);
      CHECK((script.taken == text + std::to_string(size) + '\n'));
    }
}

TEST_CASE("driver/openssl: a writer of any buffer, pieces of any size") {
  for (std::size_t buffer : buffer_sizes)
    for (int most : {1, 3, 16384, 1 << 30}) {
      if (buffer > 5000 && most < 4) continue;
      CAPTURE(buffer);
      CAPTURE(most);
      bio_script script;
      script.write = [=](int) { return bio_step{.most = most}; };
      bio_owner const bio(new_scripted_bio(script));
      std::string expected;
      {
        bio_writer out(bio, buffer);
        for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 300u, 4096u, 16384u}) {
          std::string const text = bytes_of(size);
          rill::print(out, text, '|', size);
          expected += text + '|' + std::to_string(size);
        }
      }
      CHECK((script.taken == expected));
      CHECK(script.frees == 0);
    }
}

TEST_CASE("driver/openssl: a reader of any buffer, reads of any size") {
  std::string text;
  for (int i = 0; i != 3000; ++i)
    text += std::string(static_cast<std::size_t>(i % 19), 'a') + '\0' +
            std::to_string(i) + '\n';
  text += "no newline";
  for (std::size_t buffer : buffer_sizes)
    for (int most : {1, 7, 16384, 1 << 30}) {
      CAPTURE(buffer);
      CAPTURE(most);
      bio_script script;
      script.input = text;
      script.read = [=](int) { return bio_step{.most = most}; };
      bio_reader in(bio_owner(new_scripted_bio(script)), buffer);
      std::string got;
      for (auto line : rill::lines(in)) got += std::string(line) + '\n';
      CHECK((got == text + '\n'));
      CHECK(!in.error());
      CHECK(!in.more());
    }
}

TEST_CASE("driver/openssl: scan leaves to the next call what it has not used") {
  bio_script script;
  script.input = "1 2,3\nthe rest\nlast\n4 5";
  bio_owner const bio(new_scripted_bio(script));
  int a = 0, b = 0, c = 0;
  rill::scan(bio.get(), a);
  rill::scan(bio.get(), b, ",", c);
  CHECK(a * 100 + b * 10 + c == 123);
  std::string line;
  rill::scan(bio.get(), rill::line(line));
  for (auto each : rill::lines(bio.get())) {
    CHECK(each == "the rest");
    break;
  }
  // A reader begins where the scan has ended; no byte is read twice.
  bio_reader in(bio, 3);
  rill::scan(in, rill::line(line));
  CHECK(line == "last");
  CHECK(rill::read<int>(in) == 4);
  CHECK(rill::read<int>(in) == 5);
  CHECK(in.at_end());
  CHECK(script.given == script.input.size());
}

TEST_CASE("driver/openssl: errors of a scan have their place") {
  bio_owner const bio(BIO_new_mem_buf("1\n2 x\n3\n", -1));
  std::string const sentence = sentence_of([&] {
    for (int n : rill::values<int>(bio.get())) (void)n;
  });
  CHECK(sentence.find("a BIO:2:3: expected an integer") == 0);
  CHECK(rill::read<std::string>(bio.get()) == "x");
  CHECK(rill::read<int>(bio.get()) == 3);
}

TEST_CASE(
    "driver/openssl: an empty memory BIO is at its end until written to") {
  bio_owner const bio(BIO_new(BIO_s_mem()));
  bio_reader in(bio);
  CHECK(in.at_end());
  CHECK(!in.error());
  for (int round = 0; round != 3; ++round) {
    rill::println(bio.get(), round);
    CHECK(rill::read<int>(bio.get()) == round);
    int none = 0;
    CHECK(!rill::try_scan(bio.get(), none));
  }
  // The same behind filters that keep no bytes back, and with 0 as the end.
  for (long at_end : {-1, 0}) {
    BIO* const memory = BIO_new(BIO_s_mem());
    BIO_set_mem_eof_return(memory, at_end);
    BIO_puts(memory, "1 2");
    BIO* const chain = BIO_push(
        BIO_new(BIO_f_buffer()),
        BIO_push(BIO_new(BIO_f_md()), BIO_push(BIO_new(BIO_f_null()), memory)));
    BIO_set_md(BIO_next(chain), EVP_sha256());
    bio_owner const owner(chain);
    int sum = 0;
    for (int n : rill::values<int>(owner.get())) sum += n;
    CHECK(sum == 3);
  }
}

TEST_CASE("driver/openssl: chains that keep bytes back") {
  std::string const text = bytes_of(9'999);
  std::string expected(20'000, '\0');
  expected.resize(static_cast<std::size_t>(EVP_EncodeBlock(
      reinterpret_cast<unsigned char*>(expected.data()),
      reinterpret_cast<unsigned char const*>(text.data()), 9'999)));
  BIO* const memory = BIO_new(BIO_s_mem());
  bio_owner const keeps(memory);
  BIO* const coder = BIO_new(BIO_f_base64());
  BIO_set_flags(coder, BIO_FLAGS_BASE64_NO_NL);
  BIO_up_ref(memory);
  bio_writer out(bio_owner(BIO_push(coder, memory)));
  rill::print(out, text);
  out.close();
  CHECK((content_of(memory) == expected));

  // The way back: while the memory BIO requests a retry, base64 and ciphers
  // keep bytes back.
  BIO* const decoder = BIO_new(BIO_f_base64());
  BIO_set_flags(decoder, BIO_FLAGS_BASE64_NO_NL);
  BIO_up_ref(memory);
  bio_owner const chain(BIO_push(decoder, memory));
  std::string got;
  for (bool is_last : {false, true}) {
    BIO_set_mem_eof_return(memory, is_last ? 0 : -1);
    bio_reader in(chain);
    char byte = 0;
    rill::result<std::size_t> read = 0;
    while ((read = in.try_read(&byte, 1)) && *read == 1) got += byte;
    CHECK(bool(read) == is_last);
    if (!is_last)
      CHECK(std::string(read.error().what()) ==
            "read a BIO: the BIO asks for a retry and has no descriptor to "
            "wait for");
  }
  CHECK((got == text));
}

namespace {

// Encrypts a text and decrypts it with the given first byte of the key.
std::string through_cipher(std::string const& text, unsigned char back_key,
                           std::string& got) {
  unsigned char key[32] = {1}, iv[16] = {};
  BIO* const memory = BIO_new(BIO_s_mem());
  bio_owner const keeps(memory);
  BIO_set_mem_eof_return(memory, 0);
  for (int encrypts : {1, 0}) {
    key[0] = encrypts ? 1 : back_key;
    BIO* const cipher = BIO_new(BIO_f_cipher());
    BIO_set_cipher(cipher, EVP_aes_256_cbc(), key, iv, encrypts);
    BIO_up_ref(memory);
    bio_owner chain(BIO_push(cipher, memory));
    if (encrypts) {
      bio_writer out(std::move(chain));
      rill::print(out, text);
      out.close();
      continue;
    }
    bio_reader in(chain);
    char byte = 0;
    rill::result<std::size_t> read = 0;
    while ((read = in.try_read(&byte, 1)) && *read == 1) got += byte;
    return read ? "" : read.error().what();
  }
  return {};
}

}  // namespace

TEST_CASE("driver/openssl: a cipher's last block, and a wrong key") {
  std::string const text = bytes_of(5003);
  std::string got;
  CHECK(through_cipher(text, 1, got) == "");
  CHECK((got == text));
  std::string damaged;
  std::string const sentence = through_cipher(text, 2, damaged);
  // Where OpenSSL reports the failure together with the end, its sentence is
  // used.
  CHECK((sentence ==
             "read a BIO: a wrong key, or encrypted data that is damaged" ||
         sentence == "read a BIO: Provider routines:bad decrypt"));
  CHECK((damaged != text));
}

TEST_CASE("driver/openssl: files and descriptors, at their end and full") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const text = bytes_of(200'000);
  rill_test::descriptor_count const before;
  {
    bio_writer out(bio_owner(BIO_new_file(path.c_str(), "wb")), 16);
    rill::print(out, text);
    out.flush();
    CHECK((rill_test::content_of(path) == text));
    rill::print(out, '!');
  }
  CHECK((rill_test::content_of(path) == text + '!'));
  bio_reader in(bio_owner(BIO_new_file(path.c_str(), "rb")));
  CHECK((string_of(in.peek(text.size() + 9)) == text + '!'));
  in.close();
  CHECK(in.error() == library_problem::closed);
  in.close();
  CHECK(before.same());

  bio_writer full(bio_owner(BIO_new_file("/dev/full", "w")));
  rill::println(full, 5);
  rill::error const e = error_of([&] { full.close(); });
  CHECK(e.code() == rill::os::c_error(ENOSPC));
  CHECK(std::string(e.what()).find("flush a BIO: No space left on device") ==
        0);
  CHECK(string_of(e.reason()).find("BIO routines:system lib") !=
        std::string::npos);
  CHECK(full.try_close());
  // Once the buffer of the FILE is full, the BIO returns 0 and sets errno.
  bio_owner const file(BIO_new_file("/dev/full", "w"));
  CHECK(error_of([&] { rill::print(file.get(), text); }).code() ==
        rill::os::c_error(ENOSPC));
  CHECK(before.same() == false);
}

namespace {

struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("inside ");
    throw std::runtime_error("thrown");
  }
};

}  // namespace

TEST_CASE("driver/openssl: a hook that throws leaves what was printed") {
  bio_script script;
  bio_owner const bio(new_scripted_bio(script));
  CHECK_THROWS_AS(rill::println(bio.get(), "before ", thrower{}, "behind"),
                  std::runtime_error);
  CHECK(script.taken == "before inside ");
  rill::print(bio.get(), "next");
  CHECK(script.taken == "before inside next");
  // The hook's exception goes to the caller, so the BIO's error is reported as
  // lost.
  rill_test::lost_output const lost;
  script.write = [](int) { return bio_step{.most = -1, .number = EIO}; };
  CHECK_THROWS_AS(rill::println(bio.get(), "before ", thrower{}, "behind"),
                  std::runtime_error);
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0].find("write to a BIO: ") == 0);
}

TEST_CASE("driver/openssl: a copy of a chain has no part in its reader") {
  bio_owner const bio(BIO_new(BIO_s_mem()));
  rill::print(bio.get(), "1 2 3");
  CHECK(rill::read<int>(bio.get()) == 1);
  bio_owner const copy(BIO_dup_chain(bio.get()));
  REQUIRE(copy);
  rill::print(copy.get(), "7");
  CHECK(rill::read<int>(copy.get()) == 7);
  CHECK(rill::read<int>(bio.get()) == 2);
}
