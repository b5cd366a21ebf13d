// test/print/concat_test.cpp: into strings.
#include <doctest/doctest.h>
#include <rill/print.h>

#include <string>
#include <string_view>

TEST_CASE("print/concat: every size around the stack's block") {
  for (std::size_t size = 1000; size != 1050; ++size) {
    std::string const text(size, 'x');
    std::string const got = rill::concat(1, text, "end");
    CHECK((got == "1" + text + "end"));
    CHECK(rill::concatln(text).size() == size + 1);
  }
  std::string const huge(5'000'000, 'h');
  std::string const both = rill::concat(huge, 1, huge);
  CHECK((both == huge + "1" + huge));
  // The capacity is exact, but libc++ rounds an allocation up to 16 bytes.
  CHECK(both.capacity() - both.size() < 16);
}

TEST_CASE("print/concat: append keeps what is there") {
  std::string text = "start";
  for (int i = 0; i != 1000; ++i) rill::append(text, ' ', i);
  std::string twin = "start";
  for (int i = 0; i != 1000; ++i) twin += " " + std::to_string(i);
  CHECK((text == twin));
  rill::append(text);
  CHECK((text == twin));
}

namespace {

// Prints a longer text each time.
struct growing {
  mutable int* count;
  friend void rill_print(auto& out, growing const& g) {
    ++*g.count;
    out(std::string(static_cast<std::size_t>(2000 * *g.count), 'g'));
  }
};

// A range that can be iterated once.
struct countdown {
  int left;
  struct iterator {
    countdown* range;
    int operator*() const { return range->left; }
    iterator& operator++() {
      --range->left;
      return *this;
    }
    bool operator==(int end) const { return range->left == end; }
  };
  iterator begin() { return {this}; }
  int end() const { return 0; }
};

}  // namespace

TEST_CASE("print/concat: each argument is printed once, at every length") {
  int count = 0;
  std::string const got = rill::concat("<", growing{&count}, ">");
  CHECK(count == 1);
  CHECK((got == "<" + std::string(2000, 'g') + ">"));
  for (int size : {3, 1000}) {
    std::string twin;
    for (int i = size; i != 0; --i)
      twin += std::to_string(i) + (i == 1 ? "" : ",");
    countdown numbers{size};
    CHECK((rill::concat(rill::join(numbers, ",")) == twin));
    numbers.left = size;
    std::string to = "numbers: ";
    rill::append(to, rill::join(numbers, ","));
    CHECK((to == "numbers: " + twin));
  }
}

TEST_CASE("print/concat: append of parts of the string itself") {
  for (std::size_t size : {1u, 15u, 200u, 256u, 300u, 5000u}) {
    std::string text;
    for (std::size_t i = 0; i != size; ++i)
      text += static_cast<char>('a' + i % 26);
    text.shrink_to_fit();
    std::string const old = text;
    rill::append(text, 1, text, '-', text.c_str(), text,
                 std::string_view(text).substr(size / 2));
    CHECK((text == old + "1" + old + "-" + old + old + old.substr(size / 2)));
  }
}

#if RILL_EXCEPTIONS
namespace {

struct throwing {
  friend void rill_print(auto& out, throwing const&) {
    out("half");
    throw 1;
  }
};

}  // namespace

TEST_CASE("print/concat: append keeps what came before a hook's throw") {
  for (std::size_t size : {2u, 3000u}) {
    std::string const before(size, 'b');
    std::string text = "start ";
    CHECK_THROWS_AS(rill::append(text, before, 1, throwing(), "never"), int);
    CHECK((text == "start " + before + "1half"));
  }
}
#endif

namespace {

struct other_string {
  std::string bytes;
  other_string() = default;
  void reserve(std::size_t size) { bytes.reserve(size); }
  void append(char const* data, std::size_t size) { bytes.append(data, size); }
  other_string(char const* data, std::size_t size) : bytes(data, size) {}
};

}  // namespace

TEST_CASE("print/concat: strings of another type") {
  CHECK(rill::concat.operator()<other_string>("a", 1).bytes == "a1");
  CHECK(rill::concatln.operator()<other_string>("a", 1).bytes == "a1\n");
}
