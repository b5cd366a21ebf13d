// test/stream/writer_test.cpp: the buffer itself, at every size, over a device
// of the test, against a string.
#include <doctest/doctest.h>
#include <rill/stream/writer.h>

#include <memory>  // std::make_unique: blocks of the exact size
#include <random>
#include <string>
#include <utility>  // std::move

using rill::text;
using rill::writer;

namespace {

// Keeps everything in a string; fails when the string has `limit` bytes.
class string_device : public writer {
 public:
  string_device(char* block, std::size_t size,
                std::size_t limit = ~std::size_t{0})
      : writer(device, block, size), size_(size), limit_(limit) {}
  string_device(string_device&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        all(std::move(other.all)),
        size_(other.size_),
        limit_(other.limit_) {}
  std::string all;

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<string_device&>(base);
    if (self.error_) return;
    text const held = self.pending();
    if (self.all.size() + held.size + size > self.limit_)
      return self.stop(rill::library_problem::no_room);
    self.all.append(held.data, held.size);
    self.cursor_ = self.begin_;
    if (size <= self.size_)
      self.write(data, size);
    else
      self.all.append(data, size);
  }
  static void flush_all(writer& base) { drain(base, nullptr, 0); }
  static constexpr rill::writer_device device{drain, flush_all};
  std::size_t size_;
  std::size_t limit_;
};

}  // namespace

TEST_CASE("stream/writer: all bytes in order, at buffer sizes 0 to 40") {
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 40; ++size) {
    auto const block = std::make_unique<char[]>(size);
    string_device out(block.get(), size);
    std::string twin;
    for (int i = 0; i != 400; ++i) {
      std::size_t const count = random() % 50;
      std::string piece(count, static_cast<char>('a' + i % 26));
      switch (random() % 4) {
        case 0:
          out.put('!');
          twin += '!';
          break;
        case 1:
          if (char* const cursor = out.reserve(count)) {
            CHECK(out.room() >= count);
            piece.copy(cursor, count);
            out.advance_to(cursor + count);
            twin += piece;
          } else {
            CHECK(count > size);
          }
          break;
        default:
          out.write(text{piece.data(), count});
          twin += piece;
      }
      CHECK(out.room() <= size);
    }
    out.flush();
    CHECK((out.all == twin));
    CHECK(out.pending().size == 0);
  }
}

TEST_CASE("stream/writer: after an error nothing more is accepted") {
  char block[8];
  string_device out(block, sizeof block, 12);
  out.write("0123456", 7);
  out.write("789", 3);
  out.write("too long", 8);
  REQUIRE(bool(out.error()));
  std::string const before(out.pending().data, out.pending().size);
  CHECK(out.room() == 0);
  out.put('x');
  out.write("y", 1);
  CHECK(out.reserve(1) == nullptr);
  out.flush();
  CHECK(std::string(out.pending().data, out.pending().size) == before);
  CHECK(out.all + before == "0123456789");
}

TEST_CASE("stream/writer: what is moved away is closed") {
  char block[8];
  string_device first(block, sizeof block);
  first.write("abc", 3);
  string_device second(static_cast<string_device&&>(first));
  CHECK((first.error() == rill::library_problem::closed));
  first.put('x');
  first.write("xyz", 3);
  CHECK(first.pending().size == 0);
  second.write("def", 3);
  second.flush();
  CHECK(second.all == "abcdef");
  CHECK(!second.error());
}
