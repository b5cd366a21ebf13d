// test/print/concat_test.cpp: into strings.
#include <doctest/doctest.h>
#include <rill/print.h>

#include <string>

TEST_CASE("print/concat: every size around the stack's block") {
  for (std::size_t size = 1000; size != 1050; ++size) {
    std::string const text(size, 'x');
    std::string const got = rill::concat(1, text, "end");
    CHECK((got == "1" + text + "end"));
    CHECK(rill::concatln(text).size() == size + 1);
  }
  std::string const huge(5'000'000, 'h');
  CHECK((rill::concat(huge, 1, huge) == huge + "1" + huge));
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

// Longer each time that it is printed: the two passes of a long concat do
// not see the same text.
struct growing {
  mutable int* count;
  friend void rill_print(auto& out, growing const& g) {
    ++*g.count;
    out(std::string(static_cast<std::size_t>(2000 * *g.count), 'g'));
  }
};

}  // namespace

TEST_CASE("print/concat: a hook whose text changes between two passes") {
  int count = 0;
  std::string const got = rill::concat("<", growing{&count}, ">");
  CHECK(got.size() == 2 + 2000 * static_cast<std::size_t>(count));
  CHECK(got.back() == '>');
}
