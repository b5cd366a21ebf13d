// test/print/exception_test.cpp: exceptions print with the exceptions nested in
// them; so do pointers to exceptions.
#include <doctest/doctest.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <exception>
#include <iosfwd>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using rill::concat;

struct own : std::runtime_error {
  using runtime_error::runtime_error;
};
struct with_hook : std::runtime_error {
  using runtime_error::runtime_error;
  friend void rill_print(auto& out, with_hook const& e) {
    out('<', e.what(), '>');
  }
};
struct with_insertion : std::runtime_error {
  using runtime_error::runtime_error;
  [[maybe_unused]] friend std::ostream& operator<<(std::ostream& out,
                                                   with_insertion const&) {
    return out;
  }
};
// Made outside of any handler, so its nested pointer is null.
struct empty_nested : std::runtime_error, std::nested_exception {
  empty_nested() : runtime_error("empty") {}
};
// The nested exception is the first base class and the text the second.
struct other_order : std::nested_exception, std::logic_error {
  other_order() : logic_error("other") {}
};
struct virtual_base : virtual std::runtime_error,
                      virtual std::nested_exception {
  virtual_base() : runtime_error("virtual") {}
};

template <class T, class... Rest>
void throw_within(T const& outer, Rest const&... rest) {
  if constexpr (sizeof...(Rest) == 0) {
    throw outer;
  } else {
    try {
      throw_within(rest...);
    } catch (...) {
      std::throw_with_nested(outer);
    }
  }
}

template <class... Ts>
std::string caught(Ts const&... levels) {
  try {
    throw_within(levels...);
  } catch (std::exception const& e) {
    return concat(e);
  }
  return {};
}

template <class T>
std::string pointed(T const& thrown) {
  return concat(std::make_exception_ptr(thrown));
}

void throw_levels(int levels) {
  if (levels == 0) throw std::runtime_error("0");
  try {
    throw_levels(levels - 1);
  } catch (...) {
    std::throw_with_nested(std::runtime_error(std::to_string(levels)));
  }
}

// A writer whose device throws.
struct refusing {
  int left;
  void operator()(char const*, std::size_t) {
    if (left-- == 0) throw 42;
  }
};

}  // namespace

namespace {
struct without_text : std::exception {
  char const* what() const noexcept override { return nullptr; }
};
}  // namespace

TEST_CASE("print/exception: one whose what() is null") {
  CHECK(rill::concat(without_text()) == "(null)");
}

TEST_CASE("print/exception: what they say") {
  CHECK(concat(std::runtime_error("no luck")) == "no luck");
  CHECK(concat(own("mine")) == "mine");
  CHECK(concat(std::bad_alloc()) == std::bad_alloc().what());
  CHECK(concat(with_hook("mine")) == "<mine>");
  static_assert(!rill::printable<with_insertion>);
  std::exception const& base = own("by its base");
  CHECK(concat(base) == "by its base");
  CHECK(concat(rill::right(own("x"), 3), '|') == "  x|");
  CHECK(concat(std::vector<own>{own("a"), own("b")}) == "[a, b]");
}

TEST_CASE("print/exception: those inside, from the outermost on") {
  CHECK(caught(own("start"), own("load"), std::runtime_error("open")) ==
        "start: load: open");
  CHECK(caught(own("start"), 42) == "start: 42");
  CHECK(caught(own("start"), "text") == "start: text");
  CHECK(caught(own("start"), std::string("string")) == "start: string");
  CHECK(caught(own("start"), std::pair(1, 2)) == "start: unknown exception");
}

TEST_CASE("print/exception: nested without anything inside") {
  CHECK(concat(empty_nested()) == "empty");
  CHECK(concat(static_cast<std::exception const&>(empty_nested())) == "empty");
  try {
    std::throw_with_nested(own("alone"));
  } catch (std::exception const& e) {
    CHECK(concat(e) == "alone");
  }
}

TEST_CASE("print/exception: wherever the nested part lies in the object") {
  try {
    throw std::runtime_error("inner");
  } catch (...) {
    CHECK(concat(empty_nested()) == "empty: inner");
    CHECK(concat(other_order()) == "other: inner");
    CHECK(concat(virtual_base()) == "virtual: inner");
  }
}

TEST_CASE("print/exception: pointers to exceptions") {
  CHECK(concat(std::exception_ptr()) == "none");
  CHECK(pointed(std::runtime_error("no luck")) == "no luck");
  CHECK(pointed(-7) == "-7");
  CHECK(pointed(7u) == "7");
  CHECK(pointed(7ul) == "7");
  CHECK(pointed(-7ll) == "-7");
  CHECK(pointed(0.5) == "0.5");
  CHECK(pointed(true) == "true");
  CHECK(pointed('c') == "c");
  CHECK(pointed(static_cast<char const*>("text")) == "text");
  CHECK(pointed(std::string("string")) == "string");
  CHECK(pointed(std::vector<int>()) == "unknown exception");
  CHECK(concat(std::vector{std::exception_ptr()}) == "[none]");
  try {
    throw_within(own("outer"), own("inner"));
  } catch (...) {
    CHECK(concat(std::current_exception()) == "outer: inner");
  }
}

TEST_CASE("print/exception: printing keeps what is being handled") {
  try {
    throw_within(own("outer"), own("inner"));
  } catch (...) {
    std::exception_ptr const before = std::current_exception();
    CHECK(concat(before) == "outer: inner");
    CHECK(concat(before) == "outer: inner");
    CHECK(std::current_exception() == before);
  }
  CHECK(std::current_exception() == nullptr);
  CHECK(std::uncaught_exceptions() == 0);
}

TEST_CASE("print/exception: a hundred are followed, and no more") {
  for (int const levels : {99, 100, 101, 300}) {
    std::string expected;
    for (int n = levels; n >= 0 && n >= levels - 100; --n)
      expected += std::to_string(n) + ": ";
    expected.resize(expected.size() - 2);
    if (levels > 100) expected += ": ...";
    try {
      throw_levels(levels);
    } catch (std::exception const& e) {
      CHECK(concat(e) == expected);
    }
  }
}

TEST_CASE("print/exception: a device that throws is the caller's matter") {
  for (int const accepted : {0, 1, 2, 3}) {
    rill::callback_writer out(refusing{accepted});
    try {
      throw_within(own(std::string(200000, 'a')), own(std::string(200000, 'b')),
                   own(std::string(200000, 'c')));
    } catch (std::exception const& e) {
      bool is_thrown = false;
      try {
        rill::print(out, e);
        out.flush();
      } catch (int n) {
        is_thrown = n == 42;
      }
      CHECK(is_thrown == true);
    }
  }
}
